package franklin

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/internal/ring"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce also confirms whether anybody may wait for ever.
func TestBruteForce(t *testing.T) {
	s := Spec()
	spectest.Confirm(t, s, spec.WrittenTwice, func(t *testing.T, i spec.Instance) int {
		states, stuck := newCounter(t, i).count()
		setup, err := s.Setup(i)
		if err != nil {
			t.Fatal(err)
		}
		verdict := spectest.Verdict(t, setup.Model, setup.Properties, "no-deadlock")
		if stuck != (verdict == checkers.Violated) {
			t.Errorf("brute force finds somebody waiting: %t, and the toolkit: %s", stuck, verdict)
		}
		return states
	})
}

// TestTwoLinks looks at rings of two whose two links are FIFO channels of their own. In the
// model they are one, so that what is sent on both in one order also arrives in it; nobody
// waits for more than there.
func TestTwoLinks(t *testing.T) {
	for _, v := range Spec().Variants {
		for _, certain := range []int{0, 1} {
			i := spec.Instance{Variant: v.Name, Params: map[string]int{"n": 2, "certain": certain, "again": 1}}
			one := newCounter(t, i)
			two := one
			two.apart = true
			fewer, stuck := one.count()
			more, stuckToo := two.count()
			if stuck != stuckToo || more < fewer {
				t.Errorf("%s, certain=%d: somebody waits: %t on one channel and %t on two; %d and %d states", v.Name, certain,
					stuck, stuckToo, fewer, more)
			}
		}
	}
}

// counter counts the reachable states of an instance.
type counter struct {
	ids                                        []int
	may, again                                 int
	certain, together, unordered, apart        bool
	pairs, minus, onward, wakes, announces     bool // what the variants differ in
	crashes, losses, duplications, onlyCrashes int
}

func newCounter(t *testing.T, i spec.Instance) counter {
	i = Spec().Complete(i)
	ids, err := ring.Arrange(i.Params["n"], i.Params["arrangement"])
	if err != nil {
		t.Fatal(err)
	}
	c := counter{
		ids: ids, may: cmp.Or(i.Params["initiators"], 1<<len(ids)-1), again: i.Params["again"],
		certain: i.Params["certain"] == 1, together: i.Params["together"] == 1, unordered: i.Environment.Order == "unordered",
		crashes: brute.Budget(i.Environment.Crash), losses: brute.Budget(i.Environment.Lose),
		duplications: brute.Budget(i.Environment.Duplicate),
	}
	for _, name := range i.Environment.CrashOnly {
		fmt.Sscan(name, &c.onlyCrashes)
	}
	switch i.Variant {
	case "as-written":
		c.pairs, c.minus = true, true
	case "falls-through":
		c.pairs, c.minus, c.onward = true, true, true
	case "pairs":
		c.pairs = true
	case "singly":
		c.minus = true
	case "woken":
		c.pairs, c.minus, c.wakes = true, true, true
	case "corrected":
		c.wakes, c.announces = true, true
	}
	return c
}

// letter is a message in transit: a number, or an announcement. It comes from side 0, the left,
// or side 1.
type letter struct {
	ID, Side int
	News     bool
}

// world is a state of the whole ring. Mode is a or p, active or not, and A or P for a process that has
// started; x has crashed. Wait is what has come from each side, and Post what is in transit.
type world struct {
	Mode                               []byte
	Leader                             []int
	Wait                               [][2][]int
	Post                               [][2][]letter
	Again, Crashes, Losses, Duplicates int
	Messages, Rounds                   int // sent, and compared by the largest; counted in one run only
}

func (w world) clone() world {
	w.Mode, w.Leader, w.Wait, w.Post = slices.Clone(w.Mode), slices.Clone(w.Leader), slices.Clone(w.Wait),
		slices.Clone(w.Post)
	for i := range w.Mode {
		for side := range 2 {
			w.Wait[i][side], w.Post[i][side] = slices.Clone(w.Wait[i][side]), slices.Clone(w.Post[i][side])
		}
	}
	return w
}

// key is the same for the same states: what is counted is no part of them.
func (c counter) key(w world) string {
	const end = 127
	key := slices.Clone(w.Mode)
	for i := range w.Mode {
		key = append(key, byte(w.Leader[i]))
		for side := range 2 {
			for _, id := range w.Wait[i][side] {
				key = append(key, byte(id))
			}
			key = append(key, end)
			from := len(key)
			for _, l := range w.Post[i][side] {
				code := byte(2*l.ID+l.Side) ^ 64
				if l.News {
					code = byte(20+l.ID) ^ 64
				}
				key = append(key, code)
			}
			if c.unordered {
				slices.Sort(key[from:])
			}
			key = append(key, end)
		}
	}
	return string(append(key, byte(w.Again), byte(w.Crashes), byte(w.Losses), byte(w.Duplicates)))
}

func (c counter) first() world {
	n := len(c.ids)
	w := world{
		Mode: slices.Repeat([]byte("a"), n), Leader: make([]int, n), Wait: make([][2][]int, n), Post: make([][2][]letter, n),
		Again: c.again, Crashes: c.crashes, Losses: c.losses, Duplicates: c.duplications,
	}
	for i := range n {
		if c.together && c.may>>(c.ids[i]-1)&1 == 1 {
			c.begin(&w, i)
		}
	}
	return w
}

