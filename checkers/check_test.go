package checkers_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

func TestPropertyNames(t *testing.T) {
	for want, properties := range map[string][]checkers.Property{
		"property 0 is empty":    {{}},
		"property 0 has no name": {checkers.Invariant("", nil)},
		"property 1 has no name": {checkertest.Alone(), checkertest.Raised("")},
		`two properties are named "same"`: {checkertest.Raised("same"), checkertest.Alone(),
			checkertest.Raised("same")},
	} {
		report, err := checkers.Check(t.Context(), checkertest.Flags(1, checkertest.Everybody), properties,
			checkers.Options{})
		if report != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want %q", report, err, want)
		}
		var failure *checkers.Failure
		if errors.As(err, &failure) {
			t.Errorf("%v blames the model", err)
		}
	}
}

// TestCancelInit: a check ends also while the outcomes of what an Init chooses are found.
func TestCancelInit(t *testing.T) {
	const bits = 17
	for _, reduce := range []explore.Reduction{checkers.Automatic, explore.Symmetry} {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		p := model.Process[int]{Init: func(p *model.Context) (n int) {
			calls++
			cancel()
			for range bits {
				n = 2*n + p.Choose(2)
			}
			return n
		}}
		m := model.Instance{Processes: model.Replicate(1, p)}
		none := checkers.AtMost("none", 0, func(model.ID, int) bool { return false })
		r, err := checkers.Check(ctx, m, []checkers.Property{none}, checkers.Options{Reduce: reduce})
		if err != nil || r.Bound != explore.BoundInterrupt || calls > 1<<(bits-1) {
			t.Errorf("%d: %v, %v, after %d calls of Init", reduce, r.Bound, err, calls)
		}
	}
}

// TestCancel: a cancelled check says unknown, and reports what it found until then.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	options := checkers.Options{ProgressEvery: 1, Progress: func(p explore.Progress) {
		if p.States > 3 {
			cancel()
		}
	}}
	small := checkers.AtMost("small", 0, func(_ model.ID, s int) bool { return s == 3 })
	never := checkers.AtMost("never", 0, func(_ model.ID, s int) bool { return s < 0 })
	report, err := checkers.Check(ctx, counter(), []checkers.Property{small, never}, options)
	if err != nil {
		t.Fatal(err)
	}
	if report.Bound != explore.BoundInterrupt || report.Exhaustive || report.States == 0 {
		t.Errorf("bound %q, exhaustive %t, %d states", report.Bound, report.Exhaustive, report.States)
	}
	if r := report.Results[1]; r.Verdict != checkers.Unknown || r.Execution != nil ||
		!strings.Contains(r.Explanation, "interrupted") {
		t.Errorf("%s: %s, %q", r.Property.Name(), r.Verdict, r.Explanation)
	}
	// What was found before is refuted for good.
	if r := report.Results[0]; r.Verdict == checkers.Violated && r.Execution.Len() != 3 || r.Verdict == checkers.Holds {
		t.Errorf("%s: %s", r.Property.Name(), r.Verdict)
	}

	// Before it begins, and without properties.
	cancel()
	for _, properties := range [][]checkers.Property{nil, {never}} {
		report, err := checkers.Check(ctx, counter(), properties, checkers.Options{})
		if err != nil || report.Verdict != checkers.Unknown {
			t.Errorf("%d properties: %+v, %v", len(properties), report, err)
		}
	}

	// Between two levels.
	options = checkers.Options{Pause: func(explore.Progress) bool { return true }}
	report, err = checkers.Check(t.Context(), counter(), []checkers.Property{never}, options)
	if err != nil || report.Bound != explore.BoundPause || !strings.HasPrefix(report.Results[0].Explanation,
		"the search was paused: ") {
		t.Errorf("paused: %+v, %v", report, err)
	}
}

// TestEvents: the transitions of each class are counted, including classes that never occur.
func TestEvents(t *testing.T) {
	system := checkertest.Flags(2, checkertest.OnlyFirst)
	system.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{1}, Lose: 1}
	report := check(t, system, checkers.Options{})
	if report.Verdict != checkers.Holds {
		t.Fatalf("%+v", report)
	}
	var sum uint64
	got := map[string]uint64{}
	for _, e := range report.Events {
		got[e.Class.String()] = e.Count
		sum += e.Count
		if owed := e.Kind == model.Acted || e.Kind == model.Deliver; e.Owed != owed {
			t.Errorf("%s: owed is %t", e.Class, e.Owed)
		}
	}
	if sum != report.Transitions {
		t.Errorf("the events sum up to %d of %d transitions", sum, report.Transitions)
	}
	for _, class := range []string{`act "raise" of process`, "deliver of process", "crash of process", "lose"} {
		if got[class] == 0 {
			t.Errorf("%s never happens: %v", class, got)
		}
	}

	report = check(t, checkertest.Flags(2, func(model.ID) bool { return false }), checkers.Options{})
	if len(report.Events) != 2 || report.Events[0].Count+report.Events[1].Count != 0 {
		t.Errorf("events of a system in which nothing happens: %v", report.Events)
	}
}

// nothing is the local state of the processes below, a nil.
type nothing interface{ Nothing() }

