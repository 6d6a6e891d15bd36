package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/specs/spec"
)

// Tasks runs the tasks of a run on disk, as mc task does. It is for programs with a scheduler of their own.
type Tasks struct {
	*disk.Run
	bound *checkers.Bound
}

// OpenTasks opens the run in dir, whose spec must be in the list. dir may be an address if parts has Storage.
func OpenTasks(list []spec.Spec, dir string, parts ...Parts) (*Tasks, error) {
	return (&program{name: "mc", specs: list, parts: firstOf(parts)}).tasks(context.Background(), dir)
}

func (p *program) tasks(ctx context.Context, dir string) (*Tasks, error) {
	storage, _, t, err := p.openRun(ctx, dir)
	if err != nil {
		return nil, err
	}
	program, err := identity()
	if err != nil {
		return nil, err
	}
	return tasksOf(t, explore.Disk{Storage: storage, Program: program}, 1, 0)
}

// tasksOf opens or creates a run.
func tasksOf(t target, d explore.Disk, shards int, memory uint64) (*Tasks, error) {
	b, err := checkers.Bind(t.setup.Model, t.setup.Properties)
	if err != nil {
		return nil, err
	}
	r, err := b.Task(checkers.Options{Disk: d}, shards, memory)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return &Tasks{r, b}, nil
}

// Do runs a task, and then re-checks the remembered answers of the model's functions. It is refused while a check works
// in the directory of the run.
func (t *Tasks) Do(ctx context.Context, task func(ctx context.Context) error) error {
	release, err := t.Join()
	if err != nil {
		return usageError("%w", err)
	}
	defer release()
	err = task(ctx)
	if err == nil {
		err = t.bound.AskAgain(ctx)
	}
	if err == nil {
		return nil
	}
	if bound := checkers.Unfinished(err); bound != explore.BoundNone {
		return (&exitError{code: codeOfBound(bound), err: errors.New(checkers.Ended(bound))}).
			hint("the same command goes on")
	}
	err = t.bound.Fault(err)
	if errors.As(err, new(*checkers.Failure)) {
		return &exitError{code: exitFault, err: err}
	}
	return usageError("%w", err)
}

// Status is the progress of a run.
type Status struct {
	disk.Status
	Shards int
	Over   bool // nothing is left to do
}

// String formats the status as assignments for a shell.
func (s Status) String() string {
	over := "no"
	if s.Over {
		over = "yes"
	}
	return fmt.Sprintf("level=%d shards=%d over=%s states=%d new=%d transitions=%d least=%d most=%d bytes=%d",
		s.Level, s.Shards, over, s.States, s.New, s.Transitions, s.Least, s.Most, s.Bytes)
}

// Status returns the progress of the run. Others may work on it at the same time.
func (t *Tasks) Status() (Status, error) { return statusOf(t.Run) }

// statusOf works with any build of the program, unlike everything else that is done with a run.
func statusOf(r *disk.Run) (Status, error) {
	s, err := r.Status()
	if err != nil {
		return Status{}, usageError("%w", err)
	}
	var h runHeader
	if err := json.Unmarshal(r.Header, &h); err != nil {
		return Status{}, usageError("the header of the run: %w", err)
	}
	return Status{s, r.Shards, s.Complete || s.Found && !h.Exhaustive}, nil
}

// Work runs the tasks of the shards that are congruent to part modulo parts, level after level, until nothing is left
// to do. It waits for the processes that do the other parts.
func (t *Tasks) Work(ctx context.Context, part, parts int) error {
	var shards []int
	for shard := part; shard < t.Shards; shard += parts {
		shards = append(shards, shard)
	}
	for {
		s, err := t.Status()
		if err != nil || s.Over {
			return err
		}
		if err := t.Share(ctx, s.Level, shards); err != nil {
			return err
		}
	}
}
