package phiaccrual

import (
	"fmt"
	"math"
	"slices"
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
			w := world{n: i.Params["n"], timing: i.Environment.Timing, min: 1, max: 1, capacity: i.Params["capacity"], params: i.Params, variant: i.Variant}
			if w.timing == "" {
				w.timing = "sync"
			}
			if i.Environment.Delay != "" {
				fmt.Sscanf(i.Environment.Delay, "%d..%d", &w.min, &w.max)
			}
			number := func(given *int, otherwise int) int {
				if given == nil {
					return otherwise
				}
				return *given
			}
			got := w.count(number(i.Environment.Crash, 1), number(i.Environment.Lose, 0), number(i.Environment.Within, unbounded))
			if uint64(got) != c.States {
				t.Errorf("brute force finds %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// world is the environment, written by hand: nothing of the toolkit is used.
type world struct {
	n        int
	timing   string
	min, max int // ticks of a message
	capacity int
	params   map[string]int
	variant  string
}

// unbounded is how long a message may take that may take for ever, a phase
// that has no bound, and a budget that is not used up.
const unbounded = -1

type node struct {
	Down bool
	Due  int // ticks until the next check
	D    detector
}

type letter struct{ Wait, Due int }

type global struct {
	Nodes           []node
	Channels        [][]letter // by sender and receiver
	Crashes, Losses int
	Unstable        bool
	Left            int // ticks of the unstable phase
}

func (g global) clone() global {
	g.Nodes, g.Channels = slices.Clone(g.Nodes), slices.Clone(g.Channels)
	for i := range g.Nodes {
		g.Nodes[i].D = g.Nodes[i].D.clone()
	}
	for c := range g.Channels {
		g.Channels[c] = slices.Clone(g.Channels[c])
	}
	return g
}

// key tells states apart.
func (w world) key(g global) string {
	k := []byte{byte(g.Crashes), byte(g.Losses), byte(g.Left), 0}
	if g.Unstable {
		k[3] = 1
	}
	for _, x := range g.Nodes {
		if x.Down {
			k = append(k, 0xff)
			continue
		}
		k = append(append(k, byte(x.Due)), x.D.key()...)
	}
	for _, c := range g.Channels {
		k = append(k, 0xfe)
		for _, l := range c {
			k = append(k, byte(l.Wait), byte(l.Due))
		}
	}
	return string(k)
}

// count counts the reachable states.
func (w world) count(crashes, losses, within int) int {
	first := global{Nodes: make([]node, w.n), Channels: make([][]letter, w.n*w.n), Crashes: crashes, Losses: losses, Unstable: w.timing == "partial", Left: within}
	for i := range w.n {
		first.Nodes[i].D = w.start(i)
	}
	for i := range w.n {
		w.broadcast(&first, i)
		w.check(&first.Nodes[i].D, i)
		w.sleep(&first, i)
	}
	seen := map[string]bool{w.key(first): true}
	for todo := []global{first}; len(todo) > 0; todo = todo[1:] {
		w.steps(todo[0], func(next global) {
			if key := w.key(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		})
	}
	return len(seen)
}

// steps visits all that may follow.
func (w world) steps(g global, visit func(global)) {
	step := func(change func(next *global)) {
		next := g.clone()
		change(&next)
		visit(next)
	}
	for i, x := range g.Nodes {
		late := false
		for from := range w.n {
			c := g.Channels[from*w.n+i]
			late = late || slices.ContainsFunc(c, func(l letter) bool { return l.Due == 0 })
			if len(c) == 0 || c[0].Wait > 0 {
				continue
			}
			step(func(next *global) { w.receive(next, from, i) })
			if g.Losses != 0 {
				step(func(next *global) {
					next.Channels[from*w.n+i] = c[1:]
					next.Losses = max(next.Losses-1, unbounded)
					if g.Losses == unbounded {
						next.Losses = unbounded
					}
				})
			}
		}
		if x.Down {
			continue
		}
		if w.timing == "async" || x.Due == 0 && !late {
			w.expire(g.clone(), i, visit)
		}
		if g.Crashes > 0 {
			step(func(next *global) {
				next.Crashes--
				next.Nodes[i] = node{Down: true}
				for from := range w.n {
					next.Channels[from*w.n+i] = nil
				}
			})
		}
	}
	if g.Unstable {
		step(func(next *global) {
			next.Unstable = false
			for _, c := range next.Channels {
				for k := range c {
					if c[k].Due == unbounded {
						c[k].Due = w.max
					}
				}
			}
			next.Left = 0
		})
	}
	if w.timing != "async" {
		w.tick(g.clone(), visit)
	}
}

// tick lets time pass, unless something must happen before.
func (w world) tick(g global, visit func(global)) {
	if g.Unstable && g.Left == 0 {
		return
	}
	if g.Unstable {
		g.Left--
	}
	changes := g.Unstable
	for i := range g.Nodes {
		x := &g.Nodes[i]
		if !x.Down && x.Due == 0 {
			return
		}
		if !x.Down {
			x.Due--
			changes = true
		}
	}
	for _, c := range g.Channels {
		for k := range c {
			l := &c[k]
			if l.Due == 0 {
				return
			}
			l.Wait, changes = max(l.Wait-1, 0), true
			if l.Due > 0 {
				l.Due--
			}
		}
	}
	if changes {
		visit(g)
	}
}

// broadcast sends heartbeats, or reports that one does not fit.
func (w world) broadcast(g *global, i int) bool {
	for to := range w.n {
		if to == i || g.Nodes[to].Down {
			continue
		}
		l := letter{Wait: w.min, Due: w.max}
		if w.timing == "async" || g.Unstable {
			l.Wait, l.Due = 0, unbounded
		}
		c := &g.Channels[i*w.n+to]
		if w.capacity > 0 && len(*c) == w.capacity {
			return false
		}
		*c = append(*c, l)
	}
	return true
}

func (w world) sleep(g *global, i int) {
	if w.timing != "async" {
		g.Nodes[i].Due = 1
	}
}

func (w world) expire(g global, i int, visit func(global)) {
	d := &g.Nodes[i].D
	if w.advance(d) && !w.broadcast(&g, i) {
		return
	}
	w.check(d, i)
	w.sleep(&g, i)
	visit(g)
}

func (w world) receive(g *global, from, to int) {
	c := &g.Channels[from*w.n+to]
	*c = (*c)[1:]
	w.heartbeat(&g.Nodes[to].D, from)
}

// detector is the algorithm. Its threshold is a silence: phi reaches it where the tail of the normal
// distribution does.
type detector struct {
	Now       int // ticks until the next heartbeat
	Heard     []bool
	Down      []bool
	Elapsed   []int
	Level     []int // of phi, in tenths
	Intervals [][]int
}

func (d detector) clone() detector {
	d.Heard, d.Down, d.Elapsed, d.Level, d.Intervals = slices.Clone(d.Heard), slices.Clone(d.Down), slices.Clone(d.Elapsed), slices.Clone(d.Level), slices.Clone(d.Intervals)
	for q := range d.Intervals {
		d.Intervals[q] = slices.Clone(d.Intervals[q])
	}
	return d
}

func (d detector) key() []byte {
	k := []byte{byte(d.Now)}
	for q := range d.Heard {
		bits := byte(0)
		if d.Heard[q] {
			bits |= 1
		}
		if d.Down[q] {
			bits |= 2
		}
		k = append(k, bits, byte(d.Elapsed[q]), byte(d.Level[q]), byte(d.Level[q]>>8), byte(len(d.Intervals[q])))
		for _, x := range d.Intervals[q] {
			k = append(k, byte(x))
		}
	}
	return k
}

func (w world) start(i int) detector {
	d := detector{Now: w.params["interval"], Heard: make([]bool, w.n), Down: make([]bool, w.n), Elapsed: make([]int, w.n), Level: make([]int, w.n), Intervals: make([][]int, w.n)}
	for q := range w.n {
		if q != i && w.variant != spec.AsWritten {
			d.Heard[q], d.Intervals[q] = true, []int{w.params["interval"], w.params["interval"]}
		}
	}
	return d
}

// advance lets a tick pass, and reports whether it is time for heartbeats.
func (w world) advance(d *detector) bool {
	d.Now--
	if d.Now > 0 {
		return false
	}
	d.Now = w.params["interval"]
	return true
}

// look returns phi after a silence of that length.
func (w world) look(d *detector, q, silence int) float64 {
	if len(d.Intervals[q]) < 2 {
		d.Down[q], d.Level[q] = false, 0
		return 0
	}
	x := make([]float64, len(d.Intervals[q]))
	for k, interval := range d.Intervals[q] {
		x[k] = float64(interval)
	}
	level := phi(float64(silence), x, float64(w.params["deviation"]), w.variant == spec.Corrected)
	d.Down[q], d.Level[q] = level >= float64(w.params["threshold"]), int(math.Round(10*level))
	return level
}

// phi is -log10 of the probability that an interval is longer.
func phi(silence float64, intervals []float64, least float64, unbounded bool) float64 {
	mean, squares, n := 0.0, 0.0, float64(len(intervals))
	for _, x := range intervals {
		mean += x / n
	}
	for _, x := range intervals {
		squares += (x - mean) * (x - mean)
	}
	deviation := max(math.Sqrt(squares/(n-1)), least)
	level := -math.Log10(math.Erfc((silence-mean)/deviation/math.Sqrt2) / 2)
	if !unbounded {
		level = min(level, 10)
	}
	return level
}

func (w world) check(d *detector, i int) {
	for q := range w.n {
		if q == i {
			continue
		}
		level := w.look(d, q, d.Elapsed[q])
		grows := len(d.Intervals[q]) >= 2 && !d.Down[q] && (w.variant == spec.Corrected || level < 10)
		if d.Heard[q] && (grows || d.Elapsed[q] <= w.params["most"]) {
			d.Elapsed[q]++
		}
	}
}

func (w world) heartbeat(d *detector, from int) {
	if d.Heard[from] {
		d.Intervals[from] = append(d.Intervals[from], min(d.Elapsed[from], w.params["most"]))
		if len(d.Intervals[from]) > w.params["samples"] {
			d.Intervals[from] = d.Intervals[from][1:]
		}
	}
	d.Heard[from], d.Elapsed[from] = true, 0
	w.look(d, from, 0)
}
