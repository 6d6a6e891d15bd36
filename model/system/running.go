package system

import (
	"strings"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Call is a call of a function of a model, or of a question about it, that is under way.
type Call struct {
	describe func() (where string, with []string)
}

// String says which function of which process was called for what event, in what state.
func (c *Call) String() (text string) {
	defer func() {
		if recover() != nil { // the call has just returned, and what it was given is something else by now
			text = "a function of the model"
		}
	}()
	where, with := c.describe()
	return strings.Join(append([]string{where}, with...), "\n  ")
}

// running are the calls under way in this process. There is a place for each worker of a search, and for some more; a
// call that finds none is not told of.
var running [128]atomic.Pointer[Call]

// Running returns the calls of functions of all systems that are under way. It is for whoever wonders why nothing
// happens: a call that is there at two looks has not returned in between.
func Running() (all []*Call) {
	for i := range running {
		if c := running[i].Load(); c != nil {
			all = append(all, c)
		}
	}
	return all
}

// Abandon has Running not tell of a call any more.
func (c *Call) Abandon() {
	for i := range running {
		running[i].CompareAndSwap(c, nil)
	}
}

// begin notes that a function is being called, until the call that it returns is told to end.
func begin(describe func() (where string, with []string)) (c underWay) {
	c = underWay{&Call{describe}, -1}
	for i := range running {
		if running[i].Load() == nil && running[i].CompareAndSwap(nil, c.Call) {
			c.at = i
			break
		}
	}
	return c
}

// underWay is a call and its place in running.
type underWay struct {
	*Call
	at int
}

func (c underWay) end() {
	if c.at >= 0 {
		running[c.at].CompareAndSwap(c.Call, nil)
	}
}

// guard is model.Guard of a call that Running tells of.
func guard(where string, f func()) error {
	defer begin(func() (string, []string) { return where, nil }).end()
	return model.Guard(where, f)
}
