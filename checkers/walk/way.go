package walk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// Goal is what a way should lead to: the violation of any property, the violation (or the wanted state) of one
// property, or a state in which a part has a given value.
type Goal struct {
	Violation bool   `json:"violation,omitempty"`
	Property  string `json:"property,omitempty"`

	// Column is the number of a process, or of a column after the processes; see counterexamples.Execution.Parts. Part is
	// empty for a state that has a single part.
	Column int    `json:"column,omitempty"`
	Part   string `json:"part,omitempty"`
	Value  string `json:"value,omitempty"`
}

// ErrNoWay is the error, wrapped with the reason, for a goal that cannot be reached.
var ErrNoWay = errors.New("there is no way there")

// ErrUndecided is the error, wrapped with the reason, for a search that a bound ended before it found a way.
var ErrUndecided = errors.New("no way was found")

// ErrTooLong is the error, wrapped with the numbers, for a way that was found and that leads beyond MaxSteps.
var ErrTooLong = errors.New("the shortest way there is too long")

// Way extends the walk, from the state after step n, by a shortest way to a goal, and returns the longer walk.
// Properties that are already violated, or reached, there are not looked for. The error is an ErrNoWay, ErrUndecided
// or ErrTooLong, or a *checkers.Failure.
func (w *Walk) Way(ctx context.Context, n int, g Goal, opt checkers.Options, tell func(Ahead)) (*Walk, error) {
	w = w.prefix(n)
	seen := map[string]bool{}
	questions, checks, err := w.goal(g, seen)
	whole := w.wholeGoal(g)
	if err != nil && !(whole && errors.Is(err, ErrNoWay)) {
		return nil, err
	}
	opt = w.options(opt)
	opt.Enough = func(found []explore.Found) bool {
		return slices.ContainsFunc(found, func(f explore.Found) bool { return f.Found })
	}
	opt.Progress = func(p explore.Progress) { tell(Ahead{Outlooks: []Outlook{}, States: p.States, Depth: p.Depth}) }
	found, err := explore.Search(ctx, from{w.bound.Explored(), w.Execution.Vector(n)}, checks, opt)
	if err != nil {
		return nil, w.bound.Fault(err)
	}
	best := -1
	for i, f := range found.Found {
		if f.Found && (best < 0 || f.Depth < found.Found[best].Depth) {
			best = i
		}
	}
	if best < 0 && whole && found.Complete {
		e, err := w.wayRound(ctx, g, found, opt)
		if e != nil {
			return w.short(w.follow(numbersOf(e)[n:]))
		}
		if err != nil {
			return nil, err
		}
	}
	if best < 0 {
		return nil, w.nowhere(ctx, questions, found, seen)
	}
	path, err := found.Path(ctx, best, explore.Ranking{Fault: w.sys.Fault, Owner: w.sys.Owner})
	if err != nil {
		return nil, w.bound.Fault(err)
	}
	var numbers []uint64
	for _, s := range path.Steps {
		numbers = append(numbers, s.Event)
	}
	return w.short(w.follow(numbers))
}

// short returns a walk that was found, unless it is too long.
func (w *Walk) short(longer *Walk, err error) (*Walk, error) {
	if err == nil && len(longer.Path) > MaxSteps {
		err = fmt.Errorf("%w: the walk would have %d steps, and may have %d", ErrTooLong, len(longer.Path), MaxSteps)
	}
	return longer, err
}

// nowhere says why there is no way. seen has other values of the part that was looked for.
func (w *Walk) nowhere(ctx context.Context, questions []checkers.Question, found *explore.Result,
	seen map[string]bool) error {
	if found.Bound == explore.BoundNone {
		err := w.bound.AskAgain(ctx)
		if bound := checkers.Unfinished(err); bound != explore.BoundNone {
			return fmt.Errorf("%w: %s", ErrUndecided, checkers.Ended(bound))
		}
		if err != nil {
			return w.bound.Fault(err)
		}
	}
	if why := open(found, w.sys.ClippedAmong(found.States, found.State), questions...); why != "" {
		return fmt.Errorf("%w: %s, after %d states", ErrUndecided, why, found.States)
	}
	among := ""
	if len(seen) > 0 {
		among = "; values found: " + strings.Join(slices.Sorted(maps.Keys(seen)), ", ")
	}
	if found.States == 1 {
		return fmt.Errorf("%w: no other state can be reached%s", ErrNoWay, among)
	}
	return fmt.Errorf("%w: none of the %d states that can be reached is like that%s", ErrNoWay, found.States, among)
}

// goal returns the checks for a goal. For seen, see has.
func (w *Walk) goal(g Goal, seen map[string]bool) (asked []checkers.Question, checks []explore.Check, err error) {
	if !g.Violation && g.Property == "" {
		return nil, []explore.Check{{Name: "the state that is looked for", State: w.has(g, seen)}}, nil
	}
	questions, all := w.questions()
	e := w.Execution
	before, event, here := e.Vector(max(e.Len()-1, 0)), uint64(0), e.Vector(e.Len())
	if e.Len() > 0 {
		event = e.Number(e.Len() - 1)
	}
	for i, q := range questions {
		p := w.properties[q.Of]
		if g.Property != p.Name() && !(g.Violation && p.Kind() != checkers.KindReachable) || w.unsure(q) {
			continue
		}
		shown, err := w.shows(q, e.Len() > 0, before, event, here)
		if err != nil {
			return nil, nil, w.bound.Fault(err)
		}
		if !shown {
			asked, checks = append(asked, q), append(checks, all[i])
		}
	}
	if len(checks) == 0 {
		return nil, nil, fmt.Errorf("%w: all of that which a search finds is so already", ErrNoWay)
	}
	return asked, checks, nil
}

// maxSeen is the number of other values that are listed.
const maxSeen = 12

// has returns the check whether a part of a state has the value of a goal. It adds other values of this part to seen.
func (w *Walk) has(g Goal, seen map[string]bool) func(v []uint32) (bool, error) {
	var writing sync.Mutex // values may have methods that write them
	return func(v []uint32) (bool, error) {
		writing.Lock()
		defer writing.Unlock()
		columns := w.Execution.Parts(w.sys.State(v))
		if g.Column < 0 || g.Column >= len(columns) {
			return false, nil
		}
		for _, part := range columns[g.Column] {
			switch {
			case part[0] != g.Part:
			case part[1] == g.Value:
				return true, nil
			case len(seen) < maxSeen:
				seen[part[1]] = true
			}
		}
		return false, nil
	}
}
