package invitation

import (
	"cmp"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce: without failures, in ticks or without.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		w := wizard{
			variant: i.Variant, n: i.Params["n"], patience: i.Params["patience"], period: i.Params["period"],
			step: i.Params["step"], again: i.Params["again"] == 1, numbers: i.Params["numbers"],
		}
		e := spectest.Environment(i.Environment)
		e.Timing = cmp.Or(e.Timing, "sync")
		return brute.System[one, letter]{
			N: w.n, Environment: e, Timers: timers, Start: w.start, Acts: w.acts, Receive: w.receive, Expire: w.fire,
		}.Count()
	})
}

// wizard is the algorithm written a second time. Sets are sums of 1<<p.
type wizard struct {
	variant                            string
	n, patience, period, step, numbers int
	again                              bool
}

// one is a processor.
type one struct {
	Does                        byte // w works, l looks, d delays, m merges, r makes ready, j joins
	Boss, Group, Number, Count  int
	Crew, Owing, Found, Unready int
	Asks                        bool
}

// Its timers.
const (
	untilLook = iota
	untilAnswers
	untilDelay
	untilAccepts
	untilReady
	untilThere
	timers
)

// letter is q question, y yes, n no, i invitation, a accept, r ready, c confirm, t there?, + there or - not there.
type letter struct {
	Kind          byte
	Group, Number int
}

type global = brute.World[one, letter]

func (w wizard) start(g *global, p int) {
	g.P[p] = one{Does: 'w', Boss: p, Group: p, Number: 1, Count: 1}
	if w.period > 0 {
		g.Set(p, untilLook, 1+g.Choose(w.period))
	}
}

func (w wizard) acts(g *global, p int, try func(func(*global))) {
	switch o := g.P[p]; {
	case o.Boss == p && o.Does == 'w' && w.period == 0:
		try(func(g *global) { w.look(g, p) })
	case o.Boss != p && !o.Asks:
		try(func(g *global) {
			g.P[p].Asks = true
			g.Set(p, untilThere, 2*w.patience)
			w.send(g, p, o.Boss, 't', o.Group, o.Number)
		})
	}
}

func (w wizard) send(g *global, p, q int, kind byte, group, number int) {
	g.Send(p, q, letter{kind, group, number})
}

// guarded reports whether the variant has the paper's rules.
func (w wizard) guarded() bool { return w.variant == "garcia-molina" || w.variant == "corrected" }

// lower reports whether only lower processors are invited.
func (w wizard) lower() bool { return strings.Contains("downwards by-group corrected", w.variant) }

func (w wizard) receive(g *global, p, q int, m letter) {
	o := &g.P[p]
	free := strings.IndexByte("wld", o.Does) >= 0 || !w.guarded()
	mine := m.Group == o.Group && m.Number == o.Number
	switch m.Kind {
	case 'q':
		if w.variant == "ignore" && q < p {
			return
		}
		kind := byte('n')
		if o.Boss == p && free {
			kind = 'y'
		}
		w.send(g, p, q, kind, 0, 0)
	case 'y', 'n':
		if o.Owing>>q&1 == 0 {
			return
		}
		o.Owing &^= 1 << q
		if o.Does != 'l' {
			return
		}
		if m.Kind == 'y' && !(w.lower() && q > p) {
			o.Found |= 1 << q
		}
		if o.Owing == 0 {
			g.Cancel(p, untilAnswers)
			w.fire(g, p, untilAnswers)
		}
	case 'i':
		if mine || !free {
			return
		}
		for k := range w.n {
			if o.Boss == p && o.Crew>>k&1 == 1 {
				w.send(g, p, k, 'i', m.Group, m.Number)
			}
		}
		owing := o.Owing
		if w.again {
			owing = 0
		}
		calm(g, p)
		g.P[p] = one{Does: 'j', Boss: m.Group, Group: m.Group, Number: m.Number, Count: o.Count, Owing: owing}
		w.send(g, p, m.Group, 'a', m.Group, m.Number)
	case 'a':
		if !mine || o.Boss != p {
			return
		}
		if o.Does == 'm' || !w.guarded() {
			o.Crew |= 1 << q
		}
		if o.Does != 'm' && !w.guarded() {
			w.send(g, p, q, 'r', m.Group, m.Number)
		}
	case 'r':
		if !mine {
			return
		}
		if o.Does == 'j' {
			o.Does = 'w'
		}
		if w.guarded() {
			w.send(g, p, q, 'c', m.Group, m.Number)
		}
	case 'c':
		if mine && o.Does == 'r' {
			o.Unready &^= 1 << q
			if o.Unready == 0 {
				g.Cancel(p, untilReady)
				w.work(g, p)
			}
		}
	case 't':
		kind := byte('+')
		if (w.guarded() || w.variant == "by-group") && !(mine && o.Boss == p && o.Crew>>q&1 == 1) {
			kind = '-'
		}
		w.send(g, p, q, kind, m.Group, m.Number)
	case '+', '-':
		if !mine || !o.Asks {
			return
		}
		o.Asks = false
		g.Cancel(p, untilThere)
		if m.Kind == '-' {
			w.fire(g, p, untilThere)
		}
	}
}

func (w wizard) work(g *global, p int) {
	g.P[p].Does = 'w'
	if w.period > 0 {
		g.Set(p, untilLook, w.period)
	}
}

func (w wizard) look(g *global, p int) {
	o := &g.P[p]
	o.Does = 'l'
	g.Set(p, untilAnswers, 2*w.patience)
	for q := range w.n {
		if q != p && o.Owing>>q&1 == 0 {
			o.Owing |= 1 << q
			w.send(g, p, q, 'q', 0, 0)
		}
	}
}

// fire is what a timer does.
func (w wizard) fire(g *global, p int, timer int) {
	o := &g.P[p]
	switch timer {
	case untilLook:
		w.look(g, p)
	case untilAnswers:
		if w.again {
			o.Owing = 0
		}
		places := 0
		for q := range w.n {
			if o.Found>>q&1 == 1 && w.variant == "garcia-molina" {
				places = max(places, q-p)
			}
		}
		if w.variant == "delay" {
			places = w.n - 1 - p
		}
		switch {
		case o.Found == 0:
			w.work(g, p)
		case places*w.step > 0:
			o.Does = 'd'
			g.Set(p, untilDelay, places*w.step)
		default:
			w.fire(g, p, untilDelay)
		}
	case untilDelay:
		guests := o.Found | o.Crew
		w.anew(g, p, 'm')
		g.Set(p, untilAccepts, 3*w.patience)
		for q := range w.n {
			if guests>>q&1 == 1 {
				w.send(g, p, q, 'i', p, g.P[p].Number)
			}
		}
	case untilAccepts:
		for q := range w.n {
			if o.Crew>>q&1 == 1 {
				w.send(g, p, q, 'r', o.Group, o.Number)
			}
		}
		if w.guarded() && o.Crew != 0 {
			o.Does, o.Unready = 'r', o.Crew
			g.Set(p, untilReady, 2*w.patience)
			return
		}
		w.work(g, p)
	default:
		w.anew(g, p, 'w')
		w.work(g, p)
	}
}

// anew puts p into a new group of its own.
func (w wizard) anew(g *global, p int, does byte) {
	o := g.P[p]
	number := o.Count + 1
	if number > w.numbers {
		number = 1
	}
	calm(g, p)
	g.P[p] = one{Does: does, Boss: p, Group: p, Number: number, Count: number, Owing: o.Owing}
}

// calm stops every timer of p.
func calm(g *global, p int) {
	for timer := range timers {
		g.Cancel(p, timer)
	}
}
