package live

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/internal/codec"
)

// The duration of one rehearsal, and of all rehearsals for one type.
const (
	rehearsal  = 50 * time.Millisecond
	rehearsals = 5 * time.Second
)

// decodeForeign decodes a value that another program encoded. If its type is not known to the registry, it rehearses
// until the type occurs, or returns an error.
func decodeForeign(i model.Instance, r *codec.Registry, b []byte) (any, error) {
	for _, known := range []any{Event{}, stillness{}} {
		if _, err := r.Encode(nil, known); err != nil {
			return nil, err
		}
	}
	for until := time.Now().Add(rehearsals); ; {
		v, err := r.Decode(b)
		unknown := new(codec.UnknownType)
		switch {
		case r.Numbered():
			return nil, errors.New("there are types with the same name and declaration, which programs cannot tell apart")
		case !errors.As(err, &unknown):
			return v, err
		case time.Now().After(until):
			return nil, fmt.Errorf("the type %s occurred in another program, but not in %s of rehearsals in this one",
				unknown.Name, rehearsals)
		}
		rehearse(i, r)
	}
}

// rehearse runs the instance in memory for a moment, half of the time with failures, so that the registry learns types.
// Errors of the run are ignored.
func rehearse(i model.Instance, r *codec.Registry) {
	if rand.IntN(2) == 0 {
		i.Faults.Crash, i.Faults.Recover, i.Faults.Lose = model.Unlimited, model.Unlimited, model.Unlimited
	}
	ctx, stop := context.WithTimeout(context.Background(), rehearsal)
	defer stop()
	run(ctx, i, Options{Tick: 100 * time.Microsecond, Observe: func(e Event) error {
		_, err := r.Encode(nil, e)
		return err
	}}, r)
}
