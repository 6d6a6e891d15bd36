package checkers_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// isDone: process 0 has come to its last state.
func (c chatty) isDone(s model.State) bool {
	l, up := model.Local[int](s, 0)
	return up && l == len(c.Acts)-1
}

func always(model.State) bool { return true }

// TestRoundsAgainstBruteForce compares rounds in random systems with the result of following every chain of every
// execution. If chains are bounded, everything is compared; if not, the lasso is repeated many times.
func TestRoundsAgainstBruteForce(t *testing.T) {
	bounded, unbounded, untils, ended, partly, endless := 0, 0, 0, 0, 0, 0
	systemtest.UntilEnough(t, func() bool { return min(bounded, unbounded, untils, ended, partly, endless) > 2 },
		func(t *rapid.T) {
			c := drawChatty(t)
			sys, err := system.Compile(c.instance())
			if err != nil {
				t.Fatal(err)
			}
			p, twin := checkers.Rounds("rounds"), naive{t: t, sys: sys, unordered: c.Unordered, going: always, toRest: true}
			if rapid.Bool().Draw(t, "until") {
				p = checkers.RoundsUntil("rounds", c.isDone)
				twin.going, twin.toRest = func(s model.State) bool { return !c.isDone(s) }, false
				untils++
			}
			report := check(t, c.instance(), checkers.Options{Memory: 2 << 20}, p)
			r := report.Results[0]
			if r.Verdict == checkers.Unknown {
				return // too many lists of lengths
			}
			if r.Cost.Ends {
				ended++
				if paid, err := checkers.Paid(r.Cost.Least, p); err != nil || paid != nil && paid.Cost != r.Cost.Min ||
					paid == nil && !c.Unordered {
					t.Fatalf("the least execution costs %+v (%v), want %d", paid, err, r.Cost.Min)
				}
				if got := twin.replay(r.Cost.Least); got != int(r.Cost.Min) && !c.Unordered || got < int(r.Cost.Min) ||
					!twin.ended(r.Cost.Least) {
					t.Fatalf("the least execution has a chain of %d, want %d", got, r.Cost.Min)
				}
			}
			if r.Cost.Unbounded || r.Cost.EndlessUnbounded {
				unbounded++
				twin.lasso(r, p)
			}
			if r.Cost.Unbounded {
				if o, ok := twin.search(int(r.Cost.Min) + 1); ok && r.Cost.Ends && o.least != int(r.Cost.Min) {
					t.Fatalf("the least is %d, want %d", r.Cost.Min, o.least)
				}
				return
			}
			limit := 1 << 20
			if r.Cost.EndlessUnbounded {
				limit = int(r.Cost.Max) + 3
			} else {
				bounded++
				if got := twin.replay(r.Execution); got != int(r.Cost.Max) && !c.Unordered || got < int(r.Cost.Max) ||
					r.Cost.Ends && !twin.ended(r.Execution) {
					t.Fatalf("the execution of the most has a chain of %d, want %d", got, r.Cost.Max)
				}
			}
			o, ok := twin.search(limit)
			if !ok {
				return
			}
			if !o.matches(r.Cost, !r.Cost.EndlessUnbounded) {
				t.Fatalf("%s: %#v; want %+v", r.Cost, *r.Cost, o)
			}
			partly += boolean(o.chance > 0 && o.chance < 1)
			endless += boolean(r.Cost.Endless > 0 || r.Cost.EndlessUnbounded)
		})
	t.Logf("%d bounded, %d unbounded, %d until something, %d with an end, %d only partly, %d dearer without", bounded,
		unbounded, untils, ended, partly, endless)
}

// counted is a cost with what its naive twin counts.
type counted struct {
	property checkers.Property
	cost     func(e system.Numbered) int
	start    func(s model.State) int
	until    func(s model.State) bool // nil: to rest
}

// costKinds are all sorts of costs of a system.
func (c chatty) costKinds() []counted {
	size := func(m model.Message) int { return 1 + 2*m.(int) }
	one := func(model.Message) int { return 1 }
	sent := func(of func(m model.Message) int) func(e system.Numbered) int {
		return func(e system.Numbered) (sum int) {
			for _, s := range e.Sends {
				if !s.Lost {
					sum += of(s.Message)
				}
			}
			return sum
		}
	}
	first := func(of func(m model.Message) int) func(s model.State) int {
		return func(s model.State) (sum int) {
			for _, m := range s.Messages() {
				sum += of(m)
			}
			return sum
		}
	}
	runs := func(e system.Numbered) bool {
		switch e.Kind {
		case model.Acted, model.Duplicate, model.Timeout, model.Recover:
			return true
		}
		return e.Kind == model.Deliver && !e.Dropped
	}
	quiet := func(s model.State) bool { return c.isDone(s) && s.Quiet() }
	step := func(system.Numbered) int { return 1 }
	free := func(model.State) int { return 0 }
	local := func(s model.State) int {
		l, _ := model.Local[int](s, 0)
		return 1 + l
	}
	return []counted{
		{checkers.Steps("steps"), step, free, nil},
		{checkers.StepsUntil("steps until", c.isDone), step, free, c.isDone},
		{checkers.HandlerSteps("handlers"), func(e system.Numbered) int { return boolean(runs(e)) }, free, nil},
		{checkers.HandlerSteps("handlers of p0", 0),
			func(e system.Numbered) int { return boolean(runs(e) && e.Process == 0) }, free, nil},
		{checkers.Messages("messages"), sent(one), first(one), nil},
		{checkers.MessagesUntil("messages until", c.isDone), sent(one), first(one), quiet},
		{checkers.MessageSize("size", size), sent(size), first(size), nil},
		{checkers.MessageSizeUntil("size until", size, c.isDone), sent(size), first(size), quiet},
		{checkers.Cost("one's own", checkers.Counting{
			Step:  func(_ model.State, e model.Event, _ model.State) int { return boolean(e.Kind == model.Deliver) },
			Start: local,
			While: func(s model.State) bool { return !c.isDone(s) },
		}), func(e system.Numbered) int { return boolean(e.Kind == model.Deliver) }, local, c.isDone},
	}
}

