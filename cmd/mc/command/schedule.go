package command

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
)

// schedule is the flag --schedule: which execution of a cost is drawn and saved.
type schedule struct {
	which string
	given bool
}

func (s *schedule) add(cmd *cobra.Command) {
	oneOf(cmd, &s.which, "schedule", "", "for a cost, draw and save an execution with the `max` or min", "max", "min")
}

// check refuses a schedule if no property is a cost.
func (s *schedule) check(cmd *cobra.Command, targets []target) error {
	s.given = cmd.Flags().Changed("schedule")
	costs := func(p checkers.Property) bool { return p.Kind() == checkers.KindCost }
	if s.given && !slices.ContainsFunc(targets,
		func(t target) bool { return slices.ContainsFunc(t.setup.Properties, costs) }) {
		return usageError("--schedule: none of the properties is a cost").
			hint("--schedule chooses which execution of a cost is shown")
	}
	return nil
}

// choose sets the execution of each cost to the one that was asked for.
func (s *schedule) choose(r *checkers.Report) {
	if r == nil || s.which != "min" {
		return
	}
	for i := range r.Results {
		if c := r.Results[i].Cost; c != nil {
			r.Results[i].Execution = c.Least
		}
	}
}

// cheapest reports whether the execution of a result is one with the least cost.
func (s *schedule) cheapest(p checkers.Result) bool {
	return s.which == "min" && p.Cost != nil && p.Cost.Ends
}

// wants reports whether to draw the execution of a property that holds, if there are several properties.
func (s *schedule) wants(p checkers.Result, named []string) bool {
	return p.Cost != nil && (s.given || slices.Contains(named, p.Property.Name()))
}
