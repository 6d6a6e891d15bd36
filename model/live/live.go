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

// Options say how to run an instance. The zero value runs it in memory.
type Options struct {
	_ struct{}

	// Transport is what messages travel over; default Memory.
	Transport Transport
	// Tick is the minimum duration of a tick; default 100ms. Pace is the maximum time that a process waits before each
	// step; default 0.
	Tick, Pace time.Duration
	// Observe is called with each event, one at a time, before its messages are sent. If it returns an error, the run
	// ends with it.
	Observe func(e Event) error
	// Storage is a directory with a file for the stable storage of each process; default: stable storage is in memory.
	// Processes that have files there recover from them.
	Storage string
	// Self is the name of the only process that runs in this program; default: all of them do. The others run in other
	// programs, and Peers are the addresses of all processes, in the order of the instance.
	Self  string
	Peers []string
	// System names the instance, its variant and its parameters. Programs and Storage of another system are refused.
	System string
	// Waiting is called with the names of the processes whose programs this one waits for, each time that they change.
	Waiting func(names []string)

	told     int          // number of events that the program that restarted this one has been told
	listener net.Listener // already open
	linger   func()       // called when no more steps are taken, before the connections are closed

	resting func(s stillness) error // unless nil, called when the process of this program can do nothing

	under *atomic.Pointer[string] // the function of the model being called; nil if there is none
}

// validate returns an error if o contradicts itself.
func (o Options) validate() error {
	switch {
	case o.Self == "" && len(o.Peers) > 0:
		return errors.New("there are Peers, but no Self: the options do not say which process runs in this program")
	case o.Tick < 0 || o.Pace < 0:
		return fmt.Errorf("a Tick of %s and a Pace of %s: neither can be negative", o.Tick, o.Pace)
	}
	return nil
}

// complete returns o with the defaults filled in.
func (o Options) complete() Options {
	if o.Tick == 0 {
		o.Tick = 100 * time.Millisecond
	}
	if o.Observe == nil {
		o.Observe = func(Event) error { return nil }
	}
	if o.Waiting == nil {
		o.Waiting = func([]string) {}
	}
	if o.under == nil {
		o.under = new(atomic.Pointer[string])
	}
	return o
}

// Event is an event that happened, with the effects of its handler. Events of the network and of time have no Process
// and only the fields of model.Event.
type Event struct {
	model.Event
	Start         bool     // the process starts; the event has no Kind
	Before, After any      // the local state, nil where the process is down; must not be modified
	Stored        any      // the contents of stable storage after the event; nil if there are none
	Timers        []string // the timers that are set after the event, sorted
	Sends         []Send
	Marks         []string
}

// world is the state of a run.
type world struct {
	Options
	inst      model.Instance
	nodes     []*node
	links     map[model.Link]bool
	disk      *directory
	net       wire
	tag       []byte // what the datagrams of this run begin with
	mesh      *mesh  // nil if all processes are here
	post      post
	registry  *codec.Registry
	stop      context.CancelCauseFunc
	crashStop bool
	timed     bool // messages and timers keep to the bounds of the instance

	mu        sync.Mutex         // held during a step
	moved     *sync.Cond         // something was received, or a timer fired
	now       int                // ticks that have passed
	transit   int                // number of messages that were sent and neither received nor dropped
	held      map[model.Link]int // the same by channel
	arrived   int                // number of messages
	severed   map[model.Link]bool
	apart     []model.ID // one group of a partition
	epoch     map[model.Link]int
	random    *rand.Rand
	variables map[string][]byte
}

