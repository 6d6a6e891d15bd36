package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
)

// The engines.
const (
	explicit = "explicit"
	symbolic = "symbolic"
	auto     = "auto"
)

// With auto, the first states are visited one by one. If there are more, and the model's functions ran only rarely, the
// set of all states is computed: that takes longer the more rows the tables of their results have, but hardly longer
// for more states. Where a function ran once for every 3 states or fewer (lamport-mutex, two-phase-commit), computing
// the set took longer than visiting every state; at one call for 7 states (ricart-agrawala) or 160 (chang-roberts), it
// took a third of the time or much less.
const (
	firstStates   = 200_000
	statesPerCall = 5
)

// engine is the flag --engine. Without one, every state is visited.
type engine struct{ name string }

func (e *engine) add(cmd *cobra.Command) {
	oneOf(cmd, &e.name, "engine", "",
		"find states by `ENGINE`: explicit visits each, symbolic computes their set (for properties of states), auto chooses",
		explicit, symbolic, auto)
}

// check decides a target. With auto, chosen says which engine was chosen, and why.
func (e *engine) check(ctx context.Context, t target, options checkers.Options) (
	r *checkers.Report, chosen string, err error) {
	switch e.name {
	case symbolic:
		r, err = checkers.CheckSymbolic(ctx, t.setup.Model, t.setup.Properties, options)
		return r, "", err
	case auto:
		return e.choose(ctx, t, options)
	}
	r, err = checkers.Check(ctx, t.setup.Model, t.setup.Properties, options)
	return r, "", err
}

// choose decides a target with the engine that fits it.
func (e *engine) choose(ctx context.Context, t target, options checkers.Options) (
	r *checkers.Report, chosen string, err error) {
	began, first := time.Now(), options
	first.MaxStates = firstStates
	r, err = checkers.Check(ctx, t.setup.Model, t.setup.Properties, first)
	if err != nil || r.Bound != explore.BoundStates {
		return r, "", err
	}
	if options.Timeout > 0 {
		options.Timeout = max(options.Timeout-time.Since(began), 1)
	}
	chosen = fmt.Sprintf("the model's functions ran %s times for the first %s states", term.Comma(uint64(r.Calls)),
		term.Comma(r.States))
	if few := uint64(r.Calls)*statesPerCall <= r.States; few {
		r, err = checkers.CheckSymbolic(ctx, t.setup.Model, t.setup.Properties, options)
		why, unfit := errors.AsType[*checkers.Unfit](err)
		if !unfit {
			return r, symbolic + ", since " + chosen, err
		}
		chosen = why.Why
	}
	r, err = checkers.Check(ctx, t.setup.Model, t.setup.Properties, options)
	return r, explicit + ", since " + chosen, err
}

// unfit returns the error of a target that the symbolic engine cannot decide, with a hint at what can.
func (p *program) unfit(t target, why *checkers.Unfit) error {
	other := fmt.Sprintf("%s check %s decides it, state by state", p.name, t.args())
	if len(why.Fit) == 0 {
		return usageError("--engine symbolic cannot decide %s: %w", t.name(), why).hint("%s", other)
	}
	return usageError("--engine symbolic cannot decide %s: %w", t.name(), why).
		hint("%s; or choose properties of states: %s check %s --engine symbolic%s", other, p.name, t.args(),
			asking(why.Fit...))
}

// symbolicObject is the part of the answer that is specific to the symbolic engine, in JSON.
type symbolicObject struct {
	States *big.Int `json:"states,omitempty"` // all of them; absent if a bound was reached
	Nodes  int      `json:"nodes"`
	Peak   int      `json:"peakNodes"`
	Events int      `json:"events"` // events that were learnt
}

func symbolicOf(r *checkers.Report) (engine string, s *symbolicObject) {
	if r.Symbolic == nil {
		return explicit, nil
	}
	return symbolic, &symbolicObject{r.Symbolic.States, r.Symbolic.Nodes, r.Symbolic.Peak, r.Symbolic.Events}
}

// growing shows the progress of a symbolic search.
func (l *progress) growing(p explore.Progress) {
	found := "starting"
	if p.States > 0 {
		found = fmt.Sprintf("10^%.1f states or more", math.Log10(float64(p.States)))
	}
	l.say(fmt.Sprintf("%s%s · %s nodes · %s · %s", l.label, found, term.Comma(p.Nodes), humanize.IBytes(p.Bytes),
		term.Took(p.Elapsed)))
}
