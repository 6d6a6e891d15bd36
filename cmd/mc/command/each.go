package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
)

// each runs a verb for each combination of the ranges in -p, one after the other, or once if there are none. With
// ranges, the output can only be text, since files and forms for programs hold one instance. The exit code is the
// worst.
func (p *program) each(cmd *cobra.Command, chosen *selection, run func() error) error {
	fixed, spans, err := parseSpans(chosen.params)
	if err != nil || len(spans) == 0 {
		if err != nil {
			return err
		}
		return run()
	}
	for _, name := range []string{"format", "out", "plot", "prism", "traces"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Value.String() != "" && f.Value.String() != "text" {
			return usageError("-p %s: --%s %s is only for a single instance", spans[0], name, f.Value).hint("choose one value")
		}
	}
	code := exitHolds
	all := combinations(spans)
	for i, values := range all {
		chosen.params = slices.Clone(fixed)
		for _, s := range spans {
			chosen.params = append(chosen.params, fmt.Sprintf("%s=%d", s.name, values[s.name]))
		}
		if i > 0 {
			if err := p.print([]byte("\n")); err != nil {
				return err
			}
		}
		if err := run(); err != nil {
			ended, ok := errors.AsType[*exitError](err)
			if !ok || ended.err != nil {
				return err
			}
			code = worse(code, ended.code)
		}
		if bound := checkers.Unfinished(cmd.Context().Err()); bound != explore.BoundNone {
			if left := len(all) - i - 1; left > 0 {
				p.note(cmd.Name(), "%s: %d of %d instances were not begun", checkers.Ended(bound), left, len(all))
			}
			return exitWith(worse(codeOfBound(bound), code))
		}
	}
	return exitWith(code)
}
