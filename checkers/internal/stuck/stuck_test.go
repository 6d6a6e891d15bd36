package stuck_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/checkers/refine"
	"github.com/anel-mc/mc/checkers/runs"
	"github.com/anel-mc/mc/checkers/stategraph"
	"github.com/anel-mc/mc/checkers/validate"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// counter is a process that counts to 2, and calls second before it gets there.
func counter(second func()) model.Instance {
	return model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Enabled: func(_ *model.Context, s int) bool { return s < 2 },
			Do: func(_ *model.Context, s int) int {
				if s == 1 {
					second()
				}
				return s + 1
			}}},
	})}
}

// asked is a property that calls second in the state 1.
func asked(second func()) []checkers.Property {
	return []checkers.Property{checkers.Invariant("asked", func(s model.State) error {
		if at, _ := model.Local[int](s, 0); at == 1 {
			second()
		}
		return nil
	})}
}

// studies are the studies that can be limited, each with whether it asks about properties.
var studies = []struct {
	name string
	asks bool
	do   func(ctx context.Context, timeout time.Duration, m model.Model, properties []checkers.Property) error
}{
	{"runs", true, func(ctx context.Context, timeout time.Duration, m model.Model, p []checkers.Property) error {
		_, err := runs.Check(ctx, m, p, runs.Options{Timeout: timeout})
		return err
	}},
	{"graph", true, func(ctx context.Context, timeout time.Duration, m model.Model, p []checkers.Property) error {
		_, _, err := stategraph.Of(ctx, m, p, checkers.Options{Timeout: timeout})
		return err
	}},
	{"chances", true, func(ctx context.Context, timeout time.Duration, m model.Model, p []checkers.Property) error {
		_, err := chances.Of(ctx, m, p, system.Odds{}, checkers.Options{Timeout: timeout})
		return err
	}},
	{"traces", false, func(ctx context.Context, timeout time.Duration, m model.Model, _ []checkers.Property) error {
		_, err := refine.Traces(ctx, m, m, checkers.Options{Timeout: timeout})
		return err
	}},
	{"views", true, func(ctx context.Context, timeout time.Duration, m model.Model, p []checkers.Property) error {
		family := func(n int) (model.Model, []checkers.Property, error) {
			i := m.(model.Instance)
			i.Processes = slices.Repeat(i.Processes, n)
			return i, p, nil
		}
		return limited(ctx, timeout, func(ctx context.Context) error {
			_, err := views.Prove(ctx, family, views.Options{})
			return err
		})
	}},
	{"validate", false, func(ctx context.Context, timeout time.Duration, m model.Model, _ []checkers.Property) error {
		var log validate.Log
		lines := `{"log":1}` + strings.Repeat("\n"+`{"process":"p0","event":"act","name":"count"}`, 2)
		if err := log.Read("log", strings.NewReader(lines)); err != nil {
			return err
		}
		return limited(ctx, timeout, func(ctx context.Context) error {
			_, err := validate.Check(ctx, m, &log, validate.Options{})
			return err
		})
	}},
	{"certificate", false, func(ctx context.Context, timeout time.Duration, m model.Model, _ []checkers.Property) error {
		return certificate.Write(ctx, io.Discard, certificate.Header{}, m.(model.Instance),
			checkers.Options{Timeout: timeout})
	}},
	{"bisimilar", false, func(ctx context.Context, timeout time.Duration, m model.Model, _ []checkers.Property) error {
		_, err := refine.Bisimilar(ctx, m, m, checkers.Options{Timeout: timeout})
		return err
	}},
}

// limited runs a study that has no timeout of its own.
func limited(ctx context.Context, timeout time.Duration, study func(ctx context.Context) error) error {
	if timeout > 0 {
		within, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = within
	}
	return study(ctx)
}

// TestStudies: a function that does not return keeps no study from ending, not even several at the same time, and the
// error names it.
func TestStudies(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	for _, study := range studies {
		t.Run(study.name+" by its timeout", func(t *testing.T) {
			t.Parallel()
			var err error
			for timeout := 100 * time.Millisecond; err == nil && timeout < time.Minute; timeout *= 4 {
				err = ends(t, func() error { // without an error if a busy machine did not come to the call
					return study.do(t.Context(), timeout, counter(func() { <-release }), nil)
				})
			}
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "had not returned: p") {
				t.Errorf("error %v, want that time ran out, and the call", err) // which may be that of another study
			}
		})
		t.Run(study.name+" by its context", func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			forever := func() { cancel(); <-release }
			m, properties := counter(forever), []checkers.Property(nil)
			if study.asks {
				m, properties = counter(func() {}), asked(forever)
			}
			err := ends(t, func() error { return study.do(ctx, 0, m, properties) })
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "had not returned: p") {
				t.Errorf("error %v, want that it was interrupted, and the call", err)
			}
			if study.name == "views" && !strings.Contains(err.Error(), "the state need not be reachable") {
				t.Error(err)
			}
		})
	}
}

// TestStudiesExit: a function that ends its goroutine ends the study, too, and is a fault of the model, with its name.
func TestStudiesExit(t *testing.T) {
	faulted := func(err error, want string) {
		t.Helper()
		if !errors.As(err, new(*checkers.Failure)) || !strings.HasPrefix(err.Error(), want) ||
			!strings.Contains(err.Error(), "runtime.Goexit") {
			t.Errorf("%T: %v; want %s", err, err, want)
		}
	}
	for _, study := range studies {
		t.Run(study.name, func(t *testing.T) {
			err := ends(t, func() error { return study.do(t.Context(), 0, counter(runtime.Goexit), nil) })
			if study.name == "views" { // which has several systems, and gives no name to what all of them have in common
				if fault := new(model.Error); !errors.As(err, &fault) || fault.Kind != model.Misused {
					t.Errorf("%T: %v", err, err)
				}
				return
			}
			faulted(err, `the model is at fault (misuse): process p0, act "count": it ended the goroutine`)
		})
	}
	_, err := checkers.Check(t.Context(), counter(func() {}), asked(runtime.Goexit), checkers.Options{})
	faulted(err, "property asked: a function of the model ended the goroutine")
	ever := checkers.Eventually("ever", func(model.State) bool { runtime.Goexit(); return true })
	_, err = checkers.Check(t.Context(), counter(func() {}), []checkers.Property{ever}, checkers.Options{})
	faulted(err, "a function of the model ended the goroutine")
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{Name: "turn",
		Do: func(s, _ int) int {
			if s == 1 {
				runtime.Goexit()
			}
			return s + 1
		}}}}
	_, err = checkers.Check(t.Context(), m, asked(func() {})[:0], checkers.Options{})
	faulted(err, `the model is at fault (misuse): action "turn": it ended the goroutine`)
}

// ends returns the error of a study, which must end.
func ends(t *testing.T, study func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- study() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
		return nil
	}
}
