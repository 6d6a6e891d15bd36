package franklin

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// check explores an instance, asking for the named properties.
func check(t *testing.T, i spec.Instance, names ...string) *checkers.Report {
	t.Helper()
	setup, err := Spec().Setup(i)
	if err != nil {
		t.Fatal(err)
	}
	asked := slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool {
		return !slices.Contains(names, p.Name())
	})
	report, err := checkers.Check(t.Context(), setup.Model, asked, checkers.Options{KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Exhaustive {
		t.Fatalf("%v: %d states, and that is not all", i, report.States)
	}
	return report
}

// TestArrangements decides what may never happen for every arrangement of identifiers and every
// set of processes that start, and confirms the numbers of states.
func TestArrangements(t *testing.T) {
	largest := map[string]int{spec.AsWritten: 4, fallsThrough: 3, singly: 3, paper: 4, pairs: 4, woken: 3,
		spec.Corrected: 5}
	for _, v := range Spec().Variants {
		for n := 2; n <= largest[v.Name]; n++ {
			for index := range ring.Arrangements(n) {
				i := spec.Instance{Variant: v.Name, Params: map[string]int{"n": n, "arrangement": index}}
				report := check(t, i, "uniqueness", "validity", "no-deadlock")
				states, stuck := newCounter(t, i).count()
				if uint64(states) != report.States {
					t.Errorf("%s, arrangement %d of %d: brute force finds %d states, the engine %d", v.Name, index, n, states,
						report.States)
				}
				for _, r := range report.Results {
					want := checkers.Holds
					if r.Property.Name() == "no-deadlock" && stuck {
						want = checkers.Violated
					}
					if r.Verdict != want {
						t.Errorf("%s, arrangement %d of %d: %s %s, want %s", v.Name, index, n, r.Property.Name(), r.Verdict, want)
					}
				}
				if woken := v.Name == woken || v.Name == spec.Corrected; woken && stuck {
					t.Errorf("%s, arrangement %d of %d: somebody waits", v.Name, index, n)
				}
			}
		}
	}
}

// TestInitiators decides for every set of initiators, all of which suspect the leader sooner
// or later, whether somebody is elected: as written if and only if of any two neighbours
// at least one is an initiator; corrected always.
func TestInitiators(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for index := range ring.Arrangements(n) {
			ids, err := ring.Arrange(n, index)
			if err != nil {
				t.Fatal(err)
			}
			for initiators := 1; initiators < 1<<n; initiators++ {
				starts := func(at int) bool { return initiators>>(ids[at%n]-1)&1 == 1 }
				covered := true
				for at := range n {
					covered = covered && (starts(at) || starts(at+1))
				}
				for _, variant := range []string{spec.AsWritten, spec.Corrected} {
					want := checkers.Violated
					if covered || variant == spec.Corrected {
						want = checkers.Holds
					}
					i := spec.Instance{Variant: variant, Params: map[string]int{"n": n, "arrangement": index, "initiators": initiators,
						"certain": 1}}
					if got := check(t, i, "somebody-leads").Verdict; got != want {
						t.Errorf("%s, ring %v, initiators %b: somebody-leads %s, want %s", variant, ids, initiators, got, want)
					}
				}
			}
		}
	}
}

// TestTwoMessages verifies that between two active processes that have started and have
// no active one in between there are two messages, those that wait included, until one of them leads.
func TestTwoMessages(t *testing.T) {
	for n := 3; n <= 5; n++ {
		i := spec.Instance{Variant: spec.Corrected, Params: map[string]int{"n": n},
			Environment: spec.Environment{Order: "unordered"}}
		setup, err := Spec().Setup(i)
		if err != nil {
			t.Fatal(err)
		}
		two := checkers.Invariant("two-messages", func(s model.State) error {
			for from := range model.ID(n) {
				if err := between(s, from); err != nil {
					return err
				}
			}
			return nil
		})
		report, err := checkers.Check(t.Context(), setup.Model, []checkers.Property{two}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict != checkers.Holds {
			t.Errorf("n=%d: %s %s", n, report.Verdict, report.Results[0].Explanation)
		}
	}
}

// between counts the messages from an active process to the next one on the right.
func between(s model.State, from model.ID) error {
	left, _ := model.Local[State](s, from)
	count := len(left.Right)
	for p := from; ; {
		next := (p + 1) % model.ID(s.N())
		count += len(s.Channel(p, next)) + len(s.Channel(next, p))
		right, _ := model.Local[State](s, next)
		if p = next; !right.Active {
			continue
		}
		count += len(right.Left)
		if left.Active && left.Started && right.Started && left.Leader == 0 && count != 2 {
			return fmt.Errorf("between %s and %s there are %d messages", s.Name(from), s.Name(p), count)
		}
		return nil
	}
}

// TestMessages counts the messages of every arrangement, when all have started at once, and
// the rounds of the winner. Channels are FIFO, so each process acts on its two sequences of
// messages alone and the schedule makes no difference to what it sends.
func TestMessages(t *testing.T) {
	for n := 2; n <= 7; n++ {
		phases := bits.Len(uint(n)) // ⌊log₂ n⌋ + 1
		for index := range ring.Arrangements(n) {
			count := func(variant string) (messages, rounds int) {
				c := newCounter(t, spec.Instance{Variant: variant,
					Params: map[string]int{"n": n, "arrangement": index, "together": 1}})
				messages, rounds = c.run(false)
				if m, r := c.run(true); m != messages || r != rounds {
					t.Errorf("%s, arrangement %d of %d: %d messages in one schedule and %d in another", variant, index, n, messages, m)
				}
				return messages, rounds
			}
			if messages, rounds := count(spec.AsWritten); messages < 2*n*(n+1) || rounds < n+1 || index == 0 &&
				messages != 2*n*(n+1)+n*n/4*2 {
				t.Errorf("as written, arrangement %d of %d: %d messages in %d rounds", index, n, messages, rounds)
			}
			if messages, _ := count(singly); messages < 2*n*n || index == 0 && messages != 3*n*n+n {
				t.Errorf("singly, arrangement %d of %d: %d messages", index, n, messages)
			}
			messages, rounds := count(paper)
			if rounds > phases || messages != 2*n*rounds || index == 0 && rounds != 2 {
				t.Errorf("paper, arrangement %d of %d: %d messages in %d rounds", index, n, messages, rounds)
			}
			if announced, _ := count(spec.Corrected); announced != messages+n {
				t.Errorf("corrected, arrangement %d of %d: %d messages, and %d without the announcement", index, n, announced,
					messages)
			}
		}
	}
}
