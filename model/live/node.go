package live

import (
	"context"
	"slices"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// node is a process. The lock of the world guards everything but id, name, runs and wake.
type node struct {
	id   model.ID
	name string
	runs model.Process[any]
	wake chan struct{}

	local    any
	up       bool
	started  bool
	restored bool // it ran before, so it recovers instead of starting
	joined   bool // it runs in another program, which is connected
	tick     int  // the last tick that this program has told of
	idle     bool // no step was possible the last time it tried, and nothing has changed since
	stored   []byte
	timers   map[string]int // the tick at which each timer that is set is due
	suspects []bool
	inbox    [][]message // by sender
	must     map[int]int // by tick: the number of messages, also in transit, that must be received by then
}

// message is a message in transit.
type message struct {
	epoch       int // how often the channel had been cut when it was sent
	ready, must int // the ticks between which it may be received; must is ignored unless the world is timed
	b           []byte
}

// notify tells the node that a step may be possible.
func (n *node) notify() {
	n.idle = false
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// arrive puts a message into the inbox, unless the channel has been cut since it was sent or the process can never
// receive it. mu is held.
func (w *world) arrive(l model.Link, m message) {
	n := w.nodes[l.To]
	w.arrived++
	n.inbox[l.From] = append(n.inbox[l.From], m)
	if m.epoch < w.epoch[l] || w.crashStop && !n.up && n.started {
		w.take(n, l.From, len(n.inbox[l.From])-1)
	}
	n.notify()
	w.moved.Broadcast()
}

// take removes message k from the inbox. mu is held.
func (w *world) take(n *node, from model.ID, k int) {
	m := n.inbox[from][k]
	n.inbox[from] = slices.Delete(n.inbox[from], k, k+1)
	if n.must[m.must]--; n.must[m.must] == 0 {
		delete(n.must, m.must)
	}
	w.transit--
	w.held[model.Link{From: from, To: n.id}]--
	if w.inst.Network.Capacity > 0 {
		w.nodes[from].notify() // there is room now
	}
	w.moved.Broadcast()
}

// run takes steps until ctx is done.
func (n *node) run(ctx context.Context, w *world) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.wake:
		}
		for again := true; again && ctx.Err() == nil; {
			if w.Pace > 0 {
				w.mu.Lock()
				pause := time.Duration(w.random.Int64N(int64(w.Pace)))
				w.mu.Unlock()
				select {
				case <-ctx.Done():
					return
				case <-time.After(pause):
				}
			}
			again = n.actUntil(ctx, w)
		}
	}
}

// actUntil is act unless ctx is done. If the model or Observe ends the goroutine, the run ends.
func (n *node) actUntil(ctx context.Context, w *world) (did bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	returned := false
	defer func() {
		if !returned {
			w.stop(w.exited())
		}
	}()
	did = ctx.Err() == nil && n.act(w)
	returned = true
	return did
}

// act takes a step if one is possible and reports whether it did. An error ends the run. mu is held.
func (n *node) act(w *world) bool {
	did, err := n.step(w)
	if err != nil {
		w.stop(err)
		return false
	}
	if n.idle = !did; n.idle {
		w.rest()
	}
	w.moved.Broadcast()
	return did
}

// step takes one of the possible steps and reports whether there was one.
func (n *node) step(w *world) (bool, error) {
	n.started = true
	if !n.up {
		budget := w.inst.Faults.Recover
		if !w.spend(&w.inst.Faults.Recover, rare) {
			return false, nil // not yet: the next tick tries again
		}
		err := w.recover(n)
		if err == errFull {
			w.inst.Faults.Recover = budget
			return false, nil
		}
		return true, err
	}
	steps, err := n.steps(w)
	if err != nil || len(steps) == 0 {
		return false, err
	}
	only := w.inst.Faults.CrashOnly
	if (len(only) == 0 || slices.Contains(only, n.id)) && w.spend(&w.inst.Faults.Crash, rare) {
		return true, n.crash(w)
	}
	for _, k := range w.random.Perm(len(steps)) {
		if err := steps[k](); err != errFull {
			return true, err
		}
	}
	return false, nil
}

// recover brings a process back from a crash.
func (w *world) recover(n *node) error {
	return w.call(n, Event{Event: plain(model.Recover, n.id)}, func(c *model.Context) any {
		switch {
		case n.runs.Recover == nil:
			return n.runs.Init(c)
		case n.stored == nil:
			return n.runs.Recover(c, nil)
		}
		return n.runs.Recover(c, w.decode(n.stored))
	})
}

// crash makes a process lose its volatile state.
func (n *node) crash(w *world) error {
	e := Event{Event: plain(model.Crash, n.id), Before: n.local}
	n.local, n.up = nil, false
	clear(n.timers)
	clear(n.suspects)
	for from := range n.inbox {
		for w.crashStop && len(n.inbox[from]) > 0 {
			w.take(n, model.ID(from), 0)
		}
	}
	for _, other := range w.nodes { // it may suspect this one
		other.notify()
	}
	return w.tell(n, e, false)
}

// steps returns the steps that are possible now.
func (n *node) steps(w *world) (all []func() error, err error) {
	h := &host{world: w, self: n.id, where: "process " + n.name + ", guards", writes: map[string]any{}}
	defer h.over.Store(true)
	asks := model.NewContext(h, n.id)
	err = w.guard(h.where, func() {
		for _, act := range n.runs.Acts {
			if act.Allows(asks, n.local) {
				e := Event{Event: plain(model.Acted, n.id)}
				e.Name = act.Name
				all = append(all, func() error {
					return w.call(n, e, func(c *model.Context) any { return act.Do(c, n.local) })
				})
			}
		}
		for name, due := range n.timers {
			if due > w.now || w.timed && w.awaits(n) {
				continue
			}
			e := Event{Event: plain(model.Timeout, n.id)}
			e.Name = name
			all = append(all, func() error {
				delete(n.timers, name)
				err := w.call(n, e, func(c *model.Context) any { return n.runs.Timeout(c, n.local, name) })
				if err == errFull {
					n.timers[name] = due
				}
				return err
			})
		}
		for from, waiting := range n.inbox {
			for k, arrived := range waiting {
				if k > 0 && w.inst.Network.Order == model.FIFO {
					break
				}
				if arrived.ready > w.now {
					continue
				}
				if m := w.decode(arrived.b); n.runs.Accepts(asks, n.local, model.ID(from), m) {
					all = append(all, func() error { return n.receive(w, model.ID(from), k, m) })
				}
			}
		}
	})
	return append(all, n.suspicions(w)...), err
}

// receive delivers message m, which is number k in the inbox.
func (n *node) receive(w *world, from model.ID, k int, m any) error {
	e := Event{Event: plain(model.Deliver, n.id)}
	e.From, e.To, e.Message = from, n.id, envelope.Open(m)
	err := w.call(n, e, func(c *model.Context) any { return n.runs.Receive(c, n.local, from, m) })
	if err == nil {
		w.take(n, from, k)
	}
	return err
}
