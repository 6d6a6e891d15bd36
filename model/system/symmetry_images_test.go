package system_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// curious is a random question about states of people. Mostly it treats them alike.
type curious struct {
	systemtest.Alike
	through   model.View[int]      // what it sees of a process
	friend    model.View[model.ID] // a view that names a process
	down      bool                 // it goes from the last process to the first
	ends, mod int                  // when it has seen enough, and the modulus of its answer
	looks     []int                // what it looks at
	unfair    int                  // how it treats processes differently, if at all
	target    []string             // the local states of the only state for which it says yes, if set
}

func drawCurious(t *rapid.T, a *systemtest.Alike) *curious {
	num := func(label string, low, high int) int { return rapid.IntRange(low, high).Draw(t, label) }
	looks := 3 // the others look at shared variables
	if a.Variables {
		looks = 6
	}
	c := &curious{Alike: *a, down: rapid.Bool().Draw(t, "down"), ends: num("ends", 2, 9), mod: num("mod", 2, 3),
		looks: rapid.SliceOfN(rapid.IntRange(0, looks), 1, 2).Draw(t, "looks"), unfair: num("unfair", 0, 6)}
	c.through = model.NewView("through", func(s model.State, p model.ID) int {
		l, up := model.Local[systemtest.Person](s, p)
		switch {
		case !up:
			return 7
		case c.unfair == 1 && l.X == 2 && p == 1:
			return 0
		}
		return l.X
	})
	c.friend = model.NewView("friend", func(s model.State, p model.ID) model.ID {
		l, up := model.Local[systemtest.Person](s, p)
		switch {
		case !up:
			return p
		case c.unfair == 2 && l.X == 1:
			return 0
		}
		return l.Friend
	})
	return c
}

// ask adds up what it sees, without regard to whom.
func (c *curious) ask(s model.State) bool {
	if c.target != nil {
		for p := range model.ID(s.N()) {
			if at := localOf(s, p); at != c.target[p] {
				return false
			}
		}
		return true
	}
	sum := 0
	for i := range s.N() {
		p := model.ID(i)
		if c.down {
			p = model.ID(s.N() - 1 - i)
		}
		for _, look := range c.looks {
			switch look {
			case 0:
				sum += c.through.In(s, p)
			case 1:
				if f := c.friend.In(s, p); f == p || c.unfair == 3 && f < p {
					sum += 3
				}
			case 2:
				if l, up := model.Local[systemtest.Person](s, p); up {
					sum += l.X + 2*l.Fuel + l.Seen.Len()
					if f, up := model.Local[systemtest.Person](s, l.Friend); up {
						sum += f.X
					}
				}
			case 3:
				for q := range model.ID(s.N()) {
					sum += len(s.Channel(p, q))
				}
			case 4:
				if c.Board.In(s).Last != nil && *c.Board.In(s).Last == p {
					sum++
				}
			case 5:
				n := model.At(c.Notes, systemtest.Topic{Of: p, K: true}).In(s)
				sum += int(n.V) + n.By.Len()
			case 6:
				n := c.Notes.In(s)[systemtest.Topic{Of: p}]
				sum += len(c.Notes.In(s)) + n.By.Len()
				if c.unfair == 3 && n.By.Has(0) {
					sum++
				}
			}
		}
		if c.unfair < 3 && sum > c.ends {
			break // what it has seen by then depends on the order
		}
	}
	return min(sum, c.ends)%c.mod == 0
}

func localOf(s model.State, p model.ID) string {
	l, up := s.Local(p)
	return fmt.Sprintf("%+v %v", l, up)
}

