package checkers_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// TestRoundsUnbounded: one that tells another again and again makes no chain, although it never ends; where the
// other one answers and is answered, chains grow for ever.
func TestRoundsUnbounded(t *testing.T) {
	teller := model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "tell", Optional: true, Do: func(p *model.Context, s int) int { p.Send(1, "news"); return s }}},
		Receive: func(p *model.Context, s int, from model.ID, m model.Message) int {
			p.Send(1, "thanks")
			return s
		},
	}
	for answers, want := range map[bool]string{false: "0 to 1", true: "0 or more, unbounded"} {
		listener := model.Process[int]{
			Name: "listener",
			Init: func(*model.Context) int { return 0 },
			Receive: func(p *model.Context, s int, _ model.ID, _ model.Message) int {
				if answers {
					p.Send(0, "good")
				}
				return s
			},
		}
		m := model.Instance{Processes: []model.Algorithm{teller, listener}, Network: model.Network{Capacity: 1}}
		p := checkers.Rounds("rounds")
		report, err := checkers.Check(t.Context(), m, []checkers.Property{p}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := report.Results[0]
		if r.Cost.String() != want {
			t.Errorf("answers is %t: %s, want %s", answers, r.Cost, want)
		}
		if answers {
			if _, shown, err := checkers.Shows(r.Execution, p); err != nil || !shown {
				t.Errorf("its execution does not show it: %v", err)
			}
		}
	}
}

// TestRoundsAgainstBruteForce compares rounds with what comes of following every chain of every execution, in random
// systems. Where chains are bounded, all is compared; where they are not, the lasso is gone round many times.
func TestRoundsAgainstBruteForce(t *testing.T) {
	bounded, unbounded, untils, ended := 0, 0, 0, 0
	untilEnough(t, func() bool { return min(bounded, unbounded, untils, ended) > 0 }, func(t *rapid.T) {
		c := drawChatty(t)
		p := checkers.Rounds("rounds")
		until := rapid.Bool().Draw(t, "until")
		done := func(s model.State) bool {
			l, up := model.Local[int](s, 0)
			return up && l == len(c.Acts)-1
		}
		if until {
			p = checkers.RoundsUntil("rounds", done)
			untils++
		}
		report, err := checkers.Check(t.Context(), c.instance(), []checkers.Property{p}, checkers.Options{Memory: 2 << 20})
		if err != nil {
			t.Fatal(err)
		}
		r := report.Results[0]
		if r.Verdict == checkers.Unknown {
			return // too many lists of lengths
		}
		sys, err := model.Compile(c.instance())
		if err != nil {
			t.Fatal(err)
		}
		twin := naive{t: t, sys: sys, unordered: c.Unordered}
		going := func(v []uint32) bool { return !until || !done(sys.State(v)) }
		if r.Cost == nil {
			if o, ok := twin.search(going, !until, 1<<20); r.Verdict != checkers.Holds || ok && !o.none {
				t.Fatalf("no cost: %s, %s; %+v", r.Verdict, r.Explanation, o)
			}
			return
		}
		if r.Cost.Ends {
			ended++
			if paid, known, err := checkers.Paid(r.Cost.Least, p); err != nil || known && paid != r.Cost.Min || !known && !c.Unordered {
				t.Fatalf("the least execution costs %d (%t, %v), want %d", paid, known, err, r.Cost.Min)
			}
			if got := twin.replay(r.Cost.Least); got != int(r.Cost.Min) && !c.Unordered || got < int(r.Cost.Min) {
				t.Fatalf("the least execution has a chain of %d, want %d", got, r.Cost.Min)
			}
		}
		if r.Cost.Unbounded {
			unbounded++
			twin.lasso(r, p)
			if o, ok := twin.search(going, !until, int(r.Cost.Min)+1); ok && r.Cost.Ends && o.least != int(r.Cost.Min) {
				t.Fatalf("the least is %d, want %d", r.Cost.Min, o.least)
			}
			return
		}
		bounded++
		o, ok := twin.search(going, !until, 1<<20)
		if !ok {
			return
		}
		if least := o.least; o.most != int(r.Cost.Max) || r.Cost.Ends != (least >= 0) || least >= 0 && least != int(r.Cost.Min) ||
			math.Abs(o.mean-r.Cost.Mean) > 1e-6 || math.IsNaN(r.Cost.Mean) {
			t.Fatalf("%s, mean %g; want %+v", r.Cost, r.Cost.Mean, o)
		}
		if got := twin.replay(r.Execution); got != o.most && !c.Unordered || got < o.most {
			t.Fatalf("the execution of the most has a chain of %d, want %d", got, o.most)
		}
	})
	t.Logf("%d bounded, %d unbounded, %d until something, %d with an end", bounded, unbounded, untils, ended)
}

