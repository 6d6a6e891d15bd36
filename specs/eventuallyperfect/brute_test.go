package eventuallyperfect

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute || spectest.Skip(c) != "" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			w := world{timing: i.Environment.Timing, delay: 1, raises: i.Variant == spec.Corrected, params: i.Params}
			if w.timing == "" {
				w.timing = "partial"
			}
			if i.Environment.Delay != "" {
				fmt.Sscanf(i.Environment.Delay, "0..%d", &w.delay)
			}
			within := forEver
			if i.Environment.Within != nil {
				within = *i.Environment.Within
			}
			if got := w.count(*i.Environment.Crash, within); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// world is the algorithm and its environment, written by hand: nothing of the toolkit is
// used.
type world struct {
	timing string
	delay  int // the most ticks of a message
	raises bool
	params map[string]int
}

// forEver is when a message must arrive that may take for ever, and how long an
// unstable phase lasts that has no bound.
const forEver = -1

type detector struct {
	Down                             bool
	Correct, Suspects, Interval, Due int
	Unanswered                       []int
}

type letter struct {
	Answer bool
	Due    int
}

type global struct {
	Detectors []detector
	Channels  [][]letter // by sender and receiver
	Crashes   int
	Unstable  bool
	Left      int // ticks of the unstable phase, or forEver
}

func (g global) clone() global {
	g.Detectors, g.Channels = slices.Clone(g.Detectors), slices.Clone(g.Channels)
	for i := range g.Detectors {
		g.Detectors[i].Unanswered = slices.Clone(g.Detectors[i].Unanswered)
	}
	for c := range g.Channels {
		g.Channels[c] = slices.Clone(g.Channels[c])
	}
	return g
}

// key tells states apart.
func (g global) key() string {
	k := []byte{byte(g.Crashes), byte(g.Left)}
	if g.Unstable {
		k[0] |= 0x80
	}
	for _, d := range g.Detectors {
		if d.Down {
			k = append(k, 0xff)
			continue
		}
		k = append(k, byte(d.Correct), byte(d.Suspects), byte(d.Interval), byte(d.Due))
		for _, u := range d.Unanswered {
			k = append(k, byte(u))
		}
	}
	for _, c := range g.Channels {
		for _, l := range c {
			kind := byte('t')
			if l.Answer {
				kind = 'a'
			}
			k = append(k, kind, byte(l.Due))
		}
		k = append(k, 0xfe)
	}
	return string(k)
}

// count counts the reachable states.
func (w world) count(crashes, within int) int {
	n := w.params["n"]
	first := global{Detectors: make([]detector, n), Channels: make([][]letter, n*n), Crashes: crashes, Unstable: w.timing == "partial", Left: within}
	for i := range n {
		first.Detectors[i] = detector{Correct: 1<<n - 1, Interval: w.params["interval"], Due: w.params["interval"], Unanswered: make([]int, n)}
		if w.timing == "async" {
			first.Detectors[i].Due = 0
		}
	}
	seen := map[string]bool{first.key(): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		w.steps(todo[0], func(next global) {
			if key := next.key(); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		})
	}
	return len(seen)
}

// steps visits all that may follow.
func (w world) steps(g global, visit func(global)) {
	n := len(g.Detectors)
	step := func(change func(next *global)) {
		next := g.clone()
		change(&next)
		visit(next)
	}
	late := func(c []letter) bool { return slices.ContainsFunc(c, func(l letter) bool { return l.Due == 0 }) }
	still := false // something must happen before time moves on
	for i, d := range g.Detectors {
		mine := false
		for from := range n {
			c := g.Channels[from*n+i]
			mine = mine || late(c)
			if len(c) > 0 {
				step(func(next *global) { w.receive(next, from, i) })
			}
		}
		if d.Down {
			continue
		}
		still = still || mine || d.Due == 0
		if w.timing == "async" || d.Due == 0 && !mine {
			step(func(next *global) { w.expire(next, i) })
		}
		if g.Crashes > 0 {
			step(func(next *global) {
				next.Crashes--
				next.Detectors[i] = detector{Down: true}
				for from := range n {
					next.Channels[from*n+i] = nil
				}
			})
		}
	}
	if g.Unstable {
		step(func(next *global) {
			next.Unstable, next.Left = false, forEver
			for _, c := range next.Channels {
				for k := range c {
					if c[k].Due == forEver {
						c[k].Due = w.delay
					}
				}
			}
		})
	}
	if w.timing == "async" || still || g.Unstable && g.Left == 0 {
		return
	}
	step(func(next *global) {
		if next.Unstable && next.Left > 0 {
			next.Left--
		}
		for i := range n {
			if !next.Detectors[i].Down {
				next.Detectors[i].Due--
			}
		}
		for _, c := range next.Channels {
			for k := range c {
				if c[k].Due > 0 {
					c[k].Due--
				}
			}
		}
	})
}

func (w world) send(g *global, from, to int, answer bool) {
	if g.Detectors[to].Down {
		return
	}
	l := letter{answer, w.delay}
	if w.timing == "async" || g.Unstable {
		l.Due = forEver
	}
	g.Channels[from*len(g.Detectors)+to] = append(g.Channels[from*len(g.Detectors)+to], l)
}

func (w world) receive(g *global, from, to int) {
	c := &g.Channels[from*len(g.Detectors)+to]
	answer := (*c)[0].Answer
	*c = (*c)[1:]
	if !answer {
		w.send(g, to, from, true)
		return
	}
	g.Detectors[to].Correct |= 1 << from
	if w.params["window"] > 0 {
		g.Detectors[to].Unanswered[from]--
	}
}

func (w world) expire(g *global, i int) {
	d := &g.Detectors[i]
	if w.raises && d.Correct&d.Suspects != 0 {
		d.Interval = min(d.Interval+w.params["delta"], w.params["most"])
	}
	for q := range g.Detectors {
		if q == i && w.params["self"] == 0 {
			continue
		}
		if d.Correct>>q&1 == d.Suspects>>q&1 { // neither or both
			d.Suspects ^= 1 << q
		}
		if window := w.params["window"]; window == 0 || d.Unanswered[q] < window {
			w.send(g, i, q, false)
			if window > 0 {
				d.Unanswered[q]++
			}
		}
	}
	d.Correct = 0
	if w.timing != "async" {
		d.Due = d.Interval
	}
}
