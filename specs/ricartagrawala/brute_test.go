package ricartagrawala

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so.
func TestBruteForce(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != brute {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if why := spectest.Skip(c); why != "" {
				t.Skip(why)
			}
			i := s.Complete(c.Instance())
			b := sites{
				n: i.Params["n"], need: i.Params["n"] - 1, requests: i.Params["requests"],
				literal: i.Variant == spec.AsWritten, unordered: c.Environment.Order == "unordered",
			}
			if b.askers = i.Params["askers"]; b.askers == 0 {
				b.askers = b.n
			}
			if b.repeat = i.Params["repeat"]; b.repeat == 0 {
				b.repeat = b.n
			}
			if i.Variant == entriesVariant {
				b.need = b.n - i.Params["k"]
			}
			if got := b.count(); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// TestMessages confirms that every entry takes 2(n-1) messages, in every execution.
func TestMessages(t *testing.T) {
	for _, b := range []sites{
		{n: 2, need: 1, requests: 2, askers: 2, repeat: 2},
		{n: 3, need: 2, requests: 1, askers: 3, repeat: 3},
		{n: 3, need: 2, requests: 1, askers: 3, repeat: 3, unordered: true},
		{n: 3, need: 2, requests: 1, askers: 3, repeat: 3, literal: true},
	} {
		ends := 0
		b.end = func(g global) {
			ends++
			if want := 2 * (b.n - 1) * b.n * b.requests; g.Messages != want {
				t.Errorf("%d processes with %d requests each end with %d messages, not %d", b.n, b.requests, g.Messages, want)
			}
		}
		if b.count(); ends == 0 {
			t.Error("nothing ends")
		}
	}
}

// sites is a system of sites, written by hand: nothing of the toolkit is used.
type sites struct {
	n, need, requests  int
	askers, repeat     int
	literal, unordered bool
	end                func(g global) // if given, messages are counted and it is told every last state
}

// A place of a processing thread.
const (
	out = iota
	stamped
	waits
	in
)

// one is a process. Owes has a bit for each request that it has not answered.
type one struct{ at, local, highest, need, owes, wants, s, uses int }

// global is a state of the system. Sent[i*n+j] is what is on its way from i to j, first
// sent first, or sorted where messages may overtake each other: 0 is a reply, c>0 a request
// with clock value c.
type global struct {
	All      []one
	Sent     [][]int
	Messages int // how many were sent, where they are counted
}

// count returns the number of reachable states.
func (b sites) count() int {
	first := global{make([]one, b.n), make([][]int, b.n*b.n), 0}
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		successors := b.successors(todo[0])
		if b.end != nil && len(successors) == 0 {
			b.end(todo[0])
		}
		for _, next := range successors {
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
	}
	return len(seen)
}

func (b sites) successors(g global) []global {
	var all []global
	step := func(i int, change func(next *global, p *one)) {
		next := global{slices.Clone(g.All), make([][]int, len(g.Sent)), g.Messages}
		for c, sent := range g.Sent {
			next.Sent[c] = slices.Clone(sent)
		}
		change(&next, &next.All[i])
		all = append(all, next)
	}
	for i, p := range g.All {
		switch {
		case p.at == out && i < b.askers && p.uses < b.requests && (p.uses == 0 || i < b.repeat):
			step(i, func(_ *global, p *one) {
				p.at, p.local, p.need, p.wants = stamped, p.highest+1, b.need, 1
			})
		case p.at == stamped:
			step(i, func(next *global, p *one) {
				p.at = waits
				for j := range b.n {
					if j != i {
						b.send(next, i, j, p.local)
					}
				}
			})
		case p.at == waits && p.s > 0:
			step(i, func(_ *global, p *one) { p.at, p.s = in, p.s-1 })
		case p.at == in:
			step(i, func(next *global, p *one) {
				for j := range b.n {
					if p.owes>>j&1 == 1 {
						b.send(next, i, j, 0)
					}
				}
				p.at, p.owes, p.wants, p.uses = out, 0, 0, p.uses+1
			})
		}
		for j := range b.n {
			waiting := g.Sent[j*b.n+i]
			for at := range waiting {
				if at > 0 && !b.unordered {
					break
				}
				step(i, func(next *global, p *one) {
					next.Sent[j*b.n+i] = slices.Delete(next.Sent[j*b.n+i], at, at+1)
					b.receive(next, p, i, j, waiting[at])
				})
			}
		}
	}
	return all
}

func (b sites) send(g *global, from, to, m int) {
	if b.end != nil {
		g.Messages++
	}
	sent := append(g.Sent[from*b.n+to], m)
	if b.unordered {
		slices.Sort(sent)
	}
	g.Sent[from*b.n+to] = sent
}

// receive lets process p, which is number i, receive m from process j.
func (b sites) receive(g *global, p *one, i, j, m int) {
	if m == 0 {
		if p.need--; p.need == 0 {
			p.s++
		}
		return
	}
	if b.literal {
		p.highest = max(p.local, m)
	} else {
		p.highest = max(p.highest, m)
	}
	if p.wants == 1 && (p.local < m || p.local == m && i < j) {
		p.owes |= 1 << j
	} else {
		b.send(g, i, j, 0)
	}
}