// TestNilStates: a process whose local state is a nil interface is up, and counts as what it is.
func TestNilStates(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[nothing]{
		Init: func(p *model.Context) nothing { p.Send(1-p.Self(), nil); return nil },
		Receive: func(*model.Context, nothing, model.ID, model.Message) nothing {
			return nil
		},
	})}
	bad := errors.New("bad")
	for _, p := range []checkers.Property{
		checkers.AtMost("at most", 1, func(model.ID, nothing) bool { return true }),
		checkers.AtMost("at most any", 1, func(model.ID, any) bool { return true }),
		checkers.Agree("agree", func(p model.ID, _ nothing) (model.ID, bool) { return p, true }),
		checkers.Invariant("locals", func(s model.State) error {
			var up []model.ID
			for p := range model.Locals[nothing](s) {
				up = append(up, p)
			}
			if slices.Equal(up, []model.ID{0, 1}) {
				return bad
			}
			return nil
		}),
		checkers.Invariant("local", func(s model.State) error {
			if l, up := model.Local[nothing](s, 0); up && l == nil {
				return bad
			}
			return nil
		}),
		checkers.Invariant("on its way", func(s model.State) error {
			if model.OnItsWay[any](s, 0) {
				return bad
			}
			return nil
		}),
	} {
		verdicts(t, check(t, m, checkers.Options{}, p), checkers.Violated)
	}
	// It is no struct that is zero.
	wrong := checkers.Invariant("wrong", func(s model.State) error { _, _ = model.Local[local](s, 0); return nil })
	refused(t, m, "", wrong)
	zero := model.Machine[nothing]{Init: func() []nothing { return []nothing{nil} },
		Actions: []model.Action[nothing]{{Name: "stay", Do: func(s nothing, _ int) nothing { return s }}}}
	whole := checkers.Invariant("whole", func(s model.State) error {
		if model.Whole[nothing](s) == nil {
			return bad
		}
		return nil
	})
	verdicts(t, check(t, zero, checkers.Options{}, whole), checkers.Violated)
}

// TestMissed sets eleven bits, which are kept in three ways. If each act depends on all of them, its results are
// hardly ever reused, and the report says so.
func TestMissed(t *testing.T) {
	const bits = 11
	table := model.NewVariable("table", map[int]bool{})
	word := model.NewVariable("word", 0)
	for _, c := range []struct {
		want string // "" for nothing
		get  func(p *model.Context, i int) bool
		set  func(p *model.Context, i int)
	}{
		{"it reads all of the map table: read and write single elements of it, with model.At",
			func(p *model.Context, i int) bool { return table.Get(p)[i] },
			func(p *model.Context, i int) {
				m := maps.Clone(table.Get(p))
				m[i] = true
				table.Set(p, m)
			}},
		{"it reads the shared variables word, ", func(p *model.Context, i int) bool { return word.Get(p)>>i&1 == 1 },
			func(p *model.Context, i int) { word.Set(p, word.Get(p)|1<<i) }},
		{"", func(p *model.Context, i int) bool { return model.At(table, i).Get(p) },
			func(p *model.Context, i int) { model.At(table, i).Set(p, true) }},
	} {
		process := model.Process[int]{Name: "counter", Init: func(*model.Context) int { return 0 }}
		for i := range bits {
			process.Acts = append(process.Acts, model.Act[int]{Name: fmt.Sprint("set ", i),
				Enabled: func(p *model.Context, _ int) bool { return !c.get(p, i) },
				Do:      func(p *model.Context, s int) int { c.set(p, i); return s }})
		}
		m := model.Instance{Processes: []model.Algorithm{process}, Variables: []model.Shared{table, word}}
		r := check(t, m, checkers.Options{})
		if r.States != 1<<bits {
			t.Fatal(r)
		}
		lines := r.Missed()
		if c.want == "" && len(lines) == 0 {
			continue
		}
		if len(lines) != bits || c.want == "" || !strings.Contains(lines[0], c.want) {
			t.Errorf("%q in place of %q", lines, c.want)
		} else {
			t.Log(lines[0])
		}
	}
}

// complaint is an error by a pointer, of which a property may return a nil.
type complaint struct{ text string }

func (c *complaint) Error() string { return c.text }

// TestNames: an error that cannot say what it is is the property's fault. That an action cannot say what it is called
// is nobody's.
func TestNames(t *testing.T) {
	m := model.Machine[int]{Init: func() []int { return []int{0} }, Actions: []model.Action[int]{{Name: "add", Count: 2,
		Label: func(i int) string { return []string{"add one"}[i] },
		Do:    func(s, i int) int { return min(s+1+i, 2) }}}}
	few := checkers.Invariant("few", func(s model.State) error {
		if model.Whole[int](s) == 2 {
			return &complaint{"too many"}
		}
		return nil
	})
	report, err := checkers.Check(t.Context(), m, []checkers.Property{few}, checkers.Options{})
	if err != nil || report.Verdict != checkers.Violated {
		t.Fatal(report, err)
	}
	if name := report.Results[0].Execution.Step(0).Event.Name; name != "add" {
		t.Errorf("the step is called %q", name)
	}
	silent := checkers.Invariant("silent", func(model.State) error {
		var none *complaint
		return none
	})
	var fault *model.Error
	if _, err = checkers.Check(t.Context(), m, []checkers.Property{silent}, checkers.Options{}); !errors.As(err, &fault) ||
		fault.Kind != model.Panicked || fault.Where != "property silent" {
		t.Error(err)
	}
	// An error that is thrown again is about where it is thrown now, and nil is thrown like anything else.
	for _, thrown := range []*model.Error{{Kind: model.Misused, Detail: "kept"}, nil} {
		for _, name := range []string{"one", "other"} {
			throws := checkers.Invariant(name, func(model.State) error { panic(thrown) })
			_, err := checkers.Check(t.Context(), m, []checkers.Property{throws}, checkers.Options{})
			if !errors.As(err, &fault) || fault.Where != "property "+name {
				t.Error(err)
			}
		}
	}
	if _, err := checkers.Check(t.Context(), (*model.Instance)(nil), nil, checkers.Options{}); err == nil ||
		!strings.Contains(err.Error(), "pass the Instance itself") {
		t.Error(err)
	}
}
