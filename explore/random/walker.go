package random

import (
	"math/rand/v2"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// walk is a completed run.
type walk struct {
	index   int
	initial []uint32
	events  []uint64
	found   []int    // steps before each check was true, -1 for never
	hashes  []uint64 // of its states, up to maxSeen
	many    bool     // there were more states
	ended   bool     // the run ended in a state without events
	cut     bool     // the run was cut short because the simulation ended
	failure *explore.Failure
}

// walker makes one run at a time.
type walker struct {
	sim     *simulator
	stepper explore.Stepper
	random  *rand.Rand
	run     *walk
	asking  int // check being evaluated, or -1
	v, next []uint32
	enabled enabled

	classWeights map[int]uint64 // current weights of classes
	speeds       map[int]uint64 // current weights of owners
	taken        map[int]int    // how often each class was taken in this run

	offers  []int    // what is drawn from: classes, or indices of enabled events
	weights []uint64 // of offers
}

func newWalker(s *simulator, stepper explore.Stepper) *walker {
	width := s.sys.Width()
	return &walker{sim: s, stepper: stepper, v: make([]uint32, width), next: make([]uint32, width),
		classWeights: map[int]uint64{}, speeds: map[int]uint64{}, taken: map[int]int{}}
}

// walk makes run i and sends it to results, even if user code ends the goroutine.
func (w *walker) walk(i int, results chan<- *walk) {
	defer func() { results <- w.run }()
	w.random = rand.New(rand.NewPCG(w.sim.opt.Seed, uint64(i)))
	w.run = &walk{index: i, found: slices.Repeat([]int{-1}, len(w.sim.checks))}
	w.asking = -1
	clear(w.taken)
	clear(w.classWeights)
	clear(w.speeds)
	if err := guard.Call(w.steps, func() { w.fail(guard.ErrExited) }); err != nil {
		w.fail(err)
	}
}

// fail ends the run with an error.
func (w *walker) fail(err error) {
	f := &explore.Failure{Err: err, Check: w.asking}
	if f.Check >= 0 {
		f.Name = w.sim.checks[f.Check].Name
	}
	if w.run.initial != nil {
		f.Path = Run{Initial: w.run.initial, Events: w.run.events}.Path(w.sim.sys)
	}
	w.run.failure = f
}

// steps takes the steps of a run.
func (w *walker) steps() error {
	r, s := w.run, w.sim
	r.initial = s.initial[w.random.IntN(len(s.initial))]
	copy(w.v, r.initial)
	for {
		if r.many = len(r.hashes) == maxSeen; !r.many {
			r.hashes = append(r.hashes, hashVector(w.v))
		}
		w.enabled.clear()
		if err := w.stepper.Step(w.v, w.enabled.add); err != nil {
			return err
		}
		if err := w.ask(w.askState); err != nil {
			return err
		}
		r.ended, r.cut = len(w.enabled.events) == 0, s.over.Load()
		if r.ended || r.cut || len(r.events) == s.opt.Steps || len(r.found) > 0 && !slices.Contains(r.found, -1) {
			return nil
		}
		at := w.choose()
		event := w.enabled.events[at]
		w.enabled.apply(at, w.v, w.next)
		r.events = append(r.events, event)
		w.taken[explore.Class(event)]++
		if err := w.ask(w.askStep); err != nil {
			return err
		}
		w.v, w.next = w.next, w.v
	}
}

// ask evaluates the checks that were not true so far in this run, where is calls the func of a check if it has one.
func (w *walker) ask(is func(c *explore.Check) (bool, error)) error {
	for i := range w.sim.checks {
		if w.run.found[i] >= 0 {
			continue
		}
		w.asking = i
		yes, err := is(&w.sim.checks[i])
		if err != nil {
			return err
		}
		if yes {
			w.run.found[i] = len(w.run.events)
		}
	}
	w.asking = -1
	return nil
}

// askState asks about the current state.
func (w *walker) askState(c *explore.Check) (bool, error) {
	switch {
	case c.State != nil:
		return c.State(w.v)
	case c.Quiescent != nil && w.enabled.rest(w.sim.opt.Owed):
		return c.Quiescent(w.v)
	}
	return false, nil
}

// askStep asks about the last step.
func (w *walker) askStep(c *explore.Check) (bool, error) {
	if c.Step == nil {
		return false, nil
	}
	return c.Step(w.v, w.run.events[len(w.run.events)-1], w.next)
}

// The parameters of the choice of events. They are integers, so that a seed leads to the same runs on every machine.
const (
	weightLasts   = 64 // mean number of steps between two draws of all weights
	weightOctaves = 16 // the weight of a class is one of 1, 2, 4 … 2^15
	speedOctaves  = 5
	faultWeight   = 2
	newWeight     = 2 // for a class that has not occurred in this run
	rareWeight    = 2 // for a class that has occurred less than a quarter as often as the mean
)

// choose returns the index of the next event among those that are enabled. It chooses a class first, then an event of
// it, so that a hundred possible deliveries do not drown out one possible crash.
//
// The weight of a class is drawn at random, multiplied by faultWeight if it is a failure, and by newWeight or
// rareWeight if the run has had none or few of its events. Weights are drawn anew about every 64 steps: under some
// nothing is released, under others all messages wait (as in swarm testing: Groce, Zhang, Eide, Chen and Regehr,
// "Swarm Testing", ISSTA 2012). If all classes had the same weight, rare coincidences of common events would
// practically never occur, whatever the number of runs. Within a class, the weight of an event is the speed of its
// owner, so that some owners are slow for a while.
func (w *walker) choose() int {
	if w.random.IntN(weightLasts) == 0 {
		clear(w.classWeights)
		clear(w.speeds)
	}
	w.offers, w.weights = w.offers[:0], w.weights[:0]
	for _, event := range w.enabled.events {
		// Events of a class are often adjacent.
		c := explore.Class(event)
		if n := len(w.offers); n > 0 && w.offers[n-1] == c || slices.Contains(w.offers, c) {
			continue
		}
		w.offers, w.weights = append(w.offers, c), append(w.weights, w.weight(event))
	}
	class := w.offers[w.draw()]
	w.offers, w.weights = w.offers[:0], w.weights[:0]
	for i, event := range w.enabled.events {
		if explore.Class(event) == class {
			w.offers, w.weights = append(w.offers, i), append(w.weights, w.speed(event))
		}
	}
	return w.offers[w.draw()]
}

// draw returns a random index into weights, each with a probability in proportion to its weight.
func (w *walker) draw() int {
	sum := uint64(0)
	for _, x := range w.weights {
		sum += x
	}
	at := w.random.Uint64N(sum)
	for i, x := range w.weights {
		if at < x {
			return i
		}
		at -= x
	}
	return len(w.weights) - 1 // not reached
}

// weight returns the weight of the class of an event.
func (w *walker) weight(event uint64) uint64 {
	c := explore.Class(event)
	weight := w.drawn(w.classWeights, c, weightOctaves)
	if w.sim.opt.Fault != nil && w.sim.opt.Fault(event) {
		weight *= faultWeight
	}
	switch n := w.taken[c]; {
	case n == 0:
		weight *= newWeight
	case 4*n*len(w.taken) < len(w.run.events):
		weight *= rareWeight
	}
	return weight
}

// speed returns the weight of an event within its class.
func (w *walker) speed(event uint64) uint64 {
	if w.sim.opt.Owner == nil {
		return 1
	}
	return w.drawn(w.speeds, w.sim.opt.Owner(event), speedOctaves)
}

// drawn returns a random power of two below 1<<octaves, which is drawn once for each key.
func (w *walker) drawn(of map[int]uint64, key, octaves int) uint64 {
	x, known := of[key]
	if !known {
		x = 1 << w.random.IntN(octaves)
		of[key] = x
	}
	return x
}

// enabled holds the events of a state, with what they write.
type enabled struct {
	events []uint64
	ends   []int // by event, where it ends in slots and values
	slots  []int32
	values []uint32
}

func (m *enabled) add(event uint64, slots []int32, values []uint32) {
	m.events = append(m.events, event)
	m.slots, m.values = append(m.slots, slots...), append(m.values, values...)
	m.ends = append(m.ends, len(m.slots))
}

func (m *enabled) clear() {
	m.events, m.ends, m.slots, m.values = m.events[:0], m.ends[:0], m.slots[:0], m.values[:0]
}

// apply sets next to the state after event i in v.
func (m *enabled) apply(i int, v, next []uint32) {
	from := 0
	if i > 0 {
		from = m.ends[i-1]
	}
	explore.Apply(next, v, m.slots[from:m.ends[i]], m.values[from:m.ends[i]])
}

// rest reports whether the system owes none of the events.
func (m *enabled) rest(owed func(event uint64) bool) bool {
	if owed == nil {
		return len(m.events) == 0
	}
	return !slices.ContainsFunc(m.events, owed)
}

// hashVector returns a hash of v.
func hashVector(v []uint32) uint64 {
	h := uint64(len(v))
	for _, x := range v {
		h = (h ^ uint64(x)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}