// Warnings lists the ways in which a run over transport t may differ from every execution of the model.
func Warnings(i model.Instance, t Transport) (all []string) {
	if t == UDP {
		if i.Network.Order == model.FIFO {
			all = append(all, "the model delivers in order, but UDP need not")
		}
		if i.Faults.Lose != model.Unlimited || i.Faults.Duplicate != model.Unlimited {
			all = append(all, "UDP may lose and duplicate more messages than the model does")
		}
		if i.Timing.Mode != model.Async {
			all = append(all, "the model delivers within bounds, but over UDP nothing enforces them")
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

// Refused returns why an instance cannot be run, or nil; apart means that each process has a program of its own.
func Refused(i model.Instance, t Transport, apart bool) error {
	var wrong []error
	for _, x := range []struct {
		has  bool
		what string
	}{
		{i.Clocks.Max != 0, "local clocks"},
		{i.Network.Capacity != 0 && (apart || t == UDP), "channels with a capacity, whose contents are not known here"},
		{apart && slices.ContainsFunc(i.Variables, shared), "shared variables, which programs do not share"},
		{apart && i.Timing.Mode != model.Async && i.Timing.Max == 0,
			"messages that take no time, but between programs they take some"},
	} {
		if x.has {
			wrong = append(wrong, fmt.Errorf("it cannot be run, since it has %s", x.what))
		}
	}
	return errors.Join(wrong...)
}

// shared reports whether a variable is not only for properties. Each program has its own copy of those that are.
func shared(v model.Shared) bool {
	_, _, _, hidden := v.Declared()
	return !hidden
}

// Run runs an instance until ctx is done or nothing can happen any more, and then returns nil. Any other end of the run
// is an error: an invalid or unsupported instance, an *model.Error, or the error of Observe or of a socket. Over UDP,
// where messages in transit are not known, a run ends only with ctx or an error. If a function of the model does not
// return after ctx is done, Run returns an error of kind Unreturned and abandons the goroutines that wait for it.
func Run(ctx context.Context, i model.Instance, o Options) error {
	if err := errors.Join(i.Validate(), o.validate(), Refused(i, o.Transport, o.Self != "")); err != nil {
		return err
	}
	o = o.complete()
	return o.awaited(ctx, func() error { return run(ctx, i, o, &codec.Registry{}) })
}

// run is Run with a registry, which learns the types that occur in the run.
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
	w.post.signal = make(chan struct{}, 1)
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
	w.disk = &directory{path: o.Storage, system: o.System, self: o.Self}
	defer w.disk.close()
	err := w.disk.claim(i.ProcessNames(), o.listener != nil)
	if err == nil {
		err = w.load()
	}
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

// here returns the processes that run in this program.
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
			name, initial, _, _ := v.Declared()
			w.variables[name] = w.encode("shared variable", initial)
		}
	})
	for _, n := range w.here() {
		switch {
		case err != nil:
		case n.restored:
			err = w.recover(n)
		default:
			err = w.call(n, Event{Start: true, Event: plain("", n.id)}, func(c *model.Context) any { return n.runs.Init(c) })
		}
	}
	if w.disk.first && err == nil {
		err = w.disk.begun()
	}
	if w.mesh != nil && err == nil {
		w.mesh.tell()
	}
	if err == errFull {
		return errors.New("it cannot start: the messages sent by Init or Recover do not fit into a channel")
	}
	return err
}

// plain returns an event that involves one process only.
func plain(k model.Kind, p model.ID) model.Event {
	return model.Event{Kind: k, Process: p, From: model.None, To: model.None, Suspect: model.None}
}

// errFull means that an event cannot happen because the messages that it sends do not fit into a channel.
var errFull = errors.New("a channel is full")

// call runs a handler of n and makes it an event. If it returns errFull, nothing has happened. mu is held.
func (w *world) call(n *node, e Event, handler func(c *model.Context) any) error {
	h := &host{world: w, self: n.id, where: "process " + n.name + ", " + e.what(), writes: map[string]any{}}
	e.Before = n.local
	fits := true
	err := w.guard(h.where, func() {
		ctx := model.NewContext(h, n.id)
		local := handler(ctx)
		ctx.Raise()
		h.over.Store(true)
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
	for _, other := range w.nodes { // their guards may read what was written
		other.notify()
	}
	return nil
}

// tell passes an event to Observe, after writing the file of stable storage if the event stores something.
func (w *world) tell(n *node, e Event, stores bool) error {
	if n.stored != nil {
		e.Stored = w.decode(n.stored)
	}
	e.Timers = slices.Sorted(maps.Keys(n.timers))
	if stores && w.Storage != "" {
		if err := w.save(n, e); err != nil {
			return err
		}
	}
	w.told++
	return w.Observe(e)
}

// send sends a message; answers means that it was sent by a Receive.
func (w *world) send(from model.ID, s sent, answers bool) error {
	l := model.Link{From: from, To: s.to}
	if w.undeliverable(l) || w.spend(&w.inst.Faults.Lose, rare) {
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

// undeliverable reports whether a message sent over a channel now can never be received.
func (w *world) undeliverable(l model.Link) bool {
	to := w.nodes[l.To]
	return w.crashStop && !to.up && to.started || w.cutOff(l)
}

// expect counts a message that is in transit.
func (w *world) expect(l model.Link, m message) {
	w.transit++
	w.held[l]++
	w.nodes[l.To].must[m.must]++
}