// count returns the number of reachable states, and whether there is one in which nothing more
// can happen and an active process that is not the leader waits.
func (c counter) count() (states int, stuck bool) {
	states = brute.Count(c.key, func(w world, visit func(world)) {
		owed := false
		c.steps(w, func(next world, isOwed bool) {
			owed = owed || isOwed
			visit(next)
		})
		stuck = stuck || !owed && c.waits(w)
	}, c.first())
	return states, stuck
}

func (c counter) waits(w world) bool {
	for i, mode := range w.Mode {
		if w.Leader[i] != c.ids[i] && (mode == 'A' || mode == 'a' && len(w.Wait[i][0])+len(w.Wait[i][1]) > 0) {
			return true
		}
	}
	return false
}

// steps visits the successors of w; owed marks steps that happen in the end.
func (c counter) steps(w world, visit func(next world, owed bool)) {
	for i, id := range c.ids {
		may := c.may>>(id-1)&1 == 1
		if may && w.Mode[i] == 'a' {
			next := w.clone()
			c.begin(&next, i)
			visit(next, c.certain)
		}
		if may && w.Mode[i] == 'A' && w.Again > 0 {
			next := w.clone()
			next.Again--
			c.begin(&next, i)
			visit(next, false)
		}
		if w.Crashes > 0 && w.Mode[i] != 'x' && (c.onlyCrashes == 0 || c.onlyCrashes == id) {
			next := w.clone()
			next.Crashes--
			next.Mode[i], next.Leader[i], next.Wait[i], next.Post[i] = 'x', 0, [2][]int{}, [2][]letter{}
			visit(next, false)
		}
		for side := range 2 {
			for at := range w.Post[i][side] {
				if at > 0 && !c.unordered {
					break
				}
				taken := w.clone()
				l := taken.Post[i][side][at]
				taken.Post[i][side] = slices.Delete(taken.Post[i][side], at, at+1)
				if w.Losses > 0 {
					next := taken.clone()
					next.Losses--
					visit(next, false)
				}
				if w.Duplicates > 0 {
					next := w.clone()
					next.Duplicates--
					c.arrive(&next, i, l)
					visit(next, false)
				}
				c.arrive(&taken, i, l)
				visit(taken, true)
			}
		}
	}
}

func (c counter) begin(w *world, i int) {
	w.Mode[i] = 'A'
	c.post(w, i, 1, letter{ID: c.ids[i]})
	c.post(w, i, 0, letter{ID: c.ids[i]})
}

// post sends to the neighbour on the given side.
func (c counter) post(w *world, i, side int, l letter) {
	n := len(c.ids)
	to := (i + 2*side - 1 + n) % n
	if w.Mode[to] == 'x' {
		return
	}
	w.Messages++
	l.Side = 1 - side
	channel := l.Side
	if n == 2 && !c.apart {
		channel = 0
	}
	w.Post[to][channel] = append(w.Post[to][channel], l)
}

func (c counter) arrive(w *world, i int, l letter) {
	me := c.ids[i]
	if l.News {
		if l.ID != me {
			w.Leader[i] = l.ID
			c.post(w, i, 1, l)
		}
		return
	}
	if c.wakes && w.Mode[i] == 'a' {
		c.begin(w, i)
	}
	active := w.Mode[i] == 'a' || w.Mode[i] == 'A'
	if !active && !c.pairs {
		c.post(w, i, 1-l.Side, letter{ID: l.ID})
		return
	}
	w.Wait[i][l.Side] = append(w.Wait[i][l.Side], l.ID)
	if len(w.Wait[i][0]) == 0 || len(w.Wait[i][1]) == 0 {
		return
	}
	e, d := w.Wait[i][0][0], w.Wait[i][1][0]
	w.Wait[i][0], w.Wait[i][1] = w.Wait[i][0][1:], w.Wait[i][1][1:]
	both := func(right, left int) {
		c.post(w, i, 1, letter{ID: right})
		c.post(w, i, 0, letter{ID: left})
	}
	if me == len(c.ids) {
		w.Rounds++
	}
	switch {
	case !active:
		both(e, d)
	case e < me && d < me:
		both(me, me)
	case e <= me && d <= me:
		w.Leader[i] = me
		if c.announces {
			c.post(w, i, 1, letter{ID: me, News: true})
		}
	default:
		w.Mode[i] += 'p' - 'a'
		if c.minus {
			both(-me, -me)
		}
		if c.onward {
			both(e, d)
		}
		if !c.pairs { // what waits was passed on, had it come later
			for side := range 2 {
				for _, id := range w.Wait[i][side] {
					c.post(w, i, 1-side, letter{ID: id})
				}
				w.Wait[i][side] = nil
			}
		}
	}
}

// run takes a run to its end in which the first process that can receive does so, or the last.
// It returns how many messages were sent, and how many pairs the largest process compared.
func (c counter) run(last bool) (messages, rounds int) {
	for w := c.first(); ; {
		took := false
		for k := range c.ids {
			i := k
			if last {
				i = len(c.ids) - 1 - k
			}
			for side := range 2 {
				if post := w.Post[i][side]; !took && len(post) > 0 {
					w.Post[i][side] = post[1:]
					c.arrive(&w, i, post[0])
					took = true
				}
			}
		}
		if !took {
			return w.Messages, w.Rounds
		}
	}
}
