package system

import (
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// exit is the first call of a handler or an action that ended the goroutine on which it was made.
type exit struct{ first atomic.Pointer[model.Error] }

// Exited returns the error of a function of the model that ended the goroutine on which it was called.
func Exited(where string, state []string) *model.Error {
	return &model.Error{Kind: model.Misused, Where: where, State: state,
		Detail: "it ended the goroutine that called it: it called runtime.Goexit, as t.FailNow and t.Fatal do"}
}

// ended notes a call.
func (x *exit) ended(where string, state []string) { x.first.CompareAndSwap(nil, Exited(where, state)) }

func (x *exit) exits() *exit { return x }

// Exit returns the error of a call of a handler or an action that ended its goroutine, by runtime.Goexit, or nil if
// there was none: the first in state v, which is made once more, or, if v is nil, that of any call.
func (s *System) Exit(v []uint32) *model.Error {
	x := s.exits()
	if e := x.first.Load(); e == nil || v == nil {
		return e
	}
	x.first.Store(nil) // it may have been in another state, for another worker
	again := make(chan struct{})
	go func() {
		defer close(again)
		// Another error than that which is looked for is none here.
		_ = s.NewStepper().Step(v, func(uint64, []int32, []uint32) {})
	}()
	<-again
	return x.first.Load()
}
