package views_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// counting is a hub that notes who has said hello, or does not, and begins anew when it has noted so many; it is wrong
// then, if that is so.
func counting(enough int, wrong bool) views.Family {
	type hello struct{}
	type hub struct {
		Seen  naming.IDSet
		Wrong bool
	}
	return func(n int) (model.Model, []checkers.Property, error) {
		i := model.Instance{Processes: append([]model.Algorithm{model.Process[hub]{
			Name: "hub",
			Init: func(*model.Context) hub { return hub{} },
			Acts: []model.Act[hub]{{
				Name:    "reset",
				Enabled: func(_ *model.Context, s hub) bool { return s.Seen.Len() >= enough },
				Do:      func(*model.Context, hub) hub { return hub{Wrong: wrong} },
			}},
			Receive: func(p *model.Context, s hub, from model.ID, _ model.Message) hub {
				if p.Choose(2) == 0 {
					s.Seen = s.Seen.With(from)
				}
				return s
			},
		}}, model.Replicate(n, model.Process[bool]{
			Name: "participant",
			Init: func(*model.Context) bool { return false },
			Acts: []model.Act[bool]{{
				Name:    "hello",
				Enabled: func(_ *model.Context, said bool) bool { return !said },
				Do:      func(p *model.Context, _ bool) bool { p.Send(0, hello{}); return true },
			}},
			Receive: func(_ *model.Context, said bool, _ model.ID, _ model.Message) bool { return said },
		})...)}
		return i, []checkers.Property{
			checkers.AtMost("right", 0, func(_ model.ID, s hub) bool { return s.Wrong }),
			checkers.AtMost("small", 0, func(p model.ID, _ bool) bool { return n == 1 }),
		}, nil
	}
}

// TestUnlike: steps that many participants have and few do not are noticed.
func TestUnlike(t *testing.T) {
	for _, test := range []struct {
		name   string
		family views.Family
		want   string
	}{
		{"it is the same", counting(2, false), "for-every-n"},
		{"a violation with four", counting(4, true), "violated"},
		{"a view with five", counting(5, true), "violated"},
		{"a step with five", counting(5, false), "unknown n=5 is not like fewer: no 4 of them do what happens by act reset"},
	} {
		_, all := verdicts(t, test.family)
		if got := all["right"]; !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if got := all["small"]; got != "violated" {
			t.Errorf("%s: what one participant violates is %s", test.name, got)
		}
	}
}

// climbers are participants that climb to the top, each by itself. They are a crowd if more than a few are there.
func climbers(top, few int) views.Family {
	return climbing(top, 0, checkers.AtMost("crowd", few, func(_ model.ID, at int) bool { return at == top }))
}

// climbing is climbers with another property, and with ways down from the top.
func climbing(top, down int, property checkers.Property) views.Family {
	acts := []model.Act[int]{{
		Name:    "climb",
		Enabled: func(_ *model.Context, at int) bool { return at < top },
		Do:      func(_ *model.Context, at int) int { return at + 1 },
	}}
	for i := range down {
		acts = append(acts, model.Act[int]{
			Name:    fmt.Sprint("fall ", i),
			Enabled: func(_ *model.Context, at int) bool { return at == top },
			Do:      func(*model.Context, int) int { return 0 },
		})
	}
	return func(n int) (model.Model, []checkers.Property, error) {
		return model.Instance{Processes: model.Replicate(n, model.Process[int]{
			Name:    "climber",
			Init:    func(*model.Context) int { return 0 },
			Acts:    acts,
			Receive: func(_ *model.Context, at int, _ model.ID, _ model.Message) int { return at },
		})}, []checkers.Property{property}, nil
	}
}

