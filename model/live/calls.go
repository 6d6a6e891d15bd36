package live

import (
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/model"
)

// Unreturned: a function of the model ended the goroutine that called it, or did not return when the run was to end.
const Unreturned model.ErrorKind = "did not return"

// lastCall is how long a call of the model may take once the run is to end.
const lastCall = time.Second

// errExited ends a run in which a function of the model ended its goroutine.
var errExited = &model.Error{Kind: Unreturned, Where: "a function of the model",
	Detail: "it ended the goroutine that called it: runtime.Goexit was called"}

// awaited calls f, which runs an instance, and returns its error. Once ctx is done, it stops waiting for f if one call
// of the model is still in progress after lastCall.
func (o Options) awaited(ctx context.Context, f func() error) error {
	ended := make(chan error, 1)
	go func() {
		var err error = errExited
		defer func() { ended <- err }()
		err = f()
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

// guard is model.Guard for functions of the model that awaited may have to abandon. mu is held.
func (w *world) guard(where string, f func()) error {
	w.under.Store(&where)
	defer w.under.Store(nil)
	return model.Guard(where, f)
}
