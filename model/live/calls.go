package live

import (
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/model"
)

// Unreturned: a function of the model did not return when the run was to end.
const Unreturned model.ErrorKind = "did not return"

// lastCall is how long a call of the model may take once the run is to end.
const lastCall = time.Second

// awaited calls f, which runs an instance, and returns its error. Once ctx is done, it stops waiting for f if one call
// of the model is still in progress after lastCall.
func (o Options) awaited(ctx context.Context, f func() error) error {
	ended := make(chan error, 1)
	go func() {
		var err error
		returned := false
		defer func() {
			if !returned {
				err = o.exited()
			}
			ended <- err
		}()
		err = f()
		returned = true
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	for {
		under := o.under.Load()
		select {
		case err := <-ended:
			return err
		case <-time.After(lastCall):
		}
		if under != nil && o.under.Load() == under {
			return &model.Error{Kind: Unreturned, Where: *under, Detail: "it does not return, so the run cannot end"}
		}
	}
}

// what names the handler that an event calls.
func (e Event) what() string {
	switch {
	case e.Start:
		return "Init"
	case e.Name != "":
		return fmt.Sprintf("%s %q", e.Kind, e.Name)
	}
	return string(e.Kind)
}

// guard is model.Guard for functions of the model that awaited may have to abandon. If one ends its goroutine, exited
// names it. mu is held.
func (w *world) guard(where string, f func()) error {
	w.under.Store(&where)
	err := model.Guard(where, f)
	w.under.Store(nil)
	return err
}

// exited returns the error of a run in which a function of the model, or Observe, ended the goroutine that called it.
func (o Options) exited() error {
	e := &model.Error{Kind: model.Misused, Where: "a function of the model",
		Detail: "it ended the goroutine that called it: it called runtime.Goexit, as t.FailNow and t.Fatal do"}
	if under := o.under.Swap(nil); under != nil {
		e.Where = *under
	}
	return e
}
