package anel2

import (
	"slices"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(t *testing.T, i spec.Instance) int {
		return newRing(t, i).system.Count()
	})
}

// TestProduct confirms the numbers of states for which there is a formula.
func TestProduct(t *testing.T) {
	spectest.Confirm(t, Spec(), product, func(_ *testing.T, i spec.Instance) int {
		states := 1
		for range i.Params["n"] {
			states *= i.Params["n"] + 2
		}
		return states
	})
}

// TestMessages counts the messages of every execution on rings of up to four processes: n for
// each list, as the source says, and in corrected n more for all lists together, for the second
// round. No list is longer than n.
func TestMessages(t *testing.T) {
	for _, variant := range []string{spec.AsWritten, spec.Corrected} {
		for n := 2; n <= 4; n++ {
			for initiators := 1; initiators < 1<<n; initiators++ {
				params := map[string]int{"n": n, "initiators": initiators}
				r := newRing(t, Spec().Complete(spec.Instance{Variant: variant, Params: params}))
				r.counting = true
				r.system.Count()
				for _, end := range r.ends {
					started, sent := 0, 0
					for _, s := range end {
						sent += s.sent
						if s.phase != 'i' {
							started++
						}
					}
					want := started * n
					if r.passes && started > 0 {
						want += n
					}
					if sent != want {
						t.Errorf("%s, n=%d: %d messages after %d suspicions, want %d", variant, n, sent, started, want)
					}
				}
				if r.longest != n {
					t.Errorf("%s, n=%d: the longest list has %d identifiers", variant, n, r.longest)
				}
			}
		}
	}
}

// member is a process.
type member struct {
	phase  byte // i, e or d
	leader int
	again  int // in the first process: how many more suspicions all of them have
	sent   int // messages, if they are counted
}

// list is a list in transit: who started it and how many identifiers it has collected, which it does in ring order.
type list struct{ starter, length int }

type global = brute.World[member, list]

// hand is a ring, with the algorithm written a second time.
type hand struct {
	system   brute.System[member, list]
	ids      []int
	passes   bool
	counting bool // the number of messages sent is part of the state

	longest int
	ends    [][]member // states in which no message is in transit; only when counting
}

func newRing(t *testing.T, i spec.Instance) *hand {
	t.Helper()
	n, initiators := i.Params["n"], i.Params["initiators"]
	ids, err := ring.Arrange(n, i.Params["arrangement"])
	if err != nil {
		t.Fatal(err)
	}
	r := &hand{ids: ids, passes: i.Variant == spec.Corrected}
	r.system = brute.System[member, list]{
		N: n, Environment: spectest.Environment(i.Environment),
		Names: func(at int) string { return strconv.Itoa(ids[at]) },
		Start: func(w *global, at int) {
			w.P[at].phase = 'i'
			if at == 0 {
				w.P[at].again = i.Params["again"]
			}
		},
		Acts: func(w *global, at int, try func(func(*global))) {
			if r.counting && at == 0 && w.Quiet() {
				r.ends = append(r.ends, slices.Clone(w.P))
			}
			first := w.P[at].phase == 'i'
			if (initiators == 0 || initiators>>(ids[at]-1)&1 == 1) && (first || w.P[0].again > 0) {
				try(func(w *global) {
					if !first {
						w.P[0].again--
					}
					w.P[at].phase = 'e'
					r.send(w, at, list{at, 1})
				})
			}
		},
		Receive: r.receive,
		Crash:   func(s member) member { return member{again: s.again} },
	}
	return r
}

func (r *hand) receive(w *global, at, _ int, l list) {
	n := len(r.ids)
	if (at-l.starter+n)%n >= l.length {
		r.send(w, at, list{l.starter, l.length + 1})
		return
	}
	smallest := n
	for k := range l.length {
		smallest = min(smallest, r.ids[(l.starter+k)%n])
	}
	s := &w.P[at]
	if r.passes && s.leader != smallest {
		r.send(w, at, l)
	}
	s.leader = smallest
	if s.phase == 'e' {
		s.phase = 'd'
	}
}

// send sends l to the right.
func (r *hand) send(w *global, at int, l list) {
	r.longest = max(r.longest, l.length)
	if r.counting {
		w.P[at].sent++
	}
	w.Send(at, (at+1)%len(r.ids), l)
}
