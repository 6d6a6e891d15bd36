package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/envelope"
)

// node is a process.
type node struct {
	id   model.ID
	name string
	runs model.Process[any]
	wake chan struct{}

	// with the lock of the world
	local   any
	up      bool
	started bool
	stored  []byte
	timers  map[string]*time.Timer // that are set
	due     map[string]bool        // of these

	arriving sync.Mutex
	inbox    [][][]byte // by sender
}

// alarm says that the node may have something to do.
func (n *node) alarm() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// arrive puts a message into the inbox.
func (n *node) arrive(from model.ID, b []byte) {
	n.arriving.Lock()
	n.inbox[from] = append(n.inbox[from], b)
	n.arriving.Unlock()
	n.alarm()
}

// set sets or stops a timer.
func (n *node) set(w *world, t timer) {
	if was := n.timers[t.name]; was != nil {
		was.Stop()
	}
	delete(n.timers, t.name)
	delete(n.due, t.name)
	if t.ticks == 0 {
		return
	}
	var mine *time.Timer
	mine = time.AfterFunc(time.Duration(t.ticks)*w.Tick, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if n.timers[t.name] == mine {
			n.due[t.name] = true
			n.alarm()
		}
	})
	n.timers[t.name] = mine
}

// still stops all timers.
func (n *node) still() {
	for _, t := range n.timers {
		t.Stop()
	}
	clear(n.timers)
	clear(n.due)
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
			var err error
			w.mu.Lock()
			if ctx.Err() == nil {
				again, err = n.step(w)
			}
			if err != nil {
				w.stop(err)
			}
			w.mu.Unlock()
		}
	}
}

// step takes one of the steps that are possible, and reports whether there was one.
func (n *node) step(w *world) (bool, error) {
	n.started = true
	if !n.up {
		if !w.spend(&w.inst.Faults.Recover, 1) {
			return false, nil
		}
		return true, w.call(n, Event{Event: plain(model.Recover, n.id)}, func(c *model.Context) any {
			switch {
			case n.runs.Recover == nil:
				return n.runs.Init(c)
			case n.stored == nil:
				return n.runs.Recover(c, nil)
			}
			return n.runs.Recover(c, w.decode(n.stored))
		})
	}
	steps, err := n.steps(w)
	if err != nil || len(steps) == 0 {
		return false, err
	}
	only := w.inst.Faults.CrashOnly
	if (len(only) == 0 || slices.Contains(only, n.id)) && w.spend(&w.inst.Faults.Crash, rare) {
		return true, n.crash(w)
	}
	return true, steps[w.random.IntN(len(steps))]()
}

// crash loses what is volatile.
func (n *node) crash(w *world) error {
	n.still()
	e := Event{Event: plain(model.Crash, n.id), Before: n.local}
	n.local, n.up = nil, false
	n.alarm()
	return w.tell(n, e)
}

// steps are those that are possible.
func (n *node) steps(w *world) (all []func() error, err error) {
	asks := model.NewContext(&host{world: w, self: n.id, writes: map[string]any{}}, n.id)
	err = model.Guard("process "+n.name, func() {
		for _, act := range n.runs.Acts {
			if act.Allows(asks, n.local) {
				e := Event{Event: plain(model.Acted, n.id)}
				e.Name = act.Name
				all = append(all, func() error {
					return w.call(n, e, func(c *model.Context) any { return act.Do(c, n.local) })
				})
			}
		}
		for name := range n.due {
			e := Event{Event: plain(model.Timeout, n.id)}
			e.Name = name
			all = append(all, func() error {
				n.set(w, timer{name: name})
				return w.call(n, e, func(c *model.Context) any { return n.runs.Timeout(c, n.local, name) })
			})
		}
		n.arriving.Lock()
		defer n.arriving.Unlock()
		for from, waiting := range n.inbox {
			for k, b := range waiting {
				if k > 0 && w.inst.Network.Order == model.FIFO {
					break
				}
				if m := w.decode(b); n.runs.Accepts(asks, n.local, model.ID(from), m) {
					all = append(all, func() error { return n.receive(w, model.ID(from), k, m) })
				}
			}
		}
	})
	return all, err
}

// receive delivers a message, which is number k of those that wait.
func (n *node) receive(w *world, from model.ID, k int, m any) error {
	n.arriving.Lock()
	n.inbox[from] = slices.Delete(slices.Clone(n.inbox[from]), k, k+1)
	n.arriving.Unlock()
	e := Event{Event: plain(model.Deliver, n.id)}
	e.From, e.To, e.Message = from, n.id, envelope.Open(m)
	return w.call(n, e, func(c *model.Context) any { return n.runs.Receive(c, n.local, from, m) })
}
