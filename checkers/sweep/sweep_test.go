package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/model"
)

// asked are questions about a courier of one parcel, each of which another assumption decides.
func asked() []checkers.Property {
	got := func(s model.State) bool {
		local, up := model.Local[bool](s, 1)
		return up && local
	}
	_, properties := courier(1, model.Faults{})
	return append(properties,
		checkers.Invariant("nobody-crashes", func(s model.State) error {
			if !s.Up(0) || !s.Up(1) {
				return errors.New("somebody did")
			}
			return nil
		}),
		checkers.Reachable("received", got),
		checkers.Eventually("comes", got),
		checkers.Cost("deliveries", checkers.Counting{Step: func(_ model.State, e model.Event, _ model.State) int {
			if e.Kind == model.Deliver || e.Kind == model.Duplicate {
				return 1
			}
			return 0
		}}))
}

// sweepOver is the table of couriers with these failures.
func sweepOver(t *testing.T, properties []checkers.Property, opt checkers.Options, all ...model.Faults) *sweep.Table {
	s := &sweep.Table{Properties: properties}
	for n, f := range all {
		m, _ := courier(1, f)
		s.Rows = append(s.Rows, row(t.Context(), fmt.Sprintf("%d: %s", n, f), m, properties, opt))
	}
	return s
}

// row is one of a sweep.
func row(ctx context.Context, name string, m model.Model, properties []checkers.Property,
	opt checkers.Options) sweep.Row {
	report, err := checkers.Check(ctx, m, properties, opt)
	return sweep.Row{Name: name, Report: report, Err: err}
}

// TestSweep checks every cell of a table.
func TestSweep(t *testing.T) {
	table := sweepOver(t, asked(), checkers.Options{}, model.Faults{}, model.Faults{Lose: 1},
		model.Faults{Crash: 1, CrashOnly: []model.ID{1}}, model.Faults{Duplicate: 1})
	var got []string
	for row := range table.Rows {
		line := table.Rows[row].Name + ":"
		for p, property := range table.Properties {
			r := table.Result(row, p)
			what := string(r.Verdict)
			if r.Cost != nil {
				what = r.Cost.String()
			} else if r.Verdict == checkers.Violated {
				what = fmt.Sprint(r.Execution.Len())
			}
			line += fmt.Sprintf(" %s %s", property.Name(), what)
			if flip := table.Flip(row, p); flip != sweep.NoFlip {
				line += "!" + string(flip)
			}
		}
		got = append(got, line)
	}
	want := []string{
		"0: none: arrives holds anything holds nobody-crashes holds received holds comes holds deliveries 1",
		"1: lose 1: arrives 1!breaks anything holds nobody-crashes holds " +
			"received holds comes 1!breaks deliveries 0 to 1!moves",
		"2: crash 1: arrives 1!breaks anything holds nobody-crashes 1!breaks " +
			"received holds comes 1!breaks deliveries 0 to 1!moves",
		"3: duplicate 1: arrives holds anything holds nobody-crashes holds " +
			"received holds comes holds deliveries 1 to 2!moves",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the table (-want +got):\n%s", diff)
	}

	var broken []string
	for _, b := range table.Breaks() {
		broken = append(broken, fmt.Sprintf("%s by %s like %d", b.Result.Property.Name(), table.Rows[b.Row].Name,
			b.Like))
	}
	want = []string{
		"arrives by 1: lose 1 like 0", "comes by 1: lose 1 like 0",
		"arrives by 2: crash 1 like 2", "nobody-crashes by 2: crash 1 like 2", "comes by 2: crash 1 like 2",
	}
	if diff := cmp.Diff(want, broken); diff != "" {
		t.Errorf("what is broken (-want +got):\n%s", diff)
	}
}

