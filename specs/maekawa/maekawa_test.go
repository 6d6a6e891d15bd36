package maekawa

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce confirms the numbers of states of the cases that say so: without
// failures, or with a crash of one node.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			b := counter{
				n: i.Params["n"], k: i.Params["k"], requesters: cmp.Or(i.Params["requesters"], i.Params["n"]), requests: i.Params["requests"],
				variant: i.Variant, unordered: i.Environment.Order == "unordered", crash: -1,
			}
			if only := i.Environment.CrashOnly; len(only) > 0 {
				b.crash = int(only[0][1] - '0')
			}
			if got := b.count(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// counter counts the reachable states of an instance, written by hand: nothing of the toolkit
// is used.
type counter struct {
	n, k, requesters, requests, crash int
	variant                           string
	unordered                         bool
}

// station is a node. In Want o is outside, w waiting, u using, x crashed; a ticket is
// 10·number + node, so that lower ones come first, and Owner is -1 if there is none.
type station struct {
	Want                string
	Uses, Clock         int
	Has, Pending        map[int]bool
	Refused, Questioned bool
	Owner               int
	Line                []int
}

// letter is a message: ask, lock, fail, inquire, yield (Relinquish) or free.
type letter struct {
	What   string
	Ticket int
}

// world is a state of the whole system; Post[from][to] is on its way.
type world struct {
	At   []station
	Post [][][]letter
}

func (b counter) key(w world) string {
	if b.unordered {
		for _, row := range w.Post {
			for _, post := range row {
				slices.SortFunc(post, func(x, y letter) int { return cmp.Or(cmp.Compare(x.What, y.What), x.Ticket-y.Ticket) })
			}
		}
	}
	key, err := json.Marshal(w)
	if err != nil {
		panic(err)
	}
	return string(key)
}

func (b counter) count() int {
	first := world{Post: make([][][]letter, b.n)}
	for i := range b.n {
		first.At = append(first.At, station{Want: "o", Owner: -1, Has: map[int]bool{}, Pending: map[int]bool{}, Line: []int{}})
		first.Post[i] = make([][]letter, b.n)
		for j := range b.n {
			first.Post[i][j] = []letter{}
		}
	}
	seen := map[string]bool{b.key(first): true}
	todo := []string{b.key(first)}
	for ; len(todo) > 0; todo = todo[1:] {
		visit := func(change func(w *world)) {
			w := decode(todo[0])
			change(&w)
			if key := b.key(w); !seen[key] {
				seen[key] = true
				todo = append(todo, key)
			}
		}
		now := decode(todo[0])
		for i, me := range now.At {
			if i < b.requesters && me.Want == "o" && me.Uses < b.requests {
				visit(func(w *world) { b.ask(w, i) })
			}
			if me.Want == "u" {
				visit(func(w *world) { b.leave(w, i) })
			}
			if i == b.crash && me.Want != "x" {
				visit(func(w *world) { b.fall(w, i) })
			}
			for j, post := range now.Post[i] {
				for at := range post {
					if at == 0 || b.unordered {
						visit(func(w *world) { b.arrive(w, i, j, at) })
					}
				}
			}
		}
	}
	return len(seen)
}

func decode(key string) world {
	var w world
	if err := json.Unmarshal([]byte(key), &w); err != nil {
		panic(err)
	}
	return w
}

func (b counter) ask(w *world, i int) {
	me := &w.At[i]
	me.Want = "w"
	if b.variant != "basic" {
		me.Clock++
	}
	ticket := 10*me.Clock + i
	for j := range b.k {
		b.post(w, i, (i+j)%b.n, letter{"ask", ticket})
	}
}

func (b counter) leave(w *world, i int) {
	me := &w.At[i]
	me.Want, me.Has, me.Pending, me.Refused = "o", map[int]bool{}, map[int]bool{}, false
	me.Uses++
	for j := range b.k {
		b.post(w, i, (i+j)%b.n, letter{What: "free"})
	}
}

func (b counter) fall(w *world, i int) {
	w.At[i] = station{Want: "x"}
	for j := range b.n {
		w.Post[j][i] = []letter{}
	}
}

func (b counter) arrive(w *world, from, to, at int) {
	l := w.Post[from][to][at]
	w.Post[from][to] = slices.Delete(w.Post[from][to], at, at+1)
	b.read(w, from, to, l)
}

// post sends; what is for oneself is read at once, and what is for one that crashed is gone.
func (b counter) post(w *world, from, to int, l letter) {
	switch {
	case from == to:
		b.read(w, from, to, l)
	case w.At[to].Want != "x":
		w.Post[from][to] = append(w.Post[from][to], l)
	}
}

func (b counter) read(w *world, from, i int, l letter) {
	me := &w.At[i]
	switch l.What {
	case "ask":
		me.Clock = max(me.Clock, l.Ticket/10)
		b.asked(w, i, l.Ticket)
		return
	case "free", "yield":
		if l.What == "yield" {
			if me.Owner < 0 {
				return
			}
			b.enqueue(me, me.Owner)
		}
		me.Owner, me.Questioned = -1, false
		if len(me.Line) > 0 {
			me.Owner, me.Line = me.Line[0], me.Line[1:]
			b.post(w, i, me.Owner%10, letter{What: "lock"})
		}
		return
	case "lock":
		me.Has[from] = true
		if me.Want == "w" && len(me.Has) == b.k {
			me.Want, me.Pending = "u", map[int]bool{}
		}
	case "fail":
		me.Refused = me.Refused || me.Want == "w"
	case "inquire":
		if me.Want == "w" {
			me.Pending[from] = true
		}
	}
	for j := range b.n {
		if me.Refused && me.Want == "w" && me.Pending[j] && (me.Has[j] || b.variant != "corrected") {
			delete(me.Pending, j)
			delete(me.Has, j)
			b.post(w, i, j, letter{What: "yield"})
		}
	}
}

func (b counter) enqueue(me *station, ticket int) {
	me.Line = append(me.Line, ticket)
	if b.variant != "basic" {
		slices.Sort(me.Line)
	}
}

func (b counter) asked(w *world, i, ticket int) {
	me := &w.At[i]
	if me.Owner < 0 {
		me.Owner = ticket
		b.post(w, i, ticket%10, letter{What: "lock"})
		return
	}
	line := slices.Clone(me.Line)
	b.enqueue(me, ticket)
	switch {
	case b.variant == "basic":
	case ticket > me.Owner || len(line) > 0 && ticket > line[0]:
		b.post(w, i, ticket%10, letter{What: "fail"})
	default:
		if len(line) > 0 && b.variant != "inquire" {
			b.post(w, i, line[0]%10, letter{What: "fail"})
		}
		if !me.Questioned {
			me.Questioned = true
			b.post(w, i, me.Owner%10, letter{What: "inquire"})
		}
	}
}
