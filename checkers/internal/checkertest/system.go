package checkertest

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
)

// System is a random system: a behaviour drawn by seed, which runs as an Instance of package model and, in the tests
// of checkers, as its naive twin, with maps and slices, everything copied, nothing interned or remembered.
type System struct {
	Seed      uint64
	N         int
	Links     []model.Link
	Order     model.Order
	Capacity  int
	Faults    model.Faults
	Timing    model.Timing
	Detector  model.Detector
	Detects   bool // has a Detect of its own
	Clocks    model.Clocks
	Asked     int // the highest reading that clocks are asked for by ClockReached; 0 for none
	Acts      int
	Optional  bool
	Recovers  bool // has a Recover of its own
	Picky     bool // does not accept every message in every state
	Waits     bool // sets a timer at the start, and takes no act before it has heard something
	Fuel      int  // more than usual
	LosesAny  bool // on the twin's side, any message may be lost at any time, whatever Faults.Lose says
	Variables int
	Sharing   Sharing
	Initial   int // outcomes of the choice in Init
	History   bool
	// Sight is a view that properties look through.
	Sight model.View[int]

	Mistake *Mistake // in the source of the behaviour, for TestMutationsAgainstSource
}

// Sharing is how shared variables are used.
type Sharing int

// The kinds of sharing.
const (
	Wildly  Sharing = iota
	Rarely          // in few calls
	OneSees         // only process 0 reads them
	Nobody          // they are written, and not read
)

// reads reports whether process p may read variables in a call with the given digest; writes reports whether the call
// writes.
func (s Sharing) reads(p model.ID, digest uint64) bool {
	return s == Wildly || s == Rarely && digest>>9%4 == 0 || s == OneSees && p == 0
}

func (s Sharing) writes(digest uint64) bool { return s != Rarely || digest>>11%4 == 0 }

// Local is the local state of a random system. Fuel bounds what it sends.
type Local struct {
	X, Fuel int
	Heard   []int
	Open    bool // has an operation open
}

// Variable is shared variable x of a random system: an element of a map, if it has Elements.
func (d System) Variable(x int) model.Variable[int] {
	if d.Elements() {
		return model.At(table, d.Key(x))
	}
	return model.NewVariable(fmt.Sprintf("v%d", x), 0)
}

// Elements reports whether shared variables are elements of a map. Key is the key of variable x.
func (d System) Elements() bool   { return d.Seed&4 != 0 }
func (d System) Key(x int) string { return fmt.Sprint(d.Seed>>8%16, "/", x) }

var table = model.NewVariable("table", map[string]int{})

// shared returns the shared variables as an Instance lists them.
func (d System) shared() (all []model.Shared) {
	if d.Elements() && d.Variables > 0 {
		return []model.Shared{table}
	}
	for x := range d.Variables {
		all = append(all, d.Variable(x))
	}
	return all
}

// write writes variable x, as an element or with the whole table.
func (d System) write(e *model.Context, x, v int, reads, whole bool) {
	if !whole || !d.Elements() {
		d.Variable(x).Set(e, v)
		return
	}
	next := map[string]int{}
	if reads {
		next = maps.Clone(table.Get(e))
	}
	next[d.Key(x)] = v
	maps.DeleteFunc(next, func(_ string, v int) bool { return v == 0 })
	table.Set(e, next)
}

// Hash returns a pseudo-random number for its arguments.
func (d System) Hash(parts ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, append(parts, d.Seed)...) // a slice in a slice would take reflection, and this is called often
	// FNV's low bits of short inputs are poor.
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9E3779B97F4A7C15
	x ^= x >> 29
	return x
}

func (d System) targets(p model.ID) (to []model.ID) {
	for _, l := range d.Links {
		if l.From == p {
			to = append(to, l.To)
		}
	}
	return to
}

