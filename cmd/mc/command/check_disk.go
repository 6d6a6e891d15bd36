package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model/system"
)

// diskFlags are the flags of mc check for searches that exceed memory or are continued later.
type diskFlags struct {
	dir  string
	only bool
	flag string // that names dir, if it is not --disk
}

func (d *diskFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&d.dir, "disk", "",
		"continue in files in `DIR` when the tables reach the memory bound; however it ends, resume continues there")
	f.BoolVar(&d.only, "disk-only", false, "with --disk, keep the search in files from the start")
}

// runHeader says what the search in a directory is about.
type runHeader struct {
	Spec        string            `json:"spec"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment,omitempty"`
	Case        string            `json:"case,omitempty"`
	Properties  []string          `json:"properties,omitempty"` // those chosen with --property
	Exhaustive  bool              `json:"exhaustive,omitempty"`
	Strict      bool              `json:"strict,omitempty"`
}

func (f *checkFlags) header(t target, exhaustive bool) []byte {
	h := runHeader{
		Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params,
		Environment: t.instance.Environment.Flags(),
		Properties:  f.properties, Exhaustive: exhaustive, Strict: f.strict,
	}
	if t.testCase != nil {
		h.Case = t.testCase.Name
	}
	b, err := json.Marshal(h)
	if err != nil {
		panic(err) // of plain data
	}
	return b
}

// onDisk returns where a check continues on disk, if it is to. exhaustive says whether it explores everything.
func (f *checkFlags) onDisk(ctx context.Context, p *program, t target, exhaustive bool) (d explore.Disk, err error) {
	if f.disk.dir == "" {
		return d, nil
	}
	flag := cmp.Or(f.disk.flag, "--disk")
	if left := checkers.OfTransitions(t.setup.Properties); f.disk.only && len(left) > 0 {
		only, advice := "--disk-only", ", or leave --disk-only out: what fits in memory is decided there"
		if f.disk.flag != "" {
			only, advice = flag, ""
		}
		return d, usageError("%s: %s: a search on disk keeps no transitions, which liveness and costs need", only,
			strings.Join(left, ", ")).hint("choose others with --property%s", advice)
	}
	if !isAddress(f.disk.dir) {
		if err := diskRoom(f.disk.dir); err != nil {
			return d, usageError("%s %s: it must be a directory in which files can be made: %w", flag,
				f.disk.dir, withoutPath(err)).hint("mkdir -p %s", counterexamples.ShellQuote(f.disk.dir))
		}
	}
	storage, err := p.storage(ctx, f.disk.dir)
	if err != nil {
		return d, err
	}
	if vacant, err := disk.Vacant(storage); err != nil {
		return d, usageError("%s %s: %w", flag, f.disk.dir, err)
	} else if !vacant {
		return d, usageError("%s %s: it is not empty", flag, f.disk.dir).
			hint("%s resume %s continues a search that is there; or choose a new directory", p.name,
				counterexamples.ShellQuote(f.disk.dir))
	}
	return f.diskOf(storage, t, exhaustive)
}

// isAddress reports whether a place is an address, not a directory.
func isAddress(place string) bool { return strings.Contains(place, "://") }

// storage opens a directory or an address.
func (p *program) storage(ctx context.Context, place string) (explore.Storage, error) {
	if !isAddress(place) {
		return disk.Folder(place), nil
	}
	if p.parts.Storage == nil {
		return nil, usageError("%s: this program can keep searches only in directories", place).
			hint("the command in cmd/mc/bucket/mc supports object storage, as does any whose main passes Open of " +
				"cmd/mc/bucket to command.Run")
	}
	s, err := p.parts.Storage(ctx, place)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return s, nil
}

// diskOf wraps a storage for the search.
func (f *checkFlags) diskOf(storage explore.Storage, t target, exhaustive bool) (explore.Disk, error) {
	program, err := identity()
	return explore.Disk{Storage: storage, Only: f.disk.only, Program: program, Header: f.header(t, exhaustive)}, err
}

// diskRoom returns an error unless files can be created in a directory. It creates the directory if it is missing.
func diskRoom(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil && !os.IsExist(err) {
		return err
	}
	f, err := os.CreateTemp(dir, ".mc.*.tmp")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// identity is a digest of the program's own file, whatever it is called.
var identity = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
})

// targetOf returns the target of the search in a directory, given its header.
func (p *program) targetOf(header []byte) (h runHeader, t target, err error) {
	if err := json.Unmarshal(header, &h); err != nil {
		return h, t, fmt.Errorf("its header: %w", err)
	}
	t, err = p.rebuild(h.Spec, h.Variant, h.Params, h.Environment, h.Properties)
	if err == nil && h.Case != "" {
		t.testCase, err = p.findCase(t.spec, h.Case)
	}
	return h, t, err
}

// portable reports whether a search can continue on disk.
func (t target) portable() bool {
	sys, err := system.Compile(t.setup.Model)
	return err == nil && sys.Portable() == nil
}

// vacant reports whether a run can begin in the storage, as far as that can be read.
func vacant(s explore.Storage) bool {
	is, err := disk.Vacant(s)
	return is && err == nil
}

// refusedOnDisk returns the error of a check that cannot continue on disk.
func refusedOnDisk(program string, t target, d explore.Disk, err error) *exitError {
	place := d.Storage.Path("")
	refused := usageError("--disk %s: %w", place, err)
	switch begun, passing := !vacant(d.Storage), disk.Passing(err); {
	case passing && begun:
		return refused.hint("when that is over: %s resume %s", program, counterexamples.ShellQuote(place))
	case passing:
		return refused.hint("when that is over, the same command starts again")
	case !begun: // it is refused at once
		return refused.hint("%s check %s decides in memory what fits there", program, t.args())
	}
	return refused.hint("%s check %s --disk DIR starts again in another directory", program, t.args())
}
