package chainreplication

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// most is the maximum number of updates, of clients and of queries of a client.
const most = 3

// node is a server, or a client with its history: for each request the answer, and how many requests of each client
// had been answered when the request was made.
type node struct {
	log  string
	last int
	sent [most]packet // in order, and then zero

	made, answered int
	answers        [most]string
	before         [most][most]int
}

// packet is an append a, a query q, a forwarded update f, an acknowledgement k, or an answer r.
type packet struct {
	kind   byte
	number int
	client int
	text   string
}

type global = brute.World[node, packet]

// chain is the algorithm written a second time.
type chain struct {
	i              spec.Instance
	servers, total int
}

func (c chain) below(w *global, p int) int {
	for q := p + 1; q < c.servers; q++ {
		if !w.Suspects(p, q) {
			return q
		}
	}
	return -1
}

func (c chain) above(w *global, p int) int {
	for q := p - 1; q >= 0; q-- {
		if !w.Suspects(p, q) {
			return q
		}
	}
	return -1
}

// done handles the news that the tail has an update: all up to it are forgotten, and the server above is told.
func (c chain) done(w *global, p, number int) {
	var left [most]packet
	n := 0
	for _, m := range w.P[p].sent {
		if m.number > number {
			left[n] = m
			n++
		}
	}
	w.P[p].sent = left
	if q := c.above(w, p); q >= 0 {
		w.Send(p, q, packet{kind: 'k', number: number})
	}
}

func (c chain) answer(w *global, p int, m packet) {
	if c.i.Variant != headReplies {
		w.Send(p, m.client, packet{kind: 'r'})
	}
}

func (c chain) apply(w *global, p int, m packet) {
	s := &w.P[p]
	s.log += m.text
	s.last = m.number
	q := c.below(w, p)
	if q < 0 {
		c.answer(w, p, m)
		c.done(w, p, m.number)
		return
	}
	for k := range s.sent {
		if s.sent[k].kind == 0 {
			s.sent[k] = m
			break
		}
	}
	w.Send(p, q, m)
}

func (c chain) receive(w *global, p, from int, m packet) {
	s := &w.P[p]
	switch m.kind {
	case 'a':
		if c.above(w, p) >= 0 {
			w.Refuse()
			return
		}
		if c.i.Variant == headReplies {
			w.Send(p, from, packet{kind: 'r'})
		}
		c.apply(w, p, packet{'f', s.last + 1, from, m.text})
	case 'q':
		if c.below(w, p) >= 0 && c.i.Variant != readsAnywhere {
			w.Refuse()
			return
		}
		w.Send(p, from, packet{kind: 'r', text: "log " + s.log})
	case 'f':
		if w.Suspects(p, from) && c.i.Variant != takesLate {
			return
		}
		if m.number > s.last {
			c.apply(w, p, m)
			return
		}
		for _, known := range s.sent {
			if known == m {
				return
			}
		}
		c.done(w, p, m.number)
	case 'k':
		c.done(w, p, m.number)
	case 'r':
		if s.answered < s.made {
			s.answers[s.answered] = m.text
			s.answered++
		}
	}
}

func (c chain) detect(w *global, p, q int) {
	if p >= c.servers || q < p || q >= c.servers {
		return
	}
	next := c.below(w, p)
	if next >= 0 && next < q {
		return
	}
	for _, m := range w.P[p].sent {
		switch {
		case m.kind == 0:
		case next < 0:
			c.answer(w, p, m)
			c.done(w, p, m.number)
		case c.i.Variant != noResend:
			w.Send(p, next, m)
		}
	}
}

func (c chain) acts(w *global, p int, try func(func(*global))) {
	appends, s := p-c.servers < c.i.Params["appenders"], w.P[p]
	if p < c.servers || s.made > s.answered || appends && s.made == 1 || s.made == c.i.Params["queries"] {
		return
	}
	head, tail := 0, c.servers-1
	for head < c.servers-1 && w.Suspects(p, head) {
		head++
	}
	for tail > 0 && w.Suspects(p, tail) {
		tail--
	}
	call := func(to int, m packet) {
		try(func(w *global) {
			for q := c.servers; q < c.total; q++ {
				if q != p {
					w.P[p].before[s.made][q-c.servers] = w.P[q].answered
				}
			}
			w.P[p].made++
			w.Send(p, to, m)
		})
	}
	switch {
	case appends:
		call(head, packet{kind: 'a', text: string(rune('a' + p - c.servers))})
	case c.i.Variant == readsAnywhere:
		for q := range c.servers {
			call(q, packet{kind: 'q'})
		}
	default:
		call(tail, packet{kind: 'q'})
	}
}

func twice(i spec.Instance) brute.System[node, packet] {
	servers := i.Params["servers"]
	c := chain{i, servers, servers + i.Params["appenders"] + i.Params["readers"]}
	e := spectest.Environment(i.Environment)
	e.Perfect = true
	return brute.System[node, packet]{
		N: c.total, Environment: e,
		Names: func(p int) string {
			if p < servers {
				return fmt.Sprint("s", p+1)
			}
			return fmt.Sprint("c", p-servers+1)
		},
		Acts: c.acts, Receive: c.receive, Detect: c.detect,
	}
}
