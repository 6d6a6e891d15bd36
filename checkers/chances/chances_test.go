package chances_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

func oddsOf(t *testing.T, text string) system.Odds {
	t.Helper()
	o, err := system.ParseOdds(text)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// chancesOf asks for a reduction, which is ignored: chances are those of the whole graph.
func chancesOf(t *testing.T, m model.Model, o system.Odds, p ...checkers.Property) *chances.Report {
	t.Helper()
	r, err := chances.Of(t.Context(), m, p, o, checkers.Options{Reduce: explore.PartialOrder | explore.Symmetry})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// exactly requires a chance to be known exactly, as two fractions.
func exactly(t *testing.T, c chances.Chance, low, high string) {
	t.Helper()
	if !c.Asked || c.Min.Exact == nil || c.Max.Exact == nil {
		t.Errorf("%s: not known exactly: %+v", c.Property.Name(), c)
		return
	}
	if c.Min.Exact.RatString() != low || c.Max.Exact.RatString() != high {
		t.Errorf("%s: %s to %s, want %s to %s", c.Property.Name(), c.Min.Exact.RatString(), c.Max.Exact.RatString(), low,
			high)
	}
}

type word struct{}

// sender sends k messages to the next process when it starts; hearer counts them.
func sender(k int) model.Process[int] {
	return model.Process[int]{Name: "sender", Init: func(p *model.Context) int {
		for range k {
			p.Send(1, word{})
		}
		return 0
	}}
}

var hearer = model.Process[int]{
	Name:    "hearer",
	Init:    func(*model.Context) int { return 0 },
	Receive: func(_ *model.Context, n int, _ model.ID, _ model.Message) int { return min(n+1, 9) },
}

// got is the property that process 1 has received n messages.
func got(n int) checkers.Property {
	return checkers.Reachable(fmt.Sprintf("got-%d", n), func(s model.State) bool {
		l, up := model.Local[int](s, 1)
		return up && l >= n
	})
}

// TestLoss: three messages, each lost with probability 1/10, whatever the scheduler does.
func TestLoss(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer}, Faults: model.Faults{Lose: model.Unlimited}}
	r := chancesOf(t, m, oddsOf(t, "lose=1/10"), got(1), got(2), got(3), got(4))
	exactly(t, r.Chances[0], "999/1000", "999/1000")
	exactly(t, r.Chances[1], "243/250", "243/250")
	exactly(t, r.Chances[2], "729/1000", "729/1000")
	exactly(t, r.Chances[3], "0", "0")
	// Once the budget is spent no coin is thrown.
	m.Faults.Lose = 1
	r = chancesOf(t, m, oddsOf(t, "lose=1/10"), got(2), got(3))
	exactly(t, r.Chances[0], "1", "1")
	exactly(t, r.Chances[1], "729/1000", "729/1000")
	// Without odds it is the scheduler that loses.
	r = chancesOf(t, m, system.Odds{}, got(2), got(3))
	exactly(t, r.Chances[0], "1", "1")
	exactly(t, r.Chances[1], "0", "1")
	// Certain loss.
	m.Faults.Lose = model.Unlimited
	r = chancesOf(t, m, oddsOf(t, "lose=1"), got(1))
	exactly(t, r.Chances[0], "0", "0")
	r = chancesOf(t, m, oddsOf(t, "lose=0"), got(3))
	exactly(t, r.Chances[0], "1", "1")
}

// TestLostAnyway: a message to a process that is down is lost without a coin, and leaves the budget for others.
func TestLostAnyway(t *testing.T) {
	begin := func(*model.Context) int { return 0 }
	doubtful := model.Process[int]{Name: "doubtful", Init: begin, Acts: []model.Act[int]{
		{Name: "junk", Optional: true, Enabled: func(p *model.Context, n int) bool { return n == 0 && p.Suspects(1) },
			Do: func(p *model.Context, n int) int { p.Send(1, "junk"); return 1 }},
		{Name: "send", Enabled: func(_ *model.Context, n int) bool { return n < 2 },
			Do: func(p *model.Context, n int) int { p.Send(1, "sent"); return 2 }},
	}}
	choosy := hearer
	choosy.Accept = func(_ *model.Context, _ int, _ model.ID, m model.Message) bool { return m == "sent" }
	m := model.Instance{Processes: []model.Algorithm{doubtful, choosy}, Network: model.Network{Order: model.Unordered},
		Detector: model.Perfect, Faults: model.Faults{Crash: 1, Recover: 1, CrashOnly: []model.ID{1}, Lose: 1}}
	exactly(t, chancesOf(t, m, oddsOf(t, "lose=1/2"), got(1)).Chances[0], "0", "1/2")
}

