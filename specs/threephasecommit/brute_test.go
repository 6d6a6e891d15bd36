package threephasecommit

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		s := newSearch(i)
		return brute.Count(func(w world) world { return w }, s.events, s.first)
	})
}

const most = 5 // processes

// proc is a process. Its phase, which survives a crash, is i for initial, u for uncertain, c for committable,
// a for abortable, C for committed or A for aborted. Its job is w for waiting, v for voting, p for preparing,
// r for retreating, l for polling or s for stuck.
type proc struct {
	up, yes, back bool
	phase, job    byte
	heard         [most]byte // what each process has reported, as a phase
	word, next    int8       // what is being sent (0 is nothing), and the place of the next recipient
	polls, heeds  int8
	send, wait    int8 // ticks left; -1 if the timer is not set
	suspects      int8 // bits
}

// letters are the messages. In a channel a message takes six bits: the number of its letter, counted from 1,
// and whether it may take one more tick; the first message is in the lowest bits.
const letters = " RynPBKXLQZ+-iucaCA"

// lefts has the bits of a channel that say whether messages may take one more tick.
const lefts = 0b100000_100000_100000_100000_100000_100000_100000_100000_100000_100000

// world is a state of the system.
type world struct {
	p                                 [most]proc
	ch                                [most][most]uint64
	crash, recover, lose, split, heal int8
	side                              int8
}

// search holds what does not change during the search, and the state being changed.
type search struct {
	n                                             int8
	timeout, patience, polls, takers, acks        int8
	async, exact, burst, detector, willing        bool
	answering, completed, sticky, heeding, asking bool
	crashStop                                     bool
	mayCrash                                      [most]bool
	first                                         world
	add                                           func(w world)
	w                                             *world          // the state being changed
	choose                                        func(n int) int // chooses how the participant that is asked votes
}

func newSearch(i spec.Instance) *search {
	e, v := i.Environment, i.Variant
	number := func(n *int) int8 { return int8(brute.Budget(n)) }
	s := &search{
		n: int8(i.Params["n"]), timeout: int8(i.Params["timeout"]), patience: int8(i.Params["patience"]),
		polls: int8(i.Params["polls"]), takers: int8(i.Params["takers"]), acks: int8(i.Params["acks"]),
		burst: i.Params["burst"] == 1, detector: i.Params["detector"] == 1, willing: i.Params["willing"] == 1,
		exact:     e.Delay == "1..1",
		async:     e.Timing == "async" || i.Params["detector"] == 1,
		answering: strings.HasPrefix(v, "survivors"),
		completed: v == "completed" || v == "corrected" || v == "survivors-completed" || v == "survivors-corrected",
		sticky:    v == "corrected",
		asking:    v == "survivors-corrected",
		crashStop: number(e.Recover) == 0,
	}
	s.heeding = s.asking && s.detector
	if s.patience == 0 {
		s.patience = s.n + 2
	}
	for p := range s.n + 1 {
		s.first.p[p] = proc{up: true, phase: 'i', job: 'w', send: -1, wait: -1}
		s.mayCrash[p] = len(e.CrashOnly) == 0 || slices.Contains(e.CrashOnly, name(model.ID(p)))
	}
	s.first.crash, s.first.recover, s.first.lose = number(e.Crash), number(e.Recover), number(e.Lose)
	s.first.split, s.first.heal = number(e.Partition), number(e.Heal)
	return s
}

// visit adds the states that a change leads to: two if a participant is asked to vote.
func (s *search) visit(now world, change func()) {
	brute.Outcomes(func(choose func(n int) int) {
		next := now
		s.w, s.choose = &next, choose
		change()
		s.add(next)
	})
}

