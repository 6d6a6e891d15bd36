package brute

import (
	"bytes"
	"slices"
)

const (
	unset = -1 // a timer that is not running
	never = -1 // the deadline of a message that may take for ever, or of an unstable phase without a bound
	most  = 16 // the maximum number of processes: suspicions are bits
)

// letter is a message in transit: it can arrive after wait ticks, and must within left.
type letter[M comparable] struct {
	m          M
	wait, left int8
}

// World is a state of a system. The functions of a System receive the next state and change it in place.
type World[P, M comparable] struct {
	P []P // the local states

	env                                                   *rules
	up                                                    [most]bool
	suspects                                              [most]uint16
	timers                                                [][]int8
	in                                                    [][]letter[M] // by sender and receiver
	crash, recover, lose, duplicate, cut, partition, heal int8
	severed                                               uint16 // the links that are cut, as bits; at most six processes
	side                                                  int    // one side of the partition, as bits; 0 if there is none
	unstable                                              bool
	within                                                int8 // at most so many ticks until timing is stable; or never

	receiving bool            // a message is being handled
	full      bool            // a message did not fit in its channel: the step is not possible
	choose    func(n int) int // resolves the choices of the step
}

// try visits every outcome of a step from w.
func try[P, M comparable](w World[P, M], visit func(World[P, M]), step func(next *World[P, M])) {
	Outcomes(func(choose func(n int) int) {
		next := w
		next.P, next.timers, next.in = slices.Clone(w.P), slices.Clone(w.timers), slices.Clone(w.in)
		next.choose = choose
		step(&next)
		next.choose, next.receiving = nil, false
		if !next.full {
			visit(next)
		}
	})
}

// keys returns a function that identifies worlds. It numbers local states and messages.
func keys[P, M comparable]() func(w World[P, M]) string {
	locals, messages := map[P]int{}, map[M]int{}
	return func(w World[P, M]) string {
		b := make([]byte, 0, 128)
		b = append(b, byte(w.crash), byte(w.recover), byte(w.lose), byte(w.duplicate), byte(w.partition), byte(w.heal),
			byte(w.side), byte(w.within), byte(w.cut), byte(w.severed), byte(w.severed>>8))
		if w.unstable {
			b[0] |= 0x80
		}
		for p, s := range w.P {
			k := number(locals, s)
			b = append(b, byte(k), byte(k>>8), byte(k>>16), byte(w.suspects[p]), byte(w.suspects[p]>>8), 0)
			if w.up[p] {
				b[len(b)-1] = 1
			}
			for _, left := range w.timers[p] {
				b = append(b, byte(left))
			}
		}
		for _, c := range w.in {
			b = append(b, byte(len(c)))
			from := len(b)
			for _, l := range c {
				k := number(messages, l.m)
				b = append(b, byte(k), byte(k>>8), byte(l.wait), byte(l.left))
			}
			if w.env.unordered {
				sortFours(b[from:])
			}
		}
		return string(b)
	}
}

// sortFours sorts the letters of a channel, each four bytes long.
func sortFours(b []byte) {
	letters := slices.Collect(slices.Chunk(slices.Clone(b), 4))
	slices.SortFunc(letters, bytes.Compare)
	copy(b, slices.Concat(letters...))
}

// number returns the number of x, assigning the next one if x is new.
func number[T comparable](numbers map[T]int, x T) int {
	k, ok := numbers[x]
	if !ok {
		k = len(numbers)
		numbers[x] = k
	}
	return k
}

func (w *World[P, M]) apart(p, q int) bool {
	p, q = max(p, q), min(p, q)
	return w.side != 0 && w.side>>p&1 != w.side>>q&1 || p != q && w.severed>>(p*(p-1)/2+q)&1 != 0
}

// Up reports whether p is up.
func (w *World[P, M]) Up(p int) bool { return w.up[p] }

// Suspects reports whether the detector of p suspects q.
func (w *World[P, M]) Suspects(p, q int) bool { return w.suspects[p]>>q&1 != 0 }

// Send sends a message.
func (w *World[P, M]) Send(from, to int, m M) {
	if w.apart(from, to) || w.env.stops && !w.up[to] {
		return
	}
	at := from*len(w.P) + to
	if w.env.capacity > 0 && len(w.in[at]) == w.env.capacity {
		w.full = true
		return
	}
	l := letter[M]{m: m, left: never}
	if !w.env.async && !w.unstable {
		l.wait, l.left = w.env.min, w.env.max
		if w.receiving {
			l.left += w.env.handling
		}
	}
	w.in[at] = append(slices.Clip(w.in[at]), l)
}

// Broadcast sends a message to all other processes.
func (w *World[P, M]) Broadcast(from int, m M) {
	for to := range w.P {
		if to != from {
			w.Send(from, to, m)
		}
	}
}

// Set starts a timer. Under asynchronous timing it may fire at any moment.
func (w *World[P, M]) Set(p, timer, ticks int) {
	if w.env.async {
		ticks = 0
	}
	w.setTimer(p, timer, int8(ticks))
}

// Cancel stops a timer.
func (w *World[P, M]) Cancel(p, timer int) { w.setTimer(p, timer, unset) }

func (w *World[P, M]) setTimer(p, timer int, ticks int8) {
	w.timers[p] = slices.Clone(w.timers[p])
	w.timers[p][timer] = ticks
}

// Left returns how many ticks are left until a timer fires; it is negative if the timer is not running.
func (w *World[P, M]) Left(p, timer int) int { return int(w.timers[p][timer]) }

// Refuse makes the step impossible: the message is not received.
func (w *World[P, M]) Refuse() { w.full = true }

// Quiet reports whether no message is in transit.
func (w *World[P, M]) Quiet() bool {
	return !slices.ContainsFunc(w.in, func(c []letter[M]) bool { return len(c) > 0 })
}

// Choose returns one of 0 to n-1; every alternative is explored.
func (w *World[P, M]) Choose(n int) int { return w.choose(n) }
