package checkers_test

import (
	"math"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// TestCostOfChoices has schedules with different costs: whoever comes first pays.
func TestCostOfChoices(t *testing.T) {
	payer := model.Process[bool]{
		Init: func(*model.Context) bool { return false },
		Acts: []model.Act[bool]{{Name: "pay",
			Enabled: func(_ *model.Context, done bool) bool { return !done },
			Do: func(p *model.Context, _ bool) bool {
				for range p.Choose(3) {
					p.Send(1-p.Self(), "coin")
				}
				return true
			}}},
		Receive: func(_ *model.Context, _ bool, _ model.ID, _ model.Message) bool { return true },
	}
	m := model.Instance{Processes: model.Replicate(2, payer)}
	properties := []checkers.Property{
		checkers.Messages("messages"),
		checkers.Cost("steps", checkers.Counting{Step: func(model.State, model.Event, model.State) int { return 1 }}),
		checkers.Cost("until-first", checkers.Counting{While: func(s model.State) bool {
			done, _ := model.Local[bool](s, 0)
			return !done
		}}),
		checkers.Cost("never", checkers.Counting{From: func(model.State) bool { return false }}),
		checkers.All("together", checkers.Messages("messages"),
			checkers.Cost("never", checkers.Counting{From: func(model.State) bool { return false }}),
			checkers.Cost("steps", checkers.Counting{Step: func(model.State, model.Event, model.State) int { return 1 }})),
	}
	report := check(t, m, checkers.Options{}, properties...)
	// A coin that arrives first saves the receiver from paying.
	for i, want := range []string{"0 to 4", "2 to 6", "0 to 4", "", "0 to 6"} {
		r := report.Results[i]
		got := ""
		if r.Cost != nil {
			got = r.Cost.String()
		}
		if got != want || r.Verdict != checkers.Holds {
			t.Errorf("%s: %s, %q, want %q", r.Property.Name(), r.Verdict, got, want)
		}
	}
	if got := report.Results[3].Explanation; got != "counting never begins" {
		t.Errorf("never: %s", got)
	}
}

// TestAllOfUnknownCosts: what one cost is says nothing about all of them if another is unknown, here since there is too
// little memory to follow chains of messages.
func TestAllOfUnknownCosts(t *testing.T) {
	p := model.Process[int]{
		Init: func(p *model.Context) int {
			for q := range model.ID(5) {
				if q > 0 && p.Self() == 0 {
					p.Send(q, "coin")
				}
			}
			return 0
		},
		Receive: func(p *model.Context, n int, _ model.ID, _ model.Message) int {
			if n < 2 {
				p.Send((p.Self()+1)%5, "coin")
			}
			return min(n+1, 2)
		},
		Acts: []model.Act[int]{{Name: "turn", Optional: true,
			Enabled: func(p *model.Context, _ int) bool { return p.Self() == 0 },
			Do:      func(_ *model.Context, n int) int { return n }}},
	}
	m := model.Instance{Processes: model.Replicate(5, p), Network: model.Network{Order: model.Unordered}}
	steps, rounds := checkers.Steps("steps"), checkers.Rounds("rounds")
	r := check(t, m, checkers.Options{Memory: 128 << 10}, steps, rounds, checkers.All("all", steps, rounds))
	verdicts(t, r, checkers.Violated, checkers.Unknown, checkers.Violated)
	if all := r.Results[2]; all.Cost != nil || all.Minimal {
		t.Errorf("all: %s, minimal is %t", all.Cost, all.Minimal)
	}
}

// visitor enters a room that has place for one.
type visitor struct{ Waits, In bool }

// TestOvertaken: if the visitor who leaves hands over, one that waits is overtaken at most once; if the next is
// picked at will, without bound.
func TestOvertaken(t *testing.T) {
	for polite, want := range map[bool]string{true: "0 to 1", false: "0 or more, unbounded"} {
		holder := model.NewVariable("holder", 0)
		p := model.Process[visitor]{
			Init: func(*model.Context) visitor { return visitor{} },
			Acts: []model.Act[visitor]{
				{Name: "want", Optional: true,
					Enabled: func(_ *model.Context, s visitor) bool { return !s.Waits && !s.In },
					Do:      func(*model.Context, visitor) visitor { return visitor{Waits: true} }},
				{Name: "enter",
					Enabled: func(p *model.Context, s visitor) bool {
						h := holder.Get(p)
						return s.Waits && (h == int(p.Self()) || h == -1)
					},
					Do: func(p *model.Context, _ visitor) visitor { holder.Set(p, -2); return visitor{In: true} }},
				{Name: "leave",
					Enabled: func(_ *model.Context, s visitor) bool { return s.In },
					Do: func(p *model.Context, _ visitor) visitor {
						next := -1
						if polite {
							next = 1 - int(p.Self())
						}
						holder.Set(p, next)
						return visitor{}
					}},
			},
		}
		m := model.Instance{Processes: model.Replicate(2, p), Variables: []model.Shared{holder}}
		report := check(t, m, checkers.Options{}, checkers.Overtaken("overtaken", 1,
			func(s model.State) bool {
				l, _ := model.Local[visitor](s, 1)
				return l.Waits
			}, func(s visitor) bool { return s.In }))
		if got := report.Results[0].Cost.String(); got != want {
			t.Errorf("polite is %t: %s, want %s", polite, got, want)
		}
	}
}

func TestCostRefuses(t *testing.T) {
	for _, p := range []checkers.Property{
		checkers.Messages("messages"), // of a machine
		checkers.Rounds("rounds"),
		checkers.HandlerSteps("handlers"),
		checkers.MessageSize("size", func(model.Message) int { return 1 }),
		checkers.Cost("huge", checkers.Counting{Step: func(model.State, model.Event, model.State) int { return 256 }}),
		checkers.Cost("negative", checkers.Counting{Step: func(model.State, model.Event, model.State) int { return -1 }}),
		checkers.All("mixed", checkers.NoDeadlock("a", func(model.State) error { return nil }),
			checkers.Invariant("b", func(model.State) error { return nil })),
		checkers.All("nothing"),
		checkers.NeverAll("nothing", "", nil, func(model.State) bool { return true }),
	} {
		refused(t, allocation(), "", p)
	}
}

// TestSizesRefuse: invalid sizes, more than can be counted, and a process that does not exist are refused.
func TestSizesRefuse(t *testing.T) {
	asked := 0
	step := func(model.State, model.Event, model.State) int { return 1 }
	for _, p := range []checkers.Property{
		checkers.MessageSize("negative", func(model.Message) int { return -1 }),
		checkers.MessageSize("huge", func(model.Message) int { return 256 }),
		checkers.MessageSize("panics", func(model.Message) int { panic("no") }),
		checkers.MessageSize("impure", func(model.Message) int { asked++; return asked }),
		checkers.HandlerSteps("nobody", 7),
		checkers.Overtaken("nobody", 7, func(model.State) bool { return true }, func(int) bool { return true }),
		checkers.Cost("only a start", checkers.Counting{Start: func(model.State) int { return 1 }}),
		checkers.Cost("start and from", checkers.Counting{Step: step, Start: func(model.State) int { return 1 },
			From: func(model.State) bool { return true }}),
		checkers.Cost("start below 0", checkers.Counting{Step: step, Start: func(model.State) int { return -1 }}),
		checkers.Cost("start panics", checkers.Counting{Step: step, Start: func(model.State) int { panic("no") }}),
	} {
		refused(t, calls(), "", p)
	}
	// Four of these are 0, as far as an int can tell.
	four := model.Instance{Processes: model.Replicate(5, model.Process[bool]{
		Init: func(*model.Context) bool { return false },
		Acts: []model.Act[bool]{{Name: "send",
			Enabled: func(p *model.Context, sent bool) bool { return !sent && p.Self() == 0 },
			Do:      func(p *model.Context, _ bool) bool { p.Broadcast("m"); return true }}},
		Receive: func(_ *model.Context, sent bool, _ model.ID, _ model.Message) bool { return sent },
	})}
	refused(t, four, "", checkers.MessageSize("beyond all sums", func(model.Message) int { return 1 << 62 }))
}

func TestAcross(t *testing.T) {
	nan := math.NaN()
	range3 := checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 4, Chance: 1}
	seven := checkers.CostRange{Min: 7, Max: 7, Ends: true, Mean: 7, Chance: 1}
	rarely := checkers.CostRange{Min: 1, Max: 2, Ends: true, Mean: 2, Chance: 0.25, Endless: 6}
	never := checkers.CostRange{Unbounded: true, Mean: nan}
	more := checkers.CostRange{Min: 4, Unbounded: true, Ends: true, Mean: math.Inf(1), Chance: 1}
	for _, c := range []struct {
		of   []checkers.CostRange
		want string
		mean float64
	}{
		{nil, "at most 0", 0},
		{[]checkers.CostRange{range3}, "3 to 5", 4},
		{[]checkers.CostRange{range3, seven}, "3 to 7", 5.5},
		{[]checkers.CostRange{seven, range3, range3}, "3 to 7", 5},
		{[]checkers.CostRange{never, range3}, "3 to 5, unbounded without an end", 4},
		{[]checkers.CostRange{never, never}, "unbounded", nan},
		{[]checkers.CostRange{{Max: 9, Mean: nan}, range3}, "3 to 5, up to 9 without an end", 4},
		{[]checkers.CostRange{{Max: 9, Mean: nan}, {Max: 8, Mean: nan}}, "at most 9", nan},
		{[]checkers.CostRange{rarely, range3}, "1 to 5, up to 6 without an end", (4 + 0.5) / 1.25},
		{[]checkers.CostRange{rarely, seven}, "1 to 7", (7 + 0.5) / 1.25},
		{[]checkers.CostRange{range3, more}, "3 or more, unbounded", math.Inf(1)},
		{[]checkers.CostRange{never, more}, "4 or more, unbounded", math.Inf(1)},
		{[]checkers.CostRange{{Min: 1, Max: 1, Ends: true, Mean: nan, Chance: nan}, range3}, "1 to 5", nan},
		{[]checkers.CostRange{{Min: 1, Max: 1, Ends: true, Mean: nan}, range3}, "1 to 5", 4},
	} {
		got := checkers.Across(c.of)
		if got.String() != c.want || got.Mean != c.mean && !(math.IsNaN(got.Mean) && math.IsNaN(c.mean)) {
			t.Errorf("%v: %s, mean %g, want %s, %g", c.of, got, got.Mean, c.want, c.mean)
		}
	}
}

