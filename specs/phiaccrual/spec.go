package phiaccrual

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/detectors"
	"github.com/anel-mc/mc/specs/spec"
)

// seededVariant is the variant in which phi grows from the start.
const seededVariant = "seeded"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "phi-accrual",
		Family:  "failure detectors and membership",
		Summary: "A failure detector whose suspicion grows with the improbability of a silence, and a threshold on it",
		Source:  "002, 2.1.4, class PhiAccrualFailureDetector",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 2},
			{Name: "interval", Doc: "ticks between heartbeats; a tick is the time between two looks at phi", Min: 1, Max: 10,
				Default: 2},
			{Name: "threshold", Doc: "phi from which a process is not available", Min: 1, Max: 100, Default: 8},
			{Name: "samples", Doc: "intervals that are kept (max_sample_size, 1000 in the source)", Min: 2, Max: 1000,
				Default: 2},
			{Name: "deviation", Doc: "the least standard deviation, in ticks (min_std_dev)", Min: 1, Max: 10, Default: 1},
			{Name: "most", Doc: "the longest interval that is told from longer ones, in ticks", Min: 1, Max: 100, Default: 8},
			{Name: "capacity", Doc: "messages that a channel holds, for async timing; 0 is no bound, for timings that " +
				"have one themselves", Min: 0, Max: 4, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: phi is 0 until there are two intervals, and at most 10"},
			{Name: seededVariant, Doc: "a detector begins with a heartbeat and two intervals of the usual length"},
			{Name: spec.Corrected, Doc: "seeded, and phi has no upper bound"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		interval: a.Int("interval"), threshold: a.Int("threshold"), samples: a.Int("samples"), deviation: a.Int("deviation"),
		most: a.Int("most"), seeded: a.Variant != spec.AsWritten, tail: a.Variant == spec.Corrected,
	}
	if o.most < o.interval {
		return spec.Setup{}, fmt.Errorf("most=%d and interval=%d: not even the usual interval would be told from longer ones",
			o.most, o.interval)
	}
	i := model.Instance{
		Processes: model.Replicate(n, process(o)),
		Timing:    model.Timing{Mode: model.Sync, Min: 1, Max: 1},
		Faults:    model.Faults{Crash: 1},
		Network:   model.Network{Capacity: a.Int("capacity")},
	}
	for p := range n {
		i.Names = append(i.Names, strconv.Itoa(p))
	}
	return spec.Setup{Model: i, Properties: properties(n, o)}, nil
}

// suspects reports whether q is not available according to p, which is up.
func suspects(s model.State, p, q model.ID) bool {
	l, _ := model.Local[State](s, p)
	return l.Unavailable.Has(q)
}

func properties(n int, o options) []checkers.Property {
	all := checkers.Detection{N: n, Suspects: suspects}.Properties()
	return append(all,
		detectors.DetectionTime(n, suspects),
		// Violated if the model's longest interval makes a difference.
		checkers.Step("longest-interval", func(before model.State, e model.Event, _ model.State) error {
			if e.Kind != model.Deliver {
				return nil
			}
			if l, _ := model.Local[State](before, e.Process); l.Heard.Has(e.From) && l.Elapsed[e.From] > o.most {
				return fmt.Errorf("an interval is longer than %d ticks, and counts as one of that length", o.most)
			}
			return nil
		}),
		checkers.Reachable("phi-computed", func(s model.State) bool {
			for p, l := range model.Locals[State](s) {
				for q, intervals := range l.Intervals {
					if model.ID(q) != p && len(intervals) == o.samples {
						return true
					}
				}
			}
			return false
		}),
	)
}
