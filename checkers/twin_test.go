package checkers_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model"
)

// draw is a random system, with a naive twin: maps and slices, everything copied, nothing interned or remembered.
type draw struct{ checkertest.System }

type local = checkertest.Local

func drawSystem(t *rapid.T) draw { return draw{checkertest.DrawSystem(t)} }

// world is a state of the twin.
type world struct {
	procs    []twinProcess
	channels map[model.Link][]flying
	vars     []int
	budget   map[model.Kind]int
	cut      map[model.Link]bool // undirected, From <= To
	side     map[model.ID]bool   // nil: no partition
	clocks   []int
	unstable bool
	within   int // ticks until it must stabilise, if that is bounded
	history  []twinOperation
}

// twinOperation is an operation in the naive history: a list, of which only after tells in
// what order things were.
type twinOperation struct {
	p       model.ID
	in, out int
	nth     int // among those of p that have returned; 0 for one that has not
	lost    bool
	after   string // what had returned when it was called
}

func (o twinOperation) name() string { return fmt.Sprint(o.p, ".", o.nth) }

// done lists the operations that have returned.
func (w world) done() string {
	var all []string
	for _, o := range w.history {
		if o.nth > 0 {
			all = append(all, o.name())
		}
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// operations shows the history in no order; lost says to tell apart which pending ones a
// crash ended.
func (w world) operations(lost bool) string {
	var all []string
	for _, o := range w.history {
		all = append(all, fmt.Sprint(o.name(), " ", o.in, " ", o.out, " ", lost && o.lost, " after ", o.after))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// flying is a message on its way: how long it still takes at least and, unless left
// is -1, at most.
type flying struct{ m, wait, left int }

type twinProcess struct {
	up       bool
	local    local
	stored   *int
	timers   map[string]int // what is left of each; 0 under async timing
	suspects map[model.ID]bool
}

func (w world) clone() world {
	c := world{vars: slices.Clone(w.vars), budget: maps.Clone(w.budget), cut: maps.Clone(w.cut), side: maps.Clone(w.side),
		channels: map[model.Link][]flying{},
		unstable: w.unstable, within: w.within, clocks: slices.Clone(w.clocks), history: slices.Clone(w.history)}
	for _, p := range w.procs {
		p.timers = maps.Clone(p.timers)
		p.suspects = maps.Clone(p.suspects)
		p.local.Heard = slices.Clone(p.local.Heard)
		c.procs = append(c.procs, p)
	}
	for l, ms := range w.channels {
		if len(ms) > 0 {
			c.channels[l] = slices.Clone(ms)
		}
	}
	return c
}

// String is the identity of a state: all there is in it. It is most of what a search of the twin does, and fmt would
// make it twice as long.
func (w world) String() string {
	b := make([]byte, 0, 256)
	number := func(sort byte, all ...int) {
		b = append(b, sort)
		for _, x := range all {
			b = append(strconv.AppendInt(b, int64(x), 10), ' ')
		}
	}
	for _, p := range w.procs {
		if !p.up {
			number('d')
		} else {
			number('l', p.local.X, p.local.Fuel, boolean(p.local.Open))
			number('h', p.local.Heard...)
			for _, name := range slices.Sorted(maps.Keys(p.timers)) {
				number(name[0], p.timers[name])
			}
			for q := range len(w.procs) {
				number('s', boolean(p.suspects[model.ID(q)]))
			}
		}
		if p.stored != nil {
			number('t', *p.stored)
		}
	}
	for _, l := range sortedLinks(w.channels) {
		number('c', int(l.From), int(l.To))
		for _, f := range w.channels[l] {
			number('m', f.m, f.wait, f.left)
		}
	}
	number('v', w.vars...)
	for _, k := range slices.Sorted(maps.Keys(w.budget)) {
		number('b', w.budget[k])
	}
	for _, l := range sortedLinks(w.cut) {
		number('x', int(l.From), int(l.To))
	}
	if w.side != nil {
		for p := range len(w.procs) {
			number('p', boolean(w.side[model.ID(p)]))
		}
	}
	number('u', boolean(w.unstable), w.within)
	number('k', w.clocks...)
	return string(append(b, w.operations(true)...))
}

func sortedLinks[V any](of map[model.Link]V) []model.Link {
	return slices.SortedFunc(maps.Keys(of), func(a, b model.Link) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

func undirected(l model.Link) model.Link {
	return model.Link{From: min(l.From, l.To), To: max(l.From, l.To)}
}

func (w world) severed(l model.Link) bool {
	if l.From == l.To {
		return false
	}
	return w.cut[undirected(l)] || w.side != nil && w.side[l.From] != w.side[l.To]
}

// spend takes one from a budget if there is one.
func (w world) spend(k model.Kind) bool {
	switch w.budget[k] {
	case 0:
		return false
	case model.Unlimited:
		return true
	}
	w.budget[k]--
	return true
}

// twinHost is a model.Host on the twin's side. What a behaviour does not use of a Host is not there.
type twinHost struct {
	model.Host
	d       draw
	w       *world
	p       model.ID
	script  []int
	widths  []int
	chosen  int
	blocked bool
	receive bool // in a Receive
}

func (e *twinHost) context() *model.Context { return model.NewContext(e, e.p) }
func (e *twinHost) N() int                  { return e.d.System.N }
func (e *twinHost) Choose(n int) int {
	if e.chosen == len(e.script) {
		e.script, e.widths = append(e.script, 0), append(e.widths, n)
	}
	e.chosen++
	return e.script[e.chosen-1]
}
func (e *twinHost) SetTimer(name string, ticks int) {
	if e.d.Timing.Mode == model.Async {
		ticks = 0
	}
	e.w.procs[e.p].timers[name] = ticks
}
func (e *twinHost) Suspects(q model.ID) bool { return e.w.procs[e.p].suspects[q] }
func (e *twinHost) Clock(most int) int       { return min(e.w.clocks[e.p], most) }
func (e *twinHost) CancelTimer(name string)  { delete(e.w.procs[e.p].timers, name) }
func (e *twinHost) Store(v any)              { n := v.(int); e.w.procs[e.p].stored = &n }

// named returns the shared variables that a name and a key are of: all, of a whole table.
func (e *twinHost) named(name string, at bool, key any) (all []int) {
	for x := range e.d.Variables {
		if !e.d.Elements() && name == fmt.Sprint("v", x) || e.d.Elements() && (!at || key == e.d.Key(x)) {
			all = append(all, x)
		}
	}
	return all
}

func (e *twinHost) Read(name string, at bool, key any) any {
	all := e.named(name, at, key)
	if !e.d.Elements() || at {
		return e.w.vars[all[0]]
	}
	table := map[string]int{}
	for _, x := range all {
		if v := e.w.vars[x]; v != 0 {
			table[e.d.Key(x)] = v
		}
	}
	return table
}

func (e *twinHost) Write(name string, v any, at bool, key any) {
	for _, x := range e.named(name, at, key) {
		if table, ok := v.(map[string]int); ok {
			e.w.vars[x] = table[e.d.Key(x)]
		} else {
			e.w.vars[x] = v.(int)
		}
	}
}

func (e *twinHost) Call(v any) {
	e.w.history = append(e.w.history, twinOperation{p: e.p, in: v.(int), after: e.w.done()})
}
func (e *twinHost) Return(v any) {
	nth := 1
	for i := range e.w.history {
		switch o := &e.w.history[i]; {
		case o.p != e.p || o.lost:
		case o.nth > 0:
			nth++
		default:
			o.out, o.nth = v.(int), nth
		}
	}
}
func (e *twinHost) Send(to model.ID, m model.Message) {
	l := model.Link{From: e.p, To: to}
	if e.w.severed(l) || !e.w.procs[to].up && e.d.Faults.Crash != 0 && e.d.Faults.Recover == 0 {
		return
	}
	if e.d.Capacity > 0 && len(e.w.channels[l]) >= e.d.Capacity {
		e.blocked = true
		return
	}
	f := flying{m.(int), 0, -1}
	if e.d.Timing.Mode == model.Sync || e.d.Timing.Mode == model.Partial && !e.w.unstable {
		f.wait, f.left = e.d.Timing.Min, e.d.Timing.Max
		if e.receive {
			f.left += e.d.Timing.Handling
		}
	}
	e.w.channels[l] = append(e.w.channels[l], f)
	e.d.sort(e.w.channels[l])
}

func (d draw) sort(fs []flying) {
	if d.Order == model.Unordered {
		slices.SortFunc(fs, func(a, b flying) int {
			return cmp.Or(cmp.Compare(a.m, b.m), cmp.Compare(a.left, b.left), cmp.Compare(a.wait, b.wait))
		})
	}
}

// outcomes runs a handler of p in every way that its choices can come out.
func (d draw) outcomes(w world, p model.ID,
	prepare func(*world), handle func(e *twinHost, s local) local) (after []world) {
	var script, widths []int
	for {
		c := w.clone()
		prepare(&c)
		e := &twinHost{d: d, w: &c, p: p, script: script, widths: widths}
		c.procs[p].local = handle(e, c.procs[p].local)
		if !e.blocked {
			after = append(after, c)
		}
		script, widths = e.script, e.widths
		for len(script) > 0 && script[len(script)-1]+1 == widths[len(script)-1] {
			script, widths = script[:len(script)-1], widths[:len(widths)-1]
		}
		if len(script) == 0 {
			return after
		}
		script[len(script)-1]++
	}
}
