package omegarecovery

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
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if why := spectest.Skip(c); why != "" {
				t.Skip(why)
			}
			i := s.Complete(c.Instance())
			e := i.Environment
			w := world{
				async: e.Timing == "async", delay: 1, params: i.Params,
				enter: i.Variant != spec.AsWritten, rearm: i.Variant == spec.Corrected || i.Variant == othersVariant, others: i.Variant == othersVariant,
			}
			if e.Delay != "" {
				fmt.Sscanf(e.Delay, "0..%d", &w.delay)
			}
			first := global{Unstable: e.Timing == "", Left: never}
			for budget, given := range map[*int]*int{&first.Left: e.Within, &first.Crashes: e.Crash, &first.Recoveries: e.Recover} {
				if given != nil {
					*budget = *given
				}
			}
			w.forGood = first.Crashes > 0 && first.Recoveries == 0
			if got := w.count(first); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// world is the algorithm and its environment, written by hand: nothing of the toolkit is
// used.
type world struct {
	async                         bool
	delay                         int // the most ticks of a message
	enter, rearm, others, forGood bool
	params                        map[string]int
}

// never is when a timer fires that is not set and a message must arrive that may take for
// ever, and how long an unstable phase lasts that has no bound.
const never = -1

type participant struct {
	Crashed, Failing              bool
	Stored                        int
	Leader, Incarnation, Interval int
	Candidates                    []int
	Beat, Restart                 int // ticks until the timers fire
}

type letter struct{ Incarnation, Due int }

type global struct {
	Participants        []participant
	Channels            [][]letter // by sender and receiver
	Crashes, Recoveries int
	Unstable            bool
	Left                int // ticks of the unstable phase
}

func (g global) clone() global {
	g.Participants, g.Channels = slices.Clone(g.Participants), slices.Clone(g.Channels)
	for i := range g.Participants {
		g.Participants[i].Candidates = slices.Clone(g.Participants[i].Candidates)
	}
	for c := range g.Channels {
		g.Channels[c] = slices.Clone(g.Channels[c])
	}
	return g
}

// key tells states apart.
func (g global) key() string {
	k := []byte{byte(g.Crashes), byte(g.Recoveries), byte(g.Left), 0}
	if g.Unstable {
		k[3] = 1
	}
	for _, p := range g.Participants {
		k = append(k, byte(p.Stored), 0)
		if p.Failing {
			k[len(k)-1] = 1
		}
		if p.Crashed {
			k[len(k)-1] = 2
			continue
		}
		k = append(k, byte(p.Leader), byte(p.Incarnation), byte(p.Interval), byte(p.Beat), byte(p.Restart))
		for _, c := range p.Candidates {
			k = append(k, byte(c))
		}
	}
	for _, c := range g.Channels {
		for _, l := range c {
			k = append(k, byte(l.Incarnation), byte(l.Due))
		}
		k = append(k, 0xfe)
	}
	return string(k)
}

