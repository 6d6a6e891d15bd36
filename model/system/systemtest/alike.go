package systemtest

import (
	"fmt"
	"hash/fnv"
	"slices"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// Alike is a random behaviour of processes that treat each other alike, with names of processes in everything that can
// have some.
type Alike struct {
	seed      uint64
	Instance  model.Instance
	Board     model.Variable[Board]
	Notes     model.Variable[map[Topic]Remark]
	clocks    bool
	detector  bool
	history   bool
	Variables bool
	Ring      bool
	pairs     bool // messages are sent together with others
	Plain     bool // partial-order reduction is possible as well
}

// Person is a local state.
type Person struct {
	X, Fuel int
	Friend  model.ID
	Seen    naming.IDSet
	Notes   naming.PerProcess[int8]
	Owes    map[model.ID]bool
	Line    []model.ID
	Inner   any // sometimes an envelope
	Open    bool
}

// Letter is a message, what is stored, or an operation.
type Letter struct {
	V     int
	About model.ID
}

// Board is a shared variable. Who wrote on it is recorded in a way that only its own method can rename.
type Board struct {
	Writers writers
	Last    *model.ID
}

// Topic is the key of a shared map.
type Topic struct {
	Of model.ID
	K  bool
}

// Remark is an element of a shared map.
type Remark struct {
	V  int8
	By naming.IDSet
}

type writers string // a Letter for each process

func (w writers) Renamed(to func(model.ID) model.ID) any {
	renamed := []byte(w)
	for i, c := range renamed {
		renamed[i] = 'a' + byte(to(model.ID(c-'a')))
	}
	return writers(renamed)
}

func (a *Alike) number(n int, parts ...any) int {
	h := fnv.New64a()
	fmt.Fprint(h, a.seed, parts)
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9E3779B97F4A7C15
	return int((x ^ x>>29) % uint64(n))
}

// behave does something that depends only on what renaming processes preserves.
func (a *Alike) behave(p *model.Context, s Person, input string, who model.ID) Person {
	key := fmt.Sprint(s.X, s.Fuel, s.Seen.Len(), len(s.Owes), len(s.Line), s.Friend == who, s.Friend == p.Self(), s.Open,
		input)
	pick := 0
	next := func(n int) int { pick++; return a.number(n, key, pick) }
	if a.detector && next(2) == 0 && who != p.Self() && who != model.None && p.Suspects(who) {
		key += "suspected"
	}
	if a.clocks && next(3) == 0 {
		key += fmt.Sprint(p.Clock() > 0)
	}
	if a.Variables && next(2) == 0 {
		b := a.Board.Get(p)
		key += fmt.Sprint(len(b.Writers), b.Last != nil && *b.Last == p.Self())
	}
	if a.Variables && next(2) == 0 {
		if x := model.At(a.Notes, Topic{s.Friend, next(2) == 0}).Get(p); next(4) > 0 {
			key += fmt.Sprint(x.V, x.By.Len(), x.By.Has(p.Self()))
		} else {
			key += fmt.Sprint(len(a.Notes.Get(p)))
		}
	}
	s.X = next(3)
	if next(3) == 0 {
		s.X = p.Choose(2)
	}
	if who != model.None && next(2) == 0 {
		s.Friend = who
	}
	if next(3) == 0 {
		s.Seen = s.Seen.With(p.Self())
	}
	if who != model.None && next(4) == 0 {
		s.Notes = slices.Clone(s.Notes)
		if s.Notes == nil {
			s.Notes = make([]int8, p.N())
		}
		s.Notes[who] = 1
	}
	if who != model.None && next(4) == 0 {
		owes := map[model.ID]bool{who: true}
		s.Owes = owes
	}
	if who != model.None && next(3) == 0 && len(s.Line) < 2 {
		s.Line = append(slices.Clone(s.Line), who)
	}
	if next(4) == 0 {
		s.Inner = Letter{1, s.Friend}
	}
	if s.Fuel > 0 && next(3) > 0 {
		s.Fuel--
		m := Letter{next(2), s.Friend}
		switch kind := next(4); {
		case a.Ring:
			p.Send(p.Right(), m)
		case kind == 0:
			p.Broadcast(m)
		case kind == 1 && who != model.None && who != p.Self():
			p.Send(who, m)
		default:
			others := slices.Collect(p.Neighbours())
			to := others[p.Choose(len(others))]
			p.Send(to, m)
			if a.pairs && who != model.None {
				p.Send(to, Letter{m.V, p.Self()})
				p.Send(to, Letter{m.V, who})
			}
		}
	}
	a.rest(p, &s, next)
	return s
}

// rest has the effects other than messages.
func (a *Alike) rest(p *model.Context, s *Person, next func(int) int) {
	switch next(4) {
	case 0:
		p.SetTimer("b", 1+next(2))
	case 1:
		p.SetTimer("a", 2)
		p.CancelTimer("b")
	}
	if next(3) == 0 {
		p.Store(Letter{s.X, s.Friend})
	}
	if a.Variables && next(3) == 0 {
		b := Board{Writers: writers('a' + rune(p.Self()))}
		if next(2) == 0 {
			b.Last = &s.Friend
		}
		a.Board.Set(p, b)
	}
	if a.Variables && next(3) == 0 {
		switch n := (Remark{int8(next(2)), naming.IDSet(0).With(p.Self())}); next(5) {
		case 0:
			a.Notes.Set(p, map[Topic]Remark{{s.Friend, true}: n, {p.Self(), false}: {V: 1}})
		case 1:
			model.At(a.Notes, Topic{s.Friend, false}).Set(p, n)
			model.At(a.Notes, Topic{p.Self(), false}).Set(p, n)
			model.At(a.Notes, Topic{p.Self(), false}).Set(p, Remark{})
		case 2:
			for q := range model.ID(p.N()) {
				model.At(a.Notes, Topic{q, true}).Set(p, n)
			}
		default:
			model.At(a.Notes, Topic{s.Friend, next(2) == 0}).Set(p, n)
		}
	}
	if a.history {
		if s.Open && next(3) > 0 {
			p.Return(s.Friend)
			s.Open = false
		} else if !s.Open && s.Fuel > 0 && next(3) > 0 {
			s.Fuel--
			p.Call(Letter{next(2), s.Friend})
			s.Open = true
		}
	}
}

// DrawAlike draws a system of two to four such processes, sometimes with another one among them.
func DrawAlike(t *rapid.T) *Alike {
	num := func(label string, low, high int) int { return rapid.IntRange(low, high).Draw(t, label) }
	a := &Alike{seed: rapid.Uint64().Draw(t, "seed"), Board: model.NewVariable("board", Board{}),
		Notes: model.NewVariable("notes", map[Topic]Remark{})}
	n := num("n", 2, 4)
	a.Ring = num("ring", 0, 2) == 0
	i := &a.Instance
	// Features with few states of their own are not always combined with those that multiply them.
	theme := num("theme", 0, 5)
	messages, history := theme == 1, theme == 2
	a.Plain = theme == 3
	a.pairs = messages
	fuel := 1
	if n == 2 || n == 3 && (messages || history) {
		fuel = num("fuel", 1, 2)
	}
	if a.Ring {
		i.Network.Topology = model.Unidirectional()
		if num("both ways", 0, 1) == 1 {
			i.Network.Topology = model.Ring()
		}
	}
	i.Network.Order = model.Order(num("order", 0, 1))
	if messages {
		i.Network.Order = model.Unordered
	}
	i.Network.Capacity = num("capacity", 0, 2)
	budgets := []*int{&i.Faults.Crash, &i.Faults.Recover, &i.Faults.Lose, &i.Faults.Duplicate, &i.Faults.Cut,
		&i.Faults.Partition, &i.Faults.Heal}
	if num("faults", 0, 1) == 1 && !messages {
		for range 2 {
			*budgets[num("fault", 0, len(budgets)-1)] = 1
		}
	}
	if timing := num("timing", 0, 3); timing == 0 && !history {
		i.Timing = model.Timing{Mode: model.Sync, Max: 1}
	} else if timing == 1 && !history {
		i.Timing = model.Timing{Mode: model.Partial, Max: 1, Within: num("within", 0, 2)}
	}
	if a.detector = num("detector", 0, 3) == 0 && !messages && !history; a.detector {
		i.Detector = model.Detector(num("kind", 1, 3))
	}
	if a.clocks = num("clocks", 0, 4) == 0 && n < 4 && !messages && !history; a.clocks {
		i.Clocks = model.Clocks{Max: 1}
	}
	if a.history = num("history", 0, 3) == 0 || history; a.history {
		i.History = true
	}
	if a.Variables = num("variables", 0, 2) == 0 && !history; a.Variables {
		i.Variables = []model.Shared{a.Notes, a.Board}
	}
	if a.Plain {
		*i = model.Instance{Network: model.Network{Topology: i.Network.Topology, Order: i.Network.Order}}
		a.detector, a.clocks, a.history, a.Variables = false, false, false, false
	}
	p := model.Process[Person]{
		Init: func(p *model.Context) Person { return Person{Fuel: fuel, Friend: p.Self(), X: p.Choose(1 + n%2)} },
		Acts: []model.Act[Person]{{
			Name:     "act",
			Enabled:  func(p *model.Context, s Person) bool { return s.Fuel > 0 && a.number(3, "act", s.X) > 0 },
			Optional: num("optional", 0, 1) == 1,
			Do:       func(p *model.Context, s Person) Person { return a.behave(p, s, "act", s.Friend) },
		}},
		Receive: func(p *model.Context, s Person, from model.ID, m model.Message) Person {
			l := m.(Letter)
			if a.number(2, "which", l.V) == 0 {
				from = l.About
			}
			return a.behave(p, s, fmt.Sprint("receive", l.V), from)
		},
		Timeout: func(p *model.Context, s Person, timer string) Person { return a.behave(p, s, timer, s.Friend) },
	}
	if num("recovers", 0, 1) == 1 {
		p.Recover = func(p *model.Context, stored any) Person {
			l, ok := stored.(Letter)
			if !ok {
				l.About = p.Self() // the zero ID is a name, too
			}
			return Person{X: l.V, Friend: l.About}
		}
	}
	i.Processes = model.Replicate(n, p)
	if !a.Ring && num("odd one", 0, 2) == 0 {
		p.Name = "other"
		i.Processes[num("who", 0, n-1)] = p
	}
	return a
}
