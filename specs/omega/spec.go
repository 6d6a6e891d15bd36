package omega

import (
	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/detectors"
	"github.com/anel-mc/mc/specs/spec"
)

// abstractVariant is the variant that runs on the detector of the environment; see the package documentation.
const abstractVariant = "abstract"

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "omega",
		Family:  "failure detectors and membership",
		Summary: "Election of the process with the least identifier that a failure detector does not suspect",
		Source:  "001, 5.2, Algoritmo 5.2",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 4, Default: 2},
			{Name: "interval", Doc: "the detector's first interval between tests, in ticks", Min: 1, Max: 8, Default: 1},
			{Name: "most", Doc: "its longest interval, or interval if that is longer", Min: 1, Max: 16, Default: 3},
			{Name: "self", Doc: "1 if a process tests itself, too", Min: 0, Max: 1, Default: 0},
			{Name: "window", Doc: "1 if a process is not tested again before it has answered; 0 is for timings with a " +
				"bound themselves", Min: 0, Max: 1, Default: 1},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "on Algoritmo 5.1 as the source prints it, whose interval is fixed"},
			{Name: spec.Corrected, Doc: "on Algoritmo 5.1 with an interval that grows"},
			{Name: abstractVariant, Doc: "on a failure detector of the environment, eventually perfect unless another is " +
				"chosen; interval, most, self and window mean nothing"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	o := options{
		interval: a.Int("interval"), most: max(a.Int("most"), a.Int("interval")),
		raise: a.Variant == spec.Corrected, self: a.Int("self") == 1, patient: a.Int("window") == 1,
	}
	var i model.Instance
	detectors.Numbered(&i, n, o.self && a.Variant != abstractVariant)
	if a.Variant == abstractVariant {
		i.Processes, i.Detector = model.Replicate(n, abstract()), model.EventuallyPerfect
		return spec.Setup{Model: i, Properties: properties(model.Local[Omega])}, nil
	}
	i.Processes = model.Replicate(n, layered(o))
	i.Timing = model.Timing{Mode: model.Partial, Max: 1} // the chapter's GST
	return spec.Setup{Model: i, Properties: properties(func(s model.State, p model.ID) (Omega, bool) {
		l, up := model.Local[State](s, p)
		return l.Omega, up
	})}, nil
}

// properties returns the properties, given a function that returns the elector of p and whether p is up.
func properties(elector func(s model.State, p model.ID) (Omega, bool)) []checkers.Property {
	// all reports whether wanted holds of the leader of every process that is up.
	all := func(s model.State, wanted func(Leader) bool) bool {
		for p := range model.ID(s.N()) {
			if o, up := elector(s, p); up && !wanted(o.Leader) {
				return false
			}
		}
		return true
	}
	up := func(s model.State, l Leader) bool { return l != Nobody && s.Up(model.ID(l)) }
	agree := func(s model.State, besides func(Leader) bool) bool {
		var first *Leader
		return all(s, func(l Leader) bool {
			if besides(l) {
				return true
			}
			if first == nil {
				first = &l
			}
			return *first == l
		})
	}
	// "Upon" a condition: a process in which elect is enabled again and again eventually takes it, even if its detector
	// changes its mind in between.
	fairness := checkers.Fairness{Strong: func(e model.Event) bool { return e.Kind == model.Acted }}
	stabilises := func(name string, good func(s model.State) bool) checkers.Property {
		return checkers.EventuallyAlways(name, good).Under(fairness)
	}
	return []checkers.Property{
		// Precisão após um tempo.
		stabilises("eventual-accuracy", func(s model.State) bool {
			return all(s, func(l Leader) bool { return up(s, l) })
		}),
		// Acordo após um tempo.
		stabilises("eventual-agreement", func(s model.State) bool {
			return agree(s, func(Leader) bool { return false })
		}),
		// The criterion: the correct process with the least identifier.
		stabilises("eventual-least", func(s model.State) bool {
			least := Nobody
			for p := model.ID(s.N()) - 1; p >= 0; p-- {
				if s.Up(p) {
					least = Leader(p)
				}
			}
			return all(s, func(l Leader) bool { return l == least })
		}),
		// "Depois que um processo falha, após um tempo ele nunca mais é eleito".
		stabilises("crashed-not-elected", func(s model.State) bool {
			return all(s, func(l Leader) bool { return l == Nobody || up(s, l) })
		}),
		// The number of changes of leader by all processes together. The first leader of each counts as a change.
		checkers.Cost("leader-changes", checkers.Counting{Step: elections}),
		// The same, counted only after the system has become stable.
		checkers.Cost("leader-changes-when-stable", checkers.Counting{Step: elections, From: model.State.Stable}),
		// "Podemos ter no sistema múltiplos líderes, inclusive simultaneamente".
		checkers.Reachable("several-leaders", func(s model.State) bool {
			return !agree(s, func(l Leader) bool { return l == Nobody })
		}),
		checkers.Reachable("leader-elected", func(s model.State) bool {
			return !all(s, func(l Leader) bool { return l == Nobody })
		}),
	}
}

// elections counts the runs of the act elect.
func elections(_ model.State, e model.Event, _ model.State) int {
	if e.Kind == model.Acted {
		return 1
	}
	return 0
}
