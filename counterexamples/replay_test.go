package counterexamples_test

import (
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

var everyFault = model.Faults{Crash: 1, Recover: 1, Lose: 1, Duplicate: 1, Cut: 1, Partition: 1, Heal: 2}

// walks holds the systems for random walks.
var walks = map[string]model.Model{
	"ring":      ring(3),
	"retry":     retrying(everyFault),
	"stop":      retrying(model.Faults{Crash: 2, Lose: model.Unlimited}),
	"gossip":    gossip(3, model.Network{}, everyFault),
	"unordered": gossip(4, model.Network{Order: model.Unordered, Capacity: 2, Topology: model.Ring()}, everyFault),
	"line":      gossip(9, model.Network{Topology: line(9)}, model.Faults{Crash: 2, Cut: 1}),
	"peterson":  peterson(),
	"two-phase": twoPhase(),
	"dice":      dice(),
	"scrolls":   scrolls(),
	"awkward":   awkward(),
	"twins":     twins(),
	"counting":  counting(),
	"beliefs":   beliefs(),
}

// walk takes random steps from a random initial state.
func walk(t *rapid.T, sys *system.System) *counterexamples.Execution {
	var starts [][]uint32
	if err := sys.Initial(func(v []uint32) { starts = append(starts, slices.Clone(v)) }); err != nil {
		t.Fatal(err)
	}
	first := rapid.SampledFrom(starts).Draw(t, "initial")
	v := first
	var numbers []uint64
	for range rapid.IntRange(0, 15).Draw(t, "steps") {
		enabled, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		if len(enabled) == 0 {
			break
		}
		n := rapid.SampledFrom(enabled).Draw(t, "event")
		numbers = append(numbers, n.Number)
		v = n.After
	}
	e, err := counterexamples.New(sys, first, numbers)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Vector(e.Len()), v) {
		t.Fatalf("the execution ends in %v, the walk in %v", e.Vector(e.Len()), v)
	}
	return e
}

// ofAnySystem is walk on a random system, since pages take too long for many walks on each.
func ofAnySystem(t *testing.T) func(*rapid.T) *counterexamples.Execution {
	compiled := map[string]*system.System{}
	for name, m := range walks {
		compiled[name] = compile(t, m)
	}
	names := rapid.SampledFrom(slices.Sorted(maps.Keys(walks)))
	return func(t *rapid.T) *counterexamples.Execution { return walk(t, compiled[names.Draw(t, "system")]) }
}

// onWalks checks random walks of each system, some of which are lassos. fresh is a second compilation of the system.
func onWalks(t *testing.T, check func(t *rapid.T, e *counterexamples.Execution, fresh *system.System)) {
	for name, m := range walks {
		sys, fresh := compile(t, m), compile(t, m)
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			e := walk(t, sys)
			closes(t, e)
			check(t, e, fresh)
		}))
	}
}

func TestReplay(t *testing.T) {
	onWalks(t, func(t *rapid.T, e *counterexamples.Execution, fresh *system.System) {
		tr, err := counterexamples.Read(strings.NewReader(written(t, e.Trace.Write)))
		if err != nil {
			t.Fatal(err)
		}
		again, err := counterexamples.Replay(counterexamples.SystemOf(e), tr)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Len() + 1 {
			if !slices.Equal(e.Vector(i), again.Vector(i)) {
				t.Fatalf("state %d is %v, replayed %v", i, e.Vector(i), again.Vector(i))
			}
		}
		// Another compilation numbers values differently, but looks the same.
		other, err := counterexamples.Replay(fresh, tr)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := text(t, e, counterexamples.TextOptions{}), text(t, other, counterexamples.TextOptions{}); a != b {
			t.Fatalf("replayed on a fresh system, the picture is another: first\n%s\nthen\n%s", a, b)
		}
	})
}