// TestCoins: what a coin of each kind does to a message, and in which order they are tossed.
func TestCoins(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(1), hearer},
		Faults: model.Faults{Lose: model.Unlimited, Duplicate: 1, Crash: model.Unlimited, CrashOnly: []model.ID{1}}}
	// Lost with 1/2; else crashed with 1/3; else it stays with 1/5, and then comes again with 1/2*2/3.
	r := chancesOf(t, m, oddsOf(t, "lose=1/2,crash=1/3,duplicate=1/5"), got(1), got(2))
	exactly(t, r.Chances[0], "1/3", "1/3")
	exactly(t, r.Chances[1], "1/45", "1/45")
	// A message that the scheduler lets stay may be lost, too, and does not stay then.
	m.Faults = model.Faults{Lose: model.Unlimited, Duplicate: 1}
	r = chancesOf(t, m, oddsOf(t, "lose=1/2"), got(1), got(2))
	exactly(t, r.Chances[0], "1/2", "1/2")
	exactly(t, r.Chances[1], "0", "1/4")
	// One crash in the whole execution, before the message or after it.
	m.Faults = model.Faults{Crash: model.Unlimited, CrashOnly: []model.ID{1}}
	r = chancesOf(t, m, oddsOf(t, "crash-once=1/4"), got(1))
	exactly(t, r.Chances[0], "3/4", "1")
}

// TestCrashOnce: a process that did not crash in its turn does not crash any more.
func TestCrashOnce(t *testing.T) {
	idle := model.Process[int]{Name: "idle", Init: func(*model.Context) int { return 0 }}
	m := model.Instance{Processes: model.Replicate(3, idle), Faults: model.Faults{Crash: model.Unlimited,
		Recover: model.Unlimited}}
	down := func(n int) checkers.Property {
		return checkers.Reachable(fmt.Sprintf("down-%d", n), func(s model.State) bool {
			k := 0
			for p := range model.ID(3) {
				if _, up := model.Local[int](s, p); !up {
					k++
				}
			}
			return k >= n
		})
	}
	r := chancesOf(t, m, oddsOf(t, "crash-once=1/4"), down(1), down(2), down(3))
	exactly(t, r.Chances[0], "0", "37/64")
	exactly(t, r.Chances[1], "0", "5/32")
	exactly(t, r.Chances[2], "0", "1/64")
}

// TestUniform: each choice is uniform, so the outcomes of several need not be, in handlers as in Init.
func TestUniform(t *testing.T) {
	drawn := func(p *model.Context) int {
		if p.Choose(2) == 0 {
			return 0
		}
		return 1 + p.Choose(3)
	}
	is := func(p model.ID, n int) checkers.Property {
		return checkers.Reachable(fmt.Sprintf("%d-is-%d", p, n), func(s model.State) bool {
			l, _ := model.Local[int](s, p)
			return l == n
		})
	}
	act := model.Process[int]{
		Name: "drawer",
		Init: func(*model.Context) int { return -1 },
		Acts: []model.Act[int]{{Name: "draw", Enabled: func(_ *model.Context, n int) bool { return n < 0 },
			Do: func(p *model.Context, _ int) int { return drawn(p) }}},
	}
	start := model.Process[int]{Name: "starter", Init: drawn}
	r := chancesOf(t, model.Instance{Processes: []model.Algorithm{act, start}}, system.Odds{}, is(0, 0), is(0, 2),
		is(1, 0), is(1, 3))
	exactly(t, r.Chances[0], "1/2", "1/2")
	exactly(t, r.Chances[1], "1/6", "1/6")
	exactly(t, r.Chances[2], "1/2", "1/2")
	exactly(t, r.Chances[3], "1/6", "1/6")
}

