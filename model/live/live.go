package live

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// Options say how an instance is run. The zero value is over memory.
type Options struct {
	_ struct{}

	Transport Transport
	// Tick is how long a tick of a timer lasts; default 100ms. Pace is how long a process waits before each step, at most;
	// default 0, not at all.
	Tick, Pace time.Duration
	// Observe is called with each event, one at a time, before its messages go out. Its error ends the run.
	Observe func(e Event) error
}

// Event is an event that happened, with what the handler did.
type Event struct {
	model.Event
	Start         bool // the process starts; there is no Kind
	Before, After any  // the local state; nil where the process is down. They may only be read, during the call
	Stored        any
	Timers        []string
	Sends         []Send
	Marks         []string
}

// world is a run.
type world struct {
	Options
	inst      model.Instance
	nodes     []*node
	links     map[model.Link]bool
	net       wire
	registry  codec.Registry
	stop      context.CancelCauseFunc
	crashStop bool

	mu        sync.Mutex // held during a step
	random    *rand.Rand
	variables map[string][]byte
}

// Warnings says what may happen in a run that the model does not expect.
func Warnings(i model.Instance, t Transport) (all []string) {
	if t == UDP {
		if i.Network.Order == model.FIFO {
			all = append(all, "the model delivers in order, and UDP need not")
		}
		if i.Faults.Lose != model.Unlimited || i.Faults.Duplicate != model.Unlimited {
			all = append(all, "UDP may lose and duplicate more messages than the model does")
		}
	}
	if i.History {
		all = append(all, "operations that processes call and return from are not recorded")
	}
	if i.Faults.Cut != 0 || i.Faults.Partition != 0 {
		all = append(all, "nothing is cut or partitioned in this run, though the model allows it")
	}
	return all
}

// refused says what of an instance cannot run.
func refused(i model.Instance) error {
	var wrong []error
	for _, x := range []struct {
		has  bool
		what string
	}{
		{i.Timing.Mode != model.Async, fmt.Sprintf("%s timing: messages and timers of a network keep no such bounds; "+
			"run it with async timing", i.Timing.Mode)},
		{i.Detector != model.NoDetector, "a failure detector"},
		{i.Clocks.Max != 0, "local clocks"},
		{i.Network.Capacity != 0, "channels with a capacity"},
	} {
		if x.has {
			wrong = append(wrong, fmt.Errorf("it cannot be run, since it has %s", x.what))
		}
	}
	return errors.Join(wrong...)
}

// Run runs an instance until ctx is done, and returns nil then; otherwise what went wrong.
func Run(ctx context.Context, i model.Instance, o Options) error {
	if err := errors.Join(i.Validate(), refused(i)); err != nil {
		return err
	}
	if o.Tick <= 0 {
		o.Tick = 100 * time.Millisecond
	}
	if o.Observe == nil {
		o.Observe = func(Event) error { return nil }
	}
	inside, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &world{Options: o, inst: i, links: map[model.Link]bool{}, variables: map[string][]byte{}, stop: stop,
		random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), crashStop: i.Faults.Recover == 0}
	for p, name := range i.ProcessNames() {
		w.nodes = append(w.nodes, &node{id: model.ID(p), name: name, runs: i.Processes[p].Erased(),
			inbox: make([][][]byte, len(i.Processes)), timers: map[string]*time.Timer{}, due: map[string]bool{},
			wake: make(chan struct{}, 1)})
	}
	links := i.Network.Topology.Links(len(w.nodes))
	for _, l := range links {
		w.links[l] = true
	}
	var err error
	if w.net, err = open(w, links); err != nil {
		return err
	}
	err = model.Guard("shared variables", func() {
		for _, v := range i.Variables {
			name, initial, _ := v.Declared()
			w.variables[name] = w.encode("shared variable", initial)
		}
	})
	w.mu.Lock()
	for _, n := range w.nodes {
		if err == nil {
			err = w.call(n, Event{Start: true, Event: plain("", n.id)}, func(c *model.Context) any { return n.runs.Init(c) })
		}
	}
	w.mu.Unlock()
	var all sync.WaitGroup
	for _, n := range w.nodes {
		if err == nil {
			all.Go(func() { n.run(inside, w) })
		}
	}
	all.Wait()
	w.mu.Lock() // timers that fire now find nobody
	for _, n := range w.nodes {
		n.still()
	}
	w.mu.Unlock()
	w.net.close()
	if err == nil && ctx.Err() == nil {
		err = context.Cause(inside)
	}
	return err
}

// plain is an event of a process alone.
func plain(k model.Kind, p model.ID) model.Event {
	return model.Event{Kind: k, Process: p, From: model.None, To: model.None, Suspect: model.None}
}

// call runs a handler of n as an event. mu is held.
func (w *world) call(n *node, e Event, handler func(c *model.Context) any) error {
	h := &host{world: w, self: n.id, writes: map[string]any{}}
	e.Before = n.local
	err := model.Guard("process "+n.name, func() {
		n.local = handler(model.NewContext(h, n.id))
		h.commit(n)
		for _, s := range h.sent {
			e.Sends = append(e.Sends, Send{s.to, envelope.Open(w.decode(s.b))})
		}
	})
	if err != nil {
		return err
	}
	n.up, e.After, e.Marks = true, n.local, h.marks
	if err := w.tell(n, e); err != nil {
		return err
	}
	for _, s := range h.sent {
		if err := w.send(n.id, s); err != nil {
			return err
		}
	}
	for _, other := range w.nodes { // its guards may read what was written
		other.alarm()
	}
	return nil
}

// tell tells of an event.
func (w *world) tell(n *node, e Event) error {
	if n.stored != nil {
		e.Stored = w.decode(n.stored)
	}
	for name := range n.timers {
		e.Timers = append(e.Timers, name)
	}
	slices.Sort(e.Timers)
	return w.Observe(e)
}

// spend reports whether a failure happens, which has a chance of one in so many while the budget lasts.
func (w *world) spend(budget *int, oneIn int) bool {
	if *budget == 0 || w.random.IntN(oneIn) != 0 {
		return false
	}
	if *budget > 0 {
		*budget--
	}
	return true
}

// rare is one in how many steps of a process is a failure, or of messages, while the budget lasts.
const rare = 10

func (w *world) send(from model.ID, s sent) error {
	if w.crashStop && !w.nodes[s.to].up && w.nodes[s.to].started {
		return nil
	}
	if w.spend(&w.inst.Faults.Lose, rare) {
		return nil
	}
	if w.spend(&w.inst.Faults.Duplicate, rare) {
		if err := w.net.send(from, s.to, s.b); err != nil {
			return err
		}
	}
	return w.net.send(from, s.to, s.b)
}
