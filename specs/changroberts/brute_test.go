package changroberts

import (
	"bytes"
	"fmt"
	"testing"
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
			if got := bruteForce(ids, initiators, i.Variant); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// global is a state of the whole ring, written by hand: nothing of the toolkit is
// used. Role is i, c or p for each process; In holds what is on its way to it: q, or -q that
// announces q.
type global struct {
	Role   []byte
	Leader []int
	In     [][]int
}

// bruteForce counts the reachable states of a variant on a ring of the given identifiers.
func bruteForce(ids []int, initiators int, variant string) int {
	n := len(ids)
	joins := variant == "corrected"
	announces := joins || variant == "announcement"
	first := global{bytes.Repeat([]byte("i"), n), make([]int, n), make([][]int, n)}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		visit := func(next global) {
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
		for i, p := range ids {
			g, right := todo[0], (i+1)%n
			if g.Role[i] == 'i' && initiators>>(p-1)&1 == 1 {
				next := g.clone()
				next.Role[i] = 'c'
				next.In[right] = append(next.In[right], p)
				visit(next)
			}
			if len(g.In[i]) == 0 {
				continue
			}
			next, q := g.clone(), g.In[i][0]
			next.In[i] = next.In[i][1:]
			send := func(m int) { next.In[right] = append(next.In[right], m) }
			switch {
			case q == p:
				next.Leader[i] = p
				if announces {
					send(-p)
				}
			case q > p:
				send(q)
				if variant == "passive" {
					next.Role[i] = 'p'
				}
			case q < 0 && q != -p:
				next.Leader[i] = -q
				send(q)
			case q > 0 && joins && g.Role[i] == 'i':
				next.Role[i] = 'c'
				send(p)
			}
			visit(next)
		}
	}
	return len(seen)
}

func (g global) clone() global {
	next := global{bytes.Clone(g.Role), append([]int(nil), g.Leader...), make([][]int, len(g.In))}
	for i := range g.In {
		next.In[i] = append([]int(nil), g.In[i]...)
	}
	return next
}
