package changroberts

import (
	"cmp"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(t *testing.T, i spec.Instance) int { return twice(t, i).Count() })
}

// member is a process: its role is 0, c for candidate or p for passive.
type member struct {
	role   byte
	leader int
}

type global = brute.World[member, int]

// twice is the algorithm written a second time. A message is the identifier q, or -q to announce q.
func twice(t *testing.T, i spec.Instance) brute.System[member, int] {
	n := i.Params["n"]
	ids, err := ring.Arrange(n, i.Params["arrangement"])
	if err != nil {
		t.Fatal(err)
	}
	initiators := cmp.Or(i.Params["initiators"], 1<<n-1)
	send := func(w *global, at, m int) { w.Send(at, (at+1)%n, m) }
	start := func(w *global, at int) {
		w.P[at].role = 'c'
		send(w, at, ids[at])
	}
	joins := i.Variant == spec.Corrected
	return brute.System[member, int]{
		N: n, Environment: spectest.Environment(i.Environment),
		Names: func(at int) string { return strconv.Itoa(ids[at]) },
		Acts: func(w *global, at int, try func(func(*global))) {
			if w.P[at].role == 0 && initiators>>(ids[at]-1)&1 == 1 {
				try(func(w *global) { start(w, at) })
			}
		},
		Receive: func(w *global, at, _, q int) {
			s, p := &w.P[at], ids[at]
			switch {
			case q == p:
				s.leader = p
				if joins || i.Variant == announcement {
					send(w, at, -p)
				}
			case q > p:
				send(w, at, q)
				if i.Variant == passive {
					s.role = 'p'
				}
			case q < 0 && q != -p:
				s.leader = -q
				send(w, at, q)
			case q > 0 && joins && s.role == 0:
				start(w, at)
			}
		},
	}
}
