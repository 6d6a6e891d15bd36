package termvoting

import (
	"fmt"
	"slices"
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
			weights, err := weightsOf(i.Params["n"], i.Params["weights"])
			if err != nil {
				t.Fatal(err)
			}
			b := bruteForce{variant: i.Variant, weights: weights, half: i.Params["half"] == 1}
			first := newGlobal(len(weights), i.Params["elections"])
			if n := c.Environment.Crash; n != nil {
				first.Crashes = *n
			}
			if n := c.Environment.Recover; n != nil {
				first.Recoveries, b.recovers = *n, true
			}
			if got := b.count(first); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// global is a state of the whole system, written by hand: nothing of the toolkit is
// used. Role is f, c, l or x, which is down. In has what is on its way from one process to
// another.
type global struct {
	Role                           []byte
	Term, Vote, Leader             []int
	Votes                          [][]bool
	Stored                         [][2]int
	Elected                        [][]bool
	In                             [][][]message
	Elections, Crashes, Recoveries int
}

// message is a request, a vote or the news of a leader: r, v or l.
type message struct {
	Kind byte
	Term int
}

func newGlobal(n, elections int) global {
	g := global{Role: slices.Repeat([]byte("f"), n), Term: make([]int, n), Vote: make([]int, n), Leader: make([]int, n), Stored: make([][2]int, n), Elections: elections}
	for range n {
		g.Votes = append(g.Votes, make([]bool, n))
		g.In = append(g.In, make([][]message, n))
	}
	for range elections + 1 {
		g.Elected = append(g.Elected, make([]bool, n))
	}
	return g
}

func (g global) clone() global {
	next := g
	next.Role = slices.Clone(g.Role)
	next.Term, next.Vote, next.Leader, next.Stored = slices.Clone(g.Term), slices.Clone(g.Vote), slices.Clone(g.Leader), slices.Clone(g.Stored)
	next.Votes, next.Elected, next.In = slices.Clone(g.Votes), slices.Clone(g.Elected), slices.Clone(g.In)
	for p := range g.Role {
		next.Votes[p] = slices.Clone(g.Votes[p])
		next.In[p] = slices.Clone(g.In[p])
		for q := range g.Role {
			next.In[p][q] = slices.Clone(g.In[p][q])
		}
	}
	for term := range g.Elected {
		next.Elected[term] = slices.Clone(g.Elected[term])
	}
	return next
}

type bruteForce struct {
	variant  string
	weights  []int
	half     bool
	recovers bool
}

// termed says whether there are terms.
func (b bruteForce) termed() bool { return b.variant != "weights" && b.variant != "rounds" }

// count counts the states that are reachable from a first one, by FIFO channels.
func (b bruteForce) count(first global) int {
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		g := todo[0]
		visit := func(change func(next *global)) {
			next := g.clone()
			change(&next)
			for p := range next.Role {
				if next.Role[p] != 'x' && b.variant != "amnesia" {
					next.Stored[p] = [2]int{next.Term[p], next.Vote[p]}
				}
			}
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
		for p := range g.Role {
			down := g.Role[p] == 'x'
			if down && g.Recoveries > 0 {
				visit(func(next *global) {
					next.Recoveries--
					next.Role[p], next.Term[p], next.Vote[p] = 'f', g.Stored[p][0], g.Stored[p][1]
				})
			}
			if !down && g.Crashes > 0 {
				visit(func(next *global) { b.crash(next, p) })
			}
			if !down && g.Role[p] != 'l' && g.Elections > 0 {
				visit(func(next *global) { b.start(next, p) })
			}
			for q := range g.Role {
				if queue := g.In[q][p]; len(queue) > 0 {
					visit(func(next *global) {
						next.In[q][p] = queue[1:]
						if !down {
							b.receive(next, p, q, queue[0])
						}
					})
				}
			}
		}
	}
	return len(seen)
}

func (b bruteForce) crash(g *global, p int) {
	g.Crashes--
	g.Role[p], g.Term[p], g.Vote[p], g.Leader[p], g.Votes[p] = 'x', 0, 0, 0, make([]bool, len(b.weights))
	if !b.recovers { // nobody will read what is on its way
		for q := range b.weights {
			g.In[q][p] = nil
		}
	}
}

func (b bruteForce) send(g *global, from, to int, m message) {
	if g.Role[to] != 'x' || b.recovers {
		g.In[from][to] = append(g.In[from][to], m)
	}
}

func (b bruteForce) broadcast(g *global, p int, kind byte) {
	for q := range b.weights {
		if q != p {
			b.send(g, p, q, message{kind, g.Term[p]})
		}
	}
}

func (b bruteForce) start(g *global, p int) {
	g.Elections--
	if b.termed() {
		g.Term[p]++
	}
	if b.variant != "weights" {
		g.Vote[p], g.Votes[p] = 0, make([]bool, len(b.weights))
	}
	g.Role[p], g.Leader[p] = 'c', 0
	if g.Vote[p] == 0 {
		g.Vote[p] = p + 1
		g.Votes[p][p] = true
	}
	b.broadcast(g, p, 'r')
	b.elect(g, p)
}

func (b bruteForce) elect(g *global, p int) {
	total, votes := 0, 0
	for q, w := range b.weights {
		total += w
		if g.Votes[p][q] {
			votes += w
		}
	}
	if 2*votes > total || b.half && 2*votes == total {
		g.Role[p], g.Leader[p], g.Votes[p] = 'l', p+1, make([]bool, len(b.weights))
		g.Elected[g.Term[p]][p] = true
		b.broadcast(g, p, 'l')
	}
}

// receive lets p receive m from q.
func (b bruteForce) receive(g *global, p, q int, m message) {
	follow := func(leader int) {
		g.Role[p], g.Leader[p], g.Votes[p] = 'f', leader, make([]bool, len(b.weights))
	}
	switch {
	case m.Term > g.Term[p]:
		follow(0)
		g.Term[p], g.Vote[p] = m.Term, 0
	case m.Term < g.Term[p] && b.variant != "undiscarded":
		return
	}
	switch m.Kind {
	case 'r':
		if g.Vote[p] == 0 || g.Vote[p] == q+1 {
			g.Vote[p] = q + 1
			b.send(g, p, q, message{'v', m.Term})
		}
	case 'v':
		if g.Role[p] == 'c' {
			g.Votes[p][q] = true
			b.elect(g, p)
		}
	case 'l':
		follow(q + 1)
		if b.variant == "rounds" {
			g.Vote[p] = 0
		}
	}
}
