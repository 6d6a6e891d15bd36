package invitation

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBruteForce confirms the numbers of states of the cases that say so: without
// failures, in ticks or without.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			w := wizard{variant: i.Variant, n: i.Params["n"], patience: i.Params["patience"], period: i.Params["period"],
				step: i.Params["step"], again: i.Params["again"] == 1, numbers: i.Params["numbers"], most: 1}
			switch {
			case i.Environment.Timing == "async":
				w.async = true
			case i.Environment.Delay == "1..1":
				w.least = 1
			case i.Environment.Delay == "0..2":
				w.most = 2
			}
			if got := w.count(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// wizard counts states by hand: nothing of the toolkit is used. Sets are sums of 1<<p.
type wizard struct {
	variant                            string
	n, patience, period, step, numbers int
	again, async                       bool
	least, most                        int // ticks that a message takes
}

// one is a processor. Clock holds the ticks that are left of each timer, which is named by its
// letter: l is look, a answers, d delay, j accepts, r ready, t there.
type one struct {
	Does                        byte // w works, l looks, d delays, m merges, r makes ready, j joins
	Boss, Group, Number, Count  int
	Crew, Owing, Found, Unready int
	Asks                        bool
	Clock                       map[byte]int
}

// letter is a message that arrives after Wait ticks at the earliest and Left at the latest.
type letter struct {
	Kind          byte // q question, y yes, n no, i invitation, a accept, r ready, c confirm, t there?, + there, - not there
	Group, Number int
	Wait, Left    int
}

// world is a state: the channel from p to q is Mail[p*n+q].
type world struct {
	Ones []one
	Mail [][]letter
}

func (g world) clone() world {
	next := world{slices.Clone(g.Ones), make([][]letter, len(g.Mail))}
	for p, o := range g.Ones {
		next.Ones[p].Clock = map[byte]int{}
		for k, v := range o.Clock {
			next.Ones[p].Clock[k] = v
		}
	}
	for c, mail := range g.Mail {
		next.Mail[c] = slices.Clone(mail)
	}
	return next
}

func (w wizard) count() int {
	seen := map[string]bool{}
	var todo []world
	visit := func(g world) {
		if key := fmt.Sprint(g); !seen[key] { // fmt sorts maps
			seen[key] = true
			todo = append(todo, g)
		}
	}
	for offset := range power(max(1, w.period), w.n) {
		g := world{make([]one, w.n), make([][]letter, w.n*w.n)}
		for p := range w.n {
			g.Ones[p] = one{Does: 'w', Boss: p, Group: p, Number: 1, Count: 1, Clock: map[byte]int{}}
			if w.period > 0 {
				g.Ones[p].Clock['l'] = w.ticks(1 + offset%w.period)
				offset /= w.period
			}
		}
		visit(g)
	}
	for ; len(todo) > 0; todo = todo[1:] {
		w.steps(todo[0], visit)
	}
	return len(seen)
}

func power(b, e int) int {
	if e == 0 {
		return 1
	}
	return b * power(b, e-1)
}

// ticks is what a timer is set to: without time it may fire at once.
func (w wizard) ticks(n int) int {
	if w.async {
		return 0
	}
	return n
}

// steps visits what can follow g.
func (w wizard) steps(g world, visit func(world)) {
	moves, timed := !w.async, false
	for p := range w.n {
		due := false
		for q := range w.n {
			mail := g.Mail[q*w.n+p]
			for _, m := range mail {
				due = due || !w.async && m.Left == 0
				timed = true
			}
			if len(mail) > 0 && mail[0].Wait == 0 {
				next := g.clone()
				next.Mail[q*w.n+p] = next.Mail[q*w.n+p][1:]
				w.receive(&next, p, q, mail[0])
				visit(next)
			}
		}
		moves = moves && !due
		for _, k := range []byte("ladjrt") {
			left, set := g.Ones[p].Clock[k]
			timed = timed || set
			if !set || left > 0 {
				continue
			}
			moves = false
			if !due {
				next := g.clone()
				delete(next.Ones[p].Clock, k)
				w.fire(&next, p, k)
				visit(next)
			}
		}
		switch o := g.Ones[p]; {
		case o.Boss == p && o.Does == 'w' && w.period == 0:
			next := g.clone()
			w.look(&next, p)
			visit(next)
		case o.Boss != p && !o.Asks:
			next := g.clone()
			next.Ones[p].Asks = true
			next.Ones[p].Clock['t'] = w.ticks(2 * w.patience)
			w.send(&next, p, o.Boss, 't', o.Group, o.Number)
			visit(next)
		}
	}
	if moves && timed {
		next := g.clone()
		for p := range w.n {
			for k := range next.Ones[p].Clock {
				next.Ones[p].Clock[k]--
			}
		}
		for c := range next.Mail {
			for i := range next.Mail[c] {
				next.Mail[c][i].Wait = max(0, next.Mail[c][i].Wait-1)
				next.Mail[c][i].Left--
			}
		}
		visit(next)
	}
}

func (w wizard) send(g *world, p, q int, kind byte, group, number int) {
	m := letter{Kind: kind, Group: group, Number: number}
	if !w.async {
		m.Wait, m.Left = w.least, w.most
	}
	g.Mail[p*w.n+q] = append(g.Mail[p*w.n+q], m)
}

// guarded says whether the variant has the paper's rules.
func (w wizard) guarded() bool { return w.variant == "garcia-molina" || w.variant == "corrected" }

// lower says whether only lower processors are invited.
func (w wizard) lower() bool { return strings.Contains("downwards by-group corrected", w.variant) }

func (w wizard) receive(g *world, p, q int, m letter) {
	o := &g.Ones[p]
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
			delete(o.Clock, 'a')
			w.fire(g, p, 'a')
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
		g.Ones[p] = one{Does: 'j', Boss: m.Group, Group: m.Group, Number: m.Number, Count: o.Count, Owing: owing, Clock: map[byte]int{}}
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
				delete(o.Clock, 'r')
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
		delete(o.Clock, 't')
		if m.Kind == '-' {
			w.fire(g, p, 't')
		}
	}
}

