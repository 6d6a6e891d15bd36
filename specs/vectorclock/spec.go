package vectorclock

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

const attachOnlyVariant = "attach-only" // see the package documentation

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "vector-clock",
		Family:  "clocks and stores",
		Summary: "Vector clocks, which order events exactly as they happened",
		Source:  "002, 1.1.3, VectorClock and compare_vector_clocks",
		Peers:   []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 1, Max: 4, Default: 2},
			{Name: "events", Doc: "events that each process has of its own accord", Min: 1, Max: 4, Default: 2},
			{Name: "asks", Doc: "1 calls is_concurrent with each vector that is received, before update", Min: 0, Max: 1,
				Default: 0},
			{Name: "stable", Doc: "1 keeps the vector in stable storage", Min: 0, Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the class VectorClock and the function compare_vector_clocks as printed"},
			{Name: spec.Corrected, Doc: "equal vectors are equal, and is_concurrent does not wait for the lock that it holds"},
			{Name: attachOnlyVariant, Doc: "the rule for sending by itself: a message gets the vector as it is, and " +
				"sending increments nothing"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	o := options{
		n: a.Int("n"), events: a.Int("events"),
		equal: Concurrent, attachOnly: a.Variant == attachOnlyVariant,
		asks: a.Int("asks") == 1, stable: a.Int("stable") == 1,
	}
	if a.Variant == spec.Corrected {
		o.equal, o.reentrant = Equal, true
	}
	if o.asks && o.n == 1 {
		return spec.Setup{}, fmt.Errorf("asks=1 needs n=2 or more: one process receives nothing")
	}
	c := model.NewCausality[Vector](o.n)
	// A process that has just started or restarted has had no event, and a step of a call of is_concurrent is none.
	stamp := func(s Process) (Vector, bool) {
		begun := slices.Max(s.Vector) > 0 || s.Left < o.events
		return s.Vector, begun && s.Call.Phase == None
	}
	i := model.Instance{
		Processes: model.Replicate(o.n, model.Observe(process(o), c, stamp)),
		Variables: c.Variables(),
	}
	for p := range o.n {
		i.Names = append(i.Names, fmt.Sprintf("P%d", p))
	}
	return spec.Setup{Model: i, Properties: properties(o, c)}, nil
}

func properties(o options, c model.Causality[Vector]) []checkers.Property {
	all := []checkers.Property{
		clocks.Characterization("causality", c, staticHappensBefore),
		clocks.Monotone("monotone", c, staticHappensBefore),
		// V_i[i] is the number of events of P_i, and V_i[j] the number of those of P_j that P_i knows of.
		checkers.Invariant("counts-events", func(s model.State) error {
			for p := range model.ID(o.n) {
				for _, e := range c.Events(s, p) {
					if !slices.Equal(e.Past, e.At) {
						return fmt.Errorf("%s: the events that had happened by then, itself included, are %v", clocks.Name(s, e),
							e.Past)
					}
				}
			}
			return nil
		}),
		checkers.Causal("compare", c, func(s model.State, a, b model.Stamped[Vector]) error {
			want := Concurrent
			switch {
			case a.HappenedBefore(b):
				want = Before
			case b.HappenedBefore(a):
				want = After
			}
			if got := o.compare(a.At, b.At); got != want {
				return fmt.Errorf("compared, %s and %s are %s, and in truth %s", clocks.Name(s, a), clocks.Name(s, b),
					got, want)
			}
			return nil
		}),
		checkers.Invariant("compare-with-itself", func(s model.State) error {
			for p := range model.ID(o.n) {
				for _, e := range c.Events(s, p) {
					if got := o.compare(e.At, e.At); got == Concurrent {
						return fmt.Errorf("compared with itself, %s is %s", clocks.Name(s, e), got)
					}
				}
			}
			return nil
		}),
	}
	if o.n > 1 {
		all = append(all, checkers.Reachable("concurrent-and-ordered", func(s model.State) bool { return mixed(s, c) }))
	}
	if o.asks {
		all = append(all,
			checkers.Invariant("is-concurrent", func(s model.State) error { return answers(s, c) }),
			checkers.NoDeadlock("no-deadlock", func(s model.State) error {
				for p, l := range model.Locals[Process](s) {
					if l.Call.Phase == Locked {
						return fmt.Errorf("%s waits for a lock that it holds itself", s.Name(p))
					}
				}
				return nil
			}),
			checkers.Reachable("answered-yes", answered(true)),
			checkers.Reachable("answered-no", answered(false)),
		)
	}
	return all
}

// mixed reports whether the first two processes have both concurrent and ordered events.
func mixed(s model.State, c model.Causality[Vector]) bool {
	concurrent, ordered := false, false
	for _, a := range c.Events(s, 0) {
		for _, b := range c.Events(s, 1) {
			concurrent = concurrent || a.Concurrent(b)
			ordered = ordered || a.HappenedBefore(b)
		}
	}
	return concurrent && ordered
}

// answers returns an error if is_concurrent has just given a wrong answer. The right one is whether the last event of
// the process is concurrent with the sending of the message; it is no if the process has had no event.
func answers(s model.State, c model.Causality[Vector]) error {
	for p, l := range model.Locals[Process](s) {
		if l.Call.Phase != Returned {
			continue
		}
		mine := c.Events(s, p)
		for q := range model.ID(s.N()) {
			for _, sent := range c.Events(s, q) {
				if !slices.Equal(sent.At, l.Call.Other) {
					continue
				}
				if truth := len(mine) > 0 && mine[len(mine)-1].Concurrent(sent); l.Call.Answer != truth {
					return fmt.Errorf("%s is told %v of %s, and the truth is %v", s.Name(p), l.Call.Answer,
						clocks.Name(s, sent), truth)
				}
			}
		}
	}
	return nil
}

func answered(answer bool) func(s model.State) bool {
	return func(s model.State) bool {
		for _, l := range model.Locals[Process](s) {
			if l.Call.Phase == Returned && l.Call.Answer == answer {
				return true
			}
		}
		return false
	}
}
