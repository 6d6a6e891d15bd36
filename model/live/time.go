package live

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/anel-mc/mc/model"
)

// time lets ticks pass until ctx is done. If the instance bounds messages and timers, a tick waits for those that are
// due before it, as in the model, however slow the machine is.
func (w *world) time(ctx context.Context) {
	ticker := time.NewTicker(w.Tick)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		w.mu.Lock()
		for w.timed && w.behind() && ctx.Err() == nil {
			w.moved.Wait()
		}
		if ctx.Err() == nil {
			if err := w.tick(); err != nil {
				w.stop(err)
			}
		}
		w.mu.Unlock()
	}
}

// tick lets one tick pass. mu is held.
func (w *world) tick() error {
	if w.inst.Timing.Mode != model.Async && w.mesh == nil {
		if err := w.Observe(Event{Event: plain(model.Tick, model.None)}); err != nil {
			return err
		}
	}
	w.now++
	if err := w.disturb(); err != nil {
		return err
	}
	for _, n := range w.nodes {
		n.notify()
	}
	if w.mesh != nil {
		w.mesh.tell()
	}
	return nil
}

// behind reports whether something must happen before the next tick.
func (w *world) behind() bool {
	for _, n := range w.nodes {
		if !n.up {
			w.expire(n)
		}
		for _, due := range n.timers {
			if due <= w.now {
				return true
			}
		}
		if w.awaits(n) {
			return true
		}
	}
	return false
}

// expire drops the messages that are due at a process that is down.
func (w *world) expire(n *node) {
	for from := range n.inbox {
		for k := 0; k < len(n.inbox[from]); {
			if n.inbox[from][k].must > w.now {
				k++
				continue
			}
			w.take(n, model.ID(from), k)
		}
	}
}

// awaits reports whether n must receive a message now, or whether such a message may still come from another program.
func (w *world) awaits(n *node) bool {
	for must := range n.must {
		if must <= w.now {
			return true
		}
	}
	return slices.ContainsFunc(w.nodes, func(o *node) bool { return o.joined && o.tick+w.inst.Timing.Max <= w.now })
}

// rest ends the run if nothing can happen any more, not even with time. mu is held.
func (w *world) rest() {
	if w.mesh != nil {
		w.restHere()
		return
	}
	arrived, later := 0, false
	var refused error
	for _, n := range w.nodes {
		if !n.idle {
			return
		}
		later = later || n.up && len(n.timers) > 0 || !n.up && w.inst.Faults.Recover != 0
		for from, all := range n.inbox {
			arrived += len(all)
			for _, m := range all {
				if n.up && m.must <= w.now && refused == nil {
					refused = fmt.Errorf("time cannot pass: %s does not accept %v from %s, which is due now", n.name,
						w.decode(m.b), w.nodes[from].name)
				}
			}
		}
	}
	switch {
	case w.Transport == UDP || arrived < w.transit:
	case w.timed && refused != nil:
		w.stop(refused)
	case !later && (arrived == 0 || !w.timed): // nobody accepts what has arrived
		w.stop(errRest)
	}
}

// stillness is what a program reports when its process can do nothing until a message arrives or another process is
// gone.
type stillness struct {
	Arrived int // number of messages so far
	Gone    int // number of other processes
}

// restHere reports stillness if the process here can do nothing. mu is held.
func (w *world) restHere() {
	n := w.mesh.self
	waits := slices.ContainsFunc(n.inbox, func(all []message) bool { return len(all) > 0 })
	if w.resting == nil || w.Transport == UDP || !n.idle || len(n.timers) > 0 || w.timed && waits {
		return
	}
	s := stillness{Arrived: w.arrived}
	for _, other := range w.nodes {
		if other != n && !other.joined {
			s.Gone++
		}
	}
	if err := w.resting(s); err != nil {
		w.stop(err)
	}
}
