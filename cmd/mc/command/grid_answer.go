package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// answer is what came of a run. All forms of the output of a grid are made of it; it holds nothing of the model.
type answer struct {
	identityObject
	surroundingsObject
	Exhaustive  bool             `json:"exhaustive"`
	Clipped     string           `json:"clipped,omitempty"`
	Bound       explore.Bound    `json:"bound,omitempty"`
	States      uint64           `json:"states"`
	Transitions uint64           `json:"transitions"`
	Depth       int              `json:"depth"`
	Seconds     float64          `json:"seconds"`
	Properties  []propertyAnswer `json:"properties"`
	Error       string           `json:"error,omitempty"`
	Refused     string           `json:"refused,omitempty"`
}

// propertyAnswer is the answer of a property.
type propertyAnswer struct {
	Name        string           `json:"name"`
	Kind        checkers.Kind    `json:"kind"`
	Verdict     checkers.Verdict `json:"verdict"`
	Explanation string           `json:"explanation,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Steps       *int             `json:"steps,omitempty"`
	Loop        int              `json:"loop,omitempty"` // of the steps, those that go round
	Minimal     bool             `json:"minimal,omitempty"`
	Fairness    string           `json:"fairness,omitempty"`
	Manner      checkers.Manner  `json:"manner,omitempty"`
	Cost        *costObject      `json:"cost,omitempty"`
	Least       *leastObject     `json:"least,omitempty"`

	cost *checkers.CostRange // without executions
}

// unbegun is what is known of a run before it is explored: nothing.
func (r *run) unbegun() answer {
	a := answer{identityObject: r.identity(), surroundingsObject: r.surroundings(), Properties: []propertyAnswer{}}
	if r.refused != nil {
		a.Refused = strings.TrimPrefix(r.refused.Error(), r.spec.Name+": ")
		return a
	}
	a.Bound = explore.BoundInterrupt
	for _, p := range r.setup.Properties {
		a.Properties = append(a.Properties, propertyAnswer{
			Name: p.Name(), Kind: p.Kind(), Verdict: checkers.Unknown, Reason: "not begun"})
	}
	return a
}

// answered is what came of a run.
func (r *run) answered(frontiers []checkers.Frontier) answer {
	a := r.unbegun()
	a.Bound = explore.BoundNone
	if report := r.report; report != nil {
		r.stamp(report)
		a.Exhaustive, a.Clipped, a.Bound = report.Exhaustive, report.Clipped, report.Bound
		a.States, a.Transitions, a.Depth = report.States, report.Transitions, report.Depth
		a.Seconds = (report.Elapsed + report.Liveness).Seconds()
	}
	if r.failure != nil {
		a.Error = r.failure.Error()
		for i := range a.Properties {
			a.Properties[i].Reason = "the model is at fault"
		}
		return a
	}
	for i, result := range r.report.Results {
		a.Properties[i] = answerTo(result)
	}
	for _, f := range frontiers {
		a.property(f.Property.Name()).Least = leastOf(r.target, f)
	}
	return a
}

func answerTo(r checkers.Result) propertyAnswer {
	p := propertyAnswer{Name: r.Property.Name(), Kind: r.Property.Kind(), Verdict: r.Verdict, Explanation: r.Explanation,
		Minimal: r.Minimal, Fairness: r.Fairness, Manner: r.Manner}
	if r.Cost != nil {
		cost := *r.Cost
		cost.Least = nil // lengths are compared, not executions
		p.cost, p.Cost = &cost, costOf(&cost)
	}
	if r.Verdict == checkers.Unknown {
		p.Explanation, p.Reason = "", r.Explanation
	}
	if r.Execution != nil {
		n := r.Execution.Len()
		p.Steps, p.Loop = &n, loopLen(r.Execution)
	}
	return p
}

// property returns the property of that name, or nil.
func (a answer) property(name string) *propertyAnswer {
	i := slices.IndexFunc(a.Properties, func(p propertyAnswer) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &a.Properties[i]
}

// visited reports whether every state was visited that the model's own bounds leave.
func (a answer) visited() bool {
	return a.Error == "" && (a.Exhaustive || a.Clipped != "")
}

// undecided reports whether anything is unknown.
func (a answer) undecided() bool {
	return !a.visited() || slices.ContainsFunc(a.Properties, func(p propertyAnswer) bool {
		return p.Verdict == checkers.Unknown || p.Least != nil && len(p.Least.Undecided) > 0
	})
}

// idle reports whether a run was to be explored, and was not even begun.
func (a answer) idle() bool {
	return a.Refused == "" && a.Bound == explore.BoundInterrupt && a.States == 0
}

// code is the exit code by the verdicts.
func (a answer) code() int {
	if a.Error != "" {
		return exitFault
	}
	code := exitHolds
	for _, p := range a.Properties {
		code = worse(codeOf(p.Verdict), code)
	}
	if len(a.Properties) == 0 && a.Refused == "" && !a.visited() {
		code = exitUnknown
	}
	return code
}

// costWords say what something costs, as CostRange does, in lines that belong together (see term.Keep); empty if
// there is no cost.
func costWords(c *checkers.CostRange) string {
	if c == nil {
		return ""
	}
	text := term.Keep(c.String())
	if mean := mean(*c, "mean %s"); mean != "" {
		text += ", " + term.Keep(mean)
	}
	return text
}

// leastObject are the least failures that break a property.
type leastObject struct {
	Verdict   checkers.Verdict `json:"verdict"`
	Breaks    []breakObject    `json:"breaks"`
	Undecided []faultsObject   `json:"undecided,omitempty"`
}

// breakObject is a budget that breaks a property, in so many steps.
type breakObject struct {
	Faults faultsObject `json:"faults"`
	Steps  int          `json:"steps"`
	Loop   int          `json:"loop,omitempty"`
	words  string       // Faults in words
}

func leastOf(t target, f checkers.Frontier) *leastObject {
	i, _ := t.network()
	budget := func(f model.Faults) faultsObject {
		i.Faults = f
		return faultsOf(i)
	}
	o := &leastObject{Verdict: f.Verdict, Breaks: []breakObject{}}
	for _, b := range f.Least {
		e := b.Result.Execution
		words := "no failure"
		if !b.Faults.None() {
			words = b.Faults.String()
		}
		o.Breaks = append(o.Breaks, breakObject{Faults: budget(b.Faults), Steps: e.Len(), Loop: loopLen(e), words: words})
	}
	for _, u := range f.Undecided {
		o.Undecided = append(o.Undecided, budget(u))
	}
	return o
}

// words are the least failures in words.
func (l leastObject) words() string {
	var parts []string
	for _, b := range l.Breaks {
		var each []string
		for _, kind := range strings.Split(b.words, ", ") {
			each = append(each, term.Keep(kind))
		}
		parts = append(parts, strings.Join(each, ", ")+" "+term.Keep("("+long(b.Steps, b.Loop)+")"))
	}
	if len(l.Undecided) > 0 {
		parts = append(parts, term.Keep(fmt.Sprintf("? %d unknown", len(l.Undecided))))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}

// loopLen is how many steps of an execution go round for ever.
func loopLen(e *counterexamples.Execution) int {
	if loop := e.Trace.Loop; loop != nil {
		return e.Len() - *loop
	}
	return 0
}

// long is the length of an execution: its steps, and those of its loop by themselves.
func long(n, loop int) string {
	if loop > 0 {
		return fmt.Sprintf("%d+%d", n-loop, loop)
	}
	return term.Steps(n)
}