// Behave is what a process does in local state s on some input, both in the instance and in its twin.
func (d System) Behave(e *model.Context, s Local, input string) Local {
	if d.Mistake != nil {
		return d.Mistake.behave(d, e, s, input)
	}
	p := e.Self()
	bits := d.Hash("behave", p, s.X, s.Fuel, s.Heard, input)
	next := func(n int) int { // the next few bits
		v := int(bits % uint64(n))
		bits = bits/uint64(n) ^ bits<<57
		return v
	}
	mixed := 0
	digest := bits
	reads := d.Variables > 0 && d.Sharing.reads(p, digest)
	if reads && next(2) == 0 {
		mixed += d.Variable(next(d.Variables)).Get(e)
		if d.Elements() && next(3) == 0 {
			mixed += len(table.Get(e))
		}
	}
	if d.Detector != model.NoDetector && next(2) == 0 && e.Suspects(model.ID(next(d.N))) {
		mixed++
	}
	if d.HasClock(e.Self()) && next(2) == 0 {
		mixed += d.look(e, next(1<<10))
	}
	if next(3) == 0 {
		mixed += e.Choose(1 + next(3))
		if reads && mixed%2 == 1 {
			mixed += d.Variable(next(d.Variables)).Get(e)
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
	if d.Variables > 0 && d.Sharing.writes(digest) && next(3) == 0 {
		x := next(d.Variables)
		d.write(e, x, d.written(x, next(2)+mixed), reads, digest>>13%4 == 0)
		if reads && next(2) == 0 {
			s.X = (s.X + d.Variable(0).Get(e)) % 3
			if d.Elements() && digest>>15%4 == 0 {
				s.X = (s.X + len(table.Get(e))) % 3
			}
		}
	}
	if d.History {
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

// written is the value that is written to variable x. For variable 0 it is always the same, unless variables are used
// wildly.
func (d System) written(x, v int) int {
	if x == 0 && d.Sharing != Wildly {
		return 1
	}
	return v % 2
}

// HasClock reports whether process p has a clock.
func (d System) HasClock(p model.ID) bool {
	return d.Clocks.Max > 0 && (d.Clocks.Only == nil || slices.Contains(d.Clocks.Only, p))
}

// look is what a call reads of its clock.
func (d System) look(e *model.Context, bits int) int {
	switch {
	case d.Asked == 0:
		return e.Clock()
	case e.ClockReached(1 + bits>>2%d.Asked):
		return 1 + bits%2
	case bits&2 != 0:
		return e.Clock()
	}
	return 0
}

// Guard reports whether a process may take an act.
func (d System) Guard(e *model.Context, s Local, act int) bool {
	if yes, given := d.Mistake.guard(act); given {
		return yes
	}
	if d.Waits && len(s.Heard) == 0 {
		return false
	}
	p := e.Self()
	h := d.Hash("guard", p, s.X, s.Fuel, act)
	if d.Variables > 0 && d.Sharing.reads(p, h) && h&4 != 0 && d.Variable(0).Get(e) == 1 {
		return false
	}
	if d.HasClock(p) && d.Asked > 0 && h&24 == 0 && e.ClockReached(1+int(h>>6)%d.Asked) == (h&32 == 0) {
		return false
	}
	return s.Fuel > 0 && h&3 != 0
}

// Accepts reports whether process p accepts a message.
func (d System) Accepts(p model.ID, s Local, m int) bool {
	return !d.Picky || d.Mistake.acceptsAll() || d.Hash("accept", p, s.X, m)%4 != 0
}

// Start returns the initial local state of a process.
func (d System) Start(e *model.Context) Local {
	if d.Waits {
		e.SetTimer("a", 1)
	}
	return Local{X: e.Choose(d.Initial), Fuel: 1 + int(d.Hash("fuel", e.Self())%2) + d.Fuel}
}

// Instance returns the system as an instance of package model.
func (d System) Instance() model.Instance {
	i := model.Instance{
		Network: model.Network{Topology: model.Directed(d.Links...), Order: d.Order, Capacity: d.Capacity},
		Faults:  d.Faults,
		Timing:  d.Timing, Detector: d.Detector, Clocks: d.Clocks, History: d.History,
		Variables: d.shared(), Views: []model.Viewed{Summand, d.Sight},
	}
	process := model.Process[Local]{
		Init: d.Start,
		Receive: func(p *model.Context, s Local, from model.ID, m model.Message) Local {
			return d.Behave(p, s, fmt.Sprint("receive", from, m))
		},
		Timeout: func(p *model.Context, s Local, timer string) Local {
			return d.Behave(p, s, "timeout"+timer)
		},
	}
	if d.Picky {
		process.Accept = func(p *model.Context, s Local, _ model.ID, m model.Message) bool {
			return d.Accepts(p.Self(), s, m.(int))
		}
	}
	if d.Detects {
		process.Detect = func(p *model.Context, s Local, q model.ID, suspected bool) Local {
			return d.Behave(p, s, fmt.Sprint("detect", q, suspected))
		}
	}
	if d.Recovers {
		process.Recover = func(p *model.Context, stored any) Local {
			return d.Behave(p, Local{}, fmt.Sprint("recover", stored))
		}
	}
	for a := range d.Acts {
		process.Acts = append(process.Acts, model.Act[Local]{
			Name:     fmt.Sprint("act", a),
			Optional: d.Optional,
			Enabled: func(p *model.Context, s Local) bool {
				return d.Guard(p, s, a)
			},
			Do: func(p *model.Context, s Local) Local {
				return d.Behave(p, s, fmt.Sprint("act", a))
			},
		})
	}
	i.Processes = model.Replicate(d.N, process)
	return i
}

// DrawSystem draws a random system.
func DrawSystem(t *rapid.T) System {
	d := System{
		Seed:      rapid.Uint64().Draw(t, "seed"),
		N:         rapid.IntRange(1, 3).Draw(t, "n"),
		Order:     rapid.SampledFrom([]model.Order{model.FIFO, model.Unordered}).Draw(t, "order"),
		Capacity:  rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "capacity"),
		Acts:      rapid.IntRange(0, 2).Draw(t, "acts"),
		Optional:  rapid.Bool().Draw(t, "optional"),
		Recovers:  rapid.Bool().Draw(t, "recovers"),
		Variables: rapid.IntRange(0, 2).Draw(t, "variables"),
		Sharing:   Sharing(rapid.IntRange(int(Wildly), int(Nobody)).Draw(t, "sharing")),
		Initial:   rapid.IntRange(1, 2).Draw(t, "initial"),
	}
	for i := range d.N {
		for j := range d.N {
			if rapid.IntRange(0, 3).Draw(t, "link") > 0 {
				d.Links = append(d.Links, model.Link{From: model.ID(i), To: model.ID(j)})
			}
		}
	}
	small := rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, 1, model.Unlimited})
	more := rapid.SampledFrom([]int{0, 0, 0, 1, 2, model.Unlimited})
	d.Faults = model.Faults{
		Crash: rapid.SampledFrom([]int{0, 0, 1, 2, model.Unlimited}).Draw(t,
			"crash"), Recover: rapid.SampledFrom([]int{0, 1, 1, model.Unlimited}).Draw(t, "recover"),
		Lose: more.Draw(t, "lose"), Duplicate: small.Draw(t, "duplicate"),
		Cut: small.Draw(t, "cut"), Partition: small.Draw(t, "partition"), Heal: rapid.SampledFrom([]int{0, 1}).Draw(t,
			"heal"),
	}
	d.Detector = rapid.SampledFrom([]model.Detector{model.NoDetector, model.NoDetector, model.Perfect,
		model.EventuallyPerfect, model.Arbitrary}).Draw(t, "detector")
	if rapid.IntRange(0, 3).Draw(t, "clocks") == 0 {
		d.Clocks = model.Clocks{Max: rapid.IntRange(1, 2).Draw(t, "clock max"),
			Spread: rapid.IntRange(0, 1).Draw(t, "spread"), Still: d.Optional}
		if rapid.IntRange(0, 2).Draw(t, "clocks of some") == 0 {
			d.Clocks.Only = []model.ID{model.ID(rapid.IntRange(0, d.N-1).Draw(t, "clock"))}
		}
		d.Faults.SetBack = small.Draw(t, "set back")
		d.Asked = rapid.IntRange(0, d.Clocks.Max).Draw(t, "asked")
	}
	d.Detects = rapid.Bool().Draw(t, "detects")
	d.History = rapid.Bool().Draw(t, "history")
	d.Picky = rapid.IntRange(0, 3).Draw(t, "picky") == 0
	if mode := rapid.SampledFrom([]model.Mode{model.Async, model.Async, model.Sync, model.Partial}).Draw(t,
		"mode"); mode != model.Async {
		least := rapid.IntRange(0, 1).Draw(t, "min")
		d.Timing = model.Timing{Mode: mode, Min: least, Max: least + rapid.IntRange(0, 2).Draw(t, "max"),
			Handling: rapid.IntRange(0, 1).Draw(t, "handling")}
		if mode == model.Partial {
			d.Timing.Within = rapid.IntRange(0, 2).Draw(t, "within")
		}
	}
	if d.N > 1 && rapid.Bool().Draw(t, "only") {
		d.Faults.CrashOnly = []model.ID{1}
	}
	d.Sight = model.NewView("sight", d.sees)
	return d
}

// sees is the function of Sight.
func (d System) sees(s model.State, p model.ID) int {
	l, up := model.Local[Local](s, p)
	parts := []any{"sight", l.X, up}
	if d.Seed&1 != 0 {
		parts = append(parts, s.Stored(p))
	}
	if d.Seed&2 != 0 && l.X == 1 {
		parts = append(parts, s.Timers(p))
	}
	return int(d.Hash(parts...) % 4)
}

// Summand is what a process contributes to the sum that properties read: its X, if it is up.
var Summand = model.NewView("summand", func(s model.State, p model.ID) *int {
	if l, up := model.Local[Local](s, p); up {
		return &l.X
	}
	return nil
})
