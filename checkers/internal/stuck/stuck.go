// Package stuck waits for code that calls functions of a model, and gives up if one of these does not return.
package stuck

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/anel-mc/mc/model/system"
)

// every is the time between two looks at the running calls.
const every = 50 * time.Millisecond

// Patience is how long one call may still run after a check or a study had to end before it counts as stuck.
const Patience = 500 * time.Millisecond

// Study runs f, a study or a part of one, until ctx is done or the timeout, unless it is 0, has passed: f gets a
// context for both. If a call does not return then, the error is an *Unreturned; f goes on by itself, and its result is
// lost.
func Study[T any](ctx context.Context, timeout time.Duration, f func(ctx context.Context) (T, error)) (T, error) {
	if timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	var result T
	call, err := Await(ctx, Patience, func() (err error) {
		result, err = f(ctx)
		return err
	})
	if call != nil { // result must not be read
		var none T
		return none, &Unreturned{ctx.Err(), call.String()}
	}
	return result, err
}

// Unreturned is the error of a study that could not end because of a call.
type Unreturned struct {
	Over error // of the context
	Call string
}

func (u *Unreturned) Error() string {
	over := "the search was interrupted"
	if errors.Is(u.Over, context.DeadlineExceeded) {
		over = "time ran out"
	}
	return fmt.Sprintf("%s, and a call had not returned: %s", over, u.Call)
}

// Unwrap returns u.Over.
func (u *Unreturned) Unwrap() error { return u.Over }

// Until returns tell, unless it is nil, as a function that does nothing once ctx is done: who waited for f may be gone.
func Until[P any](ctx context.Context, tell func(P)) func(P) {
	if tell == nil {
		return nil
	}
	return func(p P) {
		if ctx.Err() == nil {
			tell(p)
		}
	}
}

// ErrExited is the error of Await if f ends its goroutine.
var ErrExited = system.Exited("a function of the model", nil)

// Await runs f in a goroutine of its own and returns its error. Once ctx is done, it waits for f only as long as the
// running calls change: a call that stays the same for the duration of patience is abandoned and returned, and the
// goroutine of f is left running, since it cannot be ended from outside. A call that somebody else abandons meanwhile
// may be the one that f waits for.
func Await(ctx context.Context, patience time.Duration, f func() error) (*system.Call, error) {
	abandoned := system.Abandoned()
	ended := make(chan error, 1)
	go func() {
		var err error = ErrExited
		defer func() { ended <- err }()
		err = f()
	}()
	select {
	case err := <-ended:
		return nil, err
	case <-ctx.Done():
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for seen := map[system.Call]time.Duration{}; ; {
		select {
		case err := <-ended:
			return nil, err
		case <-tick.C:
		}
		var first *system.Call
		now := map[system.Call]time.Duration{}
		for _, call := range system.RunningSince(abandoned) {
			if now[call] = seen[call] + every; now[call] < patience {
				continue
			}
			call.Abandon()
			if first == nil {
				first = &call
			}
		}
		if first != nil {
			return first, nil
		}
		seen = now
	}
}
