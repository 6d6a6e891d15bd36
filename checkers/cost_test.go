package checkers_test

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// TestCostOfChoices has different schedules with different costs: who comes first pays.
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

// visitor enters a room that has place for one.
type visitor struct{ Waits, In bool }

// TestOvertaken: where who leaves hands over, one that waits is overtaken once at most; where it is
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

// TestSizesRefuse: sizes that are none, and more than can be counted, and a process that there is not.
func TestSizesRefuse(t *testing.T) {
	asked := 0
	step := func(model.State, model.Event, model.State) int { return 1 }
	for _, p := range []checkers.Property{
		checkers.MessageSize("negative", func(model.Message) int { return -1 }),
		checkers.MessageSize("huge", func(model.Message) int { return 256 }),
		checkers.MessageSize("panics", func(model.Message) int { panic("no") }),
		checkers.MessageSize("impure", func(model.Message) int { asked++; return asked }),
		checkers.HandlerSteps("nobody", 7),
		checkers.Cost("only a start", checkers.Counting{Start: func(model.State) int { return 1 }}),
		checkers.Cost("start and from", checkers.Counting{Step: step, Start: func(model.State) int { return 1 },
			From: func(model.State) bool { return true }}),
		checkers.Cost("start below 0", checkers.Counting{Step: step, Start: func(model.State) int { return -1 }}),
		checkers.Cost("start panics", checkers.Counting{Step: step, Start: func(model.State) int { panic("no") }}),
	} {
		refused(t, calls(), "", p)
	}
}
