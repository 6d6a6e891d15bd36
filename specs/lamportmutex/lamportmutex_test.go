package lamportmutex

import (
	"testing"

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
			if why := spectest.Skip(c); why != "" {
				t.Skip(why)
			}
			i := s.Complete(c.Instance())
			b := search{
				n: i.Params["n"], asking: i.Params["asking"], requests: i.Params["requests"],
				unordered: c.Environment.Order == "unordered", seen: map[global]bool{},
			}
			if b.asking == 0 {
				b.asking = b.n
			}
			if got := b.count(i.Params["holder"] - 1); uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// most is how many processes the brute force has room for.
const most = 3

// member is a process and global a state of the whole system, written by hand: nothing of the
// toolkit is used. Phase is 'o', 'w' or 'u'. Queue has two bytes for each request, the
// timestamp plus 1 and the process, in their order; Later has a bit for each process; On[i][j]
// has two bytes for each message on its way from i to j, one of "qar" and the timestamp.
type member struct {
	Phase, Clock, Uses, Later byte
	Queue                     string
}

type global struct {
	P  [most]member
	On [most][most]string
}

type search struct {
	n, asking, requests int
	unordered           bool
	seen                map[global]bool
	todo                []global
}

func (b *search) visit(g global) {
	if !b.seen[g] {
		b.seen[g] = true
		b.todo = append(b.todo, g)
	}
}

// count returns the number of reachable states.
func (b *search) count(holder int) int {
	var start global
	for i := range b.n {
		start.P[i].Phase = 'o'
		if holder >= 0 {
			start.P[i].Queue = string([]byte{0, byte(holder)})
		}
		if i == holder {
			start.P[i].Phase = 'u'
		}
	}
	for b.visit(start); len(b.todo) > 0; {
		g := b.todo[len(b.todo)-1]
		b.todo = b.todo[:len(b.todo)-1]
		for i := range b.n {
			b.act(g, i)
			for j := range b.n {
				b.deliver(g, i, j)
			}
		}
	}
	return len(b.seen)
}

// act lets process i request, enter or leave. g is a copy.
func (b *search) act(g global, i int) {
	p := &g.P[i]
	everybody := byte(1<<b.n-1) &^ (1 << i)
	switch {
	case p.Phase == 'o' && i < b.asking && int(p.Uses) < b.requests:
		p.Clock++
		p.Phase = 'w'
		p.Queue = with(p.Queue, p.Clock+1, i)
		b.tell(&g, i, 'q')
	case p.Phase == 'w' && p.Queue[1] == byte(i) && p.Later == everybody:
		p.Phase, p.Later = 'u', 0
	case p.Phase == 'u':
		if stamp(p.Queue, i) > 0 {
			p.Uses++
		}
		p.Clock++
		p.Phase = 'o'
		p.Queue = without(p.Queue, i)
		b.tell(&g, i, 'r')
	default:
		return
	}
	b.visit(g)
}

// tell sends a message of process i to all others.
func (b *search) tell(g *global, i int, what byte) {
	for j := range b.n {
		if j != i {
			b.send(g, i, j, what)
		}
	}
}

// send puts a message into a channel, which is sorted if it is unordered.
func (b *search) send(g *global, i, j int, what byte) {
	m := string([]byte{what, g.P[i].Clock})
	on := g.On[i][j]
	at := len(on)
	for b.unordered && at > 0 && on[at-2:at] > m {
		at -= 2
	}
	g.On[i][j] = on[:at] + m + on[at:]
}

// deliver lets process j receive from i, whatever it may receive next.
func (b *search) deliver(g global, i, j int) {
	on := g.On[i][j]
	for at := 0; at < len(on) && (at == 0 || b.unordered); at += 2 {
		next := g
		next.On[i][j] = on[:at] + on[at+2:]
		what, t := on[at], on[at+1]
		p := &next.P[j]
		p.Clock = max(p.Clock, t) + 1
		if p.Phase == 'w' && t+1 > stamp(p.Queue, j) {
			p.Later |= 1 << i
		}
		switch what {
		case 'q':
			p.Queue = with(p.Queue, t+1, i)
			p.Clock++
			b.send(&next, j, i, 'a')
		case 'r':
			p.Queue = without(p.Queue, i)
		}
		b.visit(next)
	}
}

// with adds a request to a queue, without removes those of a process, and stamp finds that
// of one that has one.
func with(queue string, t byte, i int) string {
	e := string([]byte{t, byte(i)})
	at := 0
	for at < len(queue) && queue[at:at+2] < e {
		at += 2
	}
	return queue[:at] + e + queue[at:]
}

func without(queue string, i int) string {
	var left string
	for at := 0; at < len(queue); at += 2 {
		if queue[at+1] != byte(i) {
			left += queue[at : at+2]
		}
	}
	return left
}

func stamp(queue string, i int) byte {
	for at := 0; ; at += 2 {
		if queue[at+1] == byte(i) {
			return queue[at]
		}
	}
}
