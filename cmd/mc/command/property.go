package command

import (
	"fmt"
	"math"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

type propertyAnswer struct {
	questionObject
	Verdict     checkers.Verdict `json:"verdict"`
	Explanation string           `json:"explanation,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Steps       *int             `json:"steps,omitempty"`
	Loop        int              `json:"loop,omitempty"` // how many of the steps repeat for ever
	Minimal     bool             `json:"minimal,omitempty"`
	Fairness    string           `json:"fairness,omitempty"`
	Manner      string           `json:"manner,omitempty"`
	Cost        *costObject      `json:"cost,omitempty"`
	Least       *leastObject     `json:"least,omitempty"`

	cost *checkers.CostRange // without executions
}

func answerTo(r checkers.Result) propertyAnswer {
	p := propertyAnswer{questionObject: questionOf(r.Property), Verdict: r.Verdict, Explanation: r.Explanation,
		Minimal: r.Minimal, Fairness: r.Fairness, Manner: r.Manner}
	if r.Cost != nil {
		cost := *r.Cost
		cost.Least = nil // only numbers are compared
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

// loopLen returns how many steps of an execution repeat for ever.
func loopLen(e *counterexamples.Execution) int {
	if loop := e.Trace.Loop; loop != nil {
		return e.Len() - *loop
	}
	return 0
}

// costObject is a CostRange. Numbers that do not exist are absent.
type costObject struct {
	Min              *uint64                `json:"min,omitempty"`
	Max              *uint64                `json:"max,omitempty"`
	Unbounded        bool                   `json:"unbounded,omitempty"`
	Endless          uint64                 `json:"endless,omitempty"`
	EndlessUnbounded bool                   `json:"endlessUnbounded,omitempty"`
	Mean             *float64               `json:"mean,omitempty"`
	Chance           *float64               `json:"chance,omitempty"`
	Least            *counterexamples.Trace `json:"least,omitempty"` // an execution that costs Min
}

func costOf(c *checkers.CostRange) *costObject {
	if c == nil {
		return nil
	}
	o := &costObject{Unbounded: c.Unbounded, Endless: c.Endless, EndlessUnbounded: c.EndlessUnbounded}
	if !c.Unbounded {
		o.Max = &c.Max
	}
	if c.Ends {
		o.Min = &c.Min
	}
	if c.Least != nil {
		o.Least = &c.Least.Trace
	}
	if !math.IsNaN(c.Mean) && !math.IsInf(c.Mean, 0) {
		o.Mean = &c.Mean
	}
	if !math.IsNaN(c.Chance) {
		o.Chance = &c.Chance
	}
	return o
}

// costWords describes a cost as CostRange does, kept on one line where possible (see term.Keep). It returns "" for nil.
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

// leastObject holds the least failures that break a property.
type leastObject struct {
	Verdict   checkers.Verdict `json:"verdict"`
	Breaks    []breakObject    `json:"breaks"`
	Undecided []faultsObject   `json:"undecided,omitempty"`
}

// breakObject is a budget that breaks a property, and the length of the counterexample.
type breakObject struct {
	Faults faultsObject `json:"faults"`
	Steps  int          `json:"steps"`
	Loop   int          `json:"loop,omitempty"`
	words  string       // Faults in words
}

func leastOf(t target, f sweep.Frontier) *leastObject {
	i, _ := t.network()
	budget := func(f model.Faults) faultsObject {
		i.Faults = f
		return faultsOf(i)
	}
	o := &leastObject{Verdict: f.Verdict, Breaks: []breakObject{}}
	for _, b := range f.Least {
		e := b.Result.Execution
		words := "no failure"
		if mayFail(b.Faults) {
			words = b.Faults.String()
		}
		o.Breaks = append(o.Breaks, breakObject{Faults: budget(b.Faults), Steps: e.Len(), Loop: loopLen(e), words: words})
	}
	for _, u := range f.Undecided {
		o.Undecided = append(o.Undecided, budget(u))
	}
	return o
}

// words describes the least failures.
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

// long writes the length of an execution: n, or for a lasso N+M, where the last M steps are the loop.
func long(n, loop int) string {
	if loop > 0 {
		return fmt.Sprintf("%d+%d", n-loop, loop)
	}
	return term.Steps(n)
}
