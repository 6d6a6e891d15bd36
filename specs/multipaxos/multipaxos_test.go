package multipaxos

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		return twice{i.Variant, i.Params}.system(i).Count()
	})
}

// TestAfterFailure: when the first leader has failed, a command of the second can be chosen behind one of its own.
func TestAfterFailure(t *testing.T) {
	s := Spec()
	at := slices.IndexFunc(s.Cases, func(c spec.Case) bool { return c.Name == "leader-crashes" })
	setup, err := s.Setup(s.Cases[at].Instance())
	if err != nil {
		t.Fatal(err)
	}
	checkers.Verify(t, setup.Model, checkers.Reachable("after-failure", func(s model.State) bool {
		l, _ := model.Local[Server](s, 1)
		return !s.Up(0) && slices.Equal(l.Executed, []Command{NoOp + 1, NoOp + 1 + most + 1})
	}))
}

// node is a server. Instances are indices, ballots and commands are 0 for none, and sets of servers are bits.
type node struct {
	tries, promised int8
	accepted        [3]ballot
	phase, next     int8
	promises        uint8
	highest         [3]ballot
	votes           [3]uint8
	chosen          [3]int8
	executed        string
	cast            string // of all, which the first server keeps: sorted, instance, ballot and voters
}

type ballot struct{ n, v int8 }

// note is a Prepare p, a Promise P, an Accept a, an Accepted A, or a Learn l.
type note struct {
	kind     byte
	n, at    int8
	b        ballot
	accepted [3]ballot
}

type global = brute.World[node, note]

// twice is the algorithm written a second time.
type twice struct {
	variant string
	params  map[string]int
}

func (b twice) system(i spec.Instance) brute.System[node, note] {
	return brute.System[node, note]{
		N: b.params["n"], Environment: spectest.Environment(i.Environment),
		Names: func(p int) string { return fmt.Sprint("s", p+1) },
		Acts: func(w *global, p int, try func(func(*global))) {
			s := w.P[p]
			if p < b.params["candidates"] && int(s.tries) < b.params["tries"] {
				try(func(w *global) { b.lead(w, p) })
			}
			if s.phase == 2 && int(s.next) < b.params["instances"] && int(s.next) < prefix(s)+b.params["alpha"] {
				try(func(w *global) { b.propose(w, p, b.own(p, s)) })
			}
		},
		Receive: b.receive,
		Crash: func(s node) node {
			left := node{tries: s.tries, promised: s.promised, accepted: s.accepted, cast: s.cast}
			if b.variant == forgetful {
				left.promised = 0
			}
			return left
		},
		Recover: func(*global, int) {},
	}
}

func prefix(s node) (n int) {
	for n < 3 && s.chosen[n] != 0 {
		n++
	}
	return n
}

func (b twice) many(set uint8) bool { return bits.OnesCount8(set) > b.params["n"]/2 }

func (b twice) ballot(p int, s node) int8 {
	if b.variant == reusing {
		return int8(p) + 1
	}
	return (s.tries-1)*int8(b.params["candidates"]) + int8(p) + 1
}

// own is a command of p: for each try and instance another.
func (b twice) own(p int, s node) int8 {
	return 2 + 3*((s.tries-1)*int8(b.params["candidates"])+int8(p)) + s.next
}

// resign makes p forget that it led.
func resign(s *node) {
	s.phase, s.next, s.promises, s.highest, s.votes = 0, 0, 0, [3]ballot{}, [3]uint8{}
}

func (b twice) lead(w *global, p int) {
	s := &w.P[p]
	resign(s)
	s.tries++
	s.phase = 1
	n := b.ballot(p, *s)
	w.Broadcast(p, note{kind: 'p', n: n})
	if n > s.promised {
		s.promised = n
		b.promised(w, p, p, b.report(*s))
	}
}