// TestExpected: the mean is written if it says more than the range, with the share of executions that it covers if
// that is not all.
func TestExpected(t *testing.T) {
	for _, c := range []struct {
		of         checkers.CostRange
		mean, part string
	}{
		{checkers.CostRange{Min: 3, Max: 3, Ends: true, Mean: 3, Chance: 1}, "", ""},
		{checkers.CostRange{Min: 3, Max: 3, Ends: true, Mean: 3, Chance: 0.25}, "", "25%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 1}, "3.75", ""},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 0.9995}, "3.75", ">99.9%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: 3.75, Chance: 1e-6}, "3.75", "<0.1%"},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: math.NaN()}, "", "0%"},
		{checkers.CostRange{Min: 3, Unbounded: true, Ends: true, Mean: math.Inf(1), Chance: 0.5}, "without bound", "50%"},
		{checkers.CostRange{Max: 5, Mean: math.NaN()}, "", ""},
		{checkers.CostRange{Min: 3, Max: 5, Ends: true, Mean: math.NaN(), Chance: math.NaN()}, "", ""},
	} {
		if mean, part := c.of.Expected(); mean != c.mean || part != c.part {
			t.Errorf("%+v: %q of %q, want %q of %q", c.of, mean, part, c.mean, c.part)
		}
	}
}