// TestImages: a question is found to treat processes alike if and only if its answer is the same for all states of
// each orbit.
func TestImages(t *testing.T) {
	fair, unfair := 0, 0
	systemtest.UntilEnough(t, func() bool { return fair >= 10 && unfair >= 5 }, func(t *rapid.T) {
		a := systemtest.DrawAlike(t)
		candidates, _ := system.Symmetries(a.Instance)
		if len(candidates) == 0 || a.Ring {
			return
		}
		c := drawCurious(t, a)
		if rapid.Bool().Draw(t, "remembered") {
			a.Instance.Views = []model.Viewed{c.through, c.friend}
		}
		y := candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "symmetry")]
		sys, err := system.Compile(a.Instance)
		if err != nil {
			t.Fatal(err)
		}
		sys.Assume(y, t.Context().Err)
		q := sys.AskStates("curious", func(s model.State) system.Answer { return system.Truth(c.ask(s)) })
		sys.AskDirectly(2) // which must have no effect
		all := reach(t, sys, 400)
		if len(all) > 0 && c.unfair >= 4 {
			only := sys.State(all[rapid.IntRange(0, len(all)-1).Draw(t, "only")])
			for p := range model.ID(only.N()) {
				c.target = append(c.target, localOf(only, p))
			}
		}
		orbits, says := sys.Representatives(), map[string]bool{} // by representative
		differs, betrayed := false, false
		for _, v := range all {
			w := slices.Clone(v)
			if err := orbits.Representative(w); err != nil {
				t.Fatal(err)
			}
			is := c.ask(sys.State(v))
			if was, known := says[vectorKey(w)]; known && was != is {
				differs = true
			}
			says[vectorKey(w)] = is
			if !slices.Equal(v, w) {
				continue
			}
			answer, err := q.State(w)
			var asymmetry *system.Asymmetry
			switch {
			case errors.As(err, &asymmetry):
				betrayed = true
			case err != nil:
				t.Fatal(err)
			case (answer.Value == system.Yes) != is:
				t.Fatalf("the answer is %v, and should be %v", answer, is)
			}
		}
		// That a view treats processes differently may be noticed even if it makes no difference.
		if differs && !betrayed || betrayed && !differs && c.unfair != 1 && c.unfair != 2 {
			t.Fatalf("it treats processes differently: %v; and that is found: %v", differs, betrayed)
		}
		if differs {
			unfair++
		} else if len(all) > len(says) {
			fair++
		}
	})
	t.Logf("%d treat processes alike, %d do not", fair, unfair)
}

// TestImagesOfFriends: with three processes that each name one, a property that is true in one state only is found to
// be asymmetric, whichever state it is, except if all name themselves. They do so in their local state or in an element
// of a shared map, which the property reads by itself or with the others.
func TestImagesOfFriends(t *testing.T) {
	friends := model.NewVariable("friends", map[model.ID]naming.IDSet{})
	i := model.Instance{Variables: []model.Shared{friends}, Processes: model.Replicate(3, model.Process[model.ID]{
		Init: func(p *model.Context) model.ID {
			friend := model.ID(p.Choose(p.N()))
			model.At(friends, p.Self()).Set(p, naming.IDSet(0).With(friend))
			return friend
		}})}
	for name, is := range map[string]func(s model.State, p, friend model.ID) bool{
		"local": func(s model.State, p, friend model.ID) bool {
			l, _ := model.Local[model.ID](s, p)
			return l == friend
		},
		"element": func(s model.State, p, friend model.ID) bool { return model.At(friends, p).In(s).Has(friend) },
		"map":     func(s model.State, p, friend model.ID) bool { return friends.In(s)[p].Has(friend) },
	} {
		t.Run(name, func(t *testing.T) {
			for target := range 27 {
				for order := range 2 {
					namesOne(t, i, target, order, is)
				}
			}
		})
	}
}

