package checkers_test

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// reply is what a chatty process does: its next state, and what it sends to whom, nobody if that is -1.
type reply struct{ Next, To, What int }

// chatty is a random system of processes with few local states, which may go on for ever.
type chatty struct {
	N, Capacity int
	Unordered   bool
	Optional    bool
	Faults      [3]int     // crashes and recoveries, losses, duplications
	Hello       bool       // process 0 sends as it starts
	Acts        []reply    // by state; without a next state there is none
	Receives    [][2]reply // by state and message
}

func drawChatty(t *rapid.T) chatty {
	states := rapid.IntRange(1, 3).Draw(t, "states")
	c := chatty{N: rapid.IntRange(1, 3).Draw(t, "n"), Capacity: rapid.IntRange(1, 2).Draw(t, "capacity"), Unordered: rapid.Bool().Draw(t, "unordered"),
		Optional: rapid.Bool().Draw(t, "optional"), Hello: rapid.Bool().Draw(t, "hello")}
	if rapid.IntRange(0, 2).Draw(t, "faulty") == 0 {
		for i := range c.Faults {
			c.Faults[i] = rapid.IntRange(0, 1).Draw(t, "fault")
		}
	}
	draw := func(what string, least int) reply {
		return reply{rapid.IntRange(least, states-1).Draw(t, what), rapid.IntRange(-1, c.N-1).Draw(t, "to"), rapid.IntRange(0, 1).Draw(t, "message")}
	}
	for range states {
		c.Acts = append(c.Acts, draw("act", -1))
		c.Receives = append(c.Receives, [2]reply{draw("receive", 0), draw("receive", 0)})
	}
	return c
}

func (c chatty) instance() model.Instance {
	do := func(p *model.Context, r reply) int {
		if to := model.ID(r.To); r.To >= 0 && to != p.Self() {
			p.Send(to, r.What)
		}
		return r.Next
	}
	m := model.Instance{Processes: model.Replicate(c.N, model.Process[int]{
		Init: func(p *model.Context) int {
			if c.Hello && p.Self() == 0 && c.N > 1 {
				p.Send(1, 0)
			}
			return 0
		},
		Acts: []model.Act[int]{{Name: "act", Optional: c.Optional,
			Enabled: func(_ *model.Context, s int) bool { return c.Acts[s].Next >= 0 },
			Do:      func(p *model.Context, s int) int { return do(p, c.Acts[s]) }}},
		Receive: func(p *model.Context, s int, _ model.ID, m model.Message) int { return do(p, c.Receives[s][m.(int)]) },
	})}
	m.Network.Capacity = c.Capacity
	if c.Unordered {
		m.Network.Order = model.Unordered
	}
	m.Faults.Crash, m.Faults.Recover, m.Faults.Lose, m.Faults.Duplicate = c.Faults[0], c.Faults[0], c.Faults[1], c.Faults[2]
	return m
}

// chained is a state with the length of the longest chain to each process, and with each message.
type chained struct {
	v       []uint32
	depths  []int
	on      map[model.Link][][2]int // message and length; in unordered channels sorted
	longest int
}

func (c chained) String() string { return fmt.Sprint(c.v, c.depths, c.on, c.longest) }

// naive follows every chain of a system, with lists and maps.
type naive struct {
	t         *rapid.T
	sys       *model.System
	unordered bool
	// cost, if it is given, is what a step costs; then this is added up in place of the lengths of chains.
	cost func(e model.Numbered) int
}

func (n naive) initial() (all []chained) {
	if err := n.sys.Initial(func(v []uint32) {
		s := n.sys.State(v)
		c := chained{v: slices.Clone(v), depths: make([]int, s.N()), on: map[model.Link][][2]int{}}
		for l, m := range s.Messages() {
			c.on[l] = append(c.on[l], [2]int{m.(int), 0})
		}
		all = append(all, c)
	}); err != nil {
		n.t.Fatal(err)
	}
	return all
}

// next are the successors of a state, and which of them the system owes.
func (n naive) next(c chained) (all []chained, owed bool) {
	events, err := n.sys.Events(c.v)
	if err != nil {
		n.t.Fatal(err)
	}
	for _, e := range events {
		owed = owed || n.sys.Owed(e.Number)
		for _, which := range n.candidates(c, e) {
			all = append(all, n.after(c, e, which))
		}
	}
	return all, owed
}

// candidates are the places, in its channel, of the message that an event may be about; -1 for none.
func (n naive) candidates(c chained, e model.Numbered) (which []int) {
	if e.Kind != model.Deliver && e.Kind != model.Lose && e.Kind != model.Duplicate {
		return []int{-1}
	}
	waiting := c.on[model.Link{From: e.From, To: e.To}]
	if !n.unordered {
		return []int{0}
	}
	for i, m := range waiting {
		if m[0] == e.Message.(int) && (i == 0 || waiting[i-1] != m) {
			which = append(which, i)
		}
	}
	return which
}

