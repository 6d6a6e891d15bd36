package checkers_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// TestElementsOfOthers: handlers that read elements of a map, in an order of their own and only until one of them
// decides, are found to treat processes alike or not: what is reduced by symmetry has the same verdicts, and as long
// counterexamples, as what is not.
func TestElementsOfOthers(t *testing.T) {
	// The representative of the states in which one flag is up has the other one.
	one := flagRule{looks: []int{0, 1}, all: true, sets: own, to: true}
	reduced := asReduced(t, 2, []flagRule{one}, []flagRule{{looks: []int{0}, up: true, sets: nobody}}, 1)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 3).Draw(t, "workers")
		var workers, leader []flagRule
		rules := rapid.SampledFrom([]int{1, 1, 1, 2})
		for range rules.Draw(t, "rules of workers") {
			workers = append(workers, drawFlagRule(t, n, true))
		}
		for range rules.Draw(t, "rules of the leader") {
			leader = append(leader, drawFlagRule(t, n, false))
		}
		if asReduced(t, n, workers, leader, rapid.IntRange(0, n-1).Draw(t, "most")) {
			reduced = true
		}
	})
	if !reduced {
		t.Error("nothing was reduced")
	}
}

// asReduced checks a system with and without reduction by symmetry, and reports whether that left out states. At most
// so many flags are allowed.
func asReduced(t rapid.TB, n int, workers, leader []flagRule, most int) bool {
	flags := model.NewVariable("flags", map[model.ID]bool{})
	m := model.Instance{Variables: []model.Shared{flags}, Processes: append(
		model.Replicate(n, model.Process[flagged]{Acts: flagActs(flags, workers), Init: noFlag}),
		model.Process[flagged]{Acts: flagActs(flags, leader), Init: noFlag, Name: "leader"})}
	p := []checkers.Property{
		checkers.AtMost("one has acted twice", 0, func(_ model.ID, s flagged) bool { return s.Acted == 2 }),
		checkers.Invariant("flags", func(s model.State) error {
			if up := len(flags.In(s)); up > most {
				return fmt.Errorf("%d are up", up)
			}
			return nil
		}),
	}
	full := check(t, m, checkers.Options{KeepGoing: true}, p...)
	fewer := false
	for _, reduce := range []explore.Reduction{explore.PartialOrder, explore.Symmetry} {
		few := check(t, m, checkers.Options{KeepGoing: true, Reduce: reduce}, p...)
		for i, r := range full.Results {
			is := few.Results[i]
			if r.Verdict != is.Verdict || is.Minimal && r.Execution.Len() != is.Execution.Len() {
				t.Errorf("%s is %s in %d states, and %s in %d of %s", p[i].Name(), r.Verdict, full.States, is.Verdict,
					few.States, few.Symmetry)
			}
		}
		fewer = few.States < full.States
	}
	return fewer
}

type flagged struct{ Acted int }

func noFlag(*model.Context) flagged { return flagged{} }

// flagRule is an act: it may happen, or has an effect, if of the flags that it looks at, in this order, all or one are
// as it hopes. Its effect is to set a flag.
type flagRule struct {
	late   bool  // it looks when it happens, not before
	chance bool  // it may do nothing
	looks  []int // at whose: those of processes, or own
	up     bool  // what it hopes to see
	all    bool  // of all of these flags; otherwise of one
	sets   int   // whose: that of a process, own or nobody
	to     bool
}

const own, nobody = -1, -2

func drawFlagRule(t *rapid.T, n int, worker bool) (r flagRule) {
	r.sets = nobody
	var all []int
	for p := range n {
		all = append(all, p)
	}
	some := all
	if worker {
		some, r.sets = append(slices.Clone(all), own), own
	}
	if rapid.IntRange(0, 9).Draw(t, "one") == 0 {
		r.sets = rapid.SampledFrom(some).Draw(t, "sets")
	}
	if r.looks = all; !worker || rapid.IntRange(0, 3).Draw(t, "some") == 0 {
		r.looks = rapid.SliceOfNDistinct(rapid.SampledFrom(some), 1, n, rapid.ID).Draw(t, "looks")
	}
	r.chance = rapid.IntRange(0, 3).Draw(t, "chance") == 0
	r.late = rapid.IntRange(0, 3).Draw(t, "late") == 0
	r.up, r.all = rapid.Bool().Draw(t, "up"), rapid.Bool().Draw(t, "all")
	r.to = rapid.IntRange(0, 3).Draw(t, "to") > 0
	return r
}

func flagActs(flags model.Variable[map[model.ID]bool], rules []flagRule) (acts []model.Act[flagged]) {
	for i, r := range rules {
		of := func(p *model.Context, who int) model.Variable[bool] {
			if who == own {
				return model.At(flags, p.Self())
			}
			return model.At(flags, model.ID(who))
		}
		may := func(p *model.Context) bool {
			decides := func(who int) bool { return of(p, who).Get(p) == r.up != r.all }
			return slices.ContainsFunc(r.looks, decides) != r.all
		}
		acts = append(acts, model.Act[flagged]{
			Name:    fmt.Sprint("rule ", i),
			Enabled: func(p *model.Context, s flagged) bool { return s.Acted < 2 && (r.late || may(p)) },
			Do: func(p *model.Context, s flagged) flagged {
				if r.chance && p.Choose(2) == 1 {
					return flagged{s.Acted + 1}
				}
				if r.late && !may(p) {
					return flagged{2}
				}
				if s.Acted++; r.sets != nobody {
					of(p, r.sets).Set(p, r.to)
				}
				return s
			},
		})
	}
	return acts
}