// count counts the states that can be reached when every process has started.
func (w world) count(first global) int {
	n := w.params["n"]
	first.Participants, first.Channels = make([]participant, n), make([][]letter, n*n)
	for i := range n {
		w.start(&first, i, 1)
		first.Participants[i].Beat = w.ticks(w.params["interval"])
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

func (w world) ticks(n int) int {
	if w.async {
		return 0
	}
	return n
}

// start begins an incarnation; false if the heartbeats do not fit their channels.
func (w world) start(g *global, i, incarnation int) bool {
	g.Participants[i] = participant{
		Stored: incarnation, Incarnation: incarnation, Leader: -1, Interval: w.params["interval"],
		Candidates: make([]int, len(g.Participants)), Beat: never, Restart: never,
	}
	return w.beat(g, i)
}

func (w world) beat(g *global, i int) bool {
	incarnation := g.Participants[i].Incarnation
	for q := range g.Participants {
		switch {
		case q == i && w.others:
			continue
		case q == i && w.params["self"] == selfAtOnce:
			w.note(&g.Participants[i], i, incarnation)
			continue
		case w.forGood && g.Participants[q].Crashed:
			continue
		}
		c := &g.Channels[i*len(g.Participants)+q]
		if capacity := w.params["capacity"]; capacity > 0 && len(*c) == capacity {
			return false
		}
		l := letter{incarnation, w.delay}
		if w.async || g.Unstable {
			l.Due = never
		}
		*c = append(*c, l)
	}
	return true
}

func (w world) note(p *participant, from, incarnation int) {
	if (w.enter || p.Candidates[from] != 0) && incarnation > p.Candidates[from] {
		p.Candidates[from] = incarnation
	}
}

// steps visits all that may follow.
func (w world) steps(g global, visit func(global)) {
	step := func(change func(next *global) bool) {
		if next := g.clone(); change(&next) {
			visit(next)
		}
	}
	n, still := len(g.Participants), false // something must happen before time moves on
	for i, p := range g.Participants {
		mine := false
		for from := range n {
			c := g.Channels[from*n+i]
			mine = mine || slices.ContainsFunc(c, func(l letter) bool { return l.Due == 0 })
			if len(c) > 0 {
				step(func(next *global) bool {
					next.Channels[from*n+i] = c[1:]
					if !p.Crashed && !p.Failing {
						w.note(&next.Participants[i], from, c[0].Incarnation)
					}
					return true
				})
			}
		}
		still = still || mine || !p.Crashed && (p.Beat == 0 || p.Restart == 0)
		mine = mine && !w.async
		again := min(p.Stored+1, w.params["incarnations"])
		if p.Crashed {
			if g.Recoveries > 0 {
				step(func(next *global) bool { next.Recoveries--; return w.again(next, i, again) })
			}
			continue
		}
		if p.Beat == 0 && !mine {
			step(func(next *global) bool { return w.expire(next, i) })
		}
		if p.Restart == 0 && !mine {
			step(func(next *global) bool { return w.again(next, i, again) })
		}
		if i == 0 && w.params["unstable"] == 1 && !p.Failing {
			step(func(next *global) bool {
				next.Participants[i] = participant{Failing: true, Stored: p.Stored, Incarnation: p.Incarnation, Leader: -1, Beat: never, Restart: w.ticks(1)}
				return true
			})
		}
		if g.Crashes > 0 {
			step(func(next *global) bool {
				next.Crashes--
				next.Participants[i] = participant{Crashed: true, Stored: p.Stored}
				for from := range n {
					if w.forGood {
						next.Participants[i].Stored, next.Channels[from*n+i] = 0, nil
					}
				}
				return true
			})
		}
	}
	w.time(g, still, step)
}

// time is the passing of a tick, and the system's becoming stable.
func (w world) time(g global, still bool, step func(func(next *global) bool)) {
	if g.Unstable {
		step(func(next *global) bool {
			next.Unstable, next.Left = false, never
			for _, c := range next.Channels {
				for k := range c {
					if c[k].Due == never {
						c[k].Due = w.delay
					}
				}
			}
			return true
		})
	}
	if w.async || still || g.Unstable && g.Left == 0 {
		return
	}
	less := func(ticks *int) {
		if *ticks > 0 {
			*ticks--
		}
	}
	step(func(next *global) bool {
		less(&next.Left)
		for i := range next.Participants {
			less(&next.Participants[i].Beat)
			less(&next.Participants[i].Restart)
		}
		for _, c := range next.Channels {
			for k := range c {
				less(&c[k].Due)
			}
		}
		return true
	})
}

// again lets a process recover.
func (w world) again(g *global, i, incarnation int) bool {
	fits := w.start(g, i, incarnation)
	if w.rearm {
		g.Participants[i].Beat = w.ticks(w.params["interval"])
	}
	return fits
}

func (w world) expire(g *global, i int) bool {
	p := &g.Participants[i]
	leader := -1
	for q, incarnation := range p.Candidates {
		if incarnation > 0 && (leader < 0 || incarnation < p.Candidates[leader]) {
			leader = q
		}
	}
	if leader != p.Leader {
		p.Interval = min(p.Interval+1, w.params["most"])
	}
	p.Leader, p.Candidates, p.Beat = leader, make([]int, len(g.Participants)), w.ticks(p.Interval)
	return w.beat(g, i)
}