// TestCostKindsAgainstBruteForce does the same for what is added up over steps.
func TestCostKindsAgainstBruteForce(t *testing.T) {
	size := func(m model.Message) int { return 1 + 2*m.(int) }
	runs := func(e model.Numbered) bool {
		switch e.Kind {
		case model.Acted, model.Duplicate, model.Timeout, model.Recover:
			return true
		}
		return e.Kind == model.Deliver && !e.Dropped
	}
	kinds := []struct {
		property checkers.Property
		cost     func(e model.Numbered) int
	}{
		{checkers.Steps("steps"), func(model.Numbered) int { return 1 }},
		{checkers.HandlerSteps("handlers"), func(e model.Numbered) int { return boolean(runs(e)) }},
		{checkers.HandlerSteps("handlers of p0", 0), func(e model.Numbered) int { return boolean(runs(e) && e.Process == 0) }},
		{checkers.MessageSize("size", size), func(e model.Numbered) (sum int) {
			for _, s := range e.Sends {
				if !s.Lost {
					sum += size(s.Message)
				}
			}
			return sum
		}},
	}
	compared, unbounded := 0, 0
	untilEnough(t, func() bool { return min(compared, unbounded) > 0 }, func(t *rapid.T) {
		c := drawChatty(t)
		sys, err := model.Compile(c.instance())
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			report, err := checkers.Check(t.Context(), c.instance(), []checkers.Property{kind.property}, checkers.Options{MaxStates: 5000})
			if err != nil {
				t.Fatal(err)
			}
			if report.Bound == explore.BoundStates {
				return // a few systems have millions
			}
			r := report.Results[0]
			twin := naive{t: t, sys: sys, unordered: c.Unordered, cost: kind.cost}
			if r.Cost.Unbounded {
				unbounded++
				if e := r.Execution; twin.along(e, 3*e.Len()).longest <= twin.along(e, e.Len()).longest {
					t.Fatalf("%s: going round its loop costs nothing", kind.property.Name())
				}
				continue
			}
			o, ok := twin.search(func([]uint32) bool { return true }, true, 1<<20)
			if !ok {
				continue
			}
			compared++
			if o.most != int(r.Cost.Max) || r.Cost.Ends != (o.least >= 0) || r.Cost.Ends && o.least != int(r.Cost.Min) || math.Abs(o.mean-r.Cost.Mean) > 1e-6 {
				t.Fatalf("%s: %s, mean %g; want %+v", kind.property.Name(), r.Cost, r.Cost.Mean, o)
			}
			if paid, known, err := checkers.Paid(r.Execution, kind.property); err != nil || !known || int(paid) != o.most {
				t.Fatalf("%s: the execution of the most costs %d (%t, %v), want %d", kind.property.Name(), paid, known, err, o.most)
			}
			if got := twin.replay(r.Execution); got != o.most {
				t.Fatalf("%s: the execution of the most costs %d, want %d", kind.property.Name(), got, o.most)
			}
		}
	})
	t.Logf("%d compared, %d unbounded", compared, unbounded)
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}
