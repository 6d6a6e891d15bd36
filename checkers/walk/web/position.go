package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
)

// within runs f, which calls functions of a model, as stuck.Study does. A panic, which would end the server, becomes an
// error.
func within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	return stuck.Study(ctx, limit, func(ctx context.Context) (result T, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("there was a panic: %v", p)
			}
		}()
		return f(ctx)
	})
}

// position is a place. If the model is at fault there, Fault says how, and nothing else is known; the walk leads there
// all the same.
type position struct {
	*walk.Place
	Fault string `json:"fault,omitempty"`
}

// place describes a walk after its step n. The error is that there is nobody to wait for it, or that the walk, which
// was followed before, has become impossible.
func (s *Server) place(ctx context.Context, q *request, n int) (position, error) {
	w := q.walk
	p, err := within(ctx, s.click, func(ctx context.Context) (*walk.Place, error) {
		return w.Place(ctx, n)
	})
	switch {
	case err == nil:
		return position{Place: p}, nil
	case ctx.Err() != nil:
		return position{}, err
	}
	if errors.As(err, new(*stuck.Unreturned)) { // which still has the system
		again, err := s.open(ctx, *q)
		if err != nil {
			return position{}, err
		}
		q.walk = again.walk
	} else if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it takes longer than %s to find out what can happen here", s.click)
	}
	p = &walk.Place{Events: []walk.Event{}, More: []walk.More{}, Refusals: []walk.Refusal{}, Messages: []walk.Message{},
		Budgets: []walk.Budget{}}
	for _, about := range q.target.Properties {
		p.Truths = append(p.Truths, walk.Truth{Name: about.Name(), Kind: about.Kind(),
			Wanted: about.Kind() == checkers.KindReachable, Steps: []int{}})
	}
	return position{p, counterexamples.Printable(err.Error())}, nil
}

// ending is what a walk shows at its end.
type ending struct {
	Truths []walk.Truth `json:"truths"`
	Over   bool         `json:"over"`            // nothing but failures can happen there
	Fault  bool         `json:"fault,omitempty"` // see position
}

func (p position) ending() *ending {
	more := slices.ContainsFunc(p.Events, func(e walk.Event) bool { return !e.Fault })
	return &ending{Truths: p.Truths, Over: !more && p.Fault == "", Fault: p.Fault != ""}
}

// view draws a walk, with the loop at its end if that violates a property.
func (s *Server) view(ctx context.Context, q *request, end position) (*counterexamples.View, error) {
	w := q.walk
	return within(ctx, s.click, func(context.Context) (_ *counterexamples.View, err error) {
		e := w.Execution.Prefix(w.Execution.Len())
		if end.Fault == "" {
			if e.Trace.Loop, err = w.Loop(); err != nil {
				return nil, err
			}
		}
		return e.View()
	})
}
