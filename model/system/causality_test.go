package system_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// note is a message with memory that can be written to.
type note struct{ Words []int }

// scribes send each other a note once, and do handles a note.
func scribes(do func(p *model.Context, s inbox, n note) inbox) model.Process[inbox] {
	return model.Process[inbox]{
		Init: func(*model.Context) inbox { return inbox{} },
		Acts: []model.Act[inbox]{{
			Name:    "tell",
			Enabled: func(_ *model.Context, s inbox) bool { return !s.Done },
			Do: func(p *model.Context, s inbox) inbox {
				p.Send(p.Right(), note{[]int{1, 2}})
				s.Done = true
				return s
			},
		}},
		Receive: func(p *model.Context, s inbox, _ model.ID, m model.Message) inbox { return do(p, s, m.(note)) },
	}
}

func reads(p *model.Context, s inbox, n note) inbox {
	s.Log = append(slices.Clone(s.Log), n.Words[0])
	return s
}

func counts(s inbox) (int, bool) { return len(s.Log), true }

// TestObserveValidates: mistakes in what is observed are reported before anything runs.
func TestObserveValidates(t *testing.T) {
	c, other := model.NewCausality[int](2), model.NewCausality[int](3)
	process := scribes(reads)
	observed := model.Observe(process, c, counts)
	double := model.Restamp(c, func(at int) int { return 2 * at })
	for _, test := range []struct {
		name      string
		processes []model.Algorithm
		variables []model.Shared
		want      string
	}{
		{"good", model.Replicate(2, observed), c.Variables(), ""},
		{"nobody", model.Replicate(2, process), nil, ""},
		{"one only", []model.Algorithm{observed, process}, c.Variables(), "p1 is not observed, but others are"},
		{"not listed", model.Replicate(2, observed), nil, "list them in Instance.Variables"},
		{"other number", model.Replicate(2, model.Observe(process, other, counts)), other.Variables(),
			"p0 is observed with a causality of 3 processes, but the instance has 2"},
		{"twice", model.Replicate(2, model.Observe(observed, c, counts)), c.Variables(), "p0 is observed twice"},
		{"no stamp", model.Replicate(2, model.Observe[inbox, int](process, c, nil)), c.Variables(),
			"p0 is observed without a stamp"},
		{"restamped", model.Replicate(2, model.Observe(process, double, counts)), c.Variables(),
			"p0 is observed with a causality that Restamp returned"},
		{"no Init", model.Replicate(2, model.Observe(model.Process[inbox]{}, c, counts)), c.Variables(),
			"process has no Init"},
	} {
		err := model.Instance{Processes: test.processes, Variables: test.variables}.Validate()
		switch {
		case (err == nil) != (test.want == ""):
			t.Errorf("%s: the error is %v, want %q", test.name, err, test.want)
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: the error is %v, want %q", test.name, err, test.want)
		}
	}
}

// TestObserveFaults: impure handlers and stamps are found as they are without a causality, and reported in the words
// of the model.
func TestObserveFaults(t *testing.T) {
	outside := 0
	for _, test := range []struct {
		name  string
		do    func(p *model.Context, s inbox, n note) inbox
		stamp func(s inbox) (int, bool)
		fault model.ErrorKind
		want  []string
	}{
		{"good", reads, counts, "", nil},
		{"writes to its message", func(p *model.Context, s inbox, n note) inbox { n.Words[0] = 9; return s }, counts,
			system.Impure, []string{"Receive from p0", "it changed its message, from note{Words:[1 2]} to note{Words:[9 2]}"}},
		{"stamps by a clock", reads, func(inbox) (int, bool) { outside++; return outside, true }, system.Impure,
			[]string{`act "tell"`, "different effects"}},
		{"stamp writes", func(p *model.Context, s inbox, n note) inbox { s.Log = []int{1}; return s },
			func(s inbox) (int, bool) { return s.Log[5], true }, model.Panicked, []string{"index out of range"}},
	} {
		c := model.NewCausality[int](2)
		err := walk(model.Instance{Processes: model.Replicate(2, model.Observe(scribes(test.do), c, test.stamp)),
			Variables: c.Variables()})
		var e *model.Error
		switch {
		case test.fault == "" && err == nil:
		case !errors.As(err, &e) || e.Kind != test.fault:
			t.Errorf("%s: the error is %v, want a fault %q", test.name, err, test.fault)
		default:
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: the error is %v, want %q in it", test.name, err, want)
				}
			}
			if strings.Contains(err.Error(), "envelope") {
				t.Errorf("%s: the error shows how messages are carried: %v", test.name, err)
			}
		}
	}
}

// TestObserveKeeps: the past of observed events depends on nothing else, and the rest of a state is as it would be
// without observation; a hidden variable is part of a state, but no picture shows it.
func TestObserveKeeps(t *testing.T) {
	c := model.NewCausality[any](2) // timestamps of any type
	secret := model.NewVariable("secret", 1).Hidden()
	sys, err := system.Compile(model.Instance{
		Processes: model.Replicate(2, model.Observe(scribes(reads), c,
			func(s inbox) (any, bool) { return s.Log, len(s.Log) > 0 })),
		Variables: append(c.Variables(), secret, model.NewVariable("plain", 2)),
	})
	if err != nil {
		t.Fatal(err)
	}
	var v []uint32
	if err := sys.Initial(func(initial []uint32) { v = slices.Clone(initial) }); err != nil {
		t.Fatal(err)
	}
	for range 2 { // p0 tells, p1 is told
		events, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		next := events[len(events)-1]
		if next.Kind == model.Acted {
			next = events[0]
		}
		v = next.After
	}
	s := sys.State(v)
	var names []string
	for name := range s.Variables() {
		names = append(names, name)
	}
	if !slices.Equal(names, []string{"plain"}) || secret.In(s) != 1 {
		t.Errorf("the variables that are not hidden are %q, and the secret is %d", names, secret.In(s))
	}
	if s := c.Events(s, 0); len(s) != 0 {
		t.Errorf("p0 was not to be looked at, and has the events %v", s)
	}
	told := c.Events(s, 1)
	if len(told) != 1 || told[0].Number != 1 || !slices.Equal(told[0].Past, []int{0, 1}) ||
		!slices.Equal(told[0].At.([]int), []int{1}) {
		t.Errorf("p1 has the events %+v", told)
	}
}
