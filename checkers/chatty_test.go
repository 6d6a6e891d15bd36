package checkers_test

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
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
	Start       int        // in how many states process 0 may start; it sends more or less
	Acts        []reply    // by state; without a next state there is none
	Receives    [][2]reply // by state and message
}

func drawChatty(t *rapid.T) chatty {
	states := rapid.IntRange(1, 3).Draw(t, "states")
	c := chatty{N: rapid.IntRange(1, 3).Draw(t, "n"), Capacity: rapid.IntRange(1, 2).Draw(t, "capacity"),
		Unordered: rapid.Bool().Draw(t, "unordered"),
		Optional:  rapid.Bool().Draw(t, "optional"), Hello: rapid.Bool().Draw(t, "hello"),
		Start: rapid.IntRange(1, states).Draw(t, "start")}
	if rapid.IntRange(0, 2).Draw(t, "faulty") == 0 {
		for i := range c.Faults {
			c.Faults[i] = rapid.IntRange(0, 1).Draw(t, "fault")
		}
	}
	draw := func(what string, least int) reply {
		return reply{rapid.IntRange(least, states-1).Draw(t, what), rapid.IntRange(-1, c.N-1).Draw(t, "to"),
			rapid.IntRange(0, 1).Draw(t, "message")}
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
			if p.Self() != 0 {
				return 0
			}
			s := 0
			if c.Start > 1 {
				s = p.Choose(c.Start)
			}
			if c.Hello && c.N > 1 {
				p.Send(1, s%2)
			}
			return s
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
	m.Faults.Crash, m.Faults.Recover, m.Faults.Lose, m.Faults.Duplicate = c.Faults[0], c.Faults[0], c.Faults[1],
		c.Faults[2]
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
	sys       *system.System
	unordered bool
	// going says as long as what is true counting goes on, and toRest that coming to rest is an end of it.
	going  func(s model.State) bool
	toRest bool
	// cost, if it is given, is what a step costs; then this is added up in place of the lengths of chains, to
	// what start says of an initial state.
	cost  func(e system.Numbered) int
	start func(s model.State) int
}

func (n naive) initial() (all []chained) {
	if err := n.sys.Initial(func(v []uint32) {
		s := n.sys.State(v)
		c := chained{v: slices.Clone(v), depths: make([]int, s.N()), on: map[model.Link][][2]int{}}
		for l, m := range s.Messages() {
			c.on[l] = append(c.on[l], [2]int{m.(int), 0})
		}
		if n.cost != nil {
			c.longest = n.start(s)
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
func (n naive) candidates(c chained, e system.Numbered) (which []int) {
	if e.Kind != model.Deliver && e.Kind != model.Lose && e.Kind != model.Duplicate {
		return []int{-1}
	}
	waiting := c.on[model.Link{From: e.From, To: e.To}]
	if !n.unordered {
		return []int{e.Behind} // 0 but for messages that are lost
	}
	for i, m := range waiting {
		if m[0] == e.Message.(int) && (i == 0 || waiting[i-1] != m) {
			which = append(which, i)
		}
	}
	return which
}

func (n naive) after(c chained, e system.Numbered, which int) chained {
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

// outcome is what the naive search finds: most, least and mean of what is counted to its end, if anything is.
type outcome struct {
	any, most, least int // -1 for none
	chance, mean     float64
}

// matches reports whether it is what costs come to; any cost of all executions if bounded.
func (o outcome) matches(c *checkers.CostRange, bounded bool) bool {
	want := checkers.CostRange{Ends: o.least >= 0, Max: uint64(o.most), EndlessUnbounded: !bounded}
	if want.Ends {
		want.Min = uint64(o.least)
	} else {
		want.Max = uint64(o.any)
	}
	if bounded && o.any > int(want.Max) {
		want.Endless = uint64(o.any)
	}
	near := func(x, y float64) bool { return math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) < 1e-6 }
	return !c.Unbounded && c.Ends == want.Ends && c.Max == want.Max && c.Min == want.Min && c.Endless == want.Endless &&
		c.EndlessUnbounded == want.EndlessUnbounded && near(c.Chance, o.chance) && near(c.Mean, o.mean)
}

// nowhere is where edges lead that are not followed.
const nowhere = -1

// search explores everything, as long as chains are no longer than limit; ok is false if there are too many states.
func (n naive) search(limit int) (o outcome, ok bool) {
	o = outcome{any: -1, most: -1, least: -1}
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
	var over, rests []bool
	for i := 0; i < len(all); i++ {
		if len(all) > 400 {
			return o, false
		}
		c := all[i]
		o.any = max(o.any, c.longest)
		next, owed := n.next(c)
		over, rests = append(over, !n.going(n.sys.State(c.v))), append(rests, n.toRest && !owed)
		if over[i] || rests[i] {
			o.most = max(o.most, c.longest)
			if o.least < 0 || c.longest < o.least {
				o.least = c.longest
			}
		}
		edges = append(edges, nil)
		if over[i] {
			continue
		}
		for _, a := range next {
			to := nowhere
			if a.longest <= limit {
				to = add(a)
			}
			edges[i] = append(edges[i], to)
		}
	}
	chance, mean := make([]float64, len(all)), make([]float64, len(all)) // mean of all that it costs, 0 without an end
	settled := over
	if n.toRest {
		settled = staying(edges, rests)
	}
	for i := range all {
		if settled[i] {
			chance[i], mean[i] = 1, float64(all[i].longest)
			edges[i] = nil
		}
	}
	for range 4000 {
		change := 0.0
		for i := len(all) - 1; i >= 0; i-- {
			if len(edges[i]) == 0 {
				continue
			}
			p, sum := 0.0, 0.0
			for _, to := range edges[i] {
				if to != nowhere {
					p, sum = p+chance[to], sum+mean[to]
				}
			}
			p, sum = p/float64(len(edges[i])), sum/float64(len(edges[i]))
			change = max(change, p-chance[i], sum-mean[i])
			chance[i], mean[i] = p, sum
		}
		if change < 1e-13 {
			break
		}
	}
	for _, c := range starts {
		o.chance += chance[at[c.String()]] / float64(len(starts))
		o.mean += mean[at[c.String()]] / float64(len(starts))
	}
	o.mean /= o.chance
	return o, true
}

// staying has the nodes to which one can come back from all that they lead to, if one of these is at rest.
func staying(edges [][]int, rests []bool) []bool {
	leads := make([][]bool, len(edges)) // by node, to which others
	for i := range edges {
		leads[i] = make([]bool, len(edges))
		leads[i][i] = true
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			for _, to := range edges[queue[0]] {
				if to != nowhere && !leads[i][to] {
					leads[i][to] = true
					queue = append(queue, to)
				}
			}
		}
	}
	all := make([]bool, len(edges))
	for i := range edges {
		back, resting := true, false
		for k := range edges {
			if leads[i][k] {
				back = back && leads[k][i] && !slices.Contains(edges[k], nowhere)
				resting = resting || rests[k]
			}
		}
		all[i] = back && resting
	}
	return all
}
