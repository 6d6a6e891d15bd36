package system

import (
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
)

// The system of these tests does one of everything that can be mutated.
type mutable struct{ N int }

type (
	ask    struct{ N int }
	word   string
	agreed bool
)

var told = model.NewVariable("told", 0)

func mutableInstance() model.Instance {
	p := model.Process[mutable]{
		Init: func(p *model.Context) mutable { p.SetTimer("alarm", 1); return mutable{} },
		Acts: []model.Act[mutable]{{
			Name:    "ask",
			Enabled: func(_ *model.Context, s mutable) bool { return s.N == 0 },
			Do: func(p *model.Context, s mutable) mutable {
				p.Send(p.Right(), ask{1})
				p.Send(p.Right(), ask{2})
				p.Send(p.Right(), word("please"))
				p.Store(s)
				told.Set(p, 1)
				return mutable{1}
			},
		}},
		Accept: func(_ *model.Context, s mutable, _ model.ID, m model.Message) bool {
			_, is := m.(ask)
			return !is || s.N < 2
		},
		Receive: func(p *model.Context, s mutable, from model.ID, m model.Message) mutable {
			if _, is := m.(ask); is {
				p.CancelTimer("alarm")
				p.Send(from, agreed(true))
				return mutable{2}
			}
			return s
		},
		Timeout: func(p *model.Context, s mutable, timer string) mutable { return mutable{3} },
	}
	return model.Instance{Processes: model.Replicate(2, p), Variables: []model.Shared{told}}
}

