package explore

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// counter is a System with one slot that counts up to end, or for ever, and another that counts along. At the value
// at, Step does something else first.
type counter struct {
	end uint32
	at  uint32
	do  func() error
}

func (c *counter) Width() int { return 2 }

func (c *counter) Initial(emit func(v []uint32)) error {
	emit([]uint32{0, 0})
	return nil
}

func (c *counter) Stepper() Stepper { return c }

func (c *counter) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	for slot := range int32(2) {
		if c.end == 0 || v[slot] < c.end {
			emit(uint64(slot), []int32{slot}, []uint32{v[slot] + 1})
		}
	}
	if v[0]+v[1] == c.at && c.do != nil {
		return c.do()
	}
	return nil
}

var errTest = errors.New("test")

func small() config {
	cfg := defaultConfig()
	cfg.block, cfg.round, cfg.batch, cfg.inline = 2, 8, 3, 0
	return cfg
}

// TestFailures makes the system and the checks fail in all possible ways: the search must end with the first failure,
// and return what was done before it.
func TestFailures(t *testing.T) {
	fail := map[string]struct {
		do   func() error
		want string
	}{
		"error":  {func() error { return errTest }, "test"},
		"panic":  {func() error { panic("ouch") }, "panic: ouch"},
		"goexit": {func() error { runtime.Goexit(); return nil }, "Goexit"},
	}
	const depth = 9
	sum := func(v []uint32) uint32 { return v[0] + v[1] }
	for name, f := range fail {
		checks := map[string]Check{
			"step": {},
			"State": {Name: "State", State: func(v []uint32) (bool, error) {
				if sum(v) == depth {
					return false, f.do()
				}
				return false, nil
			}},
			"Step": {Name: "Step", Step: func(v []uint32, _ uint64, next []uint32) (bool, error) {
				if sum(next) == depth {
					return false, f.do()
				}
				return false, nil
			}},
			"Final": {Name: "Final", Quiescent: func(v []uint32) (bool, error) { return false, f.do() }},
		}
		for kind, check := range checks {
			t.Run(name+"/"+kind, func(t *testing.T) {
				sys := &counter{at: depth}
				var cs []Check
				switch kind {
				case "step":
					sys.do = f.do
				case "Final":
					sys.end = 4
					cs = []Check{check}
				default:
					cs = []Check{check}
				}
				var first *Failure
				for _, workers := range []int{1, 2, 3, 8} {
					r, err := search(context.Background(), sys, cs, Options{Workers: workers}, small())
					var failure *Failure
					if !errors.As(err, &failure) {
						t.Fatalf("error %v, want a *Failure", err)
					}
					if !strings.Contains(err.Error(), f.want) {
						t.Errorf("error %q, want %q", err, f.want)
					}
					if name == "error" && !errors.Is(err, errTest) {
						t.Errorf("%v does not wrap the error", err)
					}
					if r.Complete || r.Stopped() || r.States == 0 || kind != "step" && failure.Name != kind {
						t.Errorf("result %+v, failure of %q", r, failure.Name)
					}
					if first == nil {
						first = failure
					}
					if !slices.Equal(failure.Path.Initial, []uint32{0, 0}) || !samePath(first.Path, failure.Path) {
						t.Errorf("path %v, with one worker %v", failure.Path, first.Path)
					}
					want := depth
					if kind == "Final" {
						want = 8
					}
					if len(failure.Path.Steps) != want {
						t.Errorf("path of %d steps, want %d", len(failure.Path.Steps), want)
					}
				}
			})
		}
	}
}

func samePath(a, b Path) bool {
	return slices.EqualFunc(a.Steps, b.Steps, func(x, y PathStep) bool {
		return x.Event == y.Event && slices.Equal(x.State, y.State)
	})
}

// broken is a System whose methods other than Step fail.
type broken struct {
	counter
	width   int
	initial func(emit func(v []uint32)) error
	stepper func() Stepper
}

func (b *broken) Width() int { return b.width }

func (b *broken) Initial(emit func(v []uint32)) error {
	if b.initial == nil {
		return b.counter.Initial(emit)
	}
	return b.initial(emit)
}

