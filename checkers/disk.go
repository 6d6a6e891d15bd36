package checkers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/model/system"
)

// ErrDisk is the error, wrapped with the reason, of a check that cannot continue in Options.Disk.
var ErrDisk = errors.New("the search cannot go on on disk")

// OfTransitions returns the names of the properties that are decided on all transitions. A search on disk keeps no
// transitions, so it cannot decide these.
func OfTransitions(properties []Property) (names []string) {
	for _, p := range flatten(properties) {
		if p.kind.ofGraph() {
			names = append(names, p.name)
		}
	}
	return names
}

// taskMemory bounds the buffers of a task: more memory does not make it faster.
const taskMemory = 256 << 20

// Task binds the properties to the run in opt.Disk.Storage, for a program that does its tasks. If there is no run
// yet, it is created; each of its tasks may then take the given memory, in bytes.
func (b *Bound) Task(opt Options, shards int, memory uint64) (*disk.Run, error) {
	_, checks := b.ofStates()
	return b.runOn(opt, checks, shards, memory)
}

// ofStates returns the questions that are not decided on the graph, and their checks.
func (b *Bound) ofStates() (asked []int, checks []explore.Check) {
	for i, q := range b.questions {
		if !b.properties[i].kind.ofGraph() {
			asked, checks = append(asked, i), append(checks, q.check)
		}
	}
	return asked, checks
}

func (b *Bound) runOn(opt Options, checks []explore.Check, shards int, memory uint64) (*disk.Run, error) {
	sys, ok := b.Explored().(disk.System)
	if !ok || b.symmetry != nil {
		return nil, fmt.Errorf("%w: representatives under a symmetry are known only to one process", ErrDisk)
	}
	if err := b.sys.Portable(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDisk, err)
	}
	params := disk.Params{Shards: shards, Memory: memory, Checks: disk.Names(checks), Program: opt.Disk.Program,
		Header: opt.Disk.Header}
	run, err := disk.Open(opt.Disk.Storage)
	if errors.Is(err, fs.ErrNotExist) {
		if err = disk.Create(opt.Disk.Storage, params); err == nil {
			run, err = disk.Open(opt.Disk.Storage)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDisk, err)
	}
	if run.Program != opt.Disk.Program {
		return nil, fmt.Errorf("%w: %s was written by another program, or another build of this one", ErrDisk,
			opt.Disk.Storage.Path(""))
	}
	if h := opt.Disk.Header; h != nil && !sameJSON(h, run.Header) {
		return nil, fmt.Errorf("%w: %s has the search for %s, not for %s", ErrDisk, opt.Disk.Storage.Path(""), run.Header, h)
	}
	if err := run.Bind(sys, checks, b.sys.Owed, b.facts); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDisk, err)
	}
	return run, nil
}

// sameJSON reports whether two texts in JSON differ at most in white space.
func sameJSON(a, b []byte) bool {
	x, errX := json.Marshal(json.RawMessage(a))
	y, errY := json.Marshal(json.RawMessage(b))
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// own makes the check the only owner of the files of Options.Disk, if there are to be any. It refuses a model that
// could not go on there: when memory is full, what was found until then would be lost.
func (c *checking) own() (release func(), err error) {
	if c.opt.Disk.Storage != nil {
		err = c.sys.Portable()
	}
	if err == nil {
		release, err = disk.Own(c.opt.Disk.Storage)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrDisk, err)
	}
	return release, err
}

// move makes a search that filled the memory anew on disk. If that ends before it has got as far, as when the disk is
// full too, move returns nil and leaves the answers of the search in memory.
func (c *checking) move(ctx context.Context, s *search, opt Options) (*search, error) {
	before, number := slices.Clone(c.results), s.number
	if err := c.take(ctx, s, true); err != nil {
		return nil, err
	}
	results, searches, r := c.results, c.searches, c.r
	c.results, c.full = before, nil
	*s = search{number: number} // gives back its tables
	opt.Enough = nil            // it is about the checks of that search
	made, err := c.onDisk(ctx, opt)
	switch {
	case disk.Passing(err):
		c.halted, r.Bound = err, explore.BoundDisk
	case err != nil:
		return nil, err
	case made.found.Bound == explore.BoundNone || made.found.States >= r.States:
		return made, nil
	default:
		r.Bound, r.DiskBytes = made.found.Bound, made.found.DiskBytes
	}
	c.results, c.searches, c.r = results, searches, r
	c.leaveOpen(number)
	return nil, nil
}

