package changroberts

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
)

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			ids, err := arrange(i.Params["n"], i.Params["arrangement"])
			if err != nil {
				t.Fatal(err)
			}
			initiators := i.Params["initiators"]
			if initiators == 0 {
				initiators = 1<<len(ids) - 1
			}
			if got := bruteForce(ids, initiators, i.Variant, budgets(i.Environment)); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// failures are how many crashes, losses and duplications there may be, and which process may
// crash; 0 is any.
type failures struct{ crashes, losses, duplications, only int }

func budgets(e spec.Environment) failures {
	var f failures
	for _, b := range []struct{ from, to *int }{{e.Crash, &f.crashes}, {e.Lose, &f.losses}, {e.Duplicate, &f.duplications}} {
		if b.from != nil {
			*b.to = *b.from
		}
	}
	for _, name := range e.CrashOnly {
		fmt.Sscan(name, &f.only)
	}
	return f
}

// global is a state of the whole ring, written by hand: nothing of the toolkit is
// used. Role is i, c or p for each process, x if it has crashed; In holds what is on its way to it: q,
// or -q that announces q. Left is what is left of the failures.
type global struct {
	Role   []byte
	Leader []int
	In     [][]int
	Left   failures
}

// bruteForce counts the reachable states of a variant on a ring of the given identifiers.
func bruteForce(ids []int, initiators int, variant string, f failures) int {
	n := len(ids)
	first := global{bytes.Repeat([]byte("i"), n), make([]int, n), make([][]int, n), f}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		g := todo[0]
		visit := func(change func(next *global)) {
			next := g.clone()
			change(&next)
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
		for i, p := range ids {
			if g.Role[i] == 'i' && initiators>>(p-1)&1 == 1 {
				visit(func(next *global) {
					next.Role[i] = 'c'
					next.send(i, p)
				})
			}
			if g.Left.crashes > 0 && g.Role[i] != 'x' && (f.only == 0 || f.only == p) {
				visit(func(next *global) {
					next.Left.crashes--
					next.Role[i], next.Leader[i], next.In[i] = 'x', 0, nil
				})
			}
			if len(g.In[i]) == 0 {
				continue
			}
			q := g.In[i][0]
			visit(func(next *global) {
				next.In[i] = next.In[i][1:]
				next.receive(ids, i, q, variant)
			})
			if g.Left.losses > 0 {
				visit(func(next *global) {
					next.Left.losses--
					next.In[i] = next.In[i][1:]
				})
			}
			if g.Left.duplications > 0 {
				visit(func(next *global) {
					next.Left.duplications--
					next.receive(ids, i, q, variant)
				})
			}
		}
	}
	return len(seen)
}

func (g *global) send(from, m int) {
	if to := (from + 1) % len(g.In); g.Role[to] != 'x' {
		g.In[to] = append(g.In[to], m)
	}
}

func (g *global) receive(ids []int, i, q int, variant string) {
	p := ids[i]
	joins := variant == "corrected"
	switch {
	case q == p:
		g.Leader[i] = p
		if joins || variant == "announcement" {
			g.send(i, -p)
		}
	case q > p:
		g.send(i, q)
		if variant == "passive" {
			g.Role[i] = 'p'
		}
	case q < 0 && q != -p:
		g.Leader[i] = -q
		g.send(i, q)
	case q > 0 && joins && g.Role[i] == 'i':
		g.Role[i] = 'c'
		g.send(i, p)
	}
}

func (g global) clone() global {
	next := global{bytes.Clone(g.Role), append([]int(nil), g.Leader...), make([][]int, len(g.In)), g.Left}
	for i := range g.In {
		next.In[i] = append([]int(nil), g.In[i]...)
	}
	return next
}
