package maekawa

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce: without failures, or with a crash of one node.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := counter{n: i.Params["n"], k: i.Params["k"], variant: i.Variant}
		return brute.System[station, letter]{
			N: b.n, Environment: spectest.Environment(i.Environment),
			Names: func(p int) string { return fmt.Sprint("p", p) },
			Start: func(w *world, p int) { w.P[p] = station{want: 'o', owner: -1} },
			Acts: func(w *world, p int, try func(func(*world))) {
				switch s := w.P[p]; {
				case s.want == 'u':
					try(func(w *world) { b.leave(w, p) })
				case s.want == 'o' && s.uses < i.Params["requests"] && p < cmp.Or(i.Params["requesters"], b.n):
					try(func(w *world) { b.ask(w, p) })
				}
			},
			Receive: func(w *world, p, from int, l letter) { b.read(w, from, p, l) },
		}.Count()
	})
}

// counter is the algorithm written a second time.
type counter struct {
	n, k    int
	variant string
}

// station is a node: o is outside, w waiting, u using. A ticket is 10·number + node, so that lower ones come first, and
// owner is -1 if there is none. Sets are bits, and each byte of line is a ticket.
type station struct {
	want                byte
	uses, clock         int
	has, pending        uint
	refused, questioned bool
	owner               int
	line                string
}

// letter is a message: ask, lock, fail, inquire, yield (Relinquish) or free.
type letter struct {
	what   string
	ticket int
}

type world = brute.World[station, letter]

func (b counter) ask(w *world, i int) {
	me := &w.P[i]
	me.want = 'w'
	if b.variant != "basic" {
		me.clock++
	}
	ticket := 10*me.clock + i
	for j := range b.k {
		b.post(w, i, (i+j)%b.n, letter{"ask", ticket})
	}
}

func (b counter) leave(w *world, i int) {
	me := &w.P[i]
	me.want, me.has, me.pending, me.refused = 'o', 0, 0, false
	me.uses++
	for j := range b.k {
		b.post(w, i, (i+j)%b.n, letter{what: "free"})
	}
}

// post sends; what is for oneself is read at once.
func (b counter) post(w *world, from, to int, l letter) {
	if from == to {
		b.read(w, from, to, l)
		return
	}
	w.Send(from, to, l)
}

func (b counter) read(w *world, from, i int, l letter) {
	me := &w.P[i]
	switch l.what {
	case "ask":
		me.clock = max(me.clock, l.ticket/10)
		b.asked(w, i, l.ticket)
		return
	case "free", "yield":
		if l.what == "yield" {
			if me.owner < 0 {
				return
			}
			b.enqueue(me, me.owner)
		}
		me.owner, me.questioned = -1, false
		if len(me.line) > 0 {
			me.owner, me.line = int(me.line[0]), me.line[1:]
			b.post(w, i, me.owner%10, letter{what: "lock"})
		}
		return
	case "lock":
		me.has |= 1 << from
		if me.want == 'w' && bits.OnesCount(me.has) == b.k {
			me.want, me.pending = 'u', 0
		}
	case "fail":
		me.refused = me.refused || me.want == 'w'
	case "inquire":
		if me.want == 'w' {
			me.pending |= 1 << from
		}
	}
	for j := range b.n {
		if me.refused && me.want == 'w' && me.pending>>j&1 == 1 && (me.has>>j&1 == 1 || b.variant != "corrected") {
			me.pending &^= 1 << j
			me.has &^= 1 << j
			b.post(w, i, j, letter{what: "yield"})
		}
	}
}

func (b counter) enqueue(me *station, ticket int) {
	line := append([]byte(me.line), byte(ticket))
	if b.variant != "basic" {
		slices.Sort(line)
	}
	me.line = string(line)
}

func (b counter) asked(w *world, i, ticket int) {
	me := &w.P[i]
	if me.owner < 0 {
		me.owner = ticket
		b.post(w, i, ticket%10, letter{what: "lock"})
		return
	}
	line := me.line
	b.enqueue(me, ticket)
	switch {
	case b.variant == "basic":
	case ticket > me.owner || len(line) > 0 && ticket > int(line[0]):
		b.post(w, i, ticket%10, letter{what: "fail"})
	default:
		if len(line) > 0 && b.variant != "inquire" {
			b.post(w, i, int(line[0])%10, letter{what: "fail"})
		}
		if !me.questioned {
			me.questioned = true
			b.post(w, i, me.owner%10, letter{what: "inquire"})
		}
	}
}
