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
)

// checkpointFlags are the flags of mc check that keep what a search has found.
type checkpointFlags struct{ file, every string }

func (k *checkpointFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&k.file, "checkpoint", "",
		"save the progress to `FILE` periodically and at the end; the verb resume continues from it")
	f.StringVar(&k.every, "checkpoint-every", "", "save every `TIME` (default 1m)")
}

// fits refuses what does not go together with checkpoints.
func (k *checkpointFlags) fits(cmd *cobra.Command, f *checkFlags) error {
	if k.file == "" {
		if cmd.Flags().Changed("checkpoint") {
			return usageError("--checkpoint: FILE is empty").hint("for example: --checkpoint search.mc")
		}
		if k.every != "" {
			return usageError("--checkpoint-every without --checkpoint").hint("--checkpoint FILE says where")
		}
		return nil
	}
	for _, other := range []struct {
		is   bool
		name string
		why  string
	}{
		{f.all, "--all", "a file holds the search of one case"},
		{f.mutants, "--mutants", "a file holds one search"},
		{len(f.limits.reduce) > 0, "--reduce", "a reduced search may have to begin anew"},
		{f.limits.disk != "", "--disk", "a search whose tables are in files cannot be kept"},
	} {
		if other.is {
			return usageError("--checkpoint with %s: %s", other.name, other.why).hint("leave one of them out")
		}
	}
	return nil
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

// checkpoint keeps what a search has found in a file, and goes on from one. A nil one does nothing.
type checkpoint struct {
	file   string
	every  time.Duration
	header checkpointHeader
	resume io.Reader // what is to be gone on from, if anything

	written bool
	failed  error // of the last time
}

// newCheckpoint sees to it that what a check finds can be kept, if that is wanted. exhaustive is the KeepGoing that the
// user chose.
func (f *checkFlags) newCheckpoint(t target, exhaustive bool) (*checkpoint, error) {
	if f.checkpoint.file == "" {
		return nil, nil
	}
	k := &checkpoint{file: f.checkpoint.file, header: checkpointHeader{
		Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
		Environment: t.instance.Environment.Flags(),
		Properties:  f.properties, Exhaustive: exhaustive, Strict: f.strict, Every: f.checkpoint.every,
	}}
	if t.testCase != nil {
		k.header.Case = t.testCase.Name
	}
	return k, k.open()
}

// open makes sure that the file can be written.
func (k *checkpoint) open() error {
	if every := k.header.Every; every != "" {
		d, err := duration("checkpoint-every", every)
		if err != nil {
			return usageError("%w", err).hint("it is 1m by default")
		}
		k.every = d
	}
	if err := k.probe(); err != nil {
		return usageError("--checkpoint: %w", err).
			hint("FILE is replaced each time by a new one, so its directory must be writable")
	}
	return nil
}

// options makes a check keep what it finds, and go on from where it was.
func (k *checkpoint) options(o checkers.Options) checkers.Options {
	if k != nil {
		o.Checkpoint, o.CheckpointEvery, o.Resume = k.write, k.every, k.resume
	}
	return o
}

// probe reports whether the file could be written, and removes what a command that was killed left beside it.
func (k *checkpoint) probe() error {
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
func (k *checkpoint) write(p explore.Progress, write func(io.Writer) error) {
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
func (k *checkpoint) refused(program string, t target, err error) error {
	if k.resume == nil {
		return usageError("--checkpoint: %w", err).hint("leave --checkpoint out")
	}
	return usageError("%s: %w", k.file, err).hint("%s check %s begins anew", program, t.args())
}

// left returns the file if a check that a bound ended can go on from it.
func (k *checkpoint) left(r *checkers.Report) string {
	if k == nil || !k.written && k.resume == nil || r == nil || r.Bound == explore.BoundNone {
		return ""
	}
	return k.file
}
