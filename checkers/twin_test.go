package checkers_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
)

// A random system is a behaviour drawn by seed, which runs both as an Instance
// of package model and as its naive twin below: maps and slices, everything
// copied, nothing interned or remembered.

type draw struct {
	seed      uint64
	n         int
	links     []model.Link
	order     model.Order
	capacity  int
	faults    model.Faults
	timing    model.Timing
	detector  model.Detector
	detects   bool // has a Detect of its own
	clocks    model.Clocks
	acts      int
	optional  bool
	recovers  bool // has a Recover of its own
	picky     bool // does not accept every message in every state
	fuel      int  // more than usual
	losesAny  bool // on the twin's side, any message may be lost at any time, whatever Faults.Lose says
	variables int
	sharing   sharing
	initial   int // outcomes of the choice in Init
	history   bool
	// changed, unless 0, makes the behaviour another one for about one input in 64.
	changed uint64

	// sight is a view that properties look through.
	sight model.View[int]

	mistake *mistake // in the source of the behaviour, for TestMutationsAgainstSource
}

// sharing is how shared variables are used.
type sharing int

const (
	wildly  sharing = iota
	rarely          // in few calls
	oneSees         // only process 0 reads them
	nobody          // they are written, and not read
)

// reads reports whether process p may read variables in a call that has the given digest, and writes what is written then.
func (s sharing) reads(p model.ID, digest uint64) bool {
	return s == wildly || s == rarely && digest>>9%4 == 0 || s == oneSees && p == 0
}

func (s sharing) writes(digest uint64) bool { return s != rarely || digest>>11%4 == 0 }

// local is the local state of a random system. Fuel bounds what it sends.
type local struct {
	X, Fuel int
	Heard   []int
	Open    bool // has an operation open
}

// env is what a behaviour can do, on either side.
type env interface {
	Send(to model.ID, m int)
	SetTimer(name string, ticks int)
	CancelTimer(name string)
	Store(v int)
	Choose(n int) int
	Suspects(q model.ID) bool
	Clock() int
	Call(v int)
	Return(v int)
	Get(x int) int
	Set(x, v int)
}

func (d draw) hash(parts ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, d.seed, parts)
	// FNV's low bits of short inputs are poor.
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9E3779B97F4A7C15
	x ^= x >> 29
	if d.changed != 0 && x>>7%64 == d.changed%64 {
		x = ^x * 0x9E3779B97F4A7C15
	}
	return x
}

func (d draw) targets(p model.ID) (to []model.ID) {
	for _, l := range d.links {
		if l.From == p {
			to = append(to, l.To)
		}
	}
	return to
}

// behave is what process p does in local state s on some input.
func (d draw) behave(e env, p model.ID, s local, input string) local {
	if d.mistake != nil {
		return d.mistake.behave(d, e, p, s, input)
	}
	bits := d.hash("behave", p, s.X, s.Fuel, s.Heard, input)
	next := func(n int) int { // the next few bits
		v := int(bits % uint64(n))
		bits = bits/uint64(n) ^ bits<<57
		return v
	}
	mixed := 0
	digest := bits
	reads := d.variables > 0 && d.sharing.reads(p, digest)
	if reads && next(2) == 0 {
		mixed += e.Get(next(d.variables))
	}
	if d.detector != model.NoDetector && next(2) == 0 && e.Suspects(model.ID(next(d.n))) {
		mixed++
	}
	if d.clocks.Max > 0 && next(2) == 0 {
		mixed += e.Clock()
	}
	if next(3) == 0 {
		mixed += e.Choose(1 + next(3))
		if reads && mixed%2 == 1 {
			mixed += e.Get(next(d.variables))
		}
	}
	s.X = (next(3) + mixed) % 3
	to := d.targets(p)
	for range 2 {
		if s.Fuel > 0 && len(to) > 0 && next(3) > 0 {
			s.Fuel--
			e.Send(to[next(len(to))], (next(2)+mixed)%2)
		}
	}
	switch next(5) {
	case 0:
		e.SetTimer("b", 2)
	case 1:
		e.SetTimer("a", 1)
		e.SetTimer("b", 1+next(3))
	case 2:
		e.CancelTimer("b")
	}
	if next(3) == 0 {
		e.Store(s.X)
	}
	if d.variables > 0 && d.sharing.writes(digest) && next(3) == 0 {
		x := next(d.variables)
		e.Set(x, d.written(x, next(2)+mixed))
		if reads && next(2) == 0 {
			s.X = (s.X + e.Get(0)) % 3
		}
	}
	if d.history {
		if s.Open && next(2) == 0 {
			e.Return(next(2))
			s.Open = false
		}
		if !s.Open && s.Fuel > 0 && next(2) == 0 {
			s.Fuel--
			e.Call(next(2))
			s.Open = true
		}
	}
	if next(2) == 0 && len(s.Heard) < 2 {
		s.Heard = append(slices.Clone(s.Heard), next(2))
	}
	return s
}