// TestParts: a property made of parts is violated where any of them is, and has one answer.
func TestParts(t *testing.T) {
	p := model.Process[int]{Name: "starter", Init: func(p *model.Context) int { return p.Choose(3) }}
	never := func(n int) checkers.Property {
		return checkers.AtMost(fmt.Sprint(n), 0, func(_ model.ID, s int) bool { return s == n })
	}
	r := chancesOf(t, model.Instance{Processes: []model.Algorithm{p}}, system.Odds{},
		checkers.All("small", never(0), never(1)), never(2))
	if len(r.Chances) != 2 || r.Chances[0].Property.Name() != "small" {
		t.Fatalf("%d answers, the first for %s", len(r.Chances), r.Chances[0].Property.Name())
	}
	exactly(t, r.Chances[0], "2/3", "2/3")
	exactly(t, r.Chances[1], "1/3", "1/3")
}

// tosser is the coin of a randomised election of two: both draw until they differ. It ends with
// probability 1, though there is an execution that does not.
func tosser(optional bool) model.Process[int] {
	return model.Process[int]{
		Name: "tosser",
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{
			Name: "toss", Optional: optional,
			Enabled: func(_ *model.Context, n int) bool { return n == 0 },
			Do:      func(p *model.Context, _ int) int { return p.Choose(2) },
		}},
	}
}

// TestFairness: the minimum probability is over schedulers that refuse nothing for ever.
func TestFairness(t *testing.T) {
	both := checkers.Reachable("both", func(s model.State) bool {
		a, _ := model.Local[int](s, 0)
		b, _ := model.Local[int](s, 1)
		return a == 1 && b == 1
	})
	r := chancesOf(t, model.Instance{Processes: model.Replicate(2, tosser(false))}, system.Odds{}, both)
	exactly(t, r.Chances[0], "1", "1")
	r = chancesOf(t, model.Instance{Processes: model.Replicate(2, tosser(true))}, system.Odds{}, both)
	exactly(t, r.Chances[0], "0", "1")
}

// TestRests: what is asked of systems at rest is asked of no other states, by a check under a symmetry neither.
func TestRests(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(2, model.Process[[]int]{
		Init: func(*model.Context) []int { return nil },
		Acts: []model.Act[[]int]{{Name: "queue", Enabled: func(_ *model.Context, s []int) bool { return len(s) < 3 },
			Do: func(_ *model.Context, s []int) []int { return append(slices.Clone(s), len(s)) }}}})}
	rests := checkers.NoDeadlock("rests", func(s model.State) error {
		for p := range model.ID(2) {
			if l, _ := model.Local[[]int](s, p); l[2] != 2 { // nothing is so long before
				return nil
			}
		}
		return errors.New("both wait")
	})
	exactly(t, chancesOf(t, m, system.Odds{}, rests).Chances[0], "1", "1")
	r, err := checkers.Check(t.Context(), m, []checkers.Property{rests}, checkers.Options{Reduce: explore.Symmetry})
	if err != nil || r.Reduced != explore.Symmetry || r.Verdict != checkers.Violated || r.Results[0].Execution.Len() != 6 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestChancesRefuses: what cannot be decided, and what bounds do.
