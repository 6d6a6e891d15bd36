package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// checkpointing keeps what a check has found in a file, and goes on from one.
type checkpointing struct {
	file   string
	every  string
	period time.Duration // the same
	header checkpointHeader
	resume io.Reader // what is to be gone on from, if anything

	written bool
	failed  error // of the last time
}

// checkpointHeader says what a checkpoint is of. It stands at the beginning of the file, where people can read it.
type checkpointHeader struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment,omitempty"`
	Case        string            `json:"case,omitempty"`
	Properties  []string          `json:"properties,omitempty"` // that were chosen
	Exhaustive  bool              `json:"exhaustive,omitempty"`
	Strict      bool              `json:"strict,omitempty"`
	Every       string            `json:"every,omitempty"`
	States      uint64            `json:"states"`
	Depth       int               `json:"depth"`
	Seconds     float64           `json:"seconds"`
}

func (k *checkpointing) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&k.file, "checkpoint", "", "keep in `FILE` what was found so far, now and then and at the end; the verb resume goes on from it")
	f.StringVar(&k.every, "checkpoint-every", "", "the `TIME` between two times (default 1m)")
}

// fits refuses what does not go together with checkpoints.
func (k *checkpointing) fits(c *checking, cmd *cobra.Command) error {
	if k.file == "" {
		if cmd.Flags().Changed("checkpoint") {
			return wrong(errors.New("--checkpoint: FILE is empty"), "for example: --checkpoint search.mc")
		}
		if k.every != "" {
			return wrong(errors.New("--checkpoint-every without --checkpoint"), "--checkpoint FILE says where")
		}
		return nil
	}
	for _, other := range []struct {
		is   bool
		name string
		why  string
	}{
		{c.all, "--all", "a file holds the search of one case"},
		{c.mutants, "--mutants", "a file holds one search"},
		{len(c.bounds.reduce) > 0, "--reduce", "a reduced search may have to begin anew"},
		{c.bounds.disk != "", "--disk", "a search whose tables are in files cannot be kept"},
	} {
		if other.is {
			return wrong(fmt.Errorf("--checkpoint with %s: %s", other.name, other.why), "leave one of them out")
		}
	}
	return nil
}

// begin sees to it that what a check finds can be kept. exhaustive is the KeepGoing that the user chose.
func (k *checkpointing) begin(c *checking, t target, exhaustive bool) error {
	if k.file == "" {
		return nil
	}
	if k.every != "" {
		d, err := time.ParseDuration(k.every)
		if err != nil || d <= 0 {
			return wrong(fmt.Errorf("--checkpoint-every %s: it must be a time with its unit, such as 30s, 10m or 1h30m", k.every), "it is 1m by default")
		}
		k.period = d
	}
	if err := k.probe(); err != nil {
		return wrong(fmt.Errorf("--checkpoint: %w", err), "FILE is replaced each time by a new one, so its directory must be writable")
	}
	k.header = checkpointHeader{
		Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params, Environment: t.instance.Environment.Flags(),
		Properties: c.properties, Exhaustive: exhaustive, Strict: c.strict, Every: k.every,
	}
	if t.kase != nil {
		k.header.Case = t.kase.Name
	}
	return nil
}

// options makes a check keep what it finds, and go on from where it was.
func (k *checkpointing) options(o checkers.Options) checkers.Options {
	if k.file != "" {
		o.Checkpoint, o.CheckpointEvery, o.Resume = k.write, k.period, k.resume
	}
	return o
}

// probe reports whether the file could be written, and removes what a command that was killed left beside it.
func (k *checkpointing) probe() error {
	if info, err := os.Stat(k.file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file: it could not be replaced", k.file)
	}
	dir, base := filepath.Split(k.file)
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", k.file, withoutPath(err))
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "."+base+".") && strings.HasSuffix(e.Name(), ".tmp") {
			os.Remove(filepath.Join(dir, e.Name())) // if it cannot be, it is only in the way
		}
	}
	f, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", k.file, withoutPath(err))
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// write replaces the file. A search whose checkpoint cannot be written goes on; in the end that is said.
func (k *checkpointing) write(p explore.Progress, write func(io.Writer) error) {
	h := k.header
	h.States, h.Depth, h.Seconds = p.States, p.Depth, p.Elapsed.Seconds()
	header, err := json.Marshal(h)
	if err == nil {
		err = saveStream(k.file, func(w io.Writer) error {
			return checkers.WriteCheckpoint(w, append(header, '\n'), write)
		})
	}
	k.failed = err
	k.written = k.written || err == nil
}

