package checkers_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// mistake is a mutation of a random system written into its source.
type mistake struct{ system.Mutation }

// site is how the behaviour of a random system calls the inputs of a site.
func (m *mistake) at(input string) bool {
	switch m.Site.Handler {
	case model.Acted:
		return input == m.Site.Name
	case model.Deliver:
		return strings.HasPrefix(input, "receive")
	case model.Timeout:
		return input == "timeout"+m.Site.Name
	case model.Suspect, model.Trust:
		return strings.HasPrefix(input, "detect") && strings.HasSuffix(input, fmt.Sprint(m.Site.Handler == model.Suspect))
	}
	return strings.HasPrefix(input, "recover")
}

func (m *mistake) behave(d draw, e env, p model.ID, s local, input string) local {
	d.mistake = nil
	if !m.at(input) {
		return d.behave(e, p, s, input)
	}
	after := d.behave(&mistaken{env: e, mistake: m, set: map[int]int{}}, p, s, input)
	if m.Operator == system.Kept {
		return s
	}
	return after
}

func (m *mistake) guard(act int) (yes, given bool) {
	if m == nil || m.Site.Handler != model.Acted || m.Site.Name != fmt.Sprint("act", act) {
		return false, false
	}
	return m.Operator == system.Unguarded, m.Operator == system.Unguarded || m.Operator == system.Never
}

// acceptsAll reports whether Accept is what is left out: all messages have one name.
func (m *mistake) acceptsAll() bool {
	return m != nil && m.Operator == system.Unguarded && m.Site.Handler == model.Deliver
}

// mistaken is an env that does not do all that it is asked for.
type mistaken struct {
	env
	*mistake
	sent int
	set  map[int]int // what the handler believes to have written
}

func (e *mistaken) Send(to model.ID, m int) {
	e.sent++
	mine := e.Number == e.sent
	if !mine || e.Operator != system.Unsent {
		e.env.Send(to, m)
	}
	if mine && e.Operator == system.Doubled {
		e.env.Send(to, m)
	}
}

func (e *mistaken) Store(v int) {
	if e.Operator != system.Unstored {
		e.env.Store(v)
	}
}

func (e *mistaken) SetTimer(name string, ticks int) {
	if e.Operator != system.Unset || e.What != name {
		e.env.SetTimer(name, ticks)
	}
}

func (e *mistaken) CancelTimer(name string) {
	if e.Operator != system.Uncancelled || e.What != name {
		e.env.CancelTimer(name)
	}
}

func (e *mistaken) Set(x, v int) {
	if e.Operator == system.Unwritten && e.What == fmt.Sprint("v", x) {
		e.set[x] = v
		return
	}
	e.env.Set(x, v)
}

func (e *mistaken) Get(x int) int {
	if v, ok := e.set[x]; ok {
		return v
	}
	return e.env.Get(x)
}

// TestMutationsAgainstSource compares mutants of random systems with the same mistakes written into the
// source: both can do the same, and what they do looks the same.
func TestMutationsAgainstSource(t *testing.T) {
	mistakes := []system.Operator{system.Unsent, system.Doubled, system.Kept, system.Unstored, system.Unwritten, system.Unset, system.Uncancelled, system.Unguarded, system.Never}
	compared := map[system.Operator]int{}
	enough := func() bool {
		return !slices.ContainsFunc(mistakes, func(m system.Operator) bool { return compared[m] == 0 })
	}
	untilEnough(t, enough, func(t *rapid.T) {
		d := drawSystem(t)
		d.history = false // a mutant that calls twice is at fault, and both would be
		sys, err := system.Compile(d.instance())
		if err != nil {
			t.Fatal(err)
		}
		tandem(t, sys, sys)
		for _, m := range sys.Mutations() {
			if rapid.IntRange(0, 11).Draw(t, "skip") > 0 {
				continue
			}
			d.mistake = &mistake{m}
			mutant, err := system.Compile(m.Of(sourceless(d).instance()))
			if err != nil {
				t.Fatal(err)
			}
			written, err := system.Compile(d.instance())
			if err != nil {
				t.Fatal(err)
			}
			compared[m.Operator]++
			if differs := tandem(t, mutant, written); differs != "" {
				t.Fatalf("%s: the mutant differs from the same mistake in the source: %s", m, differs)
			}
		}
	})
	t.Log(compared)
}

func sourceless(d draw) draw { d.mistake = nil; return d }

// tandem takes the same events in two systems, from the first few states, and says where they differ.
func tandem(t *rapid.T, a, b *system.System) string {
	alike := system.NewStateEquality(a, b)
	var queue [][2][]uint32
	seen := map[string]bool{}
	add := func(v, w []uint32) bool {
		if key := fmt.Sprint(v, w); !seen[key] && len(queue) < 60 {
			seen[key] = true
			queue = append(queue, [2][]uint32{v, w})
		}
		return alike.Equal(v, w)
	}
	var first, second [][]uint32
	collect := func(all *[][]uint32) func([]uint32) {
		return func(v []uint32) { *all = append(*all, slices.Clone(v)) }
	}
	if err := errors.Join(a.Initial(collect(&first)), b.Initial(collect(&second))); err != nil {
		t.Fatal(err)
	}
	if len(first) != len(second) {
		return "they begin in other numbers of states"
	}
	for i := range first {
		if !add(first[i], second[i]) {
			return "they begin in other states"
		}
	}
	for i := 0; i < len(queue); i++ {
		here, there := movesOf(t, a, queue[i][0]), movesOf(t, b, queue[i][1])
		if !slices.Equal(here.events, there.events) {
			return fmt.Sprintf("events %x of one and %x of the other", here.events, there.events)
		}
		for k := range here.events {
			if !add(here.next[k], there.next[k]) {
				return fmt.Sprintf("event %x leads to other states", here.events[k])
			}
		}
	}
	return ""
}
