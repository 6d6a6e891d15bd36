package walk_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// picking is three processes that choose one of k numbers, or else do nothing; calls, if not nil, counts the choices.
func picking(k int, calls *atomic.Int64) model.Instance {
	act := func(name string, do func(*model.Context) int) model.Act[int] {
		return model.Act[int]{Name: name, Enabled: func(_ *model.Context, s int) bool { return s == 0 },
			Do: func(p *model.Context, _ int) int { return 1 + do(p) }}
	}
	return model.Instance{Processes: model.Replicate(3, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{
			act("pick", func(p *model.Context) int {
				if calls != nil {
					calls.Add(1)
				}
				return p.Choose(k)
			}),
			act("pass", func(*model.Context) int { return 0 }),
		}})}
}

func walkable(t *testing.T, m model.Model, properties ...checkers.Property) *walk.System {
	t.Helper()
	s, err := walk.New(m, properties)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func taken(t *testing.T, s *walk.System, path ...string) *walk.Walk {
	t.Helper()
	w, err := s.Walk(0, path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestManyEvents: the places on the list are shared by the processes and what they can do, and what is not listed is
// counted. What is listed can be taken.
func TestManyEvents(t *testing.T) {
	for _, test := range []struct {
		choices, most int
		atLeast       bool
	}{{100, 0, false}, {4000, 3835, false}, {1 << 20, 1 << 13, true}} {
		s := walkable(t, picking(test.choices, nil))
		p := placed(t, taken(t, s))
		listed := map[string]int{}
		for _, e := range p.Events {
			listed[fmt.Sprint(e.Process, " ", strings.Fields(e.Label)[0])]++
		}
		for process := range 3 {
			pick := listed[fmt.Sprint(process, " pick,")]
			if pick != min(test.choices, 165) && pick != min(test.choices, 166) ||
				listed[fmt.Sprint(process, " pass")] != 1 {
				t.Errorf("of %d choices are listed %v", test.choices, listed)
			}
			if test.most == 0 {
				continue
			}
			more := p.More[process]
			if more.Process != process || more.AtLeast != test.atLeast || more.Count > test.most ||
				!test.atLeast && more.Count != test.choices-pick {
				t.Errorf("of %d choices there are %+v more", test.choices, p.More)
			}
		}
		last := p.Events[len(p.Events)-2] // of p2
		w := taken(t, s, last.Name)
		if got := w.Execution.Step(0); !strings.HasPrefix(last.Name, `act "pick" of p2, choice `) ||
			int(got.Process) != 2 || fmt.Sprintf("pick, choice %d", got.Choice) != last.Label {
			t.Errorf("%s, which is %s, is %+v", last.Name, last.Label, got)
		}
	}
}

// TestManyChoices: few of very many outcomes are looked at, also to see whether a state is at rest, and a walk takes
// only the one that it names. How many there are is then not said.
func TestManyChoices(t *testing.T) {
	var calls atomic.Int64
	rest := checkers.NoDeadlock("rest", func(model.State) error { return errors.New("at rest") })
	s := walkable(t, picking(1<<20, &calls), rest)
	place := placed(t, taken(t, s))
	if len(place.Events) != 500 || calls.Load() > 100_000 {
		t.Errorf("%d events are listed after %d calls", len(place.Events), calls.Load())
	}
	calls.Store(0)
	const name = `act "pick" of p1, choice 2000`
	s = walkable(t, picking(1<<20, &calls), rest)
	w := taken(t, s, name)
	if got := w.Execution.Step(0); got.Choice != 2000 || got.Choices != system.Uncounted || calls.Load() > 10_000 {
		t.Errorf("choice %d of %d, after %d calls", got.Choice, got.Choices, calls.Load())
	}
	if got := w.Execution.Words(1)[1]; got != "Of very many choices it is choice 2000." {
		t.Errorf("it says %s", got)
	}
	far := checkers.Reachable("far", func(s model.State) bool {
		picked, _ := model.Local[int](s, 1)
		return picked == 3001
	})
	longer, err := way(t, taken(t, walkable(t, picking(4000, nil), far)), walk.Goal{Property: "far"}, checkers.Options{})
	if err != nil || !slices.Equal(longer.Path, []string{`act "pick" of p1, choice 3000`}) {
		t.Errorf("the way to 3001 is %v, %v", longer, err)
	}
	_, err = s.Walk(0, []string{`act "pick" of p3`})
	if m := new(walk.Misfit); !errors.As(err, &m) || !strings.HasSuffix(m.Error(), "choice 19\n    and others") {
		t.Errorf("the misfit is %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Place(gone, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("when nobody waits for it: %v", err)
	}
}

// TestManyInstances: that an action has very many instances leaves room for others, and all have names.
func TestManyInstances(t *testing.T) {
	const count = 1 << 17
	action := func(name string, count, then int) model.Action[int] {
		return model.Action[int]{Name: name, Count: count, Enabled: func(s, i int) bool { return s == 0 && i%2 == 0 },
			Do: func(_, i int) int { return then + i }}
	}
	s := walkable(t, model.Machine[int]{Init: func() []int { return []int{0} },
		Actions: []model.Action[int]{action("first", count, 1), action("second", 1, -1)}})
	w := taken(t, s)
	p := placed(t, w)
	if len(p.Events) != 500 || p.Events[499].Label != "second" || len(p.More) != 1 || !p.More[0].AtLeast ||
		p.More[0].Process != int(model.None) {
		t.Errorf("%d events are listed, the last is %+v; more: %+v", len(p.Events), p.Events[len(p.Events)-1], p.More)
	}
	next, err := w.Execution.Next()
	if err != nil || len(next) != count/2+1 {
		t.Fatalf("%d events, %v", len(next), err)
	}
	last := taken(t, s, next[count/2-1].Name).Execution
	if got := last.State(1); model.Whole[int](got) != count-1 {
		t.Errorf("%s leads to %v", next[count/2-1].Name, model.Whole[int](got))
	}
}

// TestNames: an event has the same name, and is the same, whether all are looked at or some.
func TestNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, err := walk.New(checkertest.DrawSystem(t).Instance(), nil)
		if err != nil {
			t.Fatal(err)
		}
		w, err := s.Walk(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			next, err := w.Execution.Next()
			if err != nil {
				t.Fatal(err)
			}
			few, err := w.Execution.Select(system.Selection{Further: func(uint64, int) bool { return false }})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range next {
				at := slices.IndexFunc(few, func(f counterexamples.Next) bool { return f.Number == n.Number })
				named, err := w.Execution.Named(n.Name)
				if err != nil {
					t.Fatal(err)
				}
				numbered, err := w.Execution.Numbered(n.Number)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(*named, n) || !reflect.DeepEqual(*numbered, n) {
					t.Fatalf("%+v is named %+v and numbered %+v", n, *named, *numbered)
				}
				if at < 0 && n.Event.Choice == 0 || at >= 0 && few[at].Name != n.Name {
					t.Fatalf("%+v is not among %+v", n, few)
				}
			}
			if len(next) == 0 {
				return
			}
			if w, err = s.Walk(0, append(slices.Clone(w.Path), rapid.SampledFrom(next).Draw(t, "next").Name)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestRefusalsEscaped: what an act and a condition are called cannot change how the text around it reads.
func TestRefusalsEscaped(t *testing.T) {
	never := []model.Condition[int]{{Name: "b\u202eb", Holds: func(*model.Context, int) bool { return false }}}
	m := model.Instance{Processes: model.Replicate(1, model.Process[int]{Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "a\u202ea", When: never, Do: func(_ *model.Context, s int) int { return s }}}})}
	want := walk.Refusal{What: `a\u202ea`, Why: `it is not so: “b\u202eb”`}
	if got := placed(t, taken(t, walkable(t, m))).Refusals; got[0] != want {
		t.Errorf("it cannot %+v", got)
	}
}