func (n naive) after(c chained, e model.Numbered, which int) chained {
	a := chained{v: e.After, depths: slices.Clone(c.depths), on: map[model.Link][][2]int{}, longest: c.longest}
	for l, ms := range c.on {
		a.on[l] = slices.Clone(ms)
	}
	if which >= 0 {
		l := model.Link{From: e.From, To: e.To}
		if e.Kind != model.Lose && !e.Dropped && n.cost == nil {
			a.depths[e.To] = max(a.depths[e.To], c.on[l][which][1]+1)
			a.longest = max(a.longest, a.depths[e.To])
		}
		if e.Kind != model.Duplicate {
			a.on[l] = slices.Delete(a.on[l], which, which+1)
		}
	}
	if n.cost != nil {
		a.longest += n.cost(e)
	}
	for _, s := range e.Sends {
		if l := (model.Link{From: s.From, To: s.To}); !s.Lost {
			a.on[l] = append(a.on[l], [2]int{s.Message.(int), a.depths[s.From]})
		}
	}
	s := n.sys.State(a.v)
	for l, ms := range a.on {
		if len(s.Channel(l.From, l.To)) == 0 { // emptied by a failure
			ms = nil
		}
		if n.unordered {
			slices.SortFunc(ms, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		}
		if a.on[l] = ms; len(ms) == 0 {
			delete(a.on, l)
		}
		if len(ms) != len(s.Channel(l.From, l.To)) {
			n.t.Fatalf("the naive one lost count: %v, %v", ms, s.Channel(l.From, l.To))
		}
	}
	return a
}

// outcome is what the naive search finds.
type outcome struct {
	most, least int // -1 for none
	mean        float64
	none        bool // counting never begins
}

// search explores everything, as long as chains are no longer than limit; ok is false if there are too many states.
func (n naive) search(going func(v []uint32) bool, toRest bool, limit int) (o outcome, ok bool) {
	o = outcome{least: -1, most: -1, none: true}
	at := map[string]int{}
	var all []chained
	var edges [][]int
	add := func(c chained) int {
		key := c.String()
		if _, seen := at[key]; !seen {
			at[key] = len(all)
			all = append(all, c)
		}
		return at[key]
	}
	starts := n.initial()
	for _, c := range starts {
		add(c)
	}
	begins := len(all)
	ends := func(c chained) {
		if o.least < 0 || c.longest < o.least {
			o.least = c.longest
		}
	}
	for i := 0; i < len(all); i++ {
		if len(all) > 400 {
			return o, false
		}
		c := all[i]
		edges = append(edges, nil)
		if !going(c.v) {
			if i >= begins {
				ends(c)
				o.most = max(o.most, c.longest)
			}
			continue
		}
		o.none = false
		o.most = max(o.most, c.longest)
		next, owed := n.next(c)
		if toRest && !owed {
			ends(c)
		}
		for _, a := range next {
			if a.longest <= limit {
				edges[i] = append(edges[i], add(a))
			}
		}
	}
	expected := make([]float64, len(all)) // of what is still to come
	for range 2000 {
		change := 0.0
		for i := len(all) - 1; i >= 0; i-- {
			sum := 0.0
			for _, to := range edges[i] {
				sum += float64(all[to].longest-all[i].longest) + expected[to]
			}
			if len(edges[i]) > 0 {
				sum /= float64(len(edges[i]))
			}
			change = max(change, math.Abs(sum-expected[i]))
			expected[i] = sum
		}
		if change < 1e-12 {
			break
		}
	}
	for _, c := range starts {
		o.mean += expected[at[c.String()]] / float64(len(starts))
	}
	return o, true
}

// replay returns the longest chain of an execution; of messages that are alike, that with the longest
// is taken.
func (n naive) replay(e *counterexamples.Execution) int {
	return n.along(e, e.Len()).longest
}

// along follows an execution for so many steps, going round its loop.
func (n naive) along(e *counterexamples.Execution, steps int) chained {
	at := slices.IndexFunc(n.initial(), func(c chained) bool { return slices.Equal(c.v, e.Vector(0)) })
	if at < 0 {
		n.t.Fatal("it does not begin in an initial state")
	}
	c := n.initial()[at]
	for i, k := 0, 0; i < steps; i++ {
		events, err := n.sys.Events(c.v)
		if err != nil {
			n.t.Fatal(err)
		}
		is := slices.IndexFunc(events, func(x model.Numbered) bool { return x.Number == e.Number(k) })
		if is < 0 {
			n.t.Fatal("it has a step that is none")
		}
		which := n.candidates(c, events[is])
		c = n.after(c, events[is], which[len(which)-1])
		if k++; k == e.Len() {
			k = loopOf(e)
		}
	}
	return c
}

// loopOf is where the loop of an execution begins; at its beginning if it has none.
func loopOf(e *counterexamples.Execution) int {
	if e.Trace.Loop != nil {
		return *e.Trace.Loop
	}
	return 0
}

// lasso checks that a chain grows for ever.
func (n naive) lasso(r checkers.Result, p checkers.Property) {
	e := r.Execution
	if r.Verdict != checkers.Violated || e.Trace.Loop == nil {
		n.t.Fatalf("%s, %+v", r.Verdict, r.Cost)
	}
	round := e.Len() - *e.Trace.Loop
	some, more := n.along(e, e.Len()+20*round).longest, n.along(e, e.Len()+60*round).longest
	if more <= some {
		n.t.Fatalf("going round the loop again and again leads to %d, and then to %d", some, more)
	}
	if explanation, shown, err := checkers.Shows(e, p); err != nil || !shown || explanation != r.Explanation {
		n.t.Fatalf("its execution does not show it: %v, %q, want %q", err, explanation, r.Explanation)
	}
}