// refused is the error of a check that cannot keep what it finds, or go on.
func (k *checkpointing) refused(program string, t target, err error) error {
	if k.resume == nil {
		return wrong(fmt.Errorf("--checkpoint: %w", err), "leave --checkpoint out")
	}
	return wrong(fmt.Errorf("%s: %w", k.file, err), "%s check %s begins anew", program, t.args())
}

// left returns the file if a check that a bound ended can go on from it.
func (k *checkpointing) left(o outcome) string {
	if !k.written && k.resume == nil || o.report == nil || o.report.Bound == explore.BoundNone {
		return ""
	}
	return k.file
}

func (p *program) resume() *cobra.Command {
	c := &checking{program: p}
	cmd := &cobra.Command{
		Use:   "resume FILE [flags]",
		Short: "go on with a check that was interrupted, or killed",
		Long: `Goes on with a search from where it was when check --checkpoint last wrote FILE, and
ends with the report that it would have ended with. What is checked stands in FILE;
bounds and workers may be others than before. FILE is written again now and then.

The functions of the model and its properties are called for what they were called for
so far: if one does something else now, or the instance is another, FILE is of no use,
and that is said.

Exit code: that of check; 2 if the search cannot go on from FILE.`,
		Example: p.examples("check chang-roberts -p n=8 --checkpoint search.mc", "keep what was found",
			"resume search.mc", "go on", "resume search.mc --memory 8GiB", "with more memory"),
		Args: oneArg("FILE", "search.mc"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.goOn(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	c.bounds.addLimits(f)
	group(cmd, "Bounds of the search")
	c.addOutput(cmd)
	completeValues(cmd)
	return cmd
}

// goOn is mc resume.
func (c *checking) goOn(cmd *cobra.Command, file string) error {
	options, err := c.begin(cmd)
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return wrong(err, "%s check SPEC --checkpoint %s writes it", c.name, quote(file))
	}
	defer f.Close()
	t, err := c.kept(f)
	if err != nil {
		var e *ended
		if errors.As(err, &e) {
			return &ended{code: e.code, err: fmt.Errorf("%s: %w", file, e.err), hint: e.hint}
		}
		return wrong(fmt.Errorf("%s: %w", file, err), "%s check SPEC --checkpoint %s writes one", c.name, quote(file))
	}
	if err := c.schedule.check(cmd, []target{t}); err != nil {
		return err
	}
	c.checkpoint.file = file
	options.KeepGoing = c.checkpoint.header.Exhaustive
	return c.decide(cmd, []target{t}, options)
}

// kept returns what the checkpoint in a file is of, and sets c to what it was when that was written.
func (c *checking) kept(f io.ReadSeeker) (target, error) {
	header, rest, err := checkers.ReadCheckpoint(f)
	if err != nil {
		return target{}, err
	}
	h := &c.checkpoint.header
	if err := json.Unmarshal(header, h); err != nil {
		return target{}, fmt.Errorf("it is damaged: its header: %w", err)
	}
	c.checkpoint.resume, c.checkpoint.every = rest, h.Every
	c.strict, c.properties = h.Strict, h.Properties
	s, err := c.find(h.Spec)
	if err != nil {
		return target{}, err
	}
	environment, err := spec.ParseEnvironment(h.Environment)
	if err != nil {
		return target{}, err
	}
	t, err := c.build(s, spec.Instance{Variant: h.Variant, Params: h.Params, Environment: environment})
	if err != nil {
		return target{}, err
	}
	if h.Case != "" {
		if t.kase, err = c.findCase(s, h.Case); err != nil {
			return target{}, err
		}
	}
	return t, t.only(c.name, h.Properties)
}
