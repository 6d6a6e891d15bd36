package system

import (
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// exit is the first call of a handler or an action that ended the goroutine on which it was made.
type exit struct{ first atomic.Pointer[model.Error] }

// ended notes a call.
func (x *exit) ended(where string, state []string) {
	x.first.CompareAndSwap(nil, &model.Error{Kind: model.Misused, Where: where, State: state,
		Detail: "it ended the goroutine that called it: it called runtime.Goexit, as t.FailNow and t.Fatal do"})
}

func (x *exit) exits() *exit { return x }

// Exit returns the error of a call of a handler or an action that ended its goroutine, by runtime.Goexit, or nil if
// there was none: the first in state v, which is made once more, or, if v is nil, that of any call.
func (s *System) Exit(v []uint32) *model.Error {
	if x := s.exits(); x.first.Load() == nil || v == nil {
		return x.first.Load()
	}
	s.exits().first.Store(nil) // it may have been in another state, for another worker
	again := make(chan struct{})
	go func() {
		defer close(again)
		// Another error than that which is looked for is none here.
		_ = s.NewStepper().Step(v, func(uint64, []int32, []uint32) {})
	}()
	<-again
	return s.exits().first.Load()
}
