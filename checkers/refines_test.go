package checkers_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// commit is transaction commit as TCommit of the TLA+ examples: what each of n resource managers does, and in the rest
// nothing happens.
func commit(n int) model.Machine[[10]status] {
	type all = [10]status
	is := func(s all, any ...status) bool {
		return slices.ContainsFunc(s[:n], func(x status) bool { return slices.Contains(any, x) })
	}
	move := func(name string, to status, from func(s all, rm int) bool) model.Action[all] {
		return model.Action[all]{Name: name, Count: n, Enabled: from,
			Do: func(s all, rm int) all { s[rm] = to; return s }}
	}
	return model.Machine[all]{Init: func() []all { return []all{{}} }, Actions: []model.Action[all]{
		move("Prepare", prepared, func(s all, rm int) bool { return s[rm] == working }),
		move("Commit", committed, func(s all, rm int) bool { return s[rm] == prepared && !is(s, working, aborted) }),
		move("Abort", aborted, func(s all, rm int) bool {
			return (s[rm] == working || s[rm] == prepared) && !is(s, committed)
		}),
	}}
}

// TestTwoPhaseRefinesCommit is the theorem of TwoPhase in the TLA+ examples, and what refutes it if the transaction
// manager does not wait for the last resource manager.
func TestTwoPhaseRefinesCommit(t *testing.T) {
	const n = 2
	property := checkers.Refines("commit", commit(n), func(s model.State) [10]status {
		return model.Whole[twoPhase](s).RM
	})
	if r := check(t, twoPhaseCommit(n), checkers.Options{}, property...); r.Verdict != checkers.Holds {
		t.Errorf("%s: %s", r.Verdict, r.Results[1].Explanation)
	}
	hasty := twoPhaseCommit(n)
	hasty.Actions[0].Enabled = func(s twoPhase, _ int) bool { return s.TM == working && s.TMPrepared[0] }
	r := check(t, hasty, checkers.Options{}, property...)
	steps := r.Results[1]
	again, err := counterexamples.Replay(counterexamples.SystemOf(steps.Execution), steps.Execution.Trace)
	if err != nil {
		t.Fatal(err)
	}
	if _, shown, err := checkers.Shows(again, property[1]); !shown || err != nil || again.Beside == nil {
		t.Errorf("replayed: %t, %v, beside %v", shown, err, again.Beside)
	}
	var text strings.Builder
	if err := again.Text(&text, counterexamples.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	// It receives what the first has sent, commits, and says so to that one.
	if want := "no step of the specification leads from [1 0 0 0 0 0 0 0 0 0] to [2 0 0 0 0 0 0 0 0 0]; possible there: " +
		"Prepare(1), Abort(0), Abort(1)"; r.Results[0].Verdict != checkers.Holds || steps.Verdict != checkers.Violated ||
		steps.Execution.Len() != 4 || !steps.Minimal || steps.Explanation != want {
		t.Errorf("%s, %s: %s", r.Results[0].Verdict, steps.Verdict, steps.Explanation)
	}
	if !regexp.MustCompile(`4  RMRcvCommit\(rm1\) +│ RM\[0\] ← 2 +│ state ← \[2 0 0 0 0 0 0 0 0 0\]\n`).MatchString(text.String()) {
		t.Error(text.String())
	}
}

// TestRefinesAgainstBruteForce compares random machines with others that they may refine.
func TestRefinesAgainstBruteForce(t *testing.T) {
	seen := map[string]int{}
	enough := func() bool { return len(seen) == 4 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		m, _, _ := drawMachine(t)
		spec, begins, _ := drawMachine(t) // of two states or more
		if spec.Init = func() []int { return []int{0} }; begins(1) {
			spec.Init = func() []int { return []int{0, 1} }
		}
		stands := rapid.SliceOfN(rapid.IntRange(0, 1), 13, 13).Draw(t, "stands for")
		allowed := func(from, to int) bool {
			return from == to || slices.ContainsFunc(spec.Actions, func(a model.Action[int]) bool {
				return a.Enabled(from, 0) && a.Do(from, 0) == to
			})
		}
		graph := bruteForce[int]{}.graph(m)
		everywhere := func(int) bool { return true }
		want := -1 // steps to the first that is not allowed
		for s, d := range graph.distances(true, everywhere, everywhere) {
			for _, step := range graph.steps[s] {
				if !allowed(stands[graph.states[s]], stands[graph.states[step.to]]) && (want < 0 || d+1 < want) {
					want = d + 1
				}
			}
		}
		r := check(t, m, checkers.Options{KeepGoing: true}, checkers.Refines("refines", spec,
			func(s model.State) int { return stands[model.Whole[int](s)] })...)
		begin, steps := r.Results[0], r.Results[1]
		if wrong := !slices.Contains(spec.Init(), stands[0]); wrong != (begin.Verdict == checkers.Violated) ||
			wrong && begin.Execution.Len() != 0 {
			t.Fatalf("in the beginning: %s", begin.Verdict)
		}
		if (want < 0) != (steps.Verdict == checkers.Holds) || want >= 0 && steps.Execution.Len() != want {
			t.Fatalf("%s: %s, want %d steps", steps.Verdict, steps.Explanation, want)
		}
		seen[string(begin.Verdict+" "+steps.Verdict)]++
	})
	t.Log(seen)
}

