// Package stuck waits for code that calls functions of a model, and gives up if one of these does not return.
package stuck

import (
	"context"
	"errors"
	"time"

	"github.com/anel-mc/mc/model/system"
)

// every is the time between two looks at the running calls.
const every = 50 * time.Millisecond

// Await runs f in a goroutine of its own and returns its error. Once ctx is done, it waits for f only as long as the
// running calls change: a call that stays the same for the duration of patience is abandoned and returned, and the
// goroutine of f is left running, since it cannot be ended from outside. A call that somebody else abandons meanwhile
// may be the one that f waits for.
func Await(ctx context.Context, patience time.Duration, f func() error) (*system.Call, error) {
	abandoned := system.Abandoned()
	ended := make(chan error, 1)
	go func() {
		err := errors.New("a function of the model ended the goroutine of the check: runtime.Goexit was called")
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
