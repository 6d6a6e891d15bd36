package anel1

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			if i.Params["candidates"] == 0 {
				i.Params["candidates"] = i.Params["n"]
			}
			if got := bruteForce(i); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// global is a state of the whole ring, written by hand: nothing of the toolkit is used. C
// is F, C, E or I for each process, G if it has given way, X if it has crashed; In holds what is on its way to it, V or H.
// The numbers are what is left of suspicions and failures.
type global struct {
	C, In                              []string
	Again, Crashes, Losses, Duplicates int
}

// bruteForce counts the reachable states of an instance.
func bruteForce(i spec.Instance) int {
	n := i.Params["n"]
	first := global{C: make([]string, n), In: make([]string, n), Again: i.Params["again"]}
	for i := range n {
		first.C[i] = "F"
	}
	e := i.Environment
	for _, b := range []struct{ from, to *int }{{e.Crash, &first.Crashes}, {e.Lose, &first.Losses}, {e.Duplicate, &first.Duplicates}} {
		if b.from != nil {
			*b.to = *b.from
		}
	}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		for p := range n {
			mayCrash := len(e.CrashOnly) == 0 || e.CrashOnly[0] == fmt.Sprint(p+1)
			for _, next := range todo[0].steps(p, i.Params["candidates"], mayCrash, i.Variant == spec.Corrected) {
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
func (g global) steps(i, candidates int, mayCrash, yields bool) []global {
	var all []global
	right := (i + 1) % len(g.C)
	with := func(g global, role, send string) {
		next := g.clone()
		next.C[i] = role
		if next.C[right] != "X" {
			next.In[right] += send
		}
		all = append(all, next)
	}
	if g.C[i] == "X" {
		return nil
	}
	switch next := g; {
	case i < candidates && g.C[i] == "F":
		with(next, "C", "V")
	case i < candidates && g.Again > 0:
		next.Again--
		with(next, "C", "V")
	}
	if mayCrash && g.Crashes > 0 {
		next := g.clone()
		next.Crashes--
		next.In[i] = ""
		with(next, "X", "")
	}
	if g.In[i] == "" {
		return all
	}
	receive := func(next global) {
		switch g.C[i] + g.In[i][:1] {
		case "FV", "GV":
			with(next, g.C[i], "V")
		case "FH", "GH":
			with(next, g.C[i], "H")
		case "CV":
			with(next, "E", "H")
		case "EH":
			with(next, "I", "")
		case "CH":
			if yields {
				with(next, "G", "H")
			} else {
				with(next, "C", "")
			}
		default:
			with(next, g.C[i], "")
		}
	}
	taken := g.clone()
	taken.In[i] = g.In[i][1:]
	receive(taken)
	if g.Losses > 0 {
		next := taken.clone()
		next.Losses--
		with(next, g.C[i], "")
	}
	if g.Duplicates > 0 {
		next := g.clone()
		next.Duplicates--
		receive(next)
	}
	return all
}

func (g global) clone() global {
	g.C, g.In = append([]string(nil), g.C...), append([]string(nil), g.In...)
	return g
}
