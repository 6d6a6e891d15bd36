package bully

import (
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so, by a search that uses
// nothing of the toolkit and has the three algorithms written a second time.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if why := spectest.Skip(c); why != "" {
				t.Skip(why)
			}
			if got := newSearch(s.Complete(c.Instance())).count(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

const most = 4 // processes

const (
	unset  = -1  // a timer that is not running
	nobody = -1  // no process
	never  = 127 // when a message must arrive before the system is stable
)

// proc is a process of any of the sources; what a source does not use stays zero.
type proc struct {
	up                         bool
	phase, leader, has         int8 // 000 and 003
	status, cand, active, answ int8 // 004; its coordinator is leader
	loop, j                    int8
	doubts, rounds             int8
	suspects, acted            int8
	timer                      [3]int8 // answer, patience, poll
}

// packet is a message on its way: it can arrive in wait ticks, and must in left.
type packet struct{ kind, arg, wait, left int8 }

// world is a state of the system.
type world struct {
	p                           [most]proc
	ch                          [most][most][]packet
	crash, recover, split, heal int8
	side                        int8 // the processes on one side of a partition, as bits; 0 is none
	unstable                    int8 // under partial time: 1, and the ticks that are left if that is bounded
}

// search is what stays the same.
type search struct {
	n                                           int
	source                                      string
	joins, settles, ignores, prefers, forgets   bool
	records, confirms, heeds, yields, others    bool
	tags                                        bool
	leader                                      int8
	doubts, rounds, timeout, patience, interval int8
	repeat                                      int8
	async                                       bool
	least, latest, handling, within             int8
	mayCrash                                    []string
	first                                       world
	w                                           *world // the successor that is being built
	receiving                                   bool
	crashStop                                   bool
}

func newSearch(i spec.Instance) *search {
	v, p, e := i.Variant, i.Params, i.Environment
	corrected := strings.HasSuffix(v, "-corrected")
	s := &search{
		n: p["n"], source: v[:1], leader: int8(p["leader"]) - 1, mayCrash: e.CrashOnly,
		doubts: int8(p["doubts"]), rounds: int8(p["rounds"]), timeout: int8(p["timeout"]), interval: int8(p["interval"]),
		repeat: int8(p["repeat"]),
		joins:  v == "notes-corrected", prefers: corrected, settles: corrected || v == "lecture-obeying",
		ignores: v == "notes-corrected" || v == "notes-ignoring", forgets: p["forgets"] == 1,
		records: v != "garcia-molina" && v != "garcia-molina-others",
		heeds:   corrected, yields: corrected, others: v != "garcia-molina",
		tags:   p["tags"] == 1,
		latest: 1,
	}
	s.confirms = s.records
	if p["leader"] == -1 {
		s.leader = int8(s.n) - 1
	}
	if corrected || v == "lecture-obeying" {
		s.patience = int8(p["patience"])
	}
	s.async = e.Timing == "async" || e.Timing == "" && (v == "notes" || v == "notes-ignoring")
	if least, latest, ok := strings.Cut(e.Delay, ".."); ok && !s.async {
		s.least, s.latest = int8(least[0]-'0'), int8(latest[0]-'0')
	}
	number := func(n *int) int8 {
		if n == nil {
			return 0
		}
		return int8(*n)
	}
	s.handling = number(e.Handling)
	s.first = world{crash: number(e.Crash), recover: number(e.Recover), split: number(e.Partition), heal: number(e.Heal)}
	s.crashStop = s.first.recover == 0
	s.within = number(e.Within)
	if e.Timing == "partial" {
		s.first.unstable = 1 + s.within
	}
	s.w = &s.first
	for q := range s.n {
		s.first.p[q] = s.blank()
		s.first.p[q].leader = s.leader
		s.start(q)
	}
	return s
}

func (s *search) blank() proc {
	return proc{up: true, leader: nobody, cand: nobody, j: nobody, timer: [3]int8{unset, unset, unset}}
}

// key is the state as a string.
func (s *search) key(w *world) string {
	b := make([]byte, 0, 128)
	b = append(b, byte(w.crash), byte(w.recover), byte(w.split), byte(w.heal), byte(w.side), byte(w.unstable))
	for q := range s.n {
		p := &w.p[q]
		up := byte(0)
		if p.up {
			up = 1
		}
		b = append(b, up, byte(p.phase), byte(p.leader), byte(p.has), byte(p.status), byte(p.cand), byte(p.active), byte(p.answ),
			byte(p.loop), byte(p.j), byte(p.doubts), byte(p.rounds), byte(p.suspects), byte(p.acted), byte(p.timer[0]), byte(p.timer[1]), byte(p.timer[2]))
		for r := range s.n {
			b = append(b, byte(len(w.ch[q][r])))
			for _, m := range w.ch[q][r] {
				b = append(b, byte(m.kind), byte(m.arg), byte(m.wait), byte(m.left))
			}
		}
	}
	return string(b)
}

// count returns how many states can be reached.
func (s *search) count() int {
	seen := map[string]bool{s.key(&s.first): true}
	for todo := []world{s.first}; len(todo) > 0; {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s.successors(&w, func(step func()) {
			next := w
			s.w = &next
			step()
			if k := s.key(&next); !seen[k] {
				seen[k] = true
				todo = append(todo, next)
			}
		})
	}
	return len(seen)
}

// successors calls try with everything that can happen in w.
func (s *search) successors(w *world, try func(step func())) {
	stopped := false // whether something must happen before time moves on
	for q := range s.n {
		due := false
		for r := range s.n {
			for _, m := range w.ch[r][q] {
				due = due || !s.async && m.left == 0
			}
		}
		stopped = stopped || due
		s.own(w, q, due, &stopped, try)
		for r := range s.n {
			if in := w.ch[r][q]; len(in) > 0 && in[0].wait == 0 {
				try(func() {
					s.w.ch[r][q] = in[1:]
					if w.p[q].up {
						s.receiving = true
						s.receive(q, r, in[0])
						s.receiving = false
					}
				})
			}
		}
	}
	s.network(w, try)
	if w.unstable > 0 {
		stopped = stopped || s.within > 0 && w.unstable == 1
		try(s.stabilise)
	}
	if !s.async && !stopped {
		try(s.tick)
	}
}

// own tries what process q does or suffers by itself.
func (s *search) own(w *world, q int, due bool, stopped *bool, try func(step func())) {
	p := &w.p[q]
	if !p.up {
		if w.recover > 0 {
			try(func() { s.w.recover--; s.w.p[q] = s.blank(); s.comeBack(q) })
		}
		return
	}
	s.acts(p, q, try)
	for i, left := range p.timer {
		if s.async && left != unset || left == 0 {
			*stopped = true
			if !due {
				try(func() { s.w.p[q].timer[i] = unset; s.expire(q, i) })
			}
		}
	}
	for r := range s.n {
		if r != q && (p.suspects>>r&1 != 0) == w.p[r].up {
			try(func() {
				me := &s.w.p[q]
				if me.suspects ^= 1 << r; me.suspects>>r&1 == 0 && int(me.leader) == r {
					me.acted = 0
				}
			})
		}
	}
	if w.crash > 0 && (len(s.mayCrash) == 0 || slices.Contains(s.mayCrash, string(rune('1'+q)))) {
		try(func() {
			s.w.crash--
			s.w.p[q] = proc{}
			for r := range s.n {
				if s.crashStop {
					s.w.ch[r][q] = nil
				}
			}
		})
	}
}

// network tries to split it and to mend it.
func (s *search) network(w *world, try func(step func())) {
	if w.split > 0 && w.side == 0 {
		for side := int8(1); side < 1<<s.n-1; side += 2 {
			try(func() {
				s.w.split--
				s.w.side = side
				for q := range s.n {
					for r := range s.n {
						if s.apart(q, r) {
							s.w.ch[q][r] = nil
						}
					}
				}
			})
		}
	}
	if w.heal > 0 && w.side != 0 {
		try(func() { s.w.heal--; s.w.side = 0 })
	}
}

func (s *search) apart(q, r int) bool {
	return s.w.side != 0 && s.w.side>>q&1 != s.w.side>>r&1
}

// stabilise makes the bounds hold from now on.
func (s *search) stabilise() {
	s.w.unstable = 0
	for q := range s.n {
		for r := range s.n {
			bounded := slices.Clone(s.w.ch[q][r])
			for i := range bounded {
				if bounded[i].left == never {
					bounded[i].left = s.latest
				}
			}
			s.w.ch[q][r] = bounded
		}
	}
}

// tick lets a tick pass.
func (s *search) tick() {
	if s.w.unstable > 1 {
		s.w.unstable--
	}
	for q := range s.n {
		for i, left := range s.w.p[q].timer {
			if s.w.p[q].up && left > 0 {
				s.w.p[q].timer[i]--
			}
		}
		for r := range s.n {
			var later []packet
			for _, m := range s.w.ch[q][r] {
				m.wait = max(m.wait-1, 0)
				if m.left != never {
					m.left--
				}
				later = append(later, m)
			}
			s.w.ch[q][r] = later
		}
	}
}

// send puts a message on its way.
func (s *search) send(q, r int, kind, arg int8) {
	if s.apart(q, r) || s.crashStop && !s.w.p[r].up {
		return
	}
	m := packet{kind: kind, arg: arg}
	switch {
	case s.async:
	case s.w.unstable > 0:
		m.left = never
	default:
		m.wait, m.left = s.least, s.latest
		if s.receiving {
			m.left += s.handling
		}
	}
	s.w.ch[q][r] = append(slices.Clone(s.w.ch[q][r]), m)
}

// set starts a timer; under asynchronous time its duration makes no difference.
func (s *search) set(q, timer int, ticks int8) {
	if s.async {
		ticks = 1
	}
	s.w.p[q].timer[timer] = ticks
}
