package twophasecommit

import (
	"fmt"
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// TestBruteForce confirms the numbers of states of the cases that say so: asynchronous time, FIFO channels without a
// bound.
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
			n := i.Params["n"]
			b := bruteForce{n: n, variant: i.Variant, timeout: i.Params["timeout"] > 0, impatient: i.Variant == impatientVariant}
			for p := range n + 1 {
				name := "coordinator"
				if p > 0 {
					name = fmt.Sprintf("P%d", p)
				}
				b.crashes = append(b.crashes, len(c.Environment.CrashOnly) == 0 || slices.Contains(c.Environment.CrashOnly, name))
			}
			first := global{Step: 'b', Log: '-', P: make([]member, n), Out: make([]string, n), In: make([]string, n)}
			for k := range first.P {
				first.P[k] = member{Vote: '-', Word: '-', LogVote: '-', LogWord: '-'}
			}
			first.Crashes, first.Recoveries = budget(c.Environment.Crash), budget(c.Environment.Recover)
			first.Losses, first.Copies = budget(c.Environment.Lose), budget(c.Environment.Duplicate)
			if got := b.count(first); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

func budget(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// global is a state of the whole system, written by hand: nothing of the toolkit is used. Step is b before the precommit, r
// requesting, w waiting, t telling, f finished, x down; Log is -, p (precommitted), c or a. Messages are R
// for the request, y and n for replies, c and a for the word, q for a question.
type global struct {
	Step       byte
	Sent       int
	Votes      string // by participant: - y n; empty unless it collects them
	Word       byte
	Timer      bool
	Log        byte
	P          []member
	Out, In    []string // on its way to and from each participant
	Refused    bool
	Crashes    int
	Recoveries int
	Losses     int
	Copies     int
}

// member is a participant.
type member struct {
	Down, Timer      bool
	Vote, Word       byte
	LogVote, LogWord byte
}

type bruteForce struct {
	n                  int
	variant            string
	timeout, impatient bool
	crashes            []bool
}

// again is whether a coordinator asks again.
func (b bruteForce) again() bool { return b.variant == againVariant || b.variant == noKeptVariant }

func (b bruteForce) logs() bool { return b.variant == loggedVariant || b.variant == spec.Corrected }

// count counts the reachable states.
func (b bruteForce) count(first global) int {
	seen := map[string]bool{fmt.Sprint(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		g := todo[0]
		visit := func(change func(g *global)) {
			next := g
			next.P, next.Out, next.In = slices.Clone(g.P), slices.Clone(g.Out), slices.Clone(g.In)
			change(&next)
			if key := fmt.Sprint(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
		b.coordinator(g, visit)
		for p := range b.n {
			b.participant(g, p, visit)
			b.deliver(g, g.Out[p], g.P[p].Down, func(g *global) *string { return &g.Out[p] }, func(m byte) {
				b.receives(g, p, m, visit)
			}, visit)
			b.deliver(g, g.In[p], g.Step == 'x', func(g *global) *string { return &g.In[p] }, func(m byte) {
				visit(func(g *global) { g.In[p] = g.In[p][1:]; b.reply(g, p, m) })
				if g.Copies > 0 {
					visit(func(g *global) { g.Copies--; b.reply(g, p, m) })
				}
			}, visit)
		}
	}
	return len(seen)
}

// deliver lets the first message of a channel arrive or be lost.
func (b bruteForce) deliver(g global, channel string, down bool, in func(g *global) *string, arrive func(m byte), visit func(func(g *global))) {
	if channel == "" {
		return
	}
	if down {
		visit(func(g *global) { *in(g) = channel[1:] })
	} else {
		arrive(channel[0])
	}
	if g.Losses > 0 {
		visit(func(g *global) { g.Losses--; *in(g) = channel[1:] })
	}
}

func (b bruteForce) coordinator(g global, visit func(func(g *global))) {
	switch {
	case g.Step == 'b':
		visit(func(g *global) { g.Log = 'p'; b.request(g) })
	case g.Step == 'r':
		visit(func(g *global) {
			g.Out[g.Sent] += "R"
			if g.Sent++; g.Sent == b.n {
				b.wait(g, g.Votes)
				b.settle(g)
			}
		})
	case g.Step == 't':
		visit(func(g *global) {
			g.Out[g.Sent] += string(g.Word)
			if g.Sent++; g.Sent == b.n {
				g.Step, g.Sent = 'f', 0
			}
		})
	case g.Step == 'x' && g.Recoveries > 0:
		visit(func(g *global) {
			g.Recoveries--
			switch {
			case g.Log == '-':
				g.Step = 'b'
			case g.Log != 'p':
				b.tell(g, g.Log)
			case b.logs():
				b.tell(g, 'a')
			case b.again():
				b.request(g)
			default:
				b.wait(g, b.empty())
			}
		})
	}
	if g.Timer {
		visit(func(g *global) { b.tell(g, 'a') })
	}
	if g.Step != 'x' && g.Crashes > 0 && b.crashes[0] {
		visit(func(g *global) {
			g.Crashes--
			g.Step, g.Sent, g.Votes, g.Word, g.Timer = 'x', 0, "", 0, false
		})
	}
}

func (b bruteForce) empty() string { return "-----"[:b.n] }

func (b bruteForce) request(g *global) { g.Step, g.Votes = 'r', b.empty() }

func (b bruteForce) wait(g *global, votes string) {
	g.Step, g.Sent, g.Votes, g.Timer = 'w', 0, votes, b.timeout
}

func (b bruteForce) tell(g *global, word byte) {
	g.Step, g.Sent, g.Votes, g.Word, g.Timer = 't', 0, "", word, false
	if b.logs() {
		g.Log = word
	}
}

// settle decides when all votes are in.
func (b bruteForce) settle(g *global) {
	word := byte('c')
	for _, v := range g.Votes {
		if v == '-' {
			return
		}
		if v == 'n' {
			word = 'a'
		}
	}
	b.tell(g, word)
}

// reply lets the coordinator receive a reply or a question.
func (b bruteForce) reply(g *global, p int, m byte) {
	switch {
	case m == 'q':
		if g.Word != 0 {
			g.Out[p] += string(g.Word)
		}
	case g.Step == 'r' || g.Step == 'w':
		g.Votes = g.Votes[:p] + string(m) + g.Votes[p+1:]
		if g.Step == 'w' {
			b.settle(g)
		}
	}
}

func (b bruteForce) participant(g global, p int, visit func(func(g *global))) {
	m := g.P[p]
	if m.Timer {
		visit(func(g *global) { b.decides(&g.P[p], 'a') })
	}
	if !m.Down && g.Crashes > 0 && b.crashes[p+1] {
		visit(func(g *global) {
			g.Crashes--
			g.P[p] = member{Down: true, Vote: '-', Word: '-', LogVote: m.LogVote, LogWord: m.LogWord}
		})
	}
	if m.Down && g.Recoveries > 0 {
		visit(func(g *global) {
			g.Recoveries--
			g.P[p] = member{Vote: m.LogVote, Word: m.LogWord, LogVote: m.LogVote, LogWord: m.LogWord}
			if m.LogVote == 'y' && m.LogWord == '-' {
				g.P[p].Timer = b.impatient
				if b.variant == spec.Corrected {
					g.In[p] += "q"
				}
			}
		})
	}
}

func (b bruteForce) decides(m *member, word byte) {
	m.Word, m.Timer = word, false
	m.LogVote, m.LogWord = m.Vote, word
}

// receives lets a participant receive a message, and keep it in its channel if it is a copy.
func (b bruteForce) receives(g global, p int, m byte, visit func(func(g *global))) {
	take := func(change func(g *global, s *member)) {
		visit(func(g *global) { g.Out[p] = g.Out[p][1:]; change(g, &g.P[p]) })
		if g.Copies > 0 {
			visit(func(g *global) { g.Copies--; change(g, &g.P[p]) })
		}
	}
	s := g.P[p]
	switch {
	case m != 'R':
		take(func(_ *global, s *member) {
			if s.Word == '-' {
				b.decides(s, m)
			}
		})
	case s.Word != '-' || s.Vote == 'y' || s.Vote == 'n' && !b.again():
		take(func(g *global, s *member) {
			switch {
			case !b.again():
			case s.Word == 'a':
				g.In[p] += "n"
			default:
				g.In[p] += "y"
			}
		})
	default:
		take(func(g *global, s *member) {
			s.Vote, s.LogVote, s.LogWord, s.Timer = 'y', 'y', '-', b.impatient
			g.In[p] += "y"
		})
		take(func(g *global, s *member) {
			s.Vote, s.Timer, g.Refused = 'n', b.impatient, true
			g.In[p] += "n"
			if b.variant == spec.Corrected || b.variant == noKeptVariant {
				b.decides(s, 'a')
			}
		})
	}
}
