package anel1

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
)

func TestSpec(t *testing.T) { spec.Test(t, Spec()) }

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			p := s.Complete(c.Instance()).Params
			if p["candidates"] == 0 {
				p["candidates"] = p["n"]
			}
			if got := bruteForce(p["n"], p["candidates"], p["again"]); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// global is a state of the whole ring, written by hand: nothing of the toolkit is used. C
// is F, C, E or I for each process; In holds what is on its way to it, V or H.
type global struct {
	C, In []string
	Again int
}

// bruteForce counts the reachable states of the algorithm.
func bruteForce(n, candidates, again int) int {
	first := global{C: make([]string, n), In: make([]string, n), Again: again}
	for i := range n {
		first.C[i] = "F"
	}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		for i := range n {
			for _, next := range todo[0].steps(i, candidates) {
				if key := fmt.Sprint(next); !seen[key] {
					seen[key] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return len(seen)
}

// steps returns where process i can take the ring from g.
func (g global) steps(i, candidates int) []global {
	var all []global
	right := (i + 1) % len(g.C)
	with := func(role, send string, received bool, again int) {
		next := global{append([]string(nil), g.C...), append([]string(nil), g.In...), again}
		next.C[i] = role
		if received {
			next.In[i] = next.In[i][1:]
		}
		next.In[right] += send
		all = append(all, next)
	}
	switch {
	case i < candidates && g.C[i] == "F":
		with("C", "V", false, g.Again)
	case i < candidates && g.Again > 0:
		with("C", "V", false, g.Again-1)
	}
	if g.In[i] == "" {
		return all
	}
	switch g.C[i] + g.In[i][:1] {
	case "FV":
		with("F", "V", true, g.Again)
	case "FH":
		with("F", "H", true, g.Again)
	case "CV":
		with("E", "H", true, g.Again)
	case "EH":
		with("I", "", true, g.Again)
	default:
		with(g.C[i], "", true, g.Again)
	}
	return all
}
