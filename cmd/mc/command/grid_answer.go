package command

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/explore"
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

// unbegun is what is known of a run before it is explored: nothing.
func (r *run) unbegun() answer {
	a := answer{identityObject: r.identity(), surroundingsObject: r.surroundings(), Properties: []propertyAnswer{}}
	if r.refused != nil {
		a.Refused = strings.TrimPrefix(r.refused.Error(), r.spec.Name+": ")
		return a
	}
	for _, p := range r.setup.Properties {
		a.Properties = append(a.Properties, propertyAnswer{
			Name: p.Name(), Kind: p.Kind(), Verdict: checkers.Unknown, Reason: "not begun"})
	}
	return a
}

// answered is what came of a run.
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
	return a.Refused == "" && (a.Bound == explore.BoundInterrupt || a.Bound == explore.BoundTime) && a.States == 0
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
