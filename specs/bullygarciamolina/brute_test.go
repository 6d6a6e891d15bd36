package bullygarciamolina

import (
	"cmp"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		p := i.Params
		c := &code{
			p: p, others: i.Variant != spec.AsWritten, corrected: i.Variant == spec.Corrected,
			completed: i.Variant == completedVariant || i.Variant == spec.Corrected,
		}
		first := p["leader"] - 1
		if first < -1 {
			first = p["n"] - 1
		}
		e := spectest.Environment(i.Environment)
		e.Timing, e.Perfect = cmp.Or(e.Timing, "sync"), true
		return brute.System[proc, packet]{
			N: p["n"], Environment: e, Timers: 3, Acts: c.acts, Expire: c.expire, Receive: c.receive,
			Start: func(w *world, q int) {
				w.P[q] = proc{coordinator: first, candidate: nobody}
				if first == q {
					w.P[q].active = 1<<p["n"] - 1 ^ 1<<q
				}
				c.calm(w, q)
			},
			Recover: func(w *world, q int) {
				w.P[q] = proc{status: down, coordinator: nobody, candidate: nobody}
				c.elect(w, q)
			},
		}.Count()
	})
}

const nobody = -1

// Its STATUS.
const (
	normal = iota
	electing
	reorganization
	down
)

// proc is a node: loop is 0, or the loop of a phase or of the poll, and j the node whose answer it waits for.
type proc struct {
	status, coordinator, candidate int
	active, answers                int // bits
	loop, j                        int
	doubts, rounds                 int
}

// Its timers.
const (
	answer = iota
	patience
	interval
)

const poll = 5

// asks is what each loop sends: P for STATUS_POLL, E for ELECTION, C for COORDINATOR, N for NEW_STATE.
const asks = "-PECNP"

// packet is a message; one of kind A is an ANSWER with a status, and with what it answers if it says so.
type packet struct {
	kind, to byte
	status   int
}

type world = brute.World[proc, packet]

// code is the code of the source written a second time.
type code struct {
	p                            map[string]int
	others, completed, corrected bool
}

func (c *code) may(s proc) bool { return c.p["rounds"] == 0 || s.rounds < c.p["rounds"] }

func (c *code) acts(w *world, q int, try func(func(*world))) {
	s := w.P[q]
	if s.status != normal || s.loop != 0 || s.coordinator == q || !c.may(s) {
		return
	}
	if s.coordinator != nobody && w.Suspects(q, s.coordinator) {
		try(func(w *world) { c.elect(w, q) })
	}
	if s.doubts < c.p["doubts"] {
		try(func(w *world) { w.P[q].doubts++; c.elect(w, q) })
	}
}

func (c *code) elect(w *world, q int) {
	s := &w.P[q]
	w.Cancel(q, patience)
	w.Cancel(q, interval)
	if !c.may(*s) {
		c.calm(w, q)
		return
	}
	if c.p["rounds"] > 0 {
		s.rounds++
	}
	s.loop, s.j, s.answers = 1, q, 0
	c.goOn(w, q)
}

func (c *code) expire(w *world, q, timer int) {
	s := &w.P[q]
	switch {
	case timer == answer:
		c.heard(w, q, false, 0)
	case timer == patience:
		c.elect(w, q)
	case s.status == normal && s.coordinator == q:
		s.loop = poll
		c.goOn(w, q)
	}
}

func (c *code) receive(w *world, q, from int, m packet) {
	s := &w.P[q]
	reply := func() {
		a := packet{kind: 'A', status: s.status}
		if c.p["tags"] == 1 {
			a.to = m.kind
		}
		w.Send(q, from, a)
	}
	switch m.kind {
	case 'P':
		reply()
	case 'E':
		s.status, s.candidate, s.active = electing, from, 0
		w.Cancel(q, interval)
		c.calm(w, q)
		reply()
	case 'C':
		if s.status == electing && s.candidate == from {
			s.status, s.coordinator = reorganization, from
			reply()
		}
	case 'N':
		if s.status == reorganization && s.coordinator == from {
			s.status = normal
			w.Cancel(q, patience)
			if c.completed {
				reply()
			}
		}
	case 'A':
		if s.loop != 0 && s.j == from && (m.to == 0 || m.to == asks[s.loop]) {
			w.Cancel(q, answer)
			c.heard(w, q, true, m.status)
		}
	}
}

// calm makes a node run nothing.
func (c *code) calm(w *world, q int) {
	s := &w.P[q]
	s.loop, s.j, s.answers = 0, nobody, 0
	w.Cancel(q, answer)
	if s.status != normal && c.corrected && c.may(*s) {
		w.Set(q, patience, c.p["patience"])
	}
	if s.status == normal && s.coordinator == q && c.p["interval"] > 0 {
		w.Set(q, interval, c.p["interval"])
	}
}

// heard goes on after node j has answered, or has not.
func (c *code) heard(w *world, q int, there bool, status int) {
	s := &w.P[q]
	bit := 1 << s.j
	switch s.loop {
	case 1:
		if there {
			if c.corrected && s.coordinator == q {
				s.status = down
			}
			c.calm(w, q)
			return
		}
	case 2:
		if there {
			s.active |= bit
		}
	case 3, 4:
		if there {
			s.answers |= bit
		}
	case poll:
		ok := there && status == normal && s.active&bit != 0
		if !ok && (there || !c.corrected) {
			c.elect(w, q)
			return
		}
	}
	c.goOn(w, q)
}

// goOn asks the next node of a loop, or enters the next loop.
func (c *code) goOn(w *world, q int) {
	s := &w.P[q]
	for j := s.j + 1; j < c.p["n"]; j++ {
		asked := [...]bool{1: j > q, 2: j < q, 3: j < q, 4: s.active>>j&1 == 1, poll: j != q || !c.others}
		if !asked[s.loop] {
			continue
		}
		s.j = j
		if j == q {
			c.heard(w, q, true, s.status)
			return
		}
		w.Send(q, j, packet{kind: asks[s.loop]})
		w.Set(q, answer, c.p["timeout"])
		return
	}
	s.j = nobody
	switch s.loop {
	case 1:
		s.active = 0
		if c.completed {
			s.status, s.candidate = electing, q
		}
	case 2:
		s.answers = 0
		if c.completed {
			s.status, s.coordinator = reorganization, q
		}
	case 3, 4:
		if s.answers != s.active {
			c.elect(w, q)
			return
		}
		s.answers = 0
		if s.loop == 4 {
			if c.completed {
				s.status = normal
			}
			c.calm(w, q)
			return
		}
	case poll:
		c.calm(w, q)
		return
	}
	s.loop++
	c.goOn(w, q)
}
