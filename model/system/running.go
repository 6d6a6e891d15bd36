package system

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Call is a call of a function of a model, or of a question about it, that was under way when Running was asked.
type Call struct {
	at    *place
	turn  uint64
	doing int64
}

// String says which function of which process was called for what event, in what state.
func (c Call) String() (text string) {
	text = "a function of the model, which has returned since"
	c.at.look(func() {
		defer func() {
			if recover() != nil { // what is shown of a state may be the model's own
				text = "a function of the model"
			}
		}()
		if c.under() {
			where, with := c.at.of.describe(c.at.before, c.at.key, c.at.after)
			text = strings.Join(append([]string{where}, with...), "\n  ")
		}
	})
	return text
}

// under reports whether it is still under way, of a place that is looked at.
func (c Call) under() bool { return c.at.turn == c.turn && c.at.of.doing() == c.doing }

// Abandon has Running not tell of a call any more.
func (c Call) Abandon() {
	c.at.look(func() { c.at.abandoned = c.at.abandoned || c.under() })
}

// describer is what makes calls that Running tells of.
type describer interface {
	// describe says what is called, and with what: states, and an event or a process.
	describe(before []uint32, key uint64, after []uint32) (where string, with []string)
	// doing tells calls from each other that were noted together.
	doing() int64
}

// described is a describer for calls that are not made for each state.
type described func() (where string, with []string)

func (f described) describe([]uint32, uint64, []uint32) (string, []string) { return f() }
func (f described) doing() int64                                           { return 0 }

// place is where a call is noted. Nothing is allocated for it and little done, since there may be one for each
// transition. What is in it belongs to whoever set its phase to noting or looking.
type place struct {
	phase         atomic.Uint32
	mu            sync.Mutex // held while it is looked at
	turn          uint64
	of            describer
	abandoned     bool // whether Running tells of it no more
	before, after []uint32
	key           uint64
	_             [40]byte // lest two workers share what the processor caches
}

// The phases of a place.
const (
	free    = iota
	noting  // a call begins
	calling // it is under way
	looking // it is, and is looked at, for which its end waits
)

// look calls f if there is a call under way.
func (p *place) look(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.phase.CompareAndSwap(calling, looking) {
		defer p.phase.Store(calling)
		f()
	}
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
		p.look(func() {
			if !p.abandoned {
				all = append(all, Call{p, p.turn, p.of.doing()})
			}
		})
	}
	return all
}

// begin notes that a function is being called, until what it returns, which may be nil, is told to end.
func begin(of describer, before []uint32, key uint64, after []uint32) *place {
	return beginAt(new(int), of, before, key, after)
}

// beginAt is begin for who begins calls again and again: at is where it found a place last.
func beginAt(at *int, of describer, before []uint32, key uint64, after []uint32) *place {
	for range running {
		p := &running[*at]
		if p.phase.Load() != free || !p.phase.CompareAndSwap(free, noting) {
			*at = (*at + 1) % len(running)
			continue
		}
		p.turn++
		p.of, p.abandoned, p.before, p.key, p.after = of, false, before, key, after
		p.phase.Store(calling)
		return p
	}
	return nil
}

// end leaves what was noted until the place is taken again.
func (p *place) end() {
	for p != nil && !p.phase.CompareAndSwap(calling, free) {
		p.look(func() {}) // after the others
	}
}

// guard is model.Guard of a call that Running tells of.
func guard(where string, f func()) error {
	defer begin(described(func() (string, []string) { return where, nil }), nil, 0, nil).end()
	return model.Guard(where, f)
}
