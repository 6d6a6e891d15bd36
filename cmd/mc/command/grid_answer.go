package command

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/explore"
)

// answer is the answer of a run, from which every form of output is made. It refers to nothing of the model.
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

// unbegun returns the answer of a run before it is explored.
func (r *run) unbegun() answer {
	a := answer{identityObject: r.identity(), surroundingsObject: r.surroundings(), Properties: []propertyAnswer{}}
	if r.refused != nil {
		a.Refused = strings.TrimPrefix(r.refused.Error(), r.spec.Name+": ")
		return a
	}
	for _, p := range r.setup.Properties {
		a.Properties = append(a.Properties, propertyAnswer{
			questionObject: questionOf(p), Verdict: checkers.Unknown, Reason: "not begun"})
	}
	return a
}

// answered returns the answer of a run that was explored.
func (r *run) answered(frontiers []sweep.Frontier) answer {
	a := r.unbegun()
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

// property returns the property of that name, or nil.
func (a answer) property(name string) *propertyAnswer {
	return find(a.Properties, func(p propertyAnswer) bool { return p.Name == name })
}

// visited reports whether every state within the model's own bounds was visited.
func (a answer) visited() bool {
	return a.Error == "" && (a.Exhaustive || a.Clipped != "")
}

// undecided reports whether anything is unknown.
func (a answer) undecided() bool {
	return !a.visited() || slices.ContainsFunc(a.Properties, func(p propertyAnswer) bool {
		return p.Verdict == checkers.Unknown || p.Least != nil && len(p.Least.Undecided) > 0
	})
}

// idle reports whether a run should have been explored but was not begun.
func (a answer) idle() bool {
	return a.Refused == "" && (a.Bound == explore.BoundInterrupt || a.Bound == explore.BoundTime) && a.States == 0
}

// code returns the exit code that the verdicts, or an interruption, call for.
func (a answer) code() int {
	switch {
	case a.Bound == explore.BoundInterrupt:
		return exitInterrupted
	case a.Error != "":
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
