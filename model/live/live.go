package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// Options say how an instance is run. The zero value is over memory.
type Options struct {
	_ struct{}

	Transport Transport
	// Tick is how long a tick lasts, at least; default 100ms. Pace is how long a process waits before each step, at most;
	// default 0, not at all.
	Tick, Pace time.Duration
	// Observe is called with each event, one at a time, before its messages go out. Its error ends the run.
	Observe func(e Event) error
	// Storage is a directory with a file for the stable storage of each process; default: it is in memory. Processes
	// that have files there recover from them.
	Storage string
	// Self is the name of the only process that runs here; default: all do. The others run in other programs, and Peers
	// are the addresses of all, in the order of the instance.
	Self  string
	Peers []string

	told     int          // how many events another program knows of, that has started this one anew
	listener net.Listener // already open
	linger   func()       // called when no more steps are taken, while the others still hear from this one

	resting func(s still) error // unless nil, told when the process of this program can do nothing

	under *atomic.Pointer[string] // what is called of the model; nil if nothing is
}

// complete has the defaults filled in.
func (o Options) complete() Options {
	if o.Tick <= 0 {
		o.Tick = 100 * time.Millisecond
	}
	if o.Observe == nil {
		o.Observe = func(Event) error { return nil }
	}
	if o.under == nil {
		o.under = new(atomic.Pointer[string])
	}
	return o
}

// Event is an event that happened, with what the handler did. Those of the network and of time, which have no Process,
// have nothing else.
type Event struct {
	model.Event
	Start         bool // the process starts; there is no Kind
	Before, After any  // the local state; nil where the process is down. They may only be read
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
	mesh      *mesh // nil if all processes are here
	post      post
	registry  *codec.Registry
	stop      context.CancelCauseFunc
	crashStop bool
	timed     bool // messages and timers keep the bounds of the instance

	mu        sync.Mutex         // held during a step
	moved     *sync.Cond         // something was received, or a timer fired
	now       int                // ticks that have passed
	transit   int                // messages that were sent and neither received nor dropped
	held      map[model.Link]int // of these, by channel
	arrived   int                // messages
	severed   map[model.Link]bool
	apart     []model.ID // one side of a partition
	epoch     map[model.Link]int
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
		if i.Timing.Mode != model.Async {
			all = append(all, "the model delivers within bounds, and over UDP nothing waits for that")
		}
	}
	if i.History {
		all = append(all, "operations that processes call and return from are not recorded")
	}
	if i.Detector > model.Perfect {
		all = append(all, "the failure detector makes no mistakes in this run, though the model allows it")
	}
	return all
}

// refused says what of an instance cannot run, with a program for each process or one for all.
func refused(i model.Instance, t Transport, apart bool) error {
	var wrong []error
	for _, x := range []struct {
		has  bool
		what string
	}{
		{i.Clocks.Max != 0, "local clocks"},
		{i.Network.Capacity != 0 && (apart || t == UDP), "channels with a capacity, and nobody knows what is in them"},
		{apart && slices.ContainsFunc(i.Variables, shared), "shared variables, which programs do not share"},
		{apart && i.Timing.Mode != model.Async && i.Timing.Max == 0,
			"messages that take no time, and between programs they do"},
	} {
		if x.has {
			wrong = append(wrong, fmt.Errorf("it cannot be run, since it has %s", x.what))
		}
	}
	return errors.Join(wrong...)
}

// shared reports whether a variable is not only for properties, of which each program has its own.
func shared(v model.Shared) bool {
	_, _, hidden := v.Declared()
	return !hidden
}

// Run runs an instance until ctx is done or nothing can happen any more, and returns nil then; otherwise what went
// wrong. Over UDP, where nobody knows what is still on its way, it does not end by itself. Once ctx is done, a call of
// the model that does not return is left to itself, with all that waits for it, and is the error.
func Run(ctx context.Context, i model.Instance, o Options) error {
	if err := errors.Join(i.Validate(), refused(i, o.Transport, o.Self != "")); err != nil {
		return err
	}
	o = o.complete()
	return o.awaited(ctx, func() error { return run(ctx, i, o, &codec.Registry{}) })
}