// written is what is written to variable x: to one of them always the same, unless they are used wildly.
func (d draw) written(x, v int) int {
	if x == 0 && d.sharing != wildly {
		return 1
	}
	return v % 2
}

func (d draw) guard(p model.ID, s local, act int, get func(int) int) bool {
	if yes, given := d.mistake.guard(act); given {
		return yes
	}
	h := d.hash("guard", p, s.X, s.Fuel, act)
	if d.variables > 0 && d.sharing.reads(p, h) && h&4 != 0 && get(0) == 1 {
		return false
	}
	return s.Fuel > 0 && h&3 != 0
}

func (d draw) accepts(p model.ID, s local, m int) bool {
	return !d.picky || d.mistake.acceptsAll() || d.hash("accept", p, s.X, m)%4 != 0
}

func (d draw) start(e env, p model.ID) local {
	return local{X: e.Choose(d.initial), Fuel: 1 + int(d.hash("fuel", p)%2) + d.fuel}
}

// instance is the system for the toolkit.
func (d draw) instance() model.Instance {
	variables := make([]model.Variable[int], d.variables)
	i := model.Instance{
		Network: model.Network{Topology: model.Directed(d.links...), Order: d.order, Capacity: d.capacity},
		Faults:  d.faults,
		Timing:  d.timing, Detector: d.detector, Clocks: d.clocks, History: d.history,
		Views: []model.Viewed{summand, d.sight},
	}
	for x := range variables {
		variables[x] = model.NewVariable(fmt.Sprintf("v%d", x), 0)
		i.Variables = append(i.Variables, variables[x])
	}
	in := func(p *model.Context) env { return real{p, variables} }
	process := model.Process[local]{
		Init: func(p *model.Context) local { return d.start(in(p), p.Self()) },
		Receive: func(p *model.Context, s local, from model.ID, m model.Message) local {
			return d.behave(in(p), p.Self(), s, fmt.Sprint("receive", from, m))
		},
		Timeout: func(p *model.Context, s local, timer string) local {
			return d.behave(in(p), p.Self(), s, "timeout"+timer)
		},
	}
	if d.picky {
		process.Accept = func(p *model.Context, s local, _ model.ID, m model.Message) bool {
			return d.accepts(p.Self(), s, m.(int))
		}
	}
	if d.detects {
		process.Detect = func(p *model.Context, s local, q model.ID, suspected bool) local {
			return d.behave(in(p), p.Self(), s, fmt.Sprint("detect", q, suspected))
		}
	}
	if d.recovers {
		process.Recover = func(p *model.Context, stored any) local {
			return d.behave(in(p), p.Self(), local{}, fmt.Sprint("recover", stored))
		}
	}
	for a := range d.acts {
		process.Acts = append(process.Acts, model.Act[local]{
			Name:     fmt.Sprint("act", a),
			Optional: d.optional,
			Enabled: func(p *model.Context, s local) bool {
				return d.guard(p.Self(), s, a, func(x int) int { return variables[x].Get(p) })
			},
			Do: func(p *model.Context, s local) local {
				return d.behave(in(p), p.Self(), s, fmt.Sprint("act", a))
			},
		})
	}
	i.Processes = model.Replicate(d.n, process)
	return i
}

// real is an env on the toolkit's side.
type real struct {
	*model.Context
	variables []model.Variable[int]
}

func (r real) Send(to model.ID, m int) { r.Context.Send(to, m) }
func (r real) Store(v int)             { r.Context.Store(v) }
func (r real) Call(v int)              { r.Context.Call(v) }
func (r real) Return(v int)            { r.Context.Return(v) }
func (r real) Get(x int) int           { return r.variables[x].Get(r.Context) }
func (r real) Set(x, v int)            { r.variables[x].Set(r.Context, v) }

