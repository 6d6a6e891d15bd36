package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/internal/guard"
)

// failure is the error of a task whose system or check failed, with the place where it did.
type failure struct {
	err   error
	check int      // -1 if the system failed
	state []uint32 // state in which it failed; nil if it was in none
	level int      // level of state
	event uint64   // event after which it failed, if moved is set
	moved bool
}

func (f *failure) Error() string { return f.err.Error() }

// explain adds the place to an error of the system or of a check.
func (m *mapper) explain(err error) error {
	if ownError(err) {
		return err
	}
	f := &failure{err: err, check: m.asking, level: m.level, event: m.event, moved: m.moved}
	if m.level >= 0 {
		f.state = slices.Clone(m.state)
	}
	return f
}

// ownError reports whether an error comes from files or the context, and not from the system or a check.
func ownError(err error) bool {
	for _, is := range []error{ErrDamaged, ErrChanged, errAlike, context.Canceled, context.DeadlineExceeded,
		io.ErrShortWrite} {
		if errors.Is(err, is) {
			return true
		}
	}
	return ofStorage(err)
}

// ofStorage reports whether an error comes from reading or writing files.
func ofStorage(err error) bool {
	return errors.As(err, new(*os.PathError)) || errors.As(err, new(*os.LinkError))
}

// Passing reports whether an error says that the storage could not be read or written, and nothing against its files:
// the disk is full, or too many files are open. A search can go on when that is over.
func Passing(err error) bool {
	return ofStorage(err) && !errors.Is(err, ErrDamaged) && !errors.Is(err, fs.ErrNotExist)
}

// explained turns a failure into an explore.Failure with a path to it. It returns other errors as they are.
func (r *Run) explained(ctx context.Context, err error) error {
	if errors.Is(err, guard.ErrExited) {
		return &explore.Failure{Err: err, Check: -1}
	}
	f, ok := err.(*failure)
	if !ok {
		return err
	}
	x := &explore.Failure{Err: f.err, Check: f.check}
	if f.check >= 0 {
		x.Name = r.checks[f.check].Name
	}
	if f.state == nil {
		return x
	}
	x.Path.Initial = f.state
	if f.level > 0 {
		c := &cone{Run: r, ctx: context.WithoutCancel(ctx)}
		c.check.Step = func(_ []uint32, _ uint64, next []uint32) (bool, error) { return slices.Equal(next, f.state), nil }
		path, err := c.path(f.level)
		if err != nil {
			path = explore.Path{}
		}
		x.Path = path
		x.Path.Minimal = false
	}
	if f.moved && x.Path.Initial != nil {
		x.Path.Extend(r.sys.Stepper(), func(event uint64, _ []uint32) bool { return event == f.event })
	}
	return x
}

// askQuiescent evaluates the quiescent checks on the state that was expanded.
func (m *mapper) askQuiescent() error {
	for _, c := range m.quiets {
		m.asking = c
		is, err := m.r.checks[c].Quiescent(m.state)
		if err != nil {
			return err
		}
		m.out.Found[c] = m.out.Found[c] || is
	}
	m.asking = -1
	return nil
}

// askSteps evaluates the step checks on a transition.
func (m *mapper) askSteps(event uint64, slots []int32, values []uint32) {
	explore.Apply(m.next, m.state, slots, values)
	m.event, m.moved = event, true
	for _, c := range m.steps {
		m.asking = c
		is, err := m.r.checks[c].Step(m.state, event, m.next)
		if err != nil {
			m.err = err
			return
		}
		m.out.Found[c] = m.out.Found[c] || is
	}
	m.moved, m.asking = false, -1
}