// run is Run with a registry, which learns the types that the run meets.
func run(ctx context.Context, i model.Instance, o Options, registry *codec.Registry) error {
	o = o.complete()
	inside, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &world{Options: o, inst: i, links: map[model.Link]bool{}, variables: map[string][]byte{}, stop: stop,
		registry: registry,
		random:   rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), crashStop: i.Faults.Recover == 0,
		timed: i.Timing.Mode != model.Async && o.Transport != UDP, severed: map[model.Link]bool{},
		epoch: map[model.Link]int{}}
	w.held = map[model.Link]int{}
	w.post.some = make(chan struct{}, 1)
	w.moved = sync.NewCond(&w.mu)
	for p, name := range i.ProcessNames() {
		w.nodes = append(w.nodes, &node{id: model.ID(p), name: name, runs: i.Processes[p].Erased(),
			inbox: make([][]message, len(i.Processes)), timers: map[string]int{}, must: map[int]int{},
			suspects: make([]bool, len(i.Processes)), wake: make(chan struct{}, 1)})
	}
	links := i.Network.Topology.Links(len(w.nodes))
	for _, l := range links {
		w.links[l] = true
	}
	err := w.load()
	if err != nil {
		return err
	}
	if w.net, err = open(w, links); err != nil {
		return err
	}
	defer context.AfterFunc(inside, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.moved.Broadcast()
	})()
	if w.mesh != nil {
		defer context.AfterFunc(inside, w.mesh.end)()
	}
	var all sync.WaitGroup
	all.Go(func() { w.deliver(inside) })
	if err = w.begin(inside); err == nil {
		all.Go(func() { w.time(inside) })
		for _, n := range w.here() {
			all.Go(func() { n.run(inside, w) })
		}
	} else {
		stop(err)
	}
	all.Wait()
	if w.linger != nil {
		w.linger()
	}
	w.net.close()
	if cause := context.Cause(inside); err == nil && ctx.Err() == nil && cause != errRest {
		err = cause
	}
	return err
}

// errRest ends a run in which nothing can happen any more.
var errRest = errors.New("at rest")

// here are the processes that run in this program.
func (w *world) here() []*node {
	if w.mesh != nil {
		return []*node{w.mesh.self}
	}
	return w.nodes
}

// begin starts the processes, or lets them recover from what they stored in an earlier run.
func (w *world) begin(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.mesh != nil {
		w.mesh.join(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	err := w.guard("shared variables", func() {
		for _, v := range w.inst.Variables {
			name, initial, _ := v.Declared()
			w.variables[name] = w.encode("shared variable", initial)
		}
	})
	for _, n := range w.here() {
		switch {
		case err != nil:
		case n.returns:
			err = w.recover(n)
		default:
			err = w.call(n, Event{Start: true, Event: plain("", n.id)}, func(c *model.Context) any { return n.runs.Init(c) })
		}
	}
	if w.mesh != nil && err == nil {
		w.mesh.tell()
	}
	if err == errFull {
		return errors.New("it cannot start: what is sent then does not fit into a channel")
	}
	return err
}

// plain is an event of a process alone.
func plain(k model.Kind, p model.ID) model.Event {
	return model.Event{Kind: k, Process: p, From: model.None, To: model.None, Suspect: model.None}
}

// errFull says that an event cannot happen, since what it sends does not fit into a channel.
var errFull = errors.New("a channel is full")

// call runs a handler of n as an event, unless that is errFull. mu is held.
func (w *world) call(n *node, e Event, handler func(c *model.Context) any) error {
	h := &host{world: w, self: n.id, writes: map[string]any{}}
	e.Before = n.local
	fits := true
	err := w.guard("process "+n.name+", "+e.what(), func() {
		local := handler(model.NewContext(h, n.id))
		if fits = h.fits(e); !fits {
			return
		}
		n.local = local
		h.commit(n)
		for _, s := range h.sent {
			e.Sends = append(e.Sends, Send{s.to, envelope.Open(w.decode(s.b))})
		}
	})
	if !fits {
		return errFull
	}
	if err != nil {
		return err
	}
	n.up, e.After, e.Marks = true, n.local, h.marks
	if err := w.tell(n, e, e.Start || h.stored != nil); err != nil {
		return err
	}
	for _, s := range h.sent {
		if err := w.send(n.id, s, e.Kind == model.Deliver); err != nil {
			return err
		}
	}
	for _, other := range w.nodes { // its guards may read what was written
		other.alarm()
	}
	return nil
}

// tell tells of an event, after what it stored is in its file, if there is one.
func (w *world) tell(n *node, e Event, stores bool) error {
	if n.stored != nil {
		e.Stored = w.decode(n.stored)
	}
	e.Timers = slices.Sorted(maps.Keys(n.timers))
	if stores && w.Storage != "" {
		if err := w.keep(n, e); err != nil {
			return err
		}
	}
	w.told++
	return w.Observe(e)
}

// send sends a message, in answer to one that was received or not.
func (w *world) send(from model.ID, s sent, answers bool) error {
	l := model.Link{From: from, To: s.to}
	if w.vain(l) || w.spend(&w.inst.Faults.Lose, rare) {
		return nil
	}
	m := message{epoch: w.epoch[l], ready: w.now + w.inst.Timing.Min, must: w.now + w.inst.Timing.Max, b: s.b}
	if answers {
		m.must += w.inst.Timing.Handling
	}
	copies := 1
	if w.spend(&w.inst.Faults.Duplicate, rare) {
		copies = 2
	}
	for range copies {
		if w.mesh == nil {
			w.expect(l, m)
		}
		if err := w.net.send(l, m); err != nil {
			return err
		}
	}
	return nil
}

// vain reports whether nothing that is sent over a channel now will ever be received.
func (w *world) vain(l model.Link) bool {
	to := w.nodes[l.To]
	return w.crashStop && !to.up && to.started || w.cutOff(l)
}

// expect counts a message that is on its way.
func (w *world) expect(l model.Link, m message) {
	w.transit++
	w.held[l]++
	w.nodes[l.To].must[m.must]++
}
