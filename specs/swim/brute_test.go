package swim

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := group{
			n: i.Params["n"], k: i.Params["k"], wait: i.Params["timeout"], start: i.Params["start"],
			variant: i.Variant, sync: i.Environment.Timing == "sync",
			lose: brute.Budget(i.Environment.Lose), crash: brute.Budget(i.Environment.Crash),
			handling: brute.Budget(i.Environment.Handling), weak: i.Environment.CrashOnly,
		}
		fmt.Sscanf(i.Environment.Delay, "%d..%d", &b.min, &b.max)
		return b.count()
	})
}

// group counts the reachable states of an instance. A member's reaction to a message or a timer is one step. Members
// are numbered from 1, and a member's opinion of another is "a", "s" or "d" with an incarnation.
type group struct {
	n, k, wait, start, lose, crash int
	variant                        string
	sync                           bool
	min, max, handling             int
	weak                           []string // the members that may crash; any member if it is empty
}

type opinion struct {
	What string
	Inc  int
}

// one is the state of a member. Doing is "z" (sleeping), "p" (pinging), "q" (asking helpers), "end", "hung", or "x" if
// the member has crashed.
type one struct {
	Doing  string
	Thinks map[int]opinion
	Inc    int
	Whom   int
	Help   string // the helpers that have not answered, one digit each
	Good   bool
	Last   int
	Timers map[string]int
}

// mail is a message that may arrive after Wait ticks and must arrive within Left ticks. What is its kind, followed by
// the numbers of members or, for gossip, by opinions.
type mail struct {
	What       string
	Wait, Left int
}

type town struct {
	Ones        []one
	Post        map[string][]mail // by "from to"
	Lose, Crash int
}

func (w town) clone() *town {
	next := town{Post: map[string][]mail{}, Lose: w.Lose, Crash: w.Crash}
	for _, o := range w.Ones {
		o.Thinks, o.Timers = maps.Clone(o.Thinks), maps.Clone(o.Timers)
		next.Ones = append(next.Ones, o)
	}
	for k, v := range w.Post {
		next.Post[k] = slices.Clone(v)
	}
	return &next
}

func (b group) has(repair string) bool {
	order := []string{"as-written", "supplied", "told", "told-locking", "corrected"}
	at := slices.Index(order, b.variant)
	switch repair {
	case "supplied":
		return at >= 1
	case "suspects-hear":
		return at >= 2
	case "lock":
		return at == 3
	}
	return at == 4
}

// try runs do on copies of w, once for each sequence of results of choose.
func try(w *town, visit func(*town), do func(w *town, choose func(int) int)) {
	brute.Outcomes(func(choose func(n int) int) {
		next := w.clone()
		do(next, choose)
		visit(next)
	})
}

func (b group) count() int {
	var first []*town
	empty := &town{Post: map[string][]mail{}, Lose: b.lose, Crash: b.crash}
	try(empty, func(w *town) { first = append(first, w) }, func(w *town, choose func(int) int) {
		for i := 1; i <= b.n; i++ {
			o := one{Doing: "z", Thinks: map[int]opinion{}, Timers: map[string]int{}, Last: i}
			for j := 1; j <= b.n; j++ {
				if j != i {
					o.Thinks[j] = opinion{"a", 0}
				}
			}
			b.set(&o, "sleep", 1+choose(b.start))
			w.Ones = append(w.Ones, o)
		}
	})
	key := func(w *town) string {
		maps.DeleteFunc(w.Post, func(_ string, post []mail) bool { return len(post) == 0 })
		return fmt.Sprint(*w)
	}
	return brute.Count(key, b.steps, first...)
}

func (b group) set(o *one, timer string, ticks int) {
	if !b.sync {
		ticks = 1
	}
	o.Timers[timer] = ticks
}

func (b group) steps(w *town, visit func(*town)) {
	quiet, passes := true, false
	late := map[string]bool{} // the members that must receive a message in this tick
	for key, post := range w.Post {
		for _, m := range post {
			passes = true
			if m.Left == 0 {
				quiet = false
				late[key[2:]] = true
			}
		}
		if b.sync && post[0].Wait > 0 {
			continue
		}
		try(w, visit, func(w *town, choose func(int) int) {
			m := w.Post[key][0]
			w.Post[key] = w.Post[key][1:]
			b.read(w, int(key[0]-'0'), int(key[2]-'0'), m.What, choose)
		})
		if w.Lose > 0 {
			next := w.clone()
			next.Lose--
			next.Post[key] = next.Post[key][1:]
			visit(next)
		}
	}
	for i, o := range w.Ones {
		if o.Doing != "x" && w.Crash > 0 && (len(b.weak) == 0 || slices.Contains(b.weak, fmt.Sprint(i+1))) {
			next := w.clone()
			next.Crash--
			next.Ones[i] = one{Doing: "x"}
			for j := 1; j <= b.n; j++ {
				delete(next.Post, fmt.Sprintf("%d %d", j, i+1))
			}
			visit(next)
		}
		for timer, left := range o.Timers {
			passes = true
			if left == 0 {
				quiet = false
			}
			if b.sync && (left > 0 || late[fmt.Sprint(i+1)]) {
				continue
			}
			try(w, visit, func(w *town, choose func(int) int) {
				delete(w.Ones[i].Timers, timer)
				b.ring(w, i+1, timer, choose)
			})
		}
	}
	if b.sync && quiet && passes {
		next := w.clone()
		for _, post := range next.Post {
			for i := range post {
				post[i].Wait = max(0, post[i].Wait-1)
				post[i].Left--
			}
		}
		for i := range next.Ones {
			for timer := range next.Ones[i].Timers {
				next.Ones[i].Timers[timer]--
			}
		}
		visit(next)
	}
}

// send posts a message; receiving says that the sender sends it in the step in which it receives one.
func (b group) send(w *town, from, to int, what string, receiving bool) {
	if w.Ones[to-1].Doing == "x" {
		return
	}
	m := mail{What: what, Left: 1}
	if b.sync {
		m.Wait, m.Left = b.min, b.max
		if receiving {
			m.Left += b.handling
		}
	}
	key := fmt.Sprintf("%d %d", from, to)
	w.Post[key] = append(w.Post[key], m)
}