// TestCostKindsAgainstBruteForce does the same for costs that are added up over steps.
func TestCostKindsAgainstBruteForce(t *testing.T) {
	compared, unbounded, partly, endless, over, offset := 0, 0, 0, 0, 0, 0
	enough := func() bool { return min(compared, unbounded, partly, endless, over, offset) > 0 }
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
		c := drawChatty(t)
		sys, err := system.Compile(c.instance())
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range c.costKinds() {
			report := check(t, c.instance(), checkers.Options{MaxStates: 5000}, kind.property)
			if report.Bound == explore.BoundStates {
				return // a few systems have millions
			}
			r := report.Results[0]
			twin := naive{t: t, sys: sys, unordered: c.Unordered, cost: kind.cost, start: kind.start, going: always,
				toRest: kind.until == nil}
			if kind.until != nil {
				twin.going = func(s model.State) bool { return !kind.until(s) }
			}
			limit := 1 << 20
			if r.Cost.Unbounded || r.Cost.EndlessUnbounded {
				unbounded++
				limit = int(r.Cost.Max) + 3
				if e := r.Execution; twin.along(e, 3*e.Len()).longest <= twin.along(e, e.Len()).longest {
					t.Fatalf("%s: going round its loop costs nothing", kind.property.Name())
				}
				if why, shown, err := checkers.Shows(r.Execution, kind.property); err != nil || !shown || why != r.Explanation {
					t.Fatalf("%s: its execution does not show it: %v, %q, want %q", kind.property.Name(), err, why, r.Explanation)
				}
			}
			if r.Cost.Unbounded {
				continue
			}
			o, ok := twin.search(limit)
			if !ok {
				continue
			}
			compared++
			if !o.matches(r.Cost, !r.Cost.EndlessUnbounded) {
				t.Fatalf("%s: %s, %#v; want %+v", kind.property.Name(), r.Cost, *r.Cost, o)
			}
			partly += boolean(o.chance > 0 && o.chance < 1)
			endless += boolean(r.Cost.Endless > 0 || r.Cost.EndlessUnbounded)
			over += boolean(slices.ContainsFunc(twin.initial(), func(c chained) bool { return !twin.going(sys.State(c.v)) }))
			offset += boolean(slices.ContainsFunc(twin.initial(), func(c chained) bool { return c.longest > 0 }))
			twin.showsCosts(r, kind.property)
		}
	})
	t.Logf("%d compared, %d unbounded, %d with an end only partly, %d dearer without one, %d over at once, %d that "+
		"begin with something",
		compared, unbounded, partly, endless, over, offset)
}

// showsCosts checks the executions of the most and of the least.
func (n naive) showsCosts(r checkers.Result, p checkers.Property) {
	n.t.Helper()
	executions := map[*counterexamples.Execution]uint64{}
	if !r.Cost.Unbounded && !r.Cost.EndlessUnbounded {
		executions[r.Execution] = r.Cost.Max
	}
	if r.Cost.Ends {
		executions[r.Cost.Least] = r.Cost.Min
	}
	for e, want := range executions {
		if paid, err := checkers.Paid(e, p); err != nil || paid == nil || paid.Cost != want {
			n.t.Fatalf("%s: an execution costs %+v (%v), want %d", p.Name(), paid, err, want)
		}
		if got := n.replay(e); got != int(want) || r.Cost.Ends && !n.ended(e) {
			n.t.Fatalf("%s: an execution costs %d, want %d", p.Name(), got, want)
		}
	}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRoundsUntil: what happens after the wanted state does not matter, though messages go to and fro for ever, and a
// process that nobody writes to falls behind.
func TestRoundsUntil(t *testing.T) {
	peer := model.Process[bool]{
		Init: func(p *model.Context) bool {
			if p.Self() == 0 {
				p.Send(1, "ball")
			}
			return false
		},
		Receive: func(p *model.Context, _ bool, from model.ID, m model.Message) bool {
			p.Send(from, m)
			return true
		},
	}
	r := check(t, model.Instance{Processes: model.Replicate(3, peer)}, checkers.Options{MaxStates: 1 << 10},
		checkers.RoundsUntil("answered", func(s model.State) bool { has, _ := model.Local[bool](s, 0); return has }))
	if c := r.Results[0].Cost; r.Verdict != checkers.Holds || c == nil || c.Min != 2 || c.Max != 2 {
		t.Errorf("%s, %v", r.Verdict, c)
	}
}