func TestChancesRefuses(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer}, Faults: model.Faults{Lose: model.Unlimited}}
	for text, want := range map[string]string{
		"lost=1/2": "lose, duplicate", "lose=2": "between 0 and 1", "lose=x": "not a number", "lose=1/0": "denominator",
		"lose=0.1,lose=0.2": "twice", "lose=1e999999999": "not a number",
		"crash=1/2,crash-once=1/2": "one or the other", "lose": "not a number",
	} {
		if _, err := system.ParseOdds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseOdds(%q): %v, want an error with %q", text, err, want)
		}
	}
	if _, err := chances.Of(t.Context(), m, nil, oddsOf(t, "crash=1/2"), checkers.Options{}); err == nil ||
		!strings.Contains(err.Error(), "no budget") {
		t.Errorf("odds without a budget: %v", err)
	}
	ends := checkers.Eventually("ends", func(model.State) bool { return true })
	r := chancesOf(t, m, oddsOf(t, "lose=1/2"), ends, got(1))
	if r.Chances[0].Asked || r.Chances[0].Explanation == "" || !r.Chances[1].Asked || !r.Decided {
		t.Errorf("a liveness property: %+v", r.Chances)
	}
	for _, opt := range []checkers.Options{{MaxStates: 2}, {MaxDepth: 1}, {Memory: 1}} {
		r, err := chances.Of(t.Context(), m, []checkers.Property{got(1)}, oddsOf(t, "lose=1/2"), opt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Decided || r.Chances[0].Asked || r.Chances[0].Explanation == "" || r.MDP != nil {
			t.Errorf("with a bound: %+v", r.Chances)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := chances.Of(ctx, m, []checkers.Property{got(1)}, oddsOf(t, "lose=1/2"),
		checkers.Options{}); err != nil || r.Decided {
		t.Errorf("cancelled: %v, %v", r, err)
	}
	// A clock that is read where it rests.
	reader := hearer
	reader.Acts = []model.Act[int]{{Name: "read", Optional: true,
		Do: func(p *model.Context, n int) int { p.Clock(); return n }}}
	clocks := model.Instance{Clocks: model.Clocks{Max: 2, Spread: 1}, Processes: model.Replicate(2, reader)}
	r = chancesOf(t, clocks, system.Odds{}, got(1))
	if r.Decided || r.Chances[0].Asked || !strings.Contains(r.Chances[0].Explanation, "own bound") {
		t.Errorf("a clock at its bound: %+v", r.Chances)
	}
	// Only a property reads it there.
	clocks.Processes = model.Replicate(2, hearer)
	r = chancesOf(t, clocks, system.Odds{}, got(1),
		checkers.Reachable("late", func(s model.State) bool { return s.ClockReached(0, 3) }))
	if r.Decided || r.Exhaustive || r.Chances[0].Asked || r.Chances[1].Asked ||
		!strings.Contains(r.Clipped, "reading 3") || !strings.Contains(r.Chances[0].Explanation, "own bound") {
		t.Errorf("a clock that a property reads at its bound: %+v", r.Chances)
	}
	// A channel that is too small for one outcome.
	m = model.Instance{Network: model.Network{Capacity: 1}, Processes: []model.Algorithm{model.Process[int]{
		Name: "chatter", Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "chat", Enabled: func(_ *model.Context, n int) bool { return n == 0 },
			Do: func(p *model.Context, _ int) int {
				for range p.Choose(3) {
					p.Send(1, word{})
				}
				return 1
			}}},
	}, hearer}}
	if _, err := chances.Of(t.Context(), m, []checkers.Property{got(1)}, system.Odds{},
		checkers.Options{}); err == nil || !strings.Contains(err.Error(), "Capacity") {
		t.Errorf("outcomes that do not fit: %v", err)
	}
}

// TestChancesInterrupted: a probability found before an interruption has not been confirmed and is taken back.
func TestChancesInterrupted(t *testing.T) {
	for _, interrupt := range []bool{false, true} {
		for _, reading := range []int{2, 3} {
			ctx, cancel := context.WithCancel(t.Context())
			late := checkers.Reachable("late", func(s model.State) bool {
				if interrupt {
					cancel()
				}
				return s.ClockReached(0, reading)
			})
			m := model.Instance{Clocks: model.Clocks{Max: 2}, Processes: []model.Algorithm{hearer, tosser(false)}}
			r, err := chances.Of(ctx, m, []checkers.Property{got(0), late}, system.Odds{}, checkers.Options{})
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			known := !interrupt && reading == 2
			if r.Decided != known || r.Chances[0].Asked != known || (r.Clipped == "") != (reading == 2) {
				t.Errorf("interrupted %v, reading %d: clipped by %q, %+v", interrupt, reading, r.Clipped, r.Chances[0])
			}
		}
	}
}