// namesOne asks whether each process names the one given by a digit of target, in one of two orders.
func namesOne(t *testing.T, i model.Instance, target, order int, is func(s model.State, p, friend model.ID) bool) {
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	candidates, _ := system.Symmetries(i)
	sys.Assume(candidates[0], t.Context().Err)
	q := sys.AskStates("only", func(s model.State) system.Answer {
		for k, rest := 0, target; k < 3; k, rest = k+1, rest/3 {
			if !is(s, model.ID(k+order*(2-2*k)), model.ID(rest%3)) {
				return system.Truth(false)
			}
		}
		return system.Truth(true)
	})
	orbits, betrayed := sys.Representatives(), false
	for _, v := range reach(t, sys, 27) {
		w := slices.Clone(v)
		if err := orbits.Representative(w); err != nil {
			t.Fatal(err)
		}
		var asymmetry *system.Asymmetry
		if _, err := q.State(w); errors.As(err, &asymmetry) {
			betrayed = true
		} else if err != nil {
			t.Fatal(err)
		}
	}
	own := target == 0+3*1+9*2 && order == 0 || target == 2+3*1+9*0 && order == 1
	if betrayed == own {
		t.Errorf("target %d, order %d: found out is %v", target, order, betrayed)
	}
}

// TestProofEnds: the proof of a symmetry is asked between the images of one call, and of one state that a property is
// about, whether it has ended.
func TestProofEnds(t *testing.T) {
	const n = 8
	done := model.NewVariable("done", make(naming.PerProcess[int], n))
	m := model.Instance{Variables: []model.Shared{done}}
	p := model.Process[int]{
		Acts: []model.Act[int]{{Name: "do", Do: func(p *model.Context, s int) int {
			all := slices.Clone(done.Get(p))
			all[p.Self()] = 1
			done.Set(p, all)
			return s
		}}}}
	for _, test := range []struct {
		of      string
		initial int // how many initial states of a process
		ask     func(sys *system.System) error
	}{
		{"a call", 1, func(sys *system.System) error {
			_, err := sys.Reach(10_000)
			return err
		}},
		{"a property", 3, func(sys *system.System) (err error) {
			q := sys.AskStates("all", func(s model.State) system.Answer {
				sum := 0
				for p := range model.ID(s.N()) {
					l, _ := model.Local[int](s, p)
					sum += l
				}
				return system.Truth(sum < 2*n)
			})
			initial := sys.Initial(func(v []uint32) {
				if err == nil {
					_, err = q.State(v)
				}
			})
			return errors.Join(initial, err)
		}},
	} {
		p.Init = func(p *model.Context) int { return p.Choose(test.initial) }
		m.Processes = model.Replicate(n, p)
		candidates, _ := system.Symmetries(m)
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		ended, asked := errors.New("ended"), 0
		sys.Assume(candidates[0], func() error {
			if asked++; asked > 30 {
				return ended
			}
			return nil
		})
		if err := test.ask(sys); !errors.Is(err, ended) || asked > 100 {
			t.Errorf("%s: asked %d times, and then: %v", test.of, asked, err)
		}
	}
}

// TestOrderOfImages: what a property reads of images is discovered in various orders, and memoized in one.
func TestOrderOfImages(t *testing.T) {
	i := model.Instance{Processes: model.Replicate(4, model.Process[int]{
		Init: func(p *model.Context) int { return p.Choose(5) }})}
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	candidates, _ := system.Symmetries(i)
	sys.Assume(candidates[0], t.Context().Err)
	looks := map[int][]model.ID{2: {1, 2, 3}, 3: {3, 2, 1}, 4: {3}} // where it looks, by what is at the first place
	q := sys.AskStates("always", func(s model.State) system.Answer {
		first, _ := model.Local[int](s, 0)
		for _, p := range looks[first] {
			s.Local(p)
		}
		return system.Truth(true)
	})
	all := reach(t, sys, 625)
	for _, want := range [][4]int{{1, 2, 0, 0}, {4, 0, 0, 0}, {1, 3, 0, 0}} {
		at := slices.IndexFunc(all, func(v []uint32) bool {
			var is [4]int
			for p := range is {
				is[p], _ = model.Local[int](sys.State(v), model.ID(p))
			}
			return is == want
		})
		if _, err := q.State(all[at]); err != nil {
			t.Errorf("%v: %v", want, err)
		}
	}
}
