package adaptivedetector

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

type letter struct {
	Wait, Due int
	Age       int // ticks since it was sent
	Sent      int // the time of its sender then
}

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
			k = append(k, byte(l.Wait), byte(l.Due), byte(w.told(l)))
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
			l.Wait, l.Age, changes = max(l.Wait-1, 0), l.Age+1, true
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
		l := letter{Wait: w.min, Due: w.max, Sent: g.Nodes[i].D.Now}
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
	l := (*c)[0]
	*c = (*c)[1:]
	x := &g.Nodes[to]
	fired := 0
	if x.Due > 0 {
		fired = 1
	}
	w.heartbeat(&x.D, from, to, l, l.Age+fired)
}

// detector is the algorithm, with the formula as the source prints it.
type detector struct {
	Now                       int
	Suspected                 []bool
	Elapsed, Timeout, Highest []int
	Samples                   [][]int
}

func (d detector) clone() detector {
	d.Suspected, d.Elapsed, d.Timeout, d.Highest = slices.Clone(d.Suspected), slices.Clone(d.Elapsed), slices.Clone(d.Timeout), slices.Clone(d.Highest)
	d.Samples = slices.Clone(d.Samples)
	for q := range d.Samples {
		d.Samples[q] = slices.Clone(d.Samples[q])
	}
	return d
}

func (d detector) key() []byte {
	k := []byte{byte(d.Now)}
	for q := range d.Suspected {
		suspected := byte(0)
		if d.Suspected[q] {
			suspected = 1
		}
		k = append(k, suspected, byte(d.Elapsed[q]), byte(d.Timeout[q]), byte(d.Highest[q]), byte(len(d.Samples[q])))
		for _, x := range d.Samples[q] {
			k = append(k, byte(x))
		}
	}
	return k
}

// told is what tells a message from others that were sent at other times.
func (w world) told(l letter) int {
	if w.timing == "async" {
		return l.Sent
	}
	return l.Age
}

func (w world) start(i int) detector {
	d := detector{Suspected: make([]bool, w.n), Elapsed: make([]int, w.n), Timeout: make([]int, w.n), Highest: make([]int, w.n), Samples: make([][]int, w.n)}
	for q := range w.n {
		if q != i {
			d.Timeout[q] = w.params["initial"]
		}
	}
	return d
}

// advance moves the clock of a process on, and reports whether it is time for heartbeats.
func (w world) advance(d *detector) bool {
	d.Now = (d.Now + 1) % (w.params["interval"] * w.params["laps"])
	return d.Now%w.params["interval"] == 0
}

func (w world) check(d *detector, i int) {
	for q := range w.n {
		if q == i {
			continue
		}
		d.Suspected[q] = d.Suspected[q] || d.Elapsed[q] > d.Timeout[q]
		if (w.variant != spec.AsWritten || !d.Suspected[q]) && d.Elapsed[q] <= w.params["most"] {
			d.Elapsed[q]++
		}
	}
}

func (w world) heartbeat(d *detector, from, to int, l letter, age int) {
	most := w.params["most"]
	if w.variant == spec.Corrected && d.Suspected[from] {
		d.Highest[from] = max(d.Highest[from], min(d.Elapsed[from], most))
		d.Timeout[from] = max(d.Timeout[from], d.Highest[from])
	}
	sample := d.Elapsed[from]
	if w.variant == spec.AsWritten {
		sample = age + (to-from)*w.params["skew"]
		if w.timing == "async" {
			cycle := w.params["interval"] * w.params["laps"]
			sample = (d.Now + 1 - l.Sent + cycle) % cycle
		}
	}
	d.Suspected[from], d.Elapsed[from] = false, 0
	enough := w.params["enough"]
	if enough == 0 {
		return
	}
	d.Samples[from] = append(d.Samples[from], sample)
	if len(d.Samples[from]) > max(w.params["keep"], enough) {
		d.Samples[from] = d.Samples[from][1:]
	}
	if len(d.Samples[from]) >= enough {
		new := adapted(floats(d.Samples[from]), float64(w.params["margin"]), float64(w.params["least"]), float64(most))
		d.Timeout[from] = max(int(math.Floor(new+1e-9)), d.Highest[from])
	}
}

// adapted is new_timeout as the source computes it.
func adapted(samples []float64, margin, least, most float64) float64 {
	mean, squares := 0.0, 0.0
	for _, x := range samples {
		mean += x / float64(len(samples))
	}
	for _, x := range samples {
		squares += (x - mean) * (x - mean)
	}
	return max(least, min(most, mean+margin*math.Sqrt(squares/float64(len(samples)-1))))
}

func floats(all []int) (f []float64) {
	for _, x := range all {
		f = append(f, float64(x))
	}
	return f
}