func (w wizard) work(g *world, p int) {
	g.Ones[p].Does = 'w'
	if w.period > 0 {
		g.Ones[p].Clock['l'] = w.ticks(w.period)
	}
}

func (w wizard) look(g *world, p int) {
	o := &g.Ones[p]
	o.Does = 'l'
	o.Clock['a'] = w.ticks(2 * w.patience)
	for q := range w.n {
		if q != p && o.Owing>>q&1 == 0 {
			o.Owing |= 1 << q
			w.send(g, p, q, 'q', 0, 0)
		}
	}
}

// fire is what a timer does.
func (w wizard) fire(g *world, p int, k byte) {
	o := &g.Ones[p]
	switch k {
	case 'l':
		w.look(g, p)
	case 'a':
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
			o.Clock['d'] = w.ticks(places * w.step)
		default:
			w.fire(g, p, 'd')
		}
	case 'd':
		guests := o.Found | o.Crew
		w.anew(g, p, 'm')
		g.Ones[p].Clock['j'] = w.ticks(3 * w.patience)
		for q := range w.n {
			if guests>>q&1 == 1 {
				w.send(g, p, q, 'i', p, g.Ones[p].Number)
			}
		}
	case 'j':
		for q := range w.n {
			if o.Crew>>q&1 == 1 {
				w.send(g, p, q, 'r', o.Group, o.Number)
			}
		}
		if w.guarded() && o.Crew != 0 {
			o.Does, o.Unready = 'r', o.Crew
			o.Clock['r'] = w.ticks(2 * w.patience)
			return
		}
		w.work(g, p)
	default:
		w.anew(g, p, 'w')
		w.work(g, p)
	}
}

// anew puts p into a new group of its own.
func (w wizard) anew(g *world, p int, does byte) {
	o := g.Ones[p]
	number := o.Count + 1
	if number > w.numbers {
		number = 1
	}
	g.Ones[p] = one{Does: does, Boss: p, Group: p, Number: number, Count: number, Owing: o.Owing, Clock: map[byte]int{}}
}
