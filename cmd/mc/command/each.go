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
// ranges, the output can only be text, since files and forms for programs hold one instance. Combinations for which
// there is no instance are left out, unless there is none for any. The exit code is the worst.
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
	absent := 0
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
		err := run()
		ended, ok := errors.AsType[*exitError](err)
		switch {
		case err == nil:
		case !ok:
			return err
		case ended.err == nil:
			code = worse(code, ended.code)
		case ended.absent:
			absent++
			p.note("there is no such instance: %v", err)
		case ended.code == exitFault:
			code = worse(code, p.exit(cmd, err))
		default:
			ended.code = worse(code, ended.code)
			return err
		}
		if bound := checkers.Unfinished(cmd.Context().Err()); bound != explore.BoundNone {
			if left := len(all) - i - 1; left > 0 {
				p.note("%s: %d of %d instances were not begun", checkers.Ended(bound), left, len(all))
			}
			return exitWith(worse(codeOfBound(bound), code))
		}
	}
	if absent == len(all) {
		code = exitUsage
	}
	return exitWith(code)
}