func drawSystem(t *rapid.T) draw {
	d := draw{
		seed:      rapid.Uint64().Draw(t, "seed"),
		n:         rapid.IntRange(1, 3).Draw(t, "n"),
		order:     rapid.SampledFrom([]model.Order{model.FIFO, model.Unordered}).Draw(t, "order"),
		capacity:  rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "capacity"),
		acts:      rapid.IntRange(0, 2).Draw(t, "acts"),
		optional:  rapid.Bool().Draw(t, "optional"),
		recovers:  rapid.Bool().Draw(t, "recovers"),
		variables: rapid.IntRange(0, 2).Draw(t, "variables"),
		sharing:   sharing(rapid.IntRange(int(wildly), int(nobody)).Draw(t, "sharing")),
		initial:   rapid.IntRange(1, 2).Draw(t, "initial"),
	}
	for i := range d.n {
		for j := range d.n {
			if rapid.IntRange(0, 3).Draw(t, "link") > 0 {
				d.links = append(d.links, model.Link{From: model.ID(i), To: model.ID(j)})
			}
		}
	}
	small := rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, 1, model.Unlimited})
	more := rapid.SampledFrom([]int{0, 0, 0, 1, 2, model.Unlimited})
	d.faults = model.Faults{
		Crash: rapid.SampledFrom([]int{0, 0, 1, 2, model.Unlimited}).Draw(t, "crash"), Recover: rapid.SampledFrom([]int{0, 1, 1, model.Unlimited}).Draw(t, "recover"),
		Lose: more.Draw(t, "lose"), Duplicate: small.Draw(t, "duplicate"),
		Cut: small.Draw(t, "cut"), Partition: small.Draw(t, "partition"), Heal: rapid.SampledFrom([]int{0, 1}).Draw(t, "heal"),
	}
	d.detector = rapid.SampledFrom([]model.Detector{model.NoDetector, model.NoDetector, model.Perfect, model.EventuallyPerfect, model.Arbitrary}).Draw(t, "detector")
	if rapid.IntRange(0, 3).Draw(t, "clocks") == 0 {
		d.clocks = model.Clocks{Max: rapid.IntRange(1, 2).Draw(t, "clock max"), Spread: rapid.IntRange(0, 1).Draw(t, "spread"), Still: d.optional}
		d.faults.SetBack = small.Draw(t, "set back")
	}
	d.detects = rapid.Bool().Draw(t, "detects")
	d.history = rapid.Bool().Draw(t, "history")
	d.picky = rapid.IntRange(0, 3).Draw(t, "picky") == 0
	if mode := rapid.SampledFrom([]model.Mode{model.Async, model.Async, model.Sync, model.Partial}).Draw(t, "mode"); mode != model.Async {
		least := rapid.IntRange(0, 1).Draw(t, "min")
		d.timing = model.Timing{Mode: mode, Min: least, Max: least + rapid.IntRange(0, 2).Draw(t, "max"), Handling: rapid.IntRange(0, 1).Draw(t, "handling")}
		if mode == model.Partial {
			d.timing.Within = rapid.IntRange(0, 2).Draw(t, "within")
		}
	}
	if d.n > 1 && rapid.Bool().Draw(t, "only") {
		d.faults.CrashOnly = []model.ID{1}
	}
	return d.seeing(0)
}

