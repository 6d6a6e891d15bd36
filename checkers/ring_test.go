package checkers_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// EWD 840, Dijkstra's termination detection in a ring, as a machine, with the
// semantics of the module EWD840 of the TLA+ examples (github.com/tlaplus/Examples).
const ringSize = 3

type detection struct {
	Active, Black [ringSize]bool
	Token         int
	TokenBlack    bool
}

func (s detection) terminated() bool { return s.Active == [ringSize]bool{} }

func (s detection) detected() bool {
	return s.Token == 0 && !s.TokenBlack && !s.Black[0] && !s.Active[0]
}

func ewd840() model.Machine[detection] {
	sends := func(s detection, k int) (from, to int) { return k / ringSize, k % ringSize }
	return model.Machine[detection]{
		Init: func() (all []detection) {
			for bits := range 1 << (2 * ringSize) {
				for token := range ringSize {
					s := detection{Token: token, TokenBlack: true}
					for i := range ringSize {
						s.Active[i], s.Black[i] = bits>>i&1 != 0, bits>>(ringSize+i)&1 != 0
					}
					all = append(all, s)
				}
			}
			return all
		},
		Actions: []model.Action[detection]{{
			Name:    "initiate",
			Enabled: func(s detection, _ int) bool { return s.Token == 0 && (s.TokenBlack || s.Black[0]) },
			Do: func(s detection, _ int) detection {
				s.Token, s.TokenBlack, s.Black[0] = ringSize-1, false, false
				return s
			},
		}, {
			Name:  "pass",
			Count: ringSize,
			Enabled: func(s detection, i int) bool {
				return i > 0 && s.Token == i && (!s.Active[i] || s.Black[i] || s.TokenBlack)
			},
			Do: func(s detection, i int) detection {
				s.Token, s.TokenBlack, s.Black[i] = i-1, s.TokenBlack || s.Black[i], false
				return s
			},
		}, {
			Name:     "send",
			Count:    ringSize * ringSize,
			Optional: true,
			Enabled:  func(s detection, k int) bool { i, j := sends(s, k); return i != j && s.Active[i] },
			Do: func(s detection, k int) detection {
				i, j := sends(s, k)
				s.Active[j], s.Black[i] = true, s.Black[i] || j > i
				return s
			},
		}, {
			Name:     "deactivate",
			Count:    ringSize,
			Optional: true,
			Enabled:  func(s detection, i int) bool { return s.Active[i] },
			Do:       func(s detection, i int) detection { s.Active[i] = false; return s },
		}},
	}
}

// TestEWD840 decides what the source says about the properties of its module.
func TestEWD840(t *testing.T) {
	detected := func(s model.State) bool { return model.Whole[detection](s).detected() }
	terminated := func(s model.State) bool { return model.Whole[detection](s).terminated() }
	var passive []func(model.State) bool
	var bruteCases []func(detection) bool
	for i := range ringSize {
		passive = append(passive, func(s model.State) bool { return !model.Whole[detection](s).Active[i] })
		bruteCases = append(bruteCases, func(s detection) bool { return !s.Active[i] })
	}
	one := checkers.Fairness{PerProcess: true} // WF(System)
	deactivates := checkers.Fairness{Weak: func(e model.Event) bool { return e.Name[:4] != "send" }}
	nothing := checkers.Fairness{Weak: func(model.Event) bool { return false }}
	properties := []checkers.Property{
		checkers.LeadsTo("detected", terminated, detected),
		checkers.LeadsTo("detected-one", terminated, detected).Under(one),
		checkers.LeadsTo("detected-unfair", terminated, detected).Under(nothing),
		checkers.Eventually("false-liveness", detected).Assuming(passive...),
		checkers.Eventually("false-liveness-3", detected).Under(deactivates),
		checkers.EventuallyAlways("stays", detected).Assuming(terminated),
		checkers.Eventually("terminates", terminated).Under(deactivates),
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
	owed := func(action string) bool { return action == "initiate" || action == "pass" }
	notSend := func(action string) bool { return action != "send" }
	never := func(string) bool { return false }
	is, ends := detection.detected, detection.terminated
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
