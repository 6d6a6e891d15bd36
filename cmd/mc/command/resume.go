package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

func (p *program) resume() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "resume FILE [flags]",
		Short: "continue a check that was interrupted or killed",
		Long: `Continues a search from where it was when check --checkpoint last wrote FILE, and
ends with the report of an uninterrupted search. FILE says what is checked; bounds and
workers may differ from before. FILE is updated periodically.

The functions of the model and its properties are called again with all their earlier
inputs: if one now does something else, or the instance differs, FILE is of no use, and
the error says so.

Exit code: that of check; 2 if the search cannot continue from FILE.`,
		Example: p.examples("check chang-roberts -p n=8 --checkpoint search.mc", "save the progress",
			"resume search.mc", "continue", "resume search.mc --memory 8GiB", "with more memory"),
		Args: oneArg("FILE", "search.mc"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runResume(cmd, args[0], &f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.limits.addBounds(flags)
	group(cmd, "Bounds of the search")
	f.output.add(cmd)
	completeValues(cmd)
	return cmd
}

func (p *program) runResume(cmd *cobra.Command, name string, f *checkFlags) error {
	if err := f.output.fits(); err != nil {
		return err
	}
	options, err := f.limits.options(p, cmd)
	if err != nil {
		return err
	}
	hint := fmt.Sprintf("%s check SPEC --checkpoint %s writes one", p.name, counterexamples.ShellQuote(name))
	p.reading.Store(true)
	defer p.reading.Store(false)
	file, err := os.Open(name)
	if err != nil {
		return usageError("%w", err).hint("%s", hint)
	}
	defer file.Close()
	k, t, err := p.readCheckpoint(file)
	if err != nil {
		var e *exitError
		if errors.As(err, &e) {
			return &exitError{code: e.code, err: fmt.Errorf("%s: %w", name, e.err), advice: e.advice}
		}
		return usageError("%s: %w", name, err).hint("%s", hint)
	}
	p.reading.Store(false) // the rest is read by the search
	k.file = name
	f.strict, f.properties = k.header.Strict, k.header.Properties
	if err := f.output.schedule.check(cmd, []target{t}); err != nil {
		return err
	}
	if err := k.open(); err != nil {
		return err
	}
	options.KeepGoing = k.header.Exhaustive
	return p.decide(cmd.Context(), []target{t}, f, options, k)
}

// readCheckpoint returns what is to be gone on from, and of what it is.
func (p *program) readCheckpoint(f io.ReadSeeker) (*checkpoint, target, error) {
	header, rest, err := checkers.ReadCheckpoint(f)
	if err != nil {
		return nil, target{}, err
	}
	k := &checkpoint{resume: rest}
	h := &k.header
	if err := json.Unmarshal(header, h); err != nil {
		return nil, target{}, fmt.Errorf("it is damaged: its header: %w", err)
	}
	s, err := p.find(h.Spec)
	if err != nil {
		return nil, target{}, err
	}
	environment, err := spec.ParseEnvironment(h.Environment)
	if err != nil {
		return nil, target{}, err
	}
	t, err := p.buildWith(s, spec.Instance{Variant: h.Variant, Params: h.Params, Environment: environment}, h.Properties)
	if err == nil && h.Case != "" {
		t.testCase, err = p.findCase(s, h.Case)
	}
	return k, t, err
}