// events visits the successors of a state.
func (s *search) events(now world, add func(world)) {
	s.add = add
	quiet, timed := true, false
	for p := range s.n + 1 {
		due := false
		for q := range s.n + 1 {
			if m := now.ch[q][p]; m != 0 {
				timed = true
				for ; m != 0; m >>= 6 {
					due = due || m&0b100000 == 0
				}
				if !s.exact || now.ch[q][p]&0b100000 == 0 {
					s.visit(now, func() { s.deliver(q, p) })
				}
				if now.lose > 0 {
					s.visit(now, func() { s.w.lose--; s.pop(q, p) })
				}
			}
		}
		quiet = quiet && !due
		x := now.p[p]
		timed = timed || x.send >= 0 || x.wait >= 0
		quiet = quiet && x.send != 0 && x.wait != 0
		if !x.up {
			if now.recover > 0 {
				s.visit(now, func() { s.comeBack(p) })
			}
			continue
		}
		s.local(now, p, due)
	}
	if now.split > 0 && now.side == 0 {
		for side := int8(1); side < 1<<(s.n+1)-1; side += 2 { // the coordinator is on that side
			s.visit(now, func() { s.w.split--; s.w.side = side; s.sever() })
		}
	}
	if now.heal > 0 && now.side != 0 {
		s.visit(now, func() { s.w.heal--; s.w.side = 0 })
	}
	if !s.async && quiet && timed {
		s.visit(now, s.tick)
	}
}

// local visits what process p can do by itself.
func (s *search) local(now world, p int8, due bool) {
	x := now.p[p]
	if p == 0 && x.phase == 'i' {
		s.visit(now, func() { s.w.p[0].phase = 'u'; s.w.p[0].job = 'v'; s.say(0, 'R') })
	}
	if s.detector && x.job == 's' {
		s.visit(now, func() { s.takeOver(p) })
	}
	if x.send >= 0 && (s.async || x.send == 0 && !due) {
		s.visit(now, func() { s.w.p[p].send = -1; s.sayNext(p); s.proceed(p) })
	}
	if x.wait >= 0 && (s.async || x.wait == 0 && !due) {
		s.visit(now, func() { s.w.p[p].wait = -1; s.expire(p) })
	}
	if s.detector {
		for q := range s.n + 1 {
			if !now.p[q].up && x.suspects>>q&1 == 0 {
				s.visit(now, func() { s.w.p[p].suspects |= 1 << q; s.proceed(p); s.lead(p) })
			}
		}
	}
	if now.crash > 0 && s.mayCrash[p] {
		s.visit(now, func() { s.fall(p) })
	}
}

func (s *search) fall(p int8) {
	s.w.crash--
	x := &s.w.p[p]
	*x = proc{phase: x.phase, yes: x.yes, send: -1, wait: -1}
	if s.crashStop {
		for q := range s.n + 1 {
			s.w.ch[q][p] = 0
		}
	}
}

func (s *search) comeBack(p int8) {
	s.w.recover--
	x := &s.w.p[p]
	x.up, x.job = true, 'w'
	if x.phase != 'i' {
		x.back = s.asking
		if x.phase != 'C' && x.phase != 'A' {
			s.takeOver(p)
		}
	}
}

func (s *search) tick() {
	for p := range s.n + 1 {
		if s.w.p[p].send > 0 {
			s.w.p[p].send--
		}
		if s.w.p[p].wait > 0 {
			s.w.p[p].wait--
		}
		for q := range s.n + 1 {
			s.w.ch[p][q] &^= lefts
		}
	}
}

func (s *search) severed(p, q int8) bool {
	return s.w.side != 0 && s.w.side>>p&1 != s.w.side>>q&1
}

func (s *search) sever() {
	for p := range s.n + 1 {
		for q := range s.n + 1 {
			if s.severed(p, q) {
				s.w.ch[p][q] = 0
			}
		}
	}
}

func (s *search) put(p, q int8, m byte) {
	if s.crashStop && !s.w.p[q].up || s.severed(p, q) {
		return
	}
	at := (bits.Len64(s.w.ch[p][q]) + 5) / 6 * 6
	if at >= 60 {
		panic("a channel is full")
	}
	s.w.ch[p][q] |= uint64(strings.IndexByte(letters, m)|0b100000) << at
}

func (s *search) pop(q, p int8) byte {
	m := s.w.ch[q][p]
	s.w.ch[q][p] = m >> 6
	return letters[m&0b11111]
}
