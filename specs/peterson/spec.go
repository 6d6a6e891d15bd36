package peterson

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	swapped = "assignments-swapped"
	noTurn  = "no-turn"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "peterson",
		Family:  "mutual exclusion",
		Summary: "Mutual exclusion of two processes that share three variables, which they read and write one at a time",
		Source: "Peterson, Myths About the Mutual Exclusion Problem, Information Processing Letters 12(3), 1981, " +
			"the two-process solution",
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it"},
			{Name: swapped, Doc: "TURN is assigned before Q"},
			{Name: noTurn, Doc: "without TURN: a process waits until the other's Q is false"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{memory: newMemory(), swapped: a.Variant == swapped, noTurn: a.Variant == noTurn}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(2, process(r)), Names: []string{"P1", "P2"}, Variables: r.shared(),
		},
		Properties: properties(),
	}, nil
}

// waits reports whether a process wants to enter and has not yet, inside whether it is in its critical section.
func waits(l Process) bool  { return l.Line > Remainder && l.Line < Critical }
func inside(l Process) bool { return l.Line == Critical }

func properties() []checkers.Property {
	is := func(p model.ID, what func(Process) bool) func(model.State) bool {
		return func(s model.State) bool {
			l, up := model.Local[Process](s, p)
			return up && what(l)
		}
	}
	all := []checkers.Property{
		checkers.AtMost("mutual-exclusion", 1, func(_ model.ID, l Process) bool { return inside(l) }),
		checkers.LeadsTo("somebody-enters", func(s model.State) bool { return is(0, waits)(s) || is(1, waits)(s) },
			func(s model.State) bool { return is(0, inside)(s) || is(1, inside)(s) }),
	}
	for p := range model.ID(2) {
		all = append(all,
			checkers.LeadsTo(fmt.Sprint("no-starvation-", p+1), is(p, waits), is(p, inside)),
			// Counted from the second assignment on: before that, the other cannot know that it waits.
			checkers.Overtaken(fmt.Sprint("overtaken-", p+1), p, is(p, func(l Process) bool {
				return l.Line == ReadFlag || l.Line == ReadTurn
			}), inside))
	}
	return all
}
