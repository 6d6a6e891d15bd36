package eventuallyperfect

import (
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/detectors"
	"github.com/anel-mc/mc/specs/spec"
)

// onceVariant is 002's function; see the package documentation.
const onceVariant = "once"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "eventually-perfect",
		Family:  "failure detectors and membership",
		Summary: "A failure detector by tests, with an interval that is meant to grow with each mistake",
		Source:  "001, 5.1, Algoritmo 5.1; 002, 2.1.1",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 5, Default: 2},
			{Name: "interval", Doc: "the first interval between tests, in ticks", Min: 1, Max: 8, Default: 1},
			{Name: "delta", Doc: "by how much a mistake raises it (∆)", Min: 1, Max: 4, Default: 1},
			{Name: "most", Doc: "the longest interval, or interval if that is longer", Min: 1, Max: 16, Default: 4},
			{Name: "self", Doc: "1 if a process tests itself, too", Min: 0, Max: 1, Default: 0},
			{Name: "window", Doc: "a process with this many tests unanswered is not tested again; 0 is no bound, for " +
				"timings that have one themselves", Min: 0, Max: 3, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it: a mistake raises Timeout, which nothing reads"},
			{Name: spec.Corrected, Doc: "a mistake raises the interval"},
			{Name: onceVariant, Doc: "002's problematic_failure_detection: one test, and a process that does not answer in " +
				"time is marked as failed"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		interval: a.Int("interval"), delta: a.Int("delta"), most: max(a.Int("most"), a.Int("interval")),
		raise: a.Variant == spec.Corrected, once: a.Variant == onceVariant, self: a.Int("self") == 1, window: a.Int("window"),
	}
	if o.once {
		o.window = 0 // there is one test
	}
	i := model.Instance{
		Processes: model.Replicate(n, process(o)),
		Timing:    model.Timing{Mode: model.Partial, Max: 1}, // the chapter's GST
	}
	detectors.Numbered(&i, n, o.self)
	return spec.Setup{Model: i, Properties: properties(n, o)}, nil
}

func properties(n int, o options) []checkers.Property {
	suspects := func(s model.State, p, q model.ID) bool {
		l, _ := model.Local[State](s, p)
		return l.Suspects.Has(q)
	}
	all := checkers.Detection{N: n, Suspects: suspects}.Properties()
	all = append(all,
		checkers.Reachable("tests-are-answered", func(s model.State) bool {
			for _, m := range s.Messages() {
				if m == (Answer{}) {
					return true
				}
			}
			return false
		}),
		checkers.Reachable("somebody-suspected", func(s model.State) bool {
			for _, l := range model.Locals[State](s) {
				if l.Suspects != 0 {
					return true
				}
			}
			return false
		}),
	)
	if !o.once { // a process that takes no suspicion back takes none for a mistake
		all = append(all, mistakes(suspects))
	}
	if o.self {
		all = append(all, checkers.Invariant("trusts-itself", func(s model.State) error {
			for p := range model.ID(s.N()) {
				if s.Up(p) && suspects(s, p, p) {
					return fmt.Errorf("%s suspects itself", s.Name(p))
				}
			}
			return nil
		}))
	}
	if o.raise {
		// Whether the bound on the interval makes a difference: it makes none if no mistake is
		// found once the interval has reached it.
		all = append(all, checkers.Step("longest-interval", func(before model.State, e model.Event, _ model.State) error {
			if e.Kind != model.Timeout {
				return nil
			}
			if l, _ := model.Local[State](before, e.Process); l.Interval == o.most && l.Correct&l.Suspects != 0 {
				return errors.New("the interval should grow, and is as long as the model allows")
			}
			return nil
		}))
	}
	return all
}

// mistakes is the sentence "só pode ter havido uma falsa suspeita": a suspicion of a process that has crashed is
// never taken for a mistake.
func mistakes(suspects func(s model.State, p, q model.ID) bool) checkers.Property {
	return checkers.Step("mistakes-are-mistakes", func(before model.State, e model.Event, after model.State) error {
		if e.Kind != model.Timeout {
			return nil
		}
		for q := range model.ID(before.N()) {
			if !before.Up(q) && !suspects(before, e.Process, q) && suspects(after, e.Process, q) &&
				slices.Contains(after.Channel(q, e.Process), model.Message(Answer{})) {
				return fmt.Errorf("%s suspects %s, which has crashed, and will take that for a mistake: an earlier answer is "+
					"on its way", before.Name(e.Process), before.Name(q))
			}
		}
		return nil
	})
}