// seeing returns the system with a view that differs from that with another changed for about one input in 64.
func (d draw) seeing(changed uint64) draw {
	seer := d
	seer.changed = changed
	d.sight = model.NewView("sight", func(s model.State, p model.ID) int {
		l, up := model.Local[local](s, p)
		parts := []any{"sight", l.X, up}
		if d.seed&1 != 0 {
			parts = append(parts, s.Stored(p))
		}
		if d.seed&2 != 0 && l.X == 1 {
			parts = append(parts, s.Timers(p))
		}
		return int(seer.hash(parts...) % 4)
	})
	return d
}

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
	c := world{vars: slices.Clone(w.vars), budget: maps.Clone(w.budget), cut: maps.Clone(w.cut), side: maps.Clone(w.side), channels: map[model.Link][]flying{},
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
	return slices.SortedFunc(maps.Keys(of), func(a, b model.Link) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
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

// twinEnv is an env on the twin's side.
type twinEnv struct {
	d       draw
	w       *world
	p       model.ID
	script  []int
	widths  []int
	chosen  int
	blocked bool
	receive bool // in a Receive
}

func (e *twinEnv) Choose(n int) int {
	if e.chosen == len(e.script) {
		e.script, e.widths = append(e.script, 0), append(e.widths, n)
	}
	e.chosen++
	return e.script[e.chosen-1]
}
func (e *twinEnv) SetTimer(name string, ticks int) {
	if e.d.timing.Mode == model.Async {
		ticks = 0
	}
	e.w.procs[e.p].timers[name] = ticks
}
func (e *twinEnv) Suspects(q model.ID) bool { return e.w.procs[e.p].suspects[q] }
func (e *twinEnv) Clock() int               { return e.w.clocks[e.p] }
func (e *twinEnv) CancelTimer(name string)  { delete(e.w.procs[e.p].timers, name) }
func (e *twinEnv) Store(v int)              { e.w.procs[e.p].stored = &v }
func (e *twinEnv) Get(x int) int            { return e.w.vars[x] }
func (e *twinEnv) Call(v int) {
	e.w.history = append(e.w.history, twinOperation{p: e.p, in: v, after: e.w.done()})
}
func (e *twinEnv) Return(v int) {
	nth := 1
	for i := range e.w.history {
		switch o := &e.w.history[i]; {
		case o.p != e.p || o.lost:
		case o.nth > 0:
			nth++
		default:
			o.out, o.nth = v, nth
		}
	}
}
func (e *twinEnv) Set(x, v int) { e.w.vars[x] = v }
func (e *twinEnv) Send(to model.ID, m int) {
	l := model.Link{From: e.p, To: to}
	if e.w.severed(l) || !e.w.procs[to].up && e.d.faults.Crash != 0 && e.d.faults.Recover == 0 {
		return
	}
	if e.d.capacity > 0 && len(e.w.channels[l]) >= e.d.capacity {
		e.blocked = true
		return
	}
	f := flying{m, 0, -1}
	if e.d.timing.Mode == model.Sync || e.d.timing.Mode == model.Partial && !e.w.unstable {
		f.wait, f.left = e.d.timing.Min, e.d.timing.Max
		if e.receive {
			f.left += e.d.timing.Handling
		}
	}
	e.w.channels[l] = append(e.w.channels[l], f)
	e.d.sort(e.w.channels[l])
}

func (d draw) sort(fs []flying) {
	if d.order == model.Unordered {
		slices.SortFunc(fs, func(a, b flying) int {
			return cmp.Or(cmp.Compare(a.m, b.m), cmp.Compare(a.left, b.left), cmp.Compare(a.wait, b.wait))
		})
	}
}

// outcomes runs a handler of p in every way that its choices can come out.
func (d draw) outcomes(w world, p model.ID, prepare func(*world), handle func(e *twinEnv, s local) local) (after []world) {
	var script, widths []int
	for {
		c := w.clone()
		prepare(&c)
		e := &twinEnv{d: d, w: &c, p: p, script: script, widths: widths}
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

type twinStep struct {
	kind  model.Kind
	after world
}

// steps returns everything that can happen in w.
func (d draw) steps(w world) (all []twinStep) {
	add := func(k model.Kind, after ...world) {
		for _, a := range after {
			all = append(all, twinStep{k, a})
		}
	}
	stay := func(*world) {}
	for i := range w.procs {
		p := model.ID(i)
		if !w.procs[p].up {
			if c := w.clone(); d.faults.Recover != 0 && c.spend(model.Recover) {
				add(model.Recover, d.outcomes(w, p, func(c *world) {
					c.spend(model.Recover)
					c.procs[p].up, c.procs[p].timers, c.procs[p].suspects = true, map[string]int{}, map[model.ID]bool{}
				}, func(e *twinEnv, s local) local {
					if !d.recovers {
						return d.start(e, p)
					}
					stored := "<nil>"
					if v := w.procs[p].stored; v != nil {
						stored = fmt.Sprint(*v)
					}
					return d.behave(e, p, local{}, fmt.Sprint("recover", stored))
				})...)
			}
			continue
		}
		for a := range d.acts {
			if d.guard(p, w.procs[p].local, a, func(x int) int { return w.vars[x] }) {
				add(model.Acted, d.outcomes(w, p, stay, func(e *twinEnv, s local) local {
					return d.behave(e, p, s, fmt.Sprint("act", a))
				})...)
			}
		}
		for timer, left := range w.procs[p].timers {
			if left > 0 || d.dueAt(w, p) {
				continue
			}
			add(model.Timeout, d.outcomes(w, p, func(c *world) { delete(c.procs[p].timers, timer) }, func(e *twinEnv, s local) local {
				return d.behave(e, p, s, "timeout"+timer)
			})...)
		}
		d.detectorSteps(w, p, add)
		if c := w.clone(); (len(d.faults.CrashOnly) == 0 || slices.Contains(d.faults.CrashOnly, p)) && c.spend(model.Crash) {
			c.procs[p] = twinProcess{stored: c.procs[p].stored}
			for i := range c.history {
				if o := &c.history[i]; o.p == p && o.nth == 0 {
					o.lost = true
				}
			}
			if d.faults.Recover == 0 {
				for l := range c.channels {
					if l.To == p {
						delete(c.channels, l)
					}
				}
			}
			add(model.Crash, c)
		}
	}
	d.messageSteps(w, add)
	d.linkSteps(w, add)
	d.timeSteps(w, add)
	d.clockSteps(w, add)
	return all
}

func (d draw) detectorSteps(w world, p model.ID, add func(model.Kind, ...world)) {
	for q := range model.ID(d.n) {
		suspected := w.procs[p].suspects[q]
		wrong := suspected == !w.procs[q].up // a change would be
		may := d.detector == model.Arbitrary || d.detector == model.EventuallyPerfect && w.unstable
		if d.detector == model.NoDetector || q == p || wrong && !may {
			continue
		}
		kind := model.Suspect
		change := func(c *world) { c.procs[p].suspects[q] = true }
		if suspected {
			kind = model.Trust
			change = func(c *world) { delete(c.procs[p].suspects, q) }
		}
		if wrong || d.detector == model.Arbitrary {
			kind += wrongly // not owed
		}
		if !d.detects {
			c := w.clone()
			change(&c)
			add(kind, c)
			continue
		}
		add(kind, d.outcomes(w, p, change, func(e *twinEnv, s local) local {
			return d.behave(e, p, s, fmt.Sprint("detect", q, !suspected))
		})...)
	}
}

// wrongly marks kinds of events that the system does not owe.
const wrongly = " without need"

func (d draw) messageSteps(w world, add func(model.Kind, ...world)) {
	for l, ms := range w.channels {
		for at, f := range ms {
			take := func(c *world) {
				c.channels[l] = slices.Delete(c.channels[l], at, at+1)
				if len(c.channels[l]) == 0 {
					delete(c.channels, l)
				}
			}
			if c := w.clone(); d.mayLose(ms, at) && c.spend(model.Lose) {
				take(&c)
				add(model.Lose, c)
			}
			if at > 0 && (d.order == model.FIFO || ms[at-1] == f) || f.wait > 0 {
				continue
			}
			receive := func(e *twinEnv, s local) local {
				e.receive = true
				return d.behave(e, l.To, s, fmt.Sprint("receive", l.From, f.m))
			}
			if !w.procs[l.To].up {
				c := w.clone()
				take(&c)
				add(model.Deliver, c)
			} else if d.accepts(l.To, w.procs[l.To].local, f.m) {
				add(model.Deliver, d.outcomes(w, l.To, take, receive)...)
				if c := w.clone(); c.spend(model.Duplicate) {
					add(model.Duplicate, d.outcomes(w, l.To, func(c *world) { c.spend(model.Duplicate) }, receive)...)
				}
			}
		}
	}
}

// mayLose reports whether the loss of the message at a place of a channel is a step.
func (d draw) mayLose(ms []flying, at int) bool {
	if d.order == model.Unordered && at > 0 && ms[at-1] == ms[at] {
		return false // as that of the other
	}
	makesRoom, hurries := d.capacity > 0, d.order == model.FIFO && d.timing.Handling > 0
	return d.losesAny || makesRoom || hurries || ms[at].wait == 0 && (at == 0 || d.order == model.Unordered)
}

// dueAt reports whether a message must still reach p at this instant.
func (d draw) dueAt(w world, p model.ID) bool {
	for l, fs := range w.channels {
		for _, f := range fs {
			if l.To == p && f.left == 0 {
				return true
			}
		}
	}
	return false
}

func (d draw) clockSteps(w world, add func(model.Kind, ...world)) {
	fits := func(c world) bool {
		return d.clocks.Spread == 0 || slices.Max(c.clocks)-slices.Min(c.clocks) <= d.clocks.Spread
	}
	for p := range w.clocks {
		c := w.clone()
		if c.clocks[p]++; c.clocks[p] <= d.clocks.Max && fits(c) {
			kind := model.Tick
			if d.clocks.Still {
				kind += wrongly
			}
			add(kind, c)
		}
		for to := range w.clocks[p] {
			if c := w.clone(); c.spend(model.SetBack) {
				if c.clocks[p] = to; fits(c) {
					add(model.SetBack, c)
				}
			}
		}
	}
}

func (d draw) timeSteps(w world, add func(model.Kind, ...world)) {
	if w.unstable {
		c := w.clone()
		c.unstable, c.within = false, 0
		for _, fs := range c.channels {
			for i := range fs {
				if d.timing.Mode == model.Partial && fs[i].left < 0 {
					fs[i].left = d.timing.Max
				}
			}
			d.sort(fs)
		}
		add(model.Stabilise, c)
	}
	if d.timing.Mode == model.Async || d.timing.Mode == model.Partial && w.unstable && d.timing.Within > 0 && w.within == 0 {
		return
	}
	c := w.clone()
	passes := false // anything depends on time
	if d.timing.Mode == model.Partial && w.unstable && d.timing.Within > 0 {
		c.within--
		passes = true
	}
	for _, p := range c.procs {
		for name, left := range p.timers {
			if left == 0 {
				return
			}
			p.timers[name] = left - 1
			passes = true
		}
	}
	for _, fs := range c.channels {
		for i := range fs {
			switch {
			case fs[i].left == 0:
				return
			case fs[i].left > 0:
				fs[i].left--
				passes = true
			}
			if fs[i].wait > 0 {
				fs[i].wait--
				passes = true
			}
		}
		d.sort(fs)
	}
	if passes {
		add(model.Tick, c)
	}
}

func (d draw) linkSteps(w world, add func(model.Kind, ...world)) {
	drop := func(c *world) {
		for l := range c.channels {
			if c.severed(l) {
				delete(c.channels, l)
			}
		}
	}
	links := map[model.Link]bool{}
	for _, l := range d.links {
		if l.From != l.To {
			links[undirected(l)] = true
		}
	}
	for l := range links {
		if c := w.clone(); !c.cut[l] && c.spend(model.Cut) {
			c.cut[l] = true
			drop(&c)
			add(model.Cut, c)
		}
		if c := w.clone(); c.cut[l] && c.spend(model.Heal) {
			delete(c.cut, l)
			add(model.Heal, c)
		}
	}
	if c := w.clone(); c.side != nil && c.spend(model.Heal) {
		c.side = nil
		add(model.Heal, c)
	}
	for split := 0; w.side == nil && split < 1<<(d.n-1)-1; split++ {
		if c := w.clone(); c.spend(model.Partition) {
			c.side = map[model.ID]bool{0: true}
			for p := 1; p < d.n; p++ {
				if split>>(p-1)&1 != 0 {
					c.side[model.ID(p)] = true
				}
			}
			drop(&c)
			add(model.Partition, c)
		}
	}
}

// begin returns the initial states.
func (d draw) begin() []world {
	f := d.faults
	states := []world{{
		procs: make([]twinProcess, d.n), channels: map[model.Link][]flying{}, vars: make([]int, d.variables), cut: map[model.Link]bool{},
		budget: map[model.Kind]int{model.Crash: f.Crash, model.Recover: f.Recover, model.Lose: f.Lose, model.Duplicate: f.Duplicate,
			model.Cut: f.Cut, model.Partition: f.Partition, model.Heal: f.Heal, model.SetBack: f.SetBack},
		unstable: d.timing.Mode == model.Partial || d.detector == model.EventuallyPerfect, within: d.timing.Within,
	}}
	if d.clocks.Max > 0 {
		states[0].clocks = make([]int, d.n)
	}
	for p := range model.ID(d.n) {
		var more []world
		for _, w := range states {
			w.procs[p] = twinProcess{up: true, timers: map[string]int{}, suspects: map[model.ID]bool{}}
			more = append(more, d.outcomes(w, p, func(*world) {}, func(e *twinEnv, s local) local { return d.start(e, p) })...)
		}
		states = more
	}
	return states
}