// exploredAll returns the compiled system of a model, and all its states.
func exploredAll(t *testing.T, m model.Model) (*System, [][]uint32) {
	t.Helper()
	sys, err := Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	all, err := sys.Reach(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	return sys, all
}

// TestMutations: all applicable mutations are found, with the right names.
func TestMutations(t *testing.T) {
	sys, _ := exploredAll(t, mutableInstance())
	var got []string
	for _, m := range sys.Mutations() {
		got = append(got, m.String())
	}
	want := []string{
		`start: timer "alarm" not set`,
		`act "ask": ask #1 not sent`, `act "ask": ask #2 not sent`, `act "ask": word(please) #1 not sent`,
		`act "ask": ask #1 sent twice`, `act "ask": ask #2 sent twice`, `act "ask": word(please) #1 sent twice`,
		`act "ask": local state kept`, `act "ask": nothing stored`, `act "ask": variable told not written`,
		`act "ask": guard dropped`, `act "ask": never taken`,
		`deliver ask: agreed(true) #1 not sent`, `deliver ask: agreed(true) #1 sent twice`, `deliver ask: local state kept`,
		`deliver ask: timer "alarm" not cancelled`, `deliver ask: guard dropped`,
		`timeout "alarm": local state kept`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("the mutations are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestMutationOf takes single steps of mutants.
func TestMutationOf(t *testing.T) {
	at := func(change Operator, what string, n int) Mutation {
		return Mutation{Site: Site{Process: unnamed, Handler: model.Acted, Name: "ask"}, Operator: change, What: what,
			Number: n}
	}
	for _, test := range []struct {
		mutation Mutation
		sent     string // by the act of process 0
		n, told  int
		stored   bool
	}{
		{Mutation{}, "ask ask word(please)", 1, 1, true},
		{at(Unsent, "ask", 2), "ask word(please)", 1, 1, true},
		{at(Unsent, "word(please)", 1), "ask ask", 1, 1, true},
		{at(Doubled, "ask", 1), "ask ask ask word(please)", 1, 1, true},
		{at(Doubled, "ask", 9), "ask ask word(please)", 1, 1, true},
		{at(Kept, "", 0), "ask ask word(please)", 0, 1, true},
		{at(Unstored, "", 0), "ask ask word(please)", 1, 1, false},
		{at(Unwritten, "told", 0), "ask ask word(please)", 1, 0, true},
	} {
		sys, err := Compile(test.mutation.Of(mutableInstance()))
		if err != nil {
			t.Fatal(err)
		}
		var initial []uint32
		if err := sys.Initial(func(v []uint32) { initial = slices.Clone(v) }); err != nil {
			t.Fatal(err)
		}
		events, err := sys.Events(initial)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(events, func(n Numbered) bool { return n.Kind == model.Acted && n.Process == 0 })
		if i < 0 {
			t.Fatalf("%s: process 0 cannot ask", test.mutation)
		}
		after := sys.State(events[i].After)
		var sent []string
		for _, s := range events[i].Sends {
			sent = append(sent, label(s.Message))
		}
		s, _ := model.Local[mutable](after, 0)
		if got := strings.Join(sent, " "); got != test.sent || s.N != test.n || told.In(after) != test.told ||
			(after.Stored(0) != nil) != test.stored {
			t.Errorf("%s: sends %q, N=%d, told=%d, stored %v", test.mutation, got, s.N, told.In(after), after.Stored(0))
		}
	}
}

// TestMutationGuards counts the acts of mutants with a changed guard.
func TestMutationGuards(t *testing.T) {
	site := Site{Process: unnamed, Handler: model.Acted, Name: "ask"}
	never, _ := exploredAll(t, Mutation{Site: site, Operator: Never}.Of(mutableInstance()))
	for _, m := range never.Mutations() {
		if m.Site.Handler != Start && m.Site.Handler != model.Timeout && m.Operator != Unguarded {
			t.Errorf("nobody asks, and yet there is occasion for %s", m)
		}
	}
	small := mutableInstance()
	small.Network.Capacity = 3
	_, guarded := exploredAll(t, small)
	_, dropped := exploredAll(t, Mutation{Site: site, Operator: Unguarded}.Of(small))
	if len(dropped) <= len(guarded) {
		t.Errorf("%d states without the guard, and %d with it", len(dropped), len(guarded))
	}
	for i, a := range small.Processes {
		p := a.(model.Process[mutable])
		p.Acts = slices.Clone(p.Acts)
		p.Acts[0].Enabled, p.Acts[0].When = nil, []model.Condition[mutable]{{Name: "new", Holds: p.Acts[0].Enabled}}
		small.Processes[i] = p
	}
	if _, inParts := exploredAll(t, Mutation{Site: site, Operator: Unguarded}.Of(small)); len(inParts) != len(dropped) {
		t.Errorf("%d states without a guard in parts, and %d without a whole one", len(inParts), len(dropped))
	}
}

// TestMutationElsewhere: a mutation of something that is not there changes nothing, and nothing panics.
func TestMutationElsewhere(t *testing.T) {
	_, want := exploredAll(t, mutableInstance())
	for _, h := range []model.Kind{Start, model.Acted, model.Deliver, model.Timeout, model.Suspect, model.Trust,
		model.Recover} {
		for _, change := range operators {
			for _, process := range []string{unnamed, "nobody"} {
				m := Mutation{Site: Site{Process: process, Handler: h, Name: "nothing"}, Operator: change, What: "nothing",
					Number: 1}
				if h == Start && process == unnamed {
					continue // its Init exists
				}
				if _, got := exploredAll(t, m.Of(mutableInstance())); len(got) != len(want) {
					t.Errorf("%s: %d states, want %d", m, len(got), len(want))
				}
			}
		}
	}
	broken := model.Instance{Processes: []model.Algorithm{nil}}
	if err := (Mutation{}).Of(broken).Validate(); err == nil {
		t.Error("a mutant of an instance that is not valid is valid")
	}
}

func TestMutationOfMachine(t *testing.T) {
	m := model.Machine[int]{
		Init: func() []int { return []int{0} },
		Actions: []model.Action[int]{
			{Name: "up", Enabled: func(s, _ int) bool { return s < 3 }, Do: func(s, _ int) int { return min(s+1, 5) }},
			{Name: "down", Do: func(int, int) int { return 0 }},
		},
	}
	sys, all := exploredAll(t, m)
	sizes := map[string]int{}
	for _, x := range sys.Mutations() {
		_, states := exploredAll(t, x.Of(m))
		sizes[x.String()] = len(states)
	}
	want := map[string]int{`act "up": guard dropped`: 6, `act "up": never taken`: 1, `act "down": never taken`: 4}
	if len(all) != 4 || len(sizes) != len(want) {
		t.Fatalf("%d states, and the mutants have %v", len(all), sizes)
	}
	for name, n := range want {
		if sizes[name] != n {
			t.Errorf("%s: %d states, want %d", name, sizes[name], n)
		}
	}
}

// TestStateEquality compares a system with itself, compiled again and explored in another order, and with mutants.
func TestStateEquality(t *testing.T) {
	a, _ := exploredAll(t, mutableInstance())
	b, err := Compile(mutableInstance())
	if err != nil {
		t.Fatal(err)
	}
	initial := func(s *System) (first []uint32) {
		if err := s.Initial(func(v []uint32) { first = slices.Clone(v) }); err != nil {
			t.Fatal(err)
		}
		return first
	}
	alike := NewStateEquality(a, b)
	v, w := initial(a), initial(b)
	if !alike.Equal(v, w) {
		t.Error("the initial states are not alike")
	}
	// Interned in another order: the last event first.
	va, err := a.Events(v)
	if err != nil {
		t.Fatal(err)
	}
	wb, err := b.Events(w)
	if err != nil {
		t.Fatal(err)
	}
	for i := range va {
		for j := range wb {
			if got := alike.Equal(va[i].After, wb[j].After); got != (i == j) {
				t.Errorf("after event %d of one and %d of the other: alike is %v", i, j, got)
			}
		}
	}
}
