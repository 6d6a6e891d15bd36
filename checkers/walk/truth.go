package walk

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// Truth is what a walk shows of a property.
type Truth struct {
	Name string        `json:"name"`
	Kind checkers.Kind `json:"kind"`

	// Wanted says that the property is about reaching a state. Of any other property, a walk shows a violation.
	Wanted bool `json:"wanted"`

	// Asked says that a search from a state can decide it: it is about single states or steps, or about liveness.
	Asked bool `json:"asked"`

	// Shown says that the property is violated, or reached, where the walk stands; Text explains this.
	Shown bool   `json:"shown"`
	Text  string `json:"text,omitempty"`

	// Loop, if not nil, says that it is violated if the steps after that number are repeated for ever.
	Loop *int `json:"loop,omitempty"`

	// Steps lists the steps so far that show it; 0 is the initial state.
	Steps []int `json:"steps"`
}

// truths describes all properties at the end of the walk.
func (w *Walk) truths() ([]Truth, error) {
	all := make([]Truth, len(w.properties))
	for i, p := range w.properties {
		all[i] = Truth{Name: p.Name(), Kind: p.Kind(), Wanted: p.Kind() == checkers.KindReachable, Steps: []int{}}
		text, shown, err := checkers.Shows(w.Execution, p)
		if err != nil {
			return nil, err
		}
		if !shown && p.Kind().Live() {
			if all[i].Loop, text, err = w.loop(p); err != nil {
				return nil, err
			}
			shown = all[i].Loop != nil
		}
		all[i].Shown, all[i].Text = shown, text
		if p.Kind() == checkers.KindCost {
			paid, err := checkers.Paid(w.Execution, p)
			if err != nil {
				return nil, err
			}
			all[i].Shown, all[i].Text = false, ""
			switch {
			case paid == nil:
			case paid.Over && paid.Steps < w.Execution.Len():
				all[i].Text = fmt.Sprintf("%d: counting ended after step %d", paid.Cost, paid.Steps)
			case paid.Over:
				all[i].Text = fmt.Sprintf("%d: counting ends here", paid.Cost)
			default:
				all[i].Text = fmt.Sprintf("%d so far", paid.Cost)
			}
		}
	}
	e := w.Execution
	for _, q := range w.bound.Questions() {
		_, asked := q.Check()
		all[q.Of].Asked = asked || q.Property.Kind().Live()
		for n := range e.Len() + 1 {
			before, event := e.Vector(n), uint64(0)
			if n > 0 {
				before, event = e.Vector(n-1), e.Number(n-1)
			}
			shown, err := w.shows(q, n > 0, before, event, e.Vector(n))
			if err != nil {
				return nil, err
			}
			if steps := &all[q.Of].Steps; shown && !slices.Contains(*steps, n) {
				*steps = append(*steps, n)
			}
		}
	}
	for i := range all {
		slices.Sort(all[i].Steps)
	}
	return all, nil
}

// reveals returns the properties that an event would violate, or reach, and that are not already in the current
// state.
func (w *Walk) reveals(x counterexamples.Next) (all []string, err error) {
	e := w.Execution
	here := e.Vector(e.Len())
	for _, q := range w.bound.Questions() {
		shown, err := w.shows(q, true, here, x.Number, x.After)
		if err != nil {
			return nil, err
		}
		var was bool
		if check, ok := q.Check(); ok && check.State != nil && shown {
			if was, err = check.State(here); err != nil {
				return nil, err
			}
		}
		if name := w.properties[q.Of].Name(); shown && !was && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all, nil
}

// questions returns the questions about states and steps, with their checks.
func (w *Walk) questions() (all []checkers.Question, checks []explore.Check) {
	for _, q := range w.bound.Questions() {
		if check, ok := q.Check(); ok {
			all, checks = append(all, q), append(checks, check)
		}
	}
	return all, checks
}
