package checkers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/symbolic"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Unfit is the error of a check that decision diagrams cannot make.
type Unfit struct {
	Why string
	Fit []string // the properties that could be checked, if others are the reason
}

func (u *Unfit) Error() string { return u.Why }

// products joins a compiled model to the search by decision diagrams.
type products struct {
	waist
	of *system.Products
}

func (p products) Products() symbolic.Products { return p.of }

// CheckSymbolic is Check by decision diagrams: it finds the set of all reachable states without visiting them one by
// one. It decides invariants, deadlocks and reachability. If there is any other property, or if the events of the
// model are not products of functions of single slots, the error is an *Unfit, and nothing is searched. Executions
// have the fewest steps, but are not the least among those. Of the options only Memory, Timeout and Progress apply.
func CheckSymbolic(ctx context.Context, m model.Model, properties []Property, opt Options) (*Report, error) {
	b, err := Bind(m, properties)
	if err != nil {
		return nil, err
	}
	of, err := b.sys.Products()
	if err != nil {
		return nil, &Unfit{Why: "its steps are not products of functions of single parts: " + err.Error()}
	}
	if err := b.unfit(); err != nil {
		return nil, err
	}
	var checks []symbolic.Check
	for i, p := range b.properties {
		check := symbolic.Check{Quiescent: p.kind == KindDeadlock}
		for _, a := range b.questions[i].aspects() {
			check.Questions = append(check.Questions, symbolic.Question(a))
		}
		checks = append(checks, check)
	}
	return within(ctx, opt, b.sys, b.whole, func(ctx context.Context, opt Options) (*Report, error) {
		return b.symbolic(ctx, products{waist{b.sys}, of}, checks, opt)
	})
}

// unfit returns an Unfit if some property cannot be decided, and nil otherwise.
func (b *Bound) unfit() error {
	var why, names, fit []string
	at := 0
	for _, p := range b.whole {
		reason := ""
		for range max(len(p.parts), 1) {
			reason = cmp.Or(reason, unasked(b.properties[at], &b.questions[at]))
			at++
		}
		if reason == "" {
			fit = append(fit, p.name)
			continue
		}
		why, names = append(why, reason), append(names, p.name)
	}
	if len(why) == 0 {
		return nil
	}
	text := fmt.Sprintf("property %s is %s", names[0], why[0])
	if len(names) > 1 {
		text += fmt.Sprintf("; nor can it decide %s", words.Enumerate(names[1:]))
	}
	return &Unfit{Why: text, Fit: fit}
}

// unasked says why a question cannot be decided on a set of states; it is empty if it can.
func unasked(p Property, q *question) string {
	switch {
	case p.kind.Live():
		return "about what executions eventually do, and decided on single transitions"
	case p.kind.ofGraph():
		return "about whole executions, and decided on single transitions"
	case p.kind == KindStep:
		return "about single steps"
	case q.aspects == nil:
		return "about where executions begin"
	}
	return ""
}

func (b *Bound) symbolic(ctx context.Context, sys products, checks []symbolic.Check, opt Options) (*Report, error) {
	began := time.Now()
	found, err := symbolic.Search(ctx, sys, checks, opt)
	if err != nil {
		return nil, fault(b.sys, err)
	}
	unasked := explore.BoundNone
	if found.Bound == explore.BoundNone {
		err := b.AskAgain(ctx)
		if unasked = Unfinished(err); unasked == explore.BoundNone && err != nil {
			return nil, fault(b.sys, err)
		}
	}
	r := &Report{Exhaustive: found.Bound == explore.BoundNone, Bound: found.Bound,
		Work:     Work{Calls: b.sys.Calls(), Costs: b.sys.Costs(), Bytes: found.Bytes},
		Symbolic: &Symbolic{States: found.States, Nodes: found.Nodes, Peak: found.Peak, Events: found.Events}}
	for _, f := range found.Found {
		r.Bound = cmp.Or(r.Bound, f.Bound)
	}
	r.Bound = cmp.Or(r.Bound, unasked)
	if found.States != nil {
		r.States = math.MaxUint64
		if found.States.IsUint64() {
			r.States = found.States.Uint64()
		}
	}
	results := make([]Result, len(b.properties))
	for i, p := range b.properties {
		if results[i], err = b.symbolicResult(found, i, unasked); err != nil {
			return nil, err
		}
		results[i].Property = p
	}
	r.Elapsed = time.Since(began)
	r.Searches = []Search{{Made: 1, Complete: r.Exhaustive, Bound: found.Bound, States: r.States, Bytes: r.Bytes,
		Elapsed: r.Elapsed}}
	r.conclude(b.whole, results)
	return r, nil
}

func (b *Bound) symbolicResult(found *symbolic.Result, i int, unasked explore.Bound) (result Result, err error) {
	q, sought := &b.questions[i], b.properties[i].kind == KindReachable
	if found.Bound != explore.BoundNone {
		return Result{Verdict: Unknown, Explanation: Ended(found.Bound) + " before all states were found"}, nil
	}
	f := found.Found[i]
	switch {
	case f.Bound != explore.BoundNone:
		return Result{Verdict: Unknown, Explanation: fmt.Sprintf("all %s states were found, but %s before it was decided",
			found.States, Ended(f.Bound))}, nil
	case !f.Found && unasked != explore.BoundNone:
		return Result{Verdict: Unknown, Explanation: fmt.Sprintf("all %s states were found, but %s before the functions of "+
			"the model were called again", found.States, Ended(unasked))}, nil
	case f.Found == sought:
		result.Verdict = Holds
	default:
		result.Verdict = Violated
	}
	switch {
	case !f.Found && sought:
		result.Explanation = "no wanted state can be reached"
	case !f.Found && q.vacuous != nil:
		result.Vacuous = q.vacuous()
	case f.Found && f.Path.Initial == nil:
		result.Explanation = fmt.Sprintf("%s (%s before a shortest execution was found)", q.explain(nil, 0, f.State),
			Ended(found.PathBound))
	case f.Found:
		if result.Execution, err = execution(b.sys, f.Path); err != nil {
			return result, fault(b.sys, err)
		}
		before, event, after := lastStep(result.Execution)
		result.Explanation = q.explain(before, event, after)
	}
	return result, nil
}
