package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/ci"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

// ciReport turns what mc check found into data for continuous integration.
func ciReport(a checkAnswer) ci.Report {
	s := a.outcomes[0].spec
	r := ci.Report{
		Program: a.program, Version: buildVersion().Version, Spec: s.Name, Summary: s.Summary,
		ExitCode: a.code, Complete: a.code != exitFault && a.code != exitInterrupted,
	}
	if last := a.outcomes[len(a.outcomes)-1].spec; last.Name != s.Name {
		r.Spec, r.Summary = a.program, "every case of every record"
	}
	if a.all {
		r.Counts = counts(a.outcomes, a.of)
	}
	if n := a.of - len(a.outcomes); n > 0 {
		r.Left = fmt.Sprintf("%d of %d cases were not begun: %s", n, a.of, checkers.Ended(a.ended))
	}
	for _, o := range a.outcomes {
		r.Targets = append(r.Targets, ciTarget(a, o))
	}
	return r
}

func ciTarget(a checkAnswer, o outcome) ci.Target {
	t := ci.Target{
		Variant: o.instance.Variant, Place: o.choice(), Choice: o.choice(), Parameters: paramsOf(o.target),
		Environment: surroundings(o.target), Params: o.instance.Params, Mark: mark(term.Style{}, standing(o)),
		Faulty: o.failure != nil, Differs: o.differs, Vacuous: o.vacuities(), Findings: findings(a, o),
	}
	if o.testCase != nil {
		t.Case, t.Place = o.testCase.Name, o.name()+" · "+o.testCase.Name
	}
	r := o.report
	if r == nil {
		return t
	}
	t.Search = &ci.Search{States: r.States, Transitions: r.Transitions, Exhaustive: r.Exhaustive, Bound: string(r.Bound),
		Elapsed: r.Elapsed + r.Liveness}
	return t
}

// findings returns the findings of a target.
func findings(a checkAnswer, o outcome) []ci.Finding {
	if o.failure != nil {
		f := ci.Finding{Name: ci.Model, Standing: ci.Faulty, Message: o.failure.Error(),
			Picture: picture(executionTo(o.failure))}
		return commanded(a, o, []ci.Finding{f})
	}
	r := o.report
	var all []ci.Finding
	for i := range r.Results {
		all = append(all, propertyFinding(a, o, i))
	}
	if len(all) == 0 {
		f := ci.Finding{Name: ci.Exploration, Verdict: string(r.Verdict), Message: "no property was asked for"}
		if r.Verdict != checkers.Holds {
			f.Standing = ci.Undecided
		}
		all = append(all, f)
	}
	switch {
	case a.all && !r.Visited():
		all = append(all, ci.Finding{Name: ci.States, Standing: ci.Undecided, Message: fmt.Sprintf(
			"not all states were visited, of which the record declares %d: %d were found, and %d of them not expanded",
			o.testCase.States, r.States, r.Unexpanded)})
	case a.all && r.States != o.testCase.States:
		all = append(all, ci.Finding{Name: ci.States, Standing: ci.Fails,
			Message: fmt.Sprintf("%d states, and the record declares %d", r.States, o.testCase.States)})
	}
	if never := r.Never(); o.refused && len(never) > 0 && r.Exhaustive && r.Verdict == checkers.Holds {
		all = append(all, ci.Finding{Name: ci.Events, Standing: ci.Undecided,
			Message: "never happens: " + strings.Join(never, "; ")})
	}
	return commanded(a, o, all)
}

// propertyFinding returns the finding of property i.
func propertyFinding(a checkAnswer, o outcome, i int) ci.Finding {
	r := o.report.Results[i]
	f := ci.Finding{Name: r.Property.Name(), Kind: string(r.Property.Kind()), Verdict: string(r.Verdict),
		Message: verdict(r)}
	switch {
	case r.Cost != nil:
		f.Note = r.Cost.String()
	case r.Vacuous != "":
		f.Note = "vacuously"
	}
	if r.Verdict == checkers.Violated && r.Execution != nil {
		f.Picture = picture(r.Execution)
		same := func(other checkers.Result) bool {
			return other.Verdict == checkers.Violated && other.Execution != nil && sameExecution(other.Execution, r.Execution)
		}
		if at := slices.IndexFunc(o.report.Results[:i], same); at >= 0 {
			f.Same = o.report.Results[at].Property.Name()
		}
	}
	if r.Explanation != "" && r.Verdict != checkers.Holds {
		f.Message += ": " + r.Explanation
	}
	if r.Vacuous != "" {
		f.Message = "holds vacuously: " + r.Vacuous
	}
	differs := ""
	if a.all {
		differs = o.testCase.Differs(r)
	}
	switch {
	case r.Verdict == checkers.Unknown:
		f.Standing = ci.Undecided
	case differs != "":
		f.Standing = ci.Fails
		f.Message = strings.TrimPrefix(differs, f.Name+": ") + "; " + f.Message
	case a.all && r.Verdict != checkers.Holds:
		f.Message += "; this is what the record declares"
	case r.Verdict == checkers.Violated:
		f.Standing = ci.Fails
	case r.Vacuous != "" && a.strict:
		f.Standing = ci.Undecided
	}
	return f
}

// commanded adds to each finding of a target the command that shows it.
func commanded(a checkAnswer, o outcome, all []ci.Finding) []ci.Finding {
	for i := range all {
		f := &all[i]
		f.Command = a.program + " check " + o.choice()
		if !strings.HasPrefix(f.Name, "(") {
			f.Command += asking(f.Name)
		}
		if a.strict && f.Standing == ci.Undecided {
			f.Command += " --strict"
		}
	}
	return all
}