// onDisk runs the search for all questions that are not decided on the graph, or continues it, in the files of
// Options.Disk. If these cannot be written any more, it returns what was found until then, and sets c.halted.
func (c *checking) onDisk(ctx context.Context, opt Options) (*search, error) {
	runtime.GC() // free what an earlier search in memory has left
	asked, checks := c.ofStates()
	workers := c.workers()
	memory := uint64(taskMemory)
	if opt.Memory > 0 {
		memory = min(memory, opt.Memory/uint64(4*workers))
	}
	// A level of S shards has up to S² blocks, and more shards than processors make nothing faster.
	run, err := c.runOn(opt, checks, max(disk.DefaultShards, min(workers, runtime.GOMAXPROCS(0))), memory)
	if err != nil {
		return nil, err
	}
	run.Memory = memory
	s := &search{number: len(c.searches), asked: asked, run: run}
	found, err := run.Search(ctx, opt)
	if err == nil {
		err = c.sys.Portable()
	}
	if err != nil {
		if errors.As(err, new(*explore.Failure)) {
			c.r, err = c.failed(found, err)
			return nil, err
		}
		err = fmt.Errorf("%w: %w", ErrDisk, err)
		if found == nil || found.Bound != explore.BoundDisk || found.Depth < 0 {
			return nil, err
		}
		c.halted = err
	}
	c.recall(run.Facts())
	s.found = found
	c.searches = append(c.searches, c.searchOf(found))
	return s, nil
}

// facts returns what was learnt about properties during the search besides their answers.
func (b *Bound) facts() (all []string) {
	for i, q := range b.questions {
		if q.vacuous != nil && q.vacuous() == "" {
			all = append(all, fact(exercised, i))
		}
		if q.undecided != nil {
			if why := q.undecided(); why != "" {
				all = append(all, fact(undecidedFact, i)+why)
			}
		}
	}
	return all
}

const (
	exercised     = "exercised"
	undecidedFact = "undecided"
)

// fact returns how a fact of property i begins. Names of properties are not unique: those of the parts of an All.
func fact(kind string, i int) string { return fmt.Sprintf("%s %d: ", kind, i) }

// recall restores facts that were saved.
func (b *Bound) recall(facts []string) {
	for i := range b.questions {
		q := &b.questions[i]
		if slices.Contains(facts, fact(exercised, i)) {
			q.vacuous = nil
		}
		for _, f := range facts {
			if why, ok := strings.CutPrefix(f, fact(undecidedFact, i)); ok {
				q.undecided = func() string { return why }
			}
		}
	}
}

// leaveOpen makes the properties of transitions unknown.
func (c *checking) leaveOpen(search int) {
	for i := range c.questions {
		if c.ofGraph(i) && c.results[i].Verdict == "" {
			c.results[i] = Result{Property: c.properties[i], Verdict: Unknown, Search: search,
				Explanation: "a search on disk keeps no transitions, which this needs: use more memory, or a smaller instance"}
		}
	}
}

// enough is the time for the executions of a search on disk that had to end: states on their way are expanded again.
const enough = 5 * time.Second

// afterwards returns the context for work after a search. If the search ran out of time or was interrupted, the
// result is wanted now: in memory, any shortest path will do; on disk, those that are found soon.
func (s *search) afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.found.Bound != explore.BoundTime && s.found.Bound != explore.BoundInterrupt {
		return context.WithCancel(ctx)
	}
	if s.run == nil {
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		return cancelled, cancel
	}
	if s.shown.IsZero() {
		s.shown = time.Now().Add(enough)
	}
	return context.WithDeadline(context.WithoutCancel(ctx), s.shown)
}

// fault returns the error of work after a search: the model's, or that of the files that the search is in.
func (s *search) fault(sys *system.System, err error) error {
	if err = fault(sys, err); s.run == nil || errors.As(err, new(*Failure)) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDisk, err)
}
