package brute

import (
	"fmt"
	"slices"
	"strconv"
)

// Environment is what surrounds the processes. A nil budget or Handling means none, and a nil Within no bound. Timing
// is "async" (the default), "sync" or "partial"; Delay is "MIN..MAX" in ticks, by default "0..1". Channels are FIFO
// unless Order is "unordered".
type Environment struct {
	Crash, Recover, Lose, Duplicate, Cut, Partition, Heal *int
	Order, Timing, Delay                                  string
	Handling, Within                                      *int
	CrashOnly                                             []string
	Perfect                                               bool // processes have a perfect failure detector
	Capacity                                              int  // how many messages a channel holds; 0 means no bound
}

// System is a system of processes that exchange messages. P is the local state of a process and M a message, both
// plain values. A function may be nil if its event does not occur.
type System[P, M comparable] struct {
	N           int
	Environment Environment
	Names       func(p int) string // the names in CrashOnly; 1 to N if nil
	Timers      int                // timers of each process

	Start   func(w *World[P, M], p int)                                    // p starts, once all are up
	Acts    func(w *World[P, M], p int, try func(do func(w *World[P, M]))) // tries each spontaneous step of p
	Receive func(w *World[P, M], p, from int, m M)                         // p receives m
	Expire  func(w *World[P, M], p, timer int)                             // a timer of p fires
	Detect  func(w *World[P, M], p, q int)                                 // p has begun or ceased to suspect q
	Crash   func(s P) P                                                    // what a crash leaves of s; nil: the zero value
	Recover func(w *World[P, M], p int)                                    // p recovers with what the crash left
	Older   func(m M) M                                                    // m in transit, a tick later; nil: unchanged
}

// rules is an Environment in the form that steps use.
type rules struct {
	async, unordered   bool
	min, max, handling int8
	capacity           int
	stops              bool // crashed processes never recover
}

// Count returns the number of reachable states.
func (s System[P, M]) Count() int {
	e := s.Environment
	given := func(n *int, otherwise int8) int8 {
		if n == nil {
			return otherwise
		}
		return int8(*n)
	}
	async := e.Timing == "" || e.Timing == "async"
	r := &rules{
		async: async, unordered: e.Order == "unordered", max: 1, handling: given(e.Handling, 0), capacity: e.Capacity,
	}
	if e.Delay != "" {
		if _, err := fmt.Sscanf(e.Delay, "%d..%d", &r.min, &r.max); err != nil {
			panic(fmt.Sprintf("delay %q: %v", e.Delay, err))
		}
	}
	first := World[P, M]{
		P: make([]P, s.N), env: r, timers: make([][]int8, s.N), in: make([][]letter[M], s.N*s.N),
		crash: given(e.Crash, 0), recover: given(e.Recover, 0), lose: given(e.Lose, 0), duplicate: given(e.Duplicate, 0),
		cut: given(e.Cut, 0), partition: given(e.Partition, 0), heal: given(e.Heal, 0),
		unstable: e.Timing == "partial", within: given(e.Within, never),
	}
	r.stops = first.recover == 0
	for p := range s.N {
		first.up[p] = true
		first.timers[p] = slices.Repeat([]int8{unset}, s.Timers)
	}
	var starts []World[P, M]
	try(first, func(w World[P, M]) { starts = append(starts, w) }, func(w *World[P, M]) {
		for p := range s.N {
			if s.Start != nil {
				s.Start(w, p)
			}
		}
	})
	return Count(keys[P, M](), s.steps, starts...)
}

// steps visits the successors of w.
func (s System[P, M]) steps(w World[P, M], visit func(World[P, M])) {
	step := func(do func(next *World[P, M])) { try(w, visit, do) }
	halted := false // something must happen before time advances
	for p := range s.N {
		due := false
		for from := range s.N {
			due = due || slices.ContainsFunc(w.in[from*s.N+p], func(l letter[M]) bool { return l.left == 0 })
			s.deliver(w, from, p, step)
		}
		halted = halted || due
		if !w.up[p] {
			if w.recover > 0 {
				step(func(next *World[P, M]) {
					next.recover--
					next.up[p] = true
					s.Recover(next, p)
				})
			}
			continue
		}
		if s.Acts != nil {
			s.Acts(&w, p, step)
		}
		for timer, left := range w.timers[p] {
			if left != 0 {
				continue
			}
			halted = true
			if !due {
				step(func(next *World[P, M]) {
					next.Cancel(p, timer)
					s.Expire(next, p, timer)
				})
			}
		}
		if s.Environment.Perfect {
			s.detect(w, p, step)
		}
		if w.crash > 0 && s.mayCrash(p) {
			step(func(next *World[P, M]) { s.fall(next, p) })
		}
	}
	s.network(w, step)
	if w.unstable {
		halted = halted || w.within == 0
		step(func(next *World[P, M]) { next.stabilise() })
	}
	if !w.env.async && !halted {
		step(s.tick)
	}
}

