package command

import (
	"context"
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
)

func (p *program) resume() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "resume DIR [flags]",
		Short: "continue a check on disk that was interrupted or killed",
		Long: `Continues the search of check --disk DIR from its last complete level, and ends with the
report of an uninterrupted search. DIR says what is checked; bounds and workers may
differ from before. The program must be the same: another build is refused. What was found
before the search moved to DIR is not lost.

Exit code: that of check; 2 if the search cannot continue in DIR.`,
		Example: examples("check {chang-roberts} -p n=8 --property uniqueness --disk run --disk-only", "a search in files",
			"resume run", "continue", "resume run --memory 8GiB", "with more memory"),
		Args: oneArg("DIR", "run"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runResume(cmd, args[0], &f) },
	}
	flags := cmd.Flags()
	f.limits.addBounds(flags)
	group(cmd, "Bounds of the search")
	f.output.add(cmd)
	completeValues(cmd)
	return cmd
}

func (p *program) runResume(cmd *cobra.Command, dir string, f *checkFlags) error {
	if err := f.output.explain.fits(f.output.format); err != nil {
		return err
	}
	options, err := f.limits.options(p, cmd)
	if err != nil {
		return err
	}
	storage, h, t, err := p.openRun(cmd.Context(), dir)
	if err != nil {
		return err
	}
	f.strict, f.properties, f.disk = h.Strict, h.Properties, diskFlags{dir: dir, only: true}
	if err := f.output.schedule.check(cmd, []target{t}); err != nil {
		return err
	}
	if options.Disk, err = f.diskOf(storage, t, h.Exhaustive); err != nil {
		return err
	}
	options.KeepGoing = h.Exhaustive
	return p.decide(cmd.Context(), []target{t}, f, options)
}

// openRun opens a run directory, and returns its header and target.
func (p *program) openRun(ctx context.Context, dir string) (s explore.Storage, h runHeader, t target, err error) {
	if s, err = p.storage(ctx, dir); err != nil {
		return s, h, t, err
	}
	r, err := disk.Open(s)
	if err == nil {
		h, t, err = p.targetOf(r.Header)
	}
	if err == nil {
		return s, h, t, nil
	}
	if errors.Is(err, fs.ErrNotExist) && vacant(s) {
		return s, h, t, usageError("%w", err).
			hint("%s check SPEC --disk %s starts one", p.name, counterexamples.ShellQuote(dir))
	}
	return s, h, t, usageError("%w", err).hint("%s check SPEC --disk DIR starts one in another directory", p.name)
}