// TestSweepOtherBase: with a failure in the base, what holds without it is mended, and a state that can be reached
// only with it is broken by its absence.
func TestSweepOtherBase(t *testing.T) {
	properties := append(asked(), checkers.Reachable("crashed", func(s model.State) bool { return !s.Up(1) }))
	table := sweepOver(t, properties, checkers.Options{}, model.Faults{Crash: 1, CrashOnly: []model.ID{1}},
		model.Faults{})
	var flips []sweep.Flip
	for p := range properties {
		flips = append(flips, table.Flip(1, p))
	}
	want := []sweep.Flip{sweep.Mends, sweep.NoFlip, sweep.Mends, sweep.NoFlip, sweep.Mends, sweep.Moves, sweep.Breaks}
	if diff := cmp.Diff(want, flips); diff != "" {
		t.Errorf("flips (-want +got):\n%s", diff)
	}
	broken := table.Breaks()
	if len(broken) != 1 || broken[0].Result.Execution != nil || broken[0].Like != 0 {
		t.Errorf("broken: %+v", broken)
	}
}

// TestSweepOpen: a setting that a bound or a fault leaves open, or that was not checked, flips nothing.
func TestSweepOpen(t *testing.T) {
	properties := asked()[:1]
	table := sweepOver(t, properties, checkers.Options{MaxStates: 1}, model.Faults{}, model.Faults{Lose: 1},
		model.Faults{Lose: -7})
	panics := model.Instance{Processes: model.Replicate(2, model.Process[bool]{
		Init: func(p *model.Context) bool { return p.Self() == 1 },
		Acts: []model.Act[bool]{{
			Name:    "fall",
			Enabled: func(_ *model.Context, s bool) bool { return s },
			Do:      func(*model.Context, bool) bool { panic("the sky falls") },
		}},
	})}
	table.Rows = append(table.Rows, row(t.Context(), "panics", panics, properties, checkers.Options{}),
		sweep.Row{Name: "unchecked"})
	for n, want := range []string{"unknown", "unknown", "wrong", "fault", "nothing"} {
		got := "nothing"
		switch r := table.Rows[n]; {
		case table.Result(n, 0) != nil:
			got = string(table.Result(n, 0).Verdict)
		case errors.As(r.Err, new(*checkers.Failure)):
			got = "fault"
		case r.Err != nil:
			got = "wrong"
		}
		if got != want || table.Flip(n, 0) != sweep.NoFlip {
			t.Errorf("row %s: %s (%v), want %s", table.Rows[n].Name, got, table.Rows[n].Err, want)
		}
	}
}

// What does an algorithm need? Here a process that leads as soon as it has heard of the other,
// by a message that may come twice, and must not be lost.
func ExampleTable() {
	leads := func(_ model.ID, leads bool) bool { return leads }
	node := model.Process[bool]{
		Init: func(p *model.Context) bool {
			if p.Self() == 0 {
				p.Send(1, "is anybody there?")
			}
			return false
		},
		Receive: func(*model.Context, bool, model.ID, model.Message) bool { return true },
	}
	base := model.Instance{Processes: model.Replicate(2, node)}
	lossy, twice := base, base
	lossy.Faults.Lose = 1
	twice.Faults.Duplicate = 1
	table := sweep.Table{Properties: []checkers.Property{
		checkers.AtMost("one-leader", 1, leads),
		checkers.Eventually("a-leader", func(s model.State) bool {
			leader, up := model.Local[bool](s, 1)
			return up &&
				leader
		}),
	}}
	for _, setting := range []struct {
		name string
		is   model.Model
	}{{"reliable", base}, {"a loss", lossy}, {"a duplicate", twice}} {
		report, err := checkers.Check(context.Background(), setting.is, table.Properties, checkers.Options{})
		table.Rows = append(table.Rows, sweep.Row{Name: setting.name, Report: report, Err: err})
	}
	for _, b := range table.Breaks() {
		fmt.Printf("%s is broken by %s, in %d step\n", b.Result.Property.Name(), table.Rows[b.Row].Name,
			b.Result.Execution.Len())
	}
	// Output: a-leader is broken by a loss, in 1 step
}