// TestSeldom: that it takes four participants to violate a property is noticed, although no state that is visited or
// searched does, since nobody stays at the top for long: in a mixture in which they are alike.
func TestSeldom(t *testing.T) {
	const top = 20
	crowd := checkers.Invariant("crowd", func(s model.State) error {
		there := 0
		for _, at := range model.Locals[int](s) {
			if at == top {
				there++
			}
		}
		if there > 3 {
			return errors.New("it is a crowd")
		}
		return nil
	})
	r, err := views.Prove(t.Context(), climbing(top, 6, crowd), views.Options{MaxConfigurations: 10_000,
		Search: checkers.Options{MaxStates: 1000}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Results[0]; got.Verdict != views.Unknown || !strings.Contains(got.Why, "it cannot be decided for 3") {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
}

// TestCounted: participants are alike, and only many of them violate a property: more than those that are searched, or
// in states that are too many to be tested.
func TestCounted(t *testing.T) {
	type hub struct {
		Late int
		Seen naming.IDSet
		Up   bool
	}
	ready := func(which string, from int) model.Act[int] {
		return model.Act[int]{Name: which, Enabled: func(_ *model.Context, s int) bool { return s == from },
			Do: func(p *model.Context, s int) int { p.Send(0, which); return s + 1 }}
	}
	hubs := func(acts ...model.Act[hub]) model.Process[hub] {
		return model.Process[hub]{Name: "hub", Init: func(*model.Context) hub { return hub{} }, Acts: acts,
			Receive: func(_ *model.Context, s hub, from model.ID, m model.Message) hub {
				if m == "late" {
					s.Late = min(2, s.Late+1)
				} else {
					s.Seen = s.Seen.With(from)
				}
				return s
			}}
	}
	family := func(h model.Process[hub], property checkers.Property, acts ...model.Act[int]) views.Family {
		return func(n int) (model.Model, []checkers.Property, error) {
			p := model.Process[int]{Name: "participant", Init: func(*model.Context) int { return 0 }, Acts: acts}
			var star []model.Link
			for q := range model.ID(n) {
				star = append(star, model.Link{From: 0, To: q + 1})
			}
			p.Receive = func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s }
			return model.Instance{Processes: append([]model.Algorithm{h}, model.Replicate(n, p)...),
				Network: model.Network{Topology: model.Graph(star...)}}, []checkers.Property{property}, nil
		}
	}
	is := func(bad func(h hub) bool) checkers.Property {
		return checkers.Invariant("p", func(s model.State) error {
			if h, _ := model.Local[hub](s, 0); bad(h) {
				return errors.New("bad")
			}
			return nil
		})
	}
	up := func(name string, most int) model.Act[hub] {
		return model.Act[hub]{Name: name,
			Enabled: func(_ *model.Context, s hub) bool { return s.Seen.Len() >= most },
			Do:      func(_ *model.Context, s hub) hub { s.Up = !s.Up; return s }}
	}
	goesUp := checkers.Step("p", func(before model.State, e model.Event, _ model.State) error {
		if h, _ := model.Local[hub](before, 0); e.Name == "up" && h.Late == 2 {
			return errors.New("bad")
		}
		return nil
	})
	tick := model.Act[hub]{Name: "tick", Enabled: func(_ *model.Context, s hub) bool { return s.Late < 10 },
		Do: func(_ *model.Context, s hub) hub { s.Late++; return s }}
	step := model.Act[int]{Name: "step", Enabled: func(_ *model.Context, s int) bool { return s > 0 && s < 4 },
		Do: func(_ *model.Context, s int) int { return s + 1 }}
	begin := model.Act[int]{Name: "begin", Enabled: func(_ *model.Context, s int) bool { return s >= 0 && s < 3 },
		Do: func(_ *model.Context, s int) int { return s + 1 }}
	refuse := begin
	refuse.Name, refuse.Do = "refuse", func(*model.Context, int) int { return -1 }
	emptied := model.Act[hub]{Name: "empty", Do: func(_ *model.Context, h hub) hub { h.Seen = 0; return h }}
	six := func(h hub) bool { return h.Seen.Len() >= 6 }
	eight := func(h hub) bool { return h.Seen.Len() >= 8 }
	four := func(h hub) bool { return h.Seen.Len() >= 4 && h.Late == 2 }
	all := func(h hub) bool { return h.Seen.Len() >= 4 && h.Late == 10 }
	for _, test := range []struct {
		name   string
		family views.Family
		want   string
	}{
		{"more than seven climbers", climbers(1, 7), "violated"},
		{"more than eight climbers", climbers(1, 8), "unknown it takes 9 processes"},
		{"more than eight, and something else", beside(climbers(1, 8)), "unknown it takes 9 processes"},
		{"six have been seen", family(hubs(), is(six), ready("seen", 0)), "violated"},
		{"eight since it was emptied", family(hubs(emptied), is(eight), ready("seen", 0)), "violated"},
		{"four, and two are late", family(hubs(), is(four), ready("seen", 0), ready("late", 0)), "violated"},
		{"six did not refuse", family(hubs(), is(six), begin, refuse, ready("seen", 3)), "violated"},
		{"a step that is done in another way, too", family(hubs(up("up", 4), up("upward", 0)), goesUp, ready("seen", 0),
			ready("late", 0)), "violated"},
		{"four, after many steps", family(hubs(tick), is(all), ready("seen", 0), step), "violated"},
	} {
		r, err := views.Prove(t.Context(), test.family, views.Options{Search: checkers.Options{MaxStates: 1_000_000}})
		if err != nil {
			t.Fatal(test.name, err)
		}
		if got := r.Results[0]; !strings.HasPrefix(strings.TrimSpace(fmt.Sprint(got.Verdict, " ", got.Why)), test.want) {
			t.Errorf("%s: %s %s", test.name, got.Verdict, got.Why)
		}
	}
}

// beside returns the family with one property, of which its own are parts.
func beside(f views.Family) views.Family {
	return func(n int) (model.Model, []checkers.Property, error) {
		m, properties, err := f(n)
		other := checkers.Invariant("other", func(model.State) error { return nil })
		return m, []checkers.Property{checkers.All("both", append(properties, other)...)}, err
	}
}

// TestUnseen: if steps need four participants, all configurations of four have to be examined.
func TestUnseen(t *testing.T) {
	c := catalogued{name: "two-phase-commit", variant: "as-written"}
	r, err := views.Prove(context.Background(), c.family, views.Options{MaxConfigurations: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Results[0]; got.Verdict != views.Unknown || !strings.Contains(got.Why, "it takes 4 participants") {
		t.Errorf("%s: %s", got.Verdict, got.Why)
	}
}

func TestRefused(t *testing.T) {
	for want, family := range map[string]views.Family{
		"not made of processes": func(int) (model.Model, []checkers.Property, error) {
			return model.Machine[int]{}, nil, nil
		},
		"there must be one more": func(n int) (model.Model, []checkers.Property, error) {
			return counting(2, false)(2 * n)
		},
		"only some of the participants may crash": func(n int) (model.Model, []checkers.Property, error) {
			m, properties, err := counting(2, false)(n)
			i := m.(model.Instance)
			i.Faults = model.Faults{Crash: 1, CrashOnly: []model.ID{1}}
			return i, properties, err
		},
		"links that can be cut": func(n int) (model.Model, []checkers.Property, error) {
			m, properties, err := counting(2, false)(n)
			i := m.(model.Instance)
			i.Faults.Cut = 1
			return i, properties, err
		},
		"a Constraint": func(n int) (model.Model, []checkers.Property, error) {
			m, properties, err := counting(2, false)(n)
			i := m.(model.Instance)
			i.Constraint = func(model.State) bool { return true }
			return i, properties, err
		},
	} {
		r, err := views.Prove(context.Background(), family, views.Options{})
		why := fmt.Sprint(err)
		if err == nil { // one participant violates something
			why = r.Refused
		}
		if !strings.Contains(why, want) {
			t.Errorf("%s, want %q", why, want)
		}
	}
}

// TestRefusedLate: also where the family is refused only once it is tested, what few participants violate is found.
func TestRefusedLate(t *testing.T) {
	family := func(n int) (model.Model, []checkers.Property, error) {
		last := model.ID(n - 1) // the centre of a star, which two views do not show
		var star []model.Link
		for q := range last {
			star = append(star, model.Link{From: q, To: last})
		}
		p := model.Process[int]{Init: func(p *model.Context) int { p.Broadcast(""); return 0 },
			Receive: func(*model.Context, int, model.ID, model.Message) int { return 5 }}
		return model.Instance{Processes: model.Replicate(n, p), Network: model.Network{Topology: model.Graph(star...)}},
			[]checkers.Property{checkers.AtMost("p", 0, func(_ model.ID, s int) bool { return s == 5 })}, nil
	}
	r, err := views.Prove(t.Context(), family, views.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Results[0]; got.Verdict != views.Violated || got.N != 2 || r.Refused == "" {
		t.Errorf("%s with n=%d, refused because %q", got.Verdict, got.N, r.Refused)
	}
}