func (b *broken) Stepper() Stepper {
	if b.stepper == nil {
		return &b.counter
	}
	return b.stepper()
}

func TestBrokenSystems(t *testing.T) {
	for name, sys := range map[string]*broken{
		"width 0":        {width: 0},
		"width huge":     {width: 1 << 40},
		"initial fails":  {width: 2, initial: func(func([]uint32)) error { return errTest }},
		"initial panics": {width: 2, initial: func(func([]uint32)) error { panic("ouch") }},
		"initial exits":  {width: 2, initial: func(func([]uint32)) error { runtime.Goexit(); return nil }},
		"initial narrow": {width: 2, initial: func(emit func([]uint32)) error { emit([]uint32{1}); return nil }},
		"stepper panics": {width: 2, stepper: func() Stepper { panic("ouch") }},
		"stepper exits":  {width: 2, stepper: func() Stepper { runtime.Goexit(); return nil }},
		"stepper nil":    {width: 2, stepper: func() Stepper { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Search(context.Background(), sys, nil, Options{})
			if err == nil || r != nil && r.Complete {
				t.Fatalf("result %+v, no error", r)
			}
			t.Log(strings.SplitN(err.Error(), "\n", 2)[0])
		})
	}
	bad := []Check{{Name: "none"}, {Name: "two", State: func([]uint32) (bool, error) { return true, nil },
		Quiescent: func([]uint32) (bool, error) { return true, nil }}}
	_, err := Search(context.Background(), &counter{}, bad,
		Options{Workers: -1, MaxDepth: -1, Timeout: -1, ProgressEvery: -1})
	for _, want := range []string{"Workers", "MaxDepth", "Timeout", "ProgressEvery", `"none"`, `"two"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %s", err, want)
		}
	}
}

// TestInterrupt ends endless searches from outside.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	soon, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	for _, c := range []struct {
		name string
		ctx  context.Context
		opt  Options
		want Bound
	}{
		{"cancelled before", ctx, Options{}, BoundInterrupt},
		{"cancelled", soon, Options{Workers: 2}, BoundInterrupt},
		{"deadline", late, Options{}, BoundTime},
		{"timeout", context.Background(), Options{Timeout: 30 * time.Millisecond}, BoundTime},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Search(c.ctx, &counter{}, nil, c.opt)
			if err != nil || r.Bound != c.want || r.Complete || r.Stopped() {
				t.Fatalf("result %+v, error %v", r, err)
			}
			checkPrefix(t, r)
		})
	}
}

// checkPrefix fails the test unless the states found are the first ones of an endless counter.
func checkPrefix(t *testing.T, r *Result) {
	t.Helper()
	if r.States == 0 {
		return
	}
	v := make([]uint32, 2)
	r.State(r.States-1, v)
	d := uint64(v[0] + v[1])
	if min, max := d*(d+1)/2, (d+1)*(d+2)/2; r.States <= min || r.States > max {
		t.Errorf("%d states, the last at depth %d", r.States, d)
	}
	if r.Transitions != 2*(r.States-r.Unexpanded) {
		t.Errorf("%d transitions of %d-%d states", r.Transitions, r.States, r.Unexpanded)
	}
}

func TestMemoryBound(t *testing.T) {
	sizes := []uint64{1, 1000, 100_000, 2 << 20, 8 << 20}
	if testing.Short() {
		sizes = sizes[:4]
	}
	for _, memory := range sizes {
		for _, workers := range []int{1, 2} {
			r, err := Search(context.Background(), &counter{}, nil, Options{Memory: memory, Workers: workers})
			if err != nil || r.Bound != BoundMemory || r.Bytes > memory || r.Complete {
				t.Fatalf("memory %d: %+v, %v", memory, r, err)
			}
			if memory >= 2<<20 && r.States < memory/40 {
				t.Errorf("only %d states in %d bytes", r.States, memory)
			}
			checkPrefix(t, r)
		}
	}
	// Nodes run out before states do.
	r, err := Search(context.Background(), newRing(8), nil, Options{Memory: 600_000})
	if err != nil || r.Bound != BoundMemory || r.Bytes > 600_000 {
		t.Fatalf("%+v, %v", r, err)
	}
	cfg := defaultConfig()
	cfg.maxNodes = 50
	if r, err = search(context.Background(), newRing(8), nil, Options{}, cfg); err != nil || r.Bound != BoundMemory ||
		r.States == 0 {
		t.Fatalf("50 node ids: %+v, %v", r, err)
	}
	cfg = defaultConfig()
	cfg.maxStates = 1000
	if r, err = search(context.Background(), newRing(8), nil, Options{}, cfg); err != nil || r.Bound != BoundStates ||
		r.States != 1000 {
		t.Fatalf("1000 state ids: %+v, %v", r, err)
	}
}

func TestProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var seen []Progress
	r, err := Search(ctx, &counter{}, nil, Options{ProgressEvery: 5 * time.Millisecond, Progress: func(p Progress) {
		if seen = append(seen, p); len(seen) == 5 {
			cancel()
		}
	}})
	if err != nil || r.Bound != BoundInterrupt {
		t.Fatalf("%d reports, bound %q, error %v", len(seen), r.Bound, err)
	}
	for i, p := range seen[1:] {
		if q := seen[i]; p.States < q.States || p.Elapsed < q.Elapsed || p.Expanded > p.States || p.States > r.States {
			t.Errorf("progress went from %+v to %+v", q, p)
		}
	}
}

// TestInterruptInState: a search that is to stop does not wait until a state with many events is expanded, and keeps
// the states before it.
func TestInterruptInState(t *testing.T) {
	const many = 100 * stopEvery
	for _, checks := range [][]Check{nil, {{Name: "steps", Step: func([]uint32, uint64, []uint32) (bool, error) {
		return false, nil
	}}}} {
		sys := &wide{counter: counter{at: 3}}
		s := newSearcher(sys, checks, Options{Workers: 1}, small(), sys.Width())
		sys.emit = func(emit emission) {
			s.halt(BoundInterrupt)
			for i := range uint32(many) {
				emit(uint64(i), []int32{0}, []uint32{100 + i})
				sys.emitted++
			}
		}
		r, err := s.search(t.Context())
		if err != nil || r.Bound != BoundInterrupt || r.Complete || sys.emitted >= many {
			t.Errorf("%+v, error %v, after %d events", r, err, sys.emitted)
		}
		checkPrefix(t, r)
	}
}

// wide is a counter whose states at the value at have other events.
type wide struct {
	counter
	emit    func(emission)
	emitted int
}

func (w *wide) Stepper() Stepper { return w }

func (w *wide) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	if v[0]+v[1] == w.at {
		w.emit(emit)
		return nil
	}
	return w.counter.Step(v, emit)
}

// TestInterruptBetweenChecks: states that are stepped again after a search was told to stop, to count what is kept of
// their block, are stepped in full.
func TestInterruptBetweenChecks(t *testing.T) {
	sys := &wide{counter: counter{at: 0}}
	first := uint32(2 * stopEvery)
	sys.emit = func(emit emission) {
		for i := range first {
			emit(uint64(i), []int32{0}, []uint32{100 + i})
		}
	}
	var s *searcher
	check := Check{Name: "stops", State: func(v []uint32) (bool, error) {
		if v[0] == 2 { // the second initial state leads there, and to another one
			s.halt(BoundInterrupt)
		}
		return false, nil
	}}
	s = newSearcher(&twoInitial{sys}, []Check{check}, Options{Workers: 1}, small(), sys.Width())
	r, err := s.search(t.Context())
	if err != nil || r.Bound != BoundInterrupt || r.States != 2+uint64(first) ||
		r.Transitions != uint64(first) {
		t.Errorf("%+v, error %v", r, err)
	}
}

// twoInitial is a system with {1, 0} as a second initial state.
type twoInitial struct{ System }

func (s *twoInitial) Initial(emit func(v []uint32)) error {
	err := s.System.Initial(emit)
	emit([]uint32{1, 0})
	return err
}