func (b twice) report(s node) [3]ballot {
	for i := 2; i > 0 && b.variant == highest; i-- {
		if s.accepted[i].n > 0 {
			for j := range i {
				s.accepted[j] = ballot{}
			}
		}
	}
	return s.accepted
}

func (b twice) promised(w *global, p, from int, accepted [3]ballot) {
	s := &w.P[p]
	s.promises |= 1 << from
	for i, x := range accepted {
		if x.n > s.highest[i].n {
			s.highest[i] = x
		}
	}
	if !b.many(s.promises) {
		return
	}
	found := s.highest
	s.phase, s.promises, s.highest = 2, 0, [3]ballot{}
	end := 3
	for end > 0 && found[end-1].n == 0 && s.chosen[end-1] == 0 {
		end--
	}
	for i := range end {
		v := found[i].v
		if v == 0 && b.variant != gaps {
			v = 1
		} else if v != 0 && b.variant == own {
			v = b.own(p, *s)
		}
		if s.chosen[i] != 0 || v == 0 {
			s.next++
		} else {
			b.propose(w, p, v)
		}
	}
}

func (b twice) propose(w *global, p int, v int8) {
	s := &w.P[p]
	m := note{kind: 'a', at: s.next, b: ballot{b.ballot(p, *s), v}}
	s.next++
	w.Broadcast(p, m)
	if b.accept(w, p, m) {
		b.accepted(w, p, p, m)
	}
}

// accept reports whether p accepts a proposal.
func (b twice) accept(w *global, p int, m note) bool {
	s := &w.P[p]
	if m.b.n < s.promised {
		return false
	}
	if m.b.n >= s.accepted[m.at].n {
		s.accepted[m.at] = m.b
	}
	all := map[[3]byte]byte{}
	for row := range slices.Chunk([]byte(w.P[0].cast), 4) {
		all[[3]byte(row)] = row[3]
	}
	all[[3]byte{byte(m.at), byte(m.b.n), byte(m.b.v)}] |= 1 << p
	var rows []string
	for k, set := range all {
		rows = append(rows, string(append(k[:], set)))
	}
	slices.Sort(rows)
	w.P[0].cast = ""
	for _, row := range rows {
		w.P[0].cast += row
	}
	return true
}

func (b twice) accepted(w *global, p, from int, m note) {
	s := &w.P[p]
	if s.phase != 2 || m.b.n != b.ballot(p, *s) || s.chosen[m.at] != 0 {
		return
	}
	s.votes[m.at] |= 1 << from
	if !b.many(s.votes[m.at]) {
		return
	}
	s.votes[m.at] = 0
	for q := range b.params["learners"] {
		if q != p && q < len(w.P) {
			w.Send(p, q, note{kind: 'l', at: m.at, b: ballot{0, m.b.v}})
		}
	}
	b.learn(s, int(m.at), m.b.v)
}

func (b twice) learn(s *node, at int, v int8) {
	if s.chosen[at] != 0 {
		return
	}
	s.chosen[at] = v
	if b.variant == around {
		s.executed += string(rune(v))
		return
	}
	for k := prefix(*s); len(s.executed) < k; {
		s.executed += string(rune(s.chosen[len(s.executed)]))
	}
}

func (b twice) receive(w *global, p, from int, m note) {
	s := &w.P[p]
	switch m.kind {
	case 'p':
		if m.n > s.promised {
			if m.n != b.ballot(p, *s) {
				resign(s)
			}
			s.promised = m.n
			w.Send(p, from, note{kind: 'P', n: m.n, accepted: b.report(*s)})
		}
	case 'P':
		if s.phase == 1 && m.n == b.ballot(p, *s) {
			b.promised(w, p, from, m.accepted)
		}
	case 'a':
		if b.accept(w, p, m) {
			w.Send(p, from, note{kind: 'A', at: m.at, b: m.b})
		}
	case 'A':
		b.accepted(w, p, from, m)
	case 'l':
		b.learn(s, int(m.at), m.b.v)
	}
}
