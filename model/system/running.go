package system

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Call is a call of a function of a model, or of a question about it, that was under way when Running was called.
type Call struct {
	at   *place
	turn uint64
	id   int64
}

// String says which function of which process was called for which event, in which state.
func (c Call) String() (text string) {
	text = "a function of the model, which has returned since"
	c.at.look(func() {
		defer func() {
			if recover() != nil { // what is shown of a state may be the model's own
				text = "a function of the model"
			}
		}()
		if c.underWay() {
			where, with := c.at.of.describe(c.at.before, c.at.key, c.at.after)
			text = strings.Join(append([]string{where}, with...), "\n  ")
		}
	})
	return text
}

// underWay reports whether the call is still under way. Its place must be being looked at.
func (c Call) underWay() bool { return c.at.turn == c.turn && c.at.of.callID() == c.id }

// Abandon makes Running omit the call from now on.
func (c Call) Abandon() {
	c.at.look(func() {
		if c.at.abandoned == 0 && c.underWay() {
			c.at.abandoned = abandonments.Add(1)
		}
	})
}

// abandonments is how many calls have been abandoned.
var abandonments atomic.Uint64

// Abandoned returns how many calls have been abandoned so far; see RunningSince.
func Abandoned() uint64 { return abandonments.Load() }

// describer describes the calls that Running returns.
type describer interface {
	// describe says what is called, and with which arguments: states, and an event or a process.
	describe(before []uint32, key uint64, after []uint32) (where string, with []string)
	// callID distinguishes the calls made under one place, which was taken once for all of them.
	callID() int64
}

// described is a describer for calls that are not made for every state.
type described func() (where string, with []string)

func (f described) describe([]uint32, uint64, []uint32) (string, []string) { return f() }
func (f described) callID() int64                                          { return 0 }

// place is where a call is noted. Taking it allocates nothing and does little, since there may be a call for each
// transition. Its fields belong to whoever set its phase to noting or looking.
type place struct {
	phase         atomic.Uint32
	mu            sync.Mutex // held while the place is being looked at
	turn          uint64
	of            describer
	abandoned     uint64 // if not 0, Running omits it: the how manieth it was
	before, after []uint32
	key           uint64
	_             [40]byte // keeps the places of two workers in different cache lines
}

// The phases of a place.
const (
	free    = iota
	noting  // a call is beginning
	calling // it is under way
	looking // it is under way and being looked at; its end waits for that
)

// look calls f if a call is under way.
func (p *place) look(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.phase.CompareAndSwap(calling, looking) {
		defer p.phase.Store(calling)
		f()
	}
}

// running has the calls under way in this operating-system process. There is a place for each worker of a search, and
// some more. A call that finds no free place is not reported.
var running [128]place

// Running returns the calls of functions of all systems that are under way. It helps to find out why nothing happens:
// a call returned twice in a row has not ended in between. A call made within another one usually comes first, since
// the other is waiting for it.
func Running() []Call { return RunningSince(Abandoned()) }

// RunningSince is Running, with the calls that were abandoned after that many had been.
func RunningSince(abandoned uint64) (all []Call) {
	for i := len(running) - 1; i >= 0; i-- {
		p := &running[i]
		p.look(func() {
			if p.abandoned == 0 || p.abandoned > abandoned {
				all = append(all, Call{p, p.turn, p.of.callID()})
			}
		})
	}
	return all
}

// begin notes that a function is being called, until end is called on the place that it returns, which may be nil.
func begin(of describer, before []uint32, key uint64, after []uint32) *place {
	return beginAt(new(int), of, before, key, after)
}

// beginAt is begin for callers that begin many calls: at is where the last free place was found.
func beginAt(at *int, of describer, before []uint32, key uint64, after []uint32) *place {
	for range running {
		p := &running[*at]
		if p.phase.Load() != free || !p.phase.CompareAndSwap(free, noting) {
			*at = (*at + 1) % len(running)
			continue
		}
		p.turn++
		p.of, p.abandoned, p.before, p.key, p.after = of, 0, before, key, after
		p.phase.Store(calling)
		return p
	}
	return nil
}

// end frees the place. What was noted in it stays until it is taken again.
func (p *place) end() {
	for p != nil && !p.phase.CompareAndSwap(calling, free) {
		p.look(func() {}) // wait until nobody is looking
	}
}

// guard is model.Guard for a call that Running reports.
func guard(where string, f func()) error {
	defer begin(described(func() (string, []string) { return where, nil }), nil, 0, nil).end()
	return model.Guard(where, f)
}