// TestRefinesNamesFew: of the many actions that the specification may take instead, the first are named.
func TestRefinesNamesFew(t *testing.T) {
	goes := func(to int) model.Machine[int] {
		return model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{Name: "to",
			Count: to, Do: func(_, i int) int { return i }}}}
	}
	r := check(t, goes(201), checkers.Options{}, checkers.Refines("few", goes(200), model.Whole[int])...)
	want := "possible there: to(0), to(1), to(2), to(3), to(4), to(5), to(6), to(7), to(8), to(9), to(10), to(11), " +
		"and 188 more"
	if got := r.Results[1].Explanation; !strings.HasSuffix(got, want) {
		t.Errorf("%s; want %s", got, want)
	}
}

// TestRefinesRefused: an error says what is wrong with a specification, and of which property it is.
func TestRefinesRefused(t *testing.T) {
	whole := func(s model.State) int { return model.Whole[int](s) }
	m := model.Machine[int]{Init: func() []int { return []int{0} },
		Actions: []model.Action[int]{{Name: "count", Do: func(s, _ int) int { return (s + 1) % 3 }}}}
	wild := m
	wild.Actions = []model.Action[int]{{Name: "count", Do: func(int, int) int { panic("no") }}}
	for want, p := range map[string][]checkers.Property{
		"property a: the specification: the machine has no Init": checkers.Refines("a", model.Machine[int]{}, whole),
		"property b: a function is nil":                          checkers.Refines[int]("b", m, nil),
		`action "count": no`:                                     checkers.Refines("c", wild, whole),
	} {
		refused(t, m, want, p...)
	}
	closed := false // by the system, when it is too late to see that
	open := model.Machine[int]{Init: m.Init, Actions: []model.Action[int]{{Name: "up",
		Enabled: func(s, _ int) bool { return s < 5 && !closed }, Do: func(s, _ int) int { return s + 1 }}}}
	closing := model.Machine[int]{Init: m.Init, Actions: []model.Action[int]{{Name: "up",
		Enabled: func(s, _ int) bool { return s < 5 }, Do: func(s, _ int) int {
			closed = closed || s == 4
			return s + 1
		}}}}
	refused(t, closing, `(impure): action "up"`, checkers.Refines("open", open, whole)...)
}

// BenchmarkRefinesFromManyStates: that there are many initial states is no reason to compare each with all.
func BenchmarkRefinesFromManyStates(b *testing.B) {
	m := model.Machine[int]{
		Init: func() []int {
			all := make([]int, 1<<18)
			for i := range all {
				all[i] = i
			}
			return all
		},
		Actions: []model.Action[int]{{Name: "halve", Do: func(s, _ int) int { return s / 2 }}},
	}
	for b.Loop() {
		r, err := checkers.Check(b.Context(), m, checkers.Refines("itself", m, model.Whole[int])[:1], checkers.Options{})
		if err != nil || r.Verdict != checkers.Holds {
			b.Fatal(r, err)
		}
	}
}
