package system

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Call is a call of a function of a model, or of a question about it, that was under way when Running was asked.
type Call struct {
	at   *place
	turn uint64
}

// String says which function of which process was called for what event, in what state.
func (c Call) String() (text string) {
	c.at.mu.Lock()
	defer c.at.mu.Unlock()
	defer func() {
		if recover() != nil { // what is shown of a state may be the model's own
			text = "a function of the model"
		}
	}()
	if c.at.turn != c.turn || c.at.of == nil {
		return "a function of the model, which has returned since"
	}
	where, with := c.at.of.describe(c.at.before, c.at.key, c.at.after)
	return strings.Join(append([]string{where}, with...), "\n  ")
}

// Abandon has Running not tell of a call any more.
func (c Call) Abandon() {
	c.at.mu.Lock()
	defer c.at.mu.Unlock()
	c.at.abandoned = c.at.abandoned || c.at.turn == c.turn
}

// describer is what makes calls that Running tells of.
type describer interface {
	// describe says what is called, and with what: states, and an event or a process.
	describe(before []uint32, key uint64, after []uint32) (where string, with []string)
}

// described is a describer for calls that are not made for each state.
type described func() (where string, with []string)

func (f described) describe([]uint32, uint64, []uint32) (string, []string) { return f() }

// place is where a call is noted. Nothing is allocated for it, since there may be one for each state.
type place struct {
	taken         atomic.Bool
	mu            sync.Mutex // held while a call begins or ends, which waits until it is described
	turn          uint64
	of            describer // nil if there is no call
	abandoned     bool      // whether Running tells of it no more
	before, after []uint32
	key           uint64
}

// running are the calls under way in this process. There is a place for each worker of a search, and for some more; a
// call that finds none is not told of.
var running [128]place

// Running returns the calls of functions of all systems that are under way. It is for whoever wonders why nothing
// happens: a call that is there at two looks has not returned in between. A call within another one comes first, as a
// rule, since that waits for it.
func Running() (all []Call) {
	for i := len(running) - 1; i >= 0; i-- {
		p := &running[i]
		p.mu.Lock()
		if p.of != nil && !p.abandoned {
			all = append(all, Call{p, p.turn})
		}
		p.mu.Unlock()
	}
	return all
}

// begin notes that a function is being called, until what it returns, which may be nil, is told to end.
func begin(of describer, before []uint32, key uint64, after []uint32) *place {
	for i := range running {
		p := &running[i]
		if p.taken.Load() || !p.taken.CompareAndSwap(false, true) {
			continue
		}
		p.mu.Lock()
		p.turn++
		p.of, p.abandoned, p.before, p.key, p.after = of, false, before, key, after
		p.mu.Unlock()
		return p
	}
	return nil
}

func (p *place) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.of, p.before, p.after = nil, nil, nil
	p.mu.Unlock()
	p.taken.Store(false)
}

// guard is model.Guard of a call that Running tells of.
func guard(where string, f func()) error {
	defer begin(described(func() (string, []string) { return where, nil }), nil, 0, nil).end()
	return model.Guard(where, f)
}
