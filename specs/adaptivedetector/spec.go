package adaptivedetector

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/detectors"
	"github.com/anel-mc/mc/specs/spec"
)

// gapsVariant measures what the timeout is compared with: the time between heartbeats.
const gapsVariant = "gaps"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "adaptive-detector",
		Family: "failure detectors and membership",
		Summary: "A failure detector by heartbeats, whose timeouts follow the mean and deviation of what it calls " +
			"round-trip times",
		Source: "002, 2.1.2, classes FailureDetector and HeartbeatSystem",
		Peers:  []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 2},
			{Name: "interval", Doc: "ticks between heartbeats; a tick is the time between two checks", Min: 1, Max: 10,
				Default: 5},
			{Name: "initial", Doc: "the initial timeout, in ticks", Min: 1, Max: 40, Default: 10},
			{Name: "least", Doc: "the lower bound of an adapted timeout, in ticks", Min: 0, Max: 40, Default: 1},
			{Name: "most", Doc: "the upper bound of an adapted timeout, in ticks", Min: 1, Max: 600, Default: 12},
			{Name: "enough", Doc: "samples from which a timeout is adapted (10 in the source); 0: it is never adapted", Min: 0,
				Max: 100, Default: 2},
			{Name: "keep", Doc: "samples that are kept (100 in the source), or enough if that is more", Min: 1, Max: 100,
				Default: 2},
			{Name: "margin", Doc: "how many deviations a timeout is above the mean", Min: 0, Max: 8, Default: 4},
			{Name: "skew", Doc: "by how many ticks the clock of a process is ahead of that of the process before it", Min: -8,
				Max: 8, Default: 0},
			{Name: "laps", Doc: "clock readings are known modulo so many intervals, which must be more than a message can " +
				"take and clocks can differ", Min: 1, Max: 16, Default: 1},
			{Name: "capacity", Doc: "messages that a channel holds, for async timing; 0 is no bound, for timings that " +
				"have one themselves", Min: 0, Max: 4, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: a sample is the time from the sending of a heartbeat to " +
				"its receipt, by the clocks of two processes"},
			{Name: gapsVariant, Doc: "a sample is the time between two heartbeats received, which is what the timeout is " +
				"compared with"},
			{Name: spec.Corrected, Doc: "as gaps, and a timeout does not fall below a silence that was mistaken for a " +
				"failure"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		interval: a.Int("interval"), initial: a.Int("initial"), least: a.Int("least"), most: a.Int("most"),
		enough: a.Int("enough"), keep: max(a.Int("keep"), a.Int("enough")), margin: a.Int("margin"), skew: a.Int("skew"),
		cycle: a.Int("laps") * a.Int("interval"),
		gaps:  a.Variant != spec.AsWritten, floor: a.Variant == spec.Corrected,
	}
	switch {
	case o.enough == 1:
		return spec.Setup{}, fmt.Errorf("enough=1: one sample has no deviation")
	case o.least > o.most:
		return spec.Setup{}, fmt.Errorf("least=%d and most=%d: a timeout cannot be both", o.least, o.most)
	case o.initial > o.most:
		return spec.Setup{}, fmt.Errorf("initial=%d and most=%d: times are not counted that far", o.initial, o.most)
	case o.enough > 0 && !o.gaps && o.cycle <= 2*o.widest(n):
		return spec.Setup{},
			fmt.Errorf("interval=%d, laps=%d and skew=%d: clocks differ by as much as is known of them: more laps are needed",
				o.interval, a.Int("laps"), o.skew)
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

// suspects reports whether p, which is up, suspects q.
func suspects(s model.State, p, q model.ID) bool {
	l, _ := model.Local[State](s, p)
	return l.Suspected.Has(q)
}

func properties(n int, o options) []checkers.Property {
	all := checkers.Detection{N: n, Suspects: suspects}.Properties()
	all = append(all,
		// The source prints "[FD] Process … recovered".
		checkers.Step("recovered-is-up", func(before model.State, e model.Event, after model.State) error {
			for q := range model.ID(n) {
				if e.Kind == model.Deliver && !before.Up(q) && suspects(before, e.Process, q) && !suspects(after, e.Process, q) {
					return fmt.Errorf("%s says that %s has recovered, which has crashed: its heartbeat was on its way",
						before.Name(e.Process), before.Name(q))
				}
			}
			return nil
		}),
		checkers.Invariant("alive-or-suspected", func(s model.State) error {
			for p, l := range model.Locals[State](s) {
				if l.Alive&l.Suspected != 0 || l.Alive|l.Suspected != everybody(n) {
					return fmt.Errorf("for %s, %s are alive and %s suspected", s.Name(p), l.Alive, l.Suspected)
				}
			}
			return nil
		}),
		detectors.DetectionTime(n, suspects),
		checkers.Reachable("somebody-suspected", func(s model.State) bool {
			for _, l := range model.Locals[State](s) {
				if l.Suspected != 0 {
					return true
				}
			}
			return false
		}),
	)
	if o.enough > 0 {
		all = append(all, checkers.Reachable("timeouts-adapted", func(s model.State) bool {
			for p, l := range model.Locals[State](s) {
				for q, samples := range l.Samples {
					if model.ID(q) != p && len(samples) >= o.enough {
						return true
					}
				}
			}
			return false
		}))
	}
	return all
}
