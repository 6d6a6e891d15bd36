package lamportmutex

import (
	"cmp"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// member is a process: its phase is o, w or u. Its queue has two bytes for each request, the
// timestamp plus 1 and the process, in their order; later has a bit for each process.
type member struct {
	phase, clock, uses, later byte
	queue                     string
}

// message is one of q, a and r, with its timestamp.
type message struct{ what, stamp byte }

type world = brute.World[member, message]

// twice is the algorithm written a second time.
func twice(i spec.Instance) brute.System[member, message] {
	n, holder := i.Params["n"], i.Params["holder"]-1
	return brute.System[member, message]{
		N: n, Environment: spectest.Environment(i.Environment),
		Start: func(w *world, p int) {
			w.P[p].phase = 'o'
			if holder >= 0 {
				w.P[p].queue = string([]byte{0, byte(holder)})
			}
			if p == holder {
				w.P[p].phase = 'u'
			}
		},
		Acts: func(w *world, p int, try func(func(*world))) {
			s := w.P[p]
			switch {
			case s.phase == 'o' && p < cmp.Or(i.Params["asking"], n) && int(s.uses) < i.Params["requests"]:
				s.clock++
				s.phase = 'w'
				s.queue = with(s.queue, s.clock+1, p)
				try(func(w *world) { w.P[p] = s; w.Broadcast(p, message{'q', s.clock}) })
			case s.phase == 'w' && s.queue[1] == byte(p) && s.later == byte(1<<n-1)&^(1<<p):
				s.phase, s.later = 'u', 0
				try(func(w *world) { w.P[p] = s })
			case s.phase == 'u':
				if stamp(s.queue, p) > 0 {
					s.uses++
				}
				s.clock++
				s.phase = 'o'
				s.queue = without(s.queue, p)
				try(func(w *world) { w.P[p] = s; w.Broadcast(p, message{'r', s.clock}) })
			}
		},
		Receive: func(w *world, p, from int, m message) {
			s := &w.P[p]
			s.clock = max(s.clock, m.stamp) + 1
			if s.phase == 'w' && m.stamp+1 > stamp(s.queue, p) {
				s.later |= 1 << from
			}
			switch m.what {
			case 'q':
				s.queue = with(s.queue, m.stamp+1, from)
				s.clock++
				w.Send(p, from, message{'a', s.clock})
			case 'r':
				s.queue = without(s.queue, from)
			}
		},
	}
}

// with adds a request to a queue, without removes those of a process, and stamp finds that
// of one that has one.
func with(queue string, t byte, i int) string {
	e := string([]byte{t, byte(i)})
	at := 0
	for at < len(queue) && queue[at:at+2] < e {
		at += 2
	}
	return queue[:at] + e + queue[at:]
}

func without(queue string, i int) string {
	var left string
	for at := 0; at < len(queue); at += 2 {
		if queue[at+1] != byte(i) {
			left += queue[at : at+2]
		}
	}
	return left
}

func stamp(queue string, i int) byte {
	for at := 0; ; at += 2 {
		if queue[at+1] == byte(i) {
			return queue[at]
		}
	}
}
