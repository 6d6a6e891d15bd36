package checkers_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/bench/outside"
	"github.com/anel-mc/mc/model"
)

const ringSize = 3

type detection = outside.Detection

func ewd840() model.Machine[detection] {
	m, _ := outside.EWD840(ringSize)
	return m
}

func terminated(s detection) bool { return s.Active == detection{}.Active }

func detected(s detection) bool { return s.Token == 0 && !s.TokenBlack && !s.Black[0] && !s.Active[0] }

// TestEWD840 decides what the source claims about the properties of its module.
func TestEWD840(t *testing.T) {
	found, ended := whole(detected), whole(terminated)
	var passive []func(model.State) bool
	var bruteCases []func(detection) bool
	for i := range ringSize {
		rests := func(s detection) bool { return !s.Active[i] }
		passive, bruteCases = append(passive, whole(rests)), append(bruteCases, rests)
	}
	one := checkers.Fairness{PerProcess: true} // WF(System)
	deactivates := checkers.Fairness{Weak: func(e model.Event) bool { return e.Action != "SendMsg" }}
	nothing := checkers.Fairness{Weak: func(model.Event) bool { return false }}
	properties := []checkers.Property{
		checkers.LeadsTo("detected", ended, found),
		checkers.LeadsTo("detected-one", ended, found).Under(one),
		checkers.LeadsTo("detected-unfair", ended, found).Under(nothing),
		checkers.Eventually("false-liveness", found).Assuming(passive...),
		checkers.Eventually("false-liveness-3", found).Under(deactivates),
		checkers.EventuallyAlways("stays", found).Assuming(ended),
		checkers.Eventually("terminates", ended).Under(deactivates),
	}
	report := check(t, ewd840(), checkers.Options{}, properties...)
	// TLC: 302 distinct states, and 2001 generated (manifest.json beside the module). It generates the
	// initial ones, and a successor once for each way in which the guard of an action of the token is true.
	generated := 0
	graph := bruteForce[detection]{}.graph(ewd840())
	for i, s := range graph.states {
		if i < graph.initial {
			generated++
		}
		generated += len(graph.steps[i]) + waysToMoveToken(s)
	}
	if report.States != 302 || generated != 2001 || report.Transitions != 1625 || !report.Exhaustive {
		t.Errorf("%d states, %d transitions, %d generated; want 302, 1625, 2001", report.States, report.Transitions,
			generated)
	}
	owed := func(action string) bool { return action == "InitiateProbe" || action == "PassToken" }
	notSend := func(action string) bool { return action != "SendMsg" }
	never := func(string) bool { return false }
	is, ends := detected, terminated
	for i, b := range []bruteForce[detection]{
		{kind: checkers.KindLeadsTo, cause: ends, good: is, weak: owed},
		{kind: checkers.KindLeadsTo, cause: ends, good: is, weak: owed, together: func(string) bool { return true }},
		{kind: checkers.KindLeadsTo, cause: ends, good: is, weak: never},
		{kind: checkers.KindEventually, good: is, weak: owed, assuming: bruteCases},
		{kind: checkers.KindEventually, good: is, weak: notSend},
		{kind: checkers.KindEventuallyAlways, good: is, weak: owed, assuming: []func(detection) bool{ends}},
		{kind: checkers.KindEventually, good: ends, weak: notSend},
	} {
		compareLasso(t, report.Results[i], b.shortest(ewd840()))
	}
	verdicts(t, report, checkers.Holds, checkers.Holds, checkers.Violated, checkers.Violated, checkers.Violated,
		checkers.Holds, checkers.Violated)
}

// waysToMoveToken is in how many ways, beside one, the guard of a step of the token is true.
func waysToMoveToken(s detection) int {
	ways := 0
	for _, way := range []bool{s.TokenBlack, s.Black[s.Token], s.Token > 0 && !s.Active[s.Token]} {
		if way {
			ways++
		}
	}
	return max(ways-1, 0)
}

// compareLasso compares a result with the fewest steps of a counterexample, -1 for none, and
// lets Shows confirm the counterexample.
func compareLasso(t rapid.TB, r checkers.Result, want int) {
	t.Helper()
	name := r.Property.Name()
	if r.Execution == nil || want < 0 {
		if r.Execution != nil || want >= 0 || r.Verdict != checkers.Holds {
			t.Errorf("%s: %s, want %d steps", name, r.Verdict, want)
		}
		return
	}
	if r.Execution.Len() != want || !r.Minimal || r.Verdict != checkers.Violated {
		t.Errorf("%s: %s in %d steps, minimal is %t, want %d", name, r.Verdict, r.Execution.Len(), r.Minimal, want)
	}
	if explanation, shown, err := checkers.Shows(r.Execution, r.Property); !shown || err != nil ||
		explanation != r.Explanation {
		t.Errorf("%s: Shows: %q, %t, %v; want %q", name, explanation, shown, err, r.Explanation)
	}
}