// deliver tries everything that can happen to the messages from one process to another.
func (s System[P, M]) deliver(w World[P, M], from, to int, step func(func(next *World[P, M]))) {
	at := from*s.N + to
	for k, l := range w.in[at] {
		if k > 0 && !w.env.unordered {
			return
		}
		if l.wait == 0 {
			s.arrive(w, from, to, k, step)
		}
	}
}

// arrive tries everything that can happen to message k: delivery, loss and duplication.
func (s System[P, M]) arrive(w World[P, M], from, to, k int, step func(func(next *World[P, M]))) {
	at := from*s.N + to
	arrive := func(next *World[P, M]) {
		if next.up[to] {
			next.receiving = true
			s.Receive(next, to, from, w.in[at][k].m)
		}
	}
	rest := slices.Delete(slices.Clone(w.in[at]), k, k+1)
	step(func(next *World[P, M]) {
		next.in[at] = rest
		arrive(next)
	})
	if w.lose != 0 {
		step(func(next *World[P, M]) {
			next.lose = max(next.lose-1, min(next.lose, never)) // a negative budget is unlimited
			next.in[at] = rest
		})
	}
	if w.duplicate > 0 {
		step(func(next *World[P, M]) {
			next.duplicate--
			arrive(next)
		})
	}
}

// detect tries each change of p's suspicions that a perfect detector can make: it begins to suspect processes that are
// down and ceases to suspect those that are up.
func (s System[P, M]) detect(w World[P, M], p int, step func(func(next *World[P, M]))) {
	for q := range s.N {
		if q != p && w.Suspects(p, q) == w.up[q] {
			step(func(next *World[P, M]) {
				next.suspects[p] ^= 1 << q
				if s.Detect != nil {
					s.Detect(next, p, q)
				}
			})
		}
	}
}

func (s System[P, M]) mayCrash(p int) bool {
	name := strconv.Itoa(p + 1)
	if s.Names != nil {
		name = s.Names(p)
	}
	return len(s.Environment.CrashOnly) == 0 || slices.Contains(s.Environment.CrashOnly, name)
}

// fall crashes p. If processes never recover, the messages in transit to p are dropped, as nobody will receive them.
func (s System[P, M]) fall(w *World[P, M], p int) {
	w.crash--
	var left P
	if s.Crash != nil {
		left = s.Crash(w.P[p])
	}
	w.P[p], w.up[p], w.suspects[p], w.timers[p] = left, false, 0, slices.Repeat([]int8{unset}, s.Timers)
	for from := range s.N {
		if w.env.stops {
			w.in[from*s.N+p] = nil
		}
	}
}

// network tries partitions, cuts of links and heals.
func (s System[P, M]) network(w World[P, M], step func(func(next *World[P, M]))) {
	if w.partition > 0 && w.side == 0 {
		for side := 1; side < 1<<s.N-1; side += 2 { // the side of the first process
			step(func(next *World[P, M]) {
				next.partition--
				next.side = side
				for at := range next.in {
					if next.apart(at/s.N, at%s.N) {
						next.in[at] = nil
					}
				}
			})
		}
	}
	if w.heal > 0 && w.side != 0 {
		step(func(next *World[P, M]) { next.heal--; next.side = 0 })
	}
	for p := range s.N {
		for q := range p {
			link := uint16(1) << (p*(p-1)/2 + q)
			if w.cut > 0 && w.severed&link == 0 {
				step(func(next *World[P, M]) {
					next.cut--
					next.severed |= link
					next.in[p*s.N+q], next.in[q*s.N+p] = nil, nil
				})
			}
			if w.heal > 0 && w.severed&link != 0 {
				step(func(next *World[P, M]) { next.heal--; next.severed &^= link })
			}
		}
	}
}

// stabilise ends the unstable phase: the bounds on delays hold from now on.
func (w *World[P, M]) stabilise() {
	w.unstable, w.within = false, never
	for at, c := range w.in {
		w.in[at] = slices.Clone(c)
		for i := range c {
			if c[i].left == never {
				w.in[at][i].left = w.env.max
			}
		}
	}
}

// tick advances time by one tick.
func (s System[P, M]) tick(w *World[P, M]) {
	if w.within > 0 {
		w.within--
	}
	for p := range w.timers {
		w.timers[p] = slices.Clone(w.timers[p])
		for timer, left := range w.timers[p] {
			w.timers[p][timer] = max(left-1, min(left, unset))
		}
	}
	for at, c := range w.in {
		w.in[at] = slices.Clone(c)
		for i := range c {
			l := &w.in[at][i]
			l.wait, l.left = max(l.wait-1, 0), max(l.left-1, min(l.left, never))
			if s.Older != nil {
				l.m = s.Older(l.m)
			}
		}
	}
}