// closes turns an execution that returns to a state into a lasso.
func closes(t *rapid.T, e *counterexamples.Execution) {
	for i := range e.Len() {
		if slices.Equal(e.Vector(i), e.Vector(e.Len())) && rapid.Bool().Draw(t, "loop") {
			e.Trace.Loop = &i
			return
		}
	}
}

func text(t failer, e *counterexamples.Execution, o counterexamples.TextOptions) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return e.Text(w, o) })
}

var escapes = regexp.MustCompile("\x1b\\[[0-9]*m")

// TestWidth draws random walks at random widths.
func TestWidth(t *testing.T) {
	onWalks(t, func(t *rapid.T, e *counterexamples.Execution, _ *system.System) {
		e.Trace.Property = rapid.String().Draw(t, "property")
		e.Trace.Explanation = rapid.String().Draw(t, "explanation")
		o := counterexamples.TextOptions{Width: rapid.IntRange(40, 160).Draw(t, "width")}
		plain := text(t, e, o)
		for l := range strings.Lines(plain) {
			l = strings.TrimSuffix(l, "\n")
			if w := uniseg.StringWidth(l); w > o.Width {
				t.Errorf("a line is %d wide, more than %d: %s", w, o.Width, l)
			}
			if strings.TrimRight(l, " ") != l {
				t.Errorf("a line ends in blanks: %q", l)
			}
		}
		if strings.Contains(plain, "…") && !strings.Contains(e.Trace.Property+e.Trace.Explanation, "…") &&
			!strings.Contains(plain, "… stands for") {
			t.Errorf("something is cut short and nothing says so:\n%s", plain)
		}
		o.Color = true
		if painted := escapes.ReplaceAllString(text(t, e, o), ""); painted != plain {
			t.Errorf("the colours change the text: with\n%s\nwithout\n%s", painted, plain)
		}
		for l := range strings.Lines(written(t, e.Mermaid)) {
			if rest := entities.ReplaceAllString(l, ""); strings.ContainsAny(rest, "#;%$") {
				t.Errorf("Mermaid would stumble over %q", l)
			}
		}
	})
}

var entities = regexp.MustCompile("#[0-9a-z]+;")

// TestStale replays on systems that have changed.
func TestStale(t *testing.T) {
	lossy := pictureOf(t, "lossy").Trace
	split := pictureOf(t, "anel1-split").Trace
	start, loop := split, split
	start.Initial = 1
	zero := 0
	loop.Loop = &zero
	done := compile(t, model.Instance{Processes: model.Replicate(2,
		model.Process[int]{Init: func(*model.Context) int { return 0 }})})
	tests := []struct {
		name string
		sys  *system.System
		t    counterexamples.Trace
		step int
	}{
		{"event", compile(t, retrying(model.Faults{Duplicate: 1, Crash: 1})), lossy, 3},
		{"nothing", done, split, 1},
		{"initial", compile(t, ring(2)), start, 0},
		{"loop", compile(t, ring(2)), loop, 6},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := counterexamples.Replay(test.sys, test.t)
			var stale *counterexamples.Stale
			if !errors.As(err, &stale) || stale.Step != test.step {
				t.Fatalf("error %v, want a Stale at step %d", err, test.step)
			}
			golden(t, "stale-"+test.name+".txt", err.Error()+"\n")
		})
	}
	damaged := split
	damaged.Initial = -1
	if _, err := counterexamples.Replay(compile(t, ring(2)), damaged); err == nil {
		t.Error("a trace that starts nowhere is replayed")
	}
}

func TestNewErrors(t *testing.T) {
	sys := compile(t, ring(2))
	v := initial(t, sys, 0)
	if _, err := counterexamples.New(sys, v, []uint64{1 << 60}); err == nil {
		t.Error("an event that is not enabled is executed")
	}
	elsewhere := run(t, sys, "act")
	if _, err := counterexamples.New(sys, elsewhere.Vector(1), nil); err == nil {
		t.Error("an execution starts in a state that is not initial")
	}
}
