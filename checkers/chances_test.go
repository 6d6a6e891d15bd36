package checkers_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

func oddsOf(t *testing.T, text string) model.Odds {
	t.Helper()
	o, err := model.ParseOdds(text)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func chances(t *testing.T, m model.Model, o model.Odds, p ...checkers.Property) *checkers.ChanceReport {
	t.Helper()
	r, err := checkers.Chances(t.Context(), m, p, o, checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// exactly requires a chance to be known exactly, as two fractions.
func exactly(t *testing.T, c checkers.Chance, low, high string) {
	t.Helper()
	if !c.Asked || c.Min.Exact == nil || c.Max.Exact == nil {
		t.Errorf("%s: not known exactly: %+v", c.Property.Name(), c)
		return
	}
	if c.Min.Exact.RatString() != low || c.Max.Exact.RatString() != high {
		t.Errorf("%s: %s to %s, want %s to %s", c.Property.Name(), c.Min.Exact.RatString(), c.Max.Exact.RatString(), low, high)
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

// TestLoss: three messages, each of which is lost with probability 1/10, whatever the scheduler does.
func TestLoss(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer}, Faults: model.Faults{Lose: model.Unlimited}}
	r := chances(t, m, oddsOf(t, "lose=1/10"), got(1), got(2), got(3), got(4))
	exactly(t, r.Chances[0], "999/1000", "999/1000")
	exactly(t, r.Chances[1], "243/250", "243/250")
	exactly(t, r.Chances[2], "729/1000", "729/1000")
	exactly(t, r.Chances[3], "0", "0")
	// Once the budget is spent no coin is thrown.
	m.Faults.Lose = 1
	r = chances(t, m, oddsOf(t, "lose=1/10"), got(2), got(3))
	exactly(t, r.Chances[0], "1", "1")
	exactly(t, r.Chances[1], "729/1000", "729/1000")
	// Without odds it is the scheduler that loses.
	r = chances(t, m, model.Odds{}, got(2), got(3))
	exactly(t, r.Chances[0], "1", "1")
	exactly(t, r.Chances[1], "0", "1")
	// Certain loss.
	m.Faults.Lose = model.Unlimited
	r = chances(t, m, oddsOf(t, "lose=1"), got(1))
	exactly(t, r.Chances[0], "0", "0")
	r = chances(t, m, oddsOf(t, "lose=0"), got(3))
	exactly(t, r.Chances[0], "1", "1")
}

// TestCoins: what a coin of each kind does to a message, and in which order they are thrown.
func TestCoins(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(1), hearer},
		Faults: model.Faults{Lose: model.Unlimited, Duplicate: 1, Crash: model.Unlimited, CrashOnly: []model.ID{1}}}
	// Lost with 1/2; else crashed with 1/3; else it stays with 1/5, and then comes again with 1/2*2/3.
	r := chances(t, m, oddsOf(t, "lose=1/2,crash=1/3,duplicate=1/5"), got(1), got(2))
	exactly(t, r.Chances[0], "1/3", "1/3")
	exactly(t, r.Chances[1], "1/45", "1/45")
	// One crash in the whole execution, before the message or after it.
	m.Faults = model.Faults{Crash: model.Unlimited, CrashOnly: []model.ID{1}}
	r = chances(t, m, oddsOf(t, "crash-once=1/4"), got(1))
	exactly(t, r.Chances[0], "3/4", "1")
}

// TestCrashOnce: who has not crashed when it was their turn does not any more.
func TestCrashOnce(t *testing.T) {
	idle := model.Process[int]{Name: "idle", Init: func(*model.Context) int { return 0 }}
	m := model.Instance{Processes: model.Replicate(3, idle), Faults: model.Faults{Crash: model.Unlimited, Recover: model.Unlimited}}
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
	r := chances(t, m, oddsOf(t, "crash-once=1/4"), down(1), down(2), down(3))
	exactly(t, r.Chances[0], "0", "37/64")
	exactly(t, r.Chances[1], "0", "5/32")
	exactly(t, r.Chances[2], "0", "1/64")
}

// TestUniform: choices are uniform each, so that the outcomes of several need not be, in handlers as in Init.
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
		Acts: []model.Act[int]{{Name: "draw", Enabled: func(_ *model.Context, n int) bool { return n < 0 }, Do: func(p *model.Context, _ int) int { return drawn(p) }}},
	}
	start := model.Process[int]{Name: "starter", Init: drawn}
	r := chances(t, model.Instance{Processes: []model.Algorithm{act, start}}, model.Odds{}, is(0, 0), is(0, 2), is(1, 0), is(1, 3))
	exactly(t, r.Chances[0], "1/2", "1/2")
	exactly(t, r.Chances[1], "1/6", "1/6")
	exactly(t, r.Chances[2], "1/2", "1/2")
	exactly(t, r.Chances[3], "1/6", "1/6")
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

// TestFairness: the least probability is that of schedulers that refuse nothing for ever.
func TestFairness(t *testing.T) {
	both := checkers.Reachable("both", func(s model.State) bool {
		a, _ := model.Local[int](s, 0)
		b, _ := model.Local[int](s, 1)
		return a == 1 && b == 1
	})
	r := chances(t, model.Instance{Processes: model.Replicate(2, tosser(false))}, model.Odds{}, both)
	exactly(t, r.Chances[0], "1", "1")
	r = chances(t, model.Instance{Processes: model.Replicate(2, tosser(true))}, model.Odds{}, both)
	exactly(t, r.Chances[0], "0", "1")
}

// TestChancesRefuses: what cannot be asked, and what bounds do.
func TestChancesRefuses(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer}, Faults: model.Faults{Lose: model.Unlimited}}
	for text, want := range map[string]string{
		"lost=1/2": "lose, duplicate", "lose=2": "between 0 and 1", "lose=x": "not a number", "lose=1/0": "denominator",
		"lose=0.1,lose=0.2": "twice", "lose=1e999999999": "not a number", "crash=1/2,crash-once=1/2": "one or the other", "lose": "not a number",
	} {
		if _, err := model.ParseOdds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseOdds(%q): %v, want an error with %q", text, err, want)
		}
	}
	if _, err := checkers.Chances(t.Context(), m, nil, oddsOf(t, "crash=1/2"), checkers.Options{}); err == nil || !strings.Contains(err.Error(), "no budget") {
		t.Errorf("odds without a budget: %v", err)
	}
	ends := checkers.Eventually("ends", func(model.State) bool { return true })
	r := chances(t, m, oddsOf(t, "lose=1/2"), ends, got(1))
	if r.Chances[0].Asked || r.Chances[0].Explanation == "" || !r.Chances[1].Asked || !r.Decided {
		t.Errorf("a liveness property: %+v", r.Chances)
	}
	for _, opt := range []checkers.Options{{MaxStates: 2}, {MaxDepth: 1}, {Memory: 1}} {
		r, err := checkers.Chances(t.Context(), m, []checkers.Property{got(1)}, oddsOf(t, "lose=1/2"), opt)
		if err != nil {
			t.Fatal(err)
		}
		if r.Decided || r.Chances[0].Asked || r.Chances[0].Explanation == "" || r.MDP != nil {
			t.Errorf("with a bound: %+v", r.Chances)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := checkers.Chances(ctx, m, []checkers.Property{got(1)}, oddsOf(t, "lose=1/2"), checkers.Options{}); err != nil || r.Decided {
		t.Errorf("cancelled: %v, %v", r, err)
	}
	// The bound of a clock.
	clocks := model.Instance{Clocks: model.Clocks{Max: 2, Spread: 1}, Processes: model.Replicate(2, hearer)}
	r = chances(t, clocks, model.Odds{}, got(1))
	if r.Decided || r.Chances[0].Asked || !strings.Contains(r.Chances[0].Explanation, "own bound") {
		t.Errorf("a clock at its bound: %+v", r.Chances)
	}
	// A channel that is too small for one outcome.
	m = model.Instance{Network: model.Network{Capacity: 1}, Processes: []model.Algorithm{model.Process[int]{
		Name: "chatter", Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "chat", Enabled: func(_ *model.Context, n int) bool { return n == 0 }, Do: func(p *model.Context, _ int) int {
			for range p.Choose(3) {
				p.Send(1, word{})
			}
			return 1
		}}},
	}, hearer}}
	if _, err := checkers.Chances(t.Context(), m, []checkers.Property{got(1)}, model.Odds{}, checkers.Options{}); err == nil || !strings.Contains(err.Error(), "Capacity") {
		t.Errorf("outcomes that do not fit: %v", err)
	}
}

// explicit is a model in PRISM's explicit format, as it was read.
type explicit struct {
	choices [][][]explicitBranch // by state
	labels  [][]int              // by state
}

type explicitBranch struct {
	to int
	p  float64
}

// prism writes a report for PRISM and reads it again.
func prism(t fatal, r *checkers.ChanceReport) (e explicit, header string) {
	t.Helper()
	var tra, sta, lab bytes.Buffer
	if err := r.Prism(&tra, &sta, &lab); err != nil {
		t.Fatal(err)
	}
	var states, choices, transitions int
	lines := bufio.NewScanner(&tra)
	lines.Scan()
	if n, err := fmt.Sscan(lines.Text(), &states, &choices, &transitions); n != 3 || err != nil {
		t.Fatal(lines.Text())
	}
	e.choices, e.labels = make([][][]explicitBranch, states), make([][]int, states)
	total, drawn := 0, 0
	for lines.Scan() {
		var from, choice int
		var b explicitBranch
		if n, err := fmt.Sscan(lines.Text(), &from, &choice, &b.to, &b.p); n != 4 || err != nil {
			t.Fatal(lines.Text())
		}
		if choice == len(e.choices[from]) {
			e.choices[from] = append(e.choices[from], nil)
			total++
		}
		e.choices[from][choice] = append(e.choices[from][choice], b)
		drawn++
	}
	if total != choices || drawn != transitions {
		t.Fatalf("%d choices and %d transitions, and the first line says %d and %d", total, drawn, choices, transitions)
	}
	for s, all := range e.choices {
		if len(all) == 0 {
			t.Fatalf("state %d has no choice: to PRISM it is a deadlock", s)
		}
		for _, c := range all {
			sum := 0.0
			for _, b := range c {
				sum += b.p
			}
			if sum < 1-1e-12 || sum > 1+1e-12 {
				t.Fatalf("state %d: a choice sums up to %v", s, sum)
			}
		}
	}
	if got := strings.Count(sta.String(), "\n"); got != states+1 {
		t.Fatalf("%d lines of states, want %d", got, states+1)
	}
	header, rest, _ := strings.Cut(lab.String(), "\n")
	for line := range strings.Lines(rest) {
		s, labels, _ := strings.Cut(line, ":")
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(line)
		}
		for _, l := range strings.Fields(labels) {
			x, err := strconv.Atoi(l)
			if err != nil {
				t.Fatal(line)
			}
			e.labels[n] = append(e.labels[n], x)
		}
	}
	if !slices.Equal(e.labels[0], []int{0}) {
		t.Fatalf("state 0 has labels %v", e.labels[0])
	}
	return e, header
}

// fatal is a testing.T, or that of rapid.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// extreme iterates the greatest or least probability of coming to a label from below, which is the way in which PRISM does it.
func (e explicit) extreme(label int, most bool) float64 {
	value := make([]float64, len(e.choices))
	for s := range value {
		if slices.Contains(e.labels[s], label) {
			value[s] = 1
		}
	}
	for change := 1.0; change > 1e-13; {
		change = 0
		for s := len(value) - 1; s >= 0; s-- {
			if slices.Contains(e.labels[s], label) {
				continue
			}
			best := math.NaN()
			for _, c := range e.choices[s] {
				x := 0.0
				for _, b := range c {
					x += b.p * value[b.to]
				}
				if math.IsNaN(best) || x > best == most {
					best = x
				}
			}
			change = max(change, best-value[s])
			value[s] = best
		}
	}
	return value[0]
}

// TestPrism reads what is written, and comes to the same by another way.
func TestPrism(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer}, Faults: model.Faults{Lose: model.Unlimited, Crash: 1}}
	ends := checkers.Eventually("ends", func(model.State) bool { return true })
	r := chances(t, m, oddsOf(t, "lose=1/10,crash-once=1/4"), got(2), ends, got(3))
	e, header := prism(t, r)
	if header != `0="init" 1="deadlock" 2="got_2" 3="got_3"` {
		t.Errorf("labels: %s", header)
	}
	for label, c := range map[int]checkers.Chance{2: r.Chances[0], 3: r.Chances[2]} {
		for _, x := range []struct {
			most bool
			want checkers.Probability
		}{{true, c.Max}, {false, c.Min}} {
			if got := e.extreme(label, x.most); math.Abs(got-x.want.Low) > 1e-12 || x.want.Low == 0 {
				t.Errorf("%s: %v from the files, want %v", c.Property.Name(), got, x.want)
			}
		}
	}
}

// TestChancesOfRandomSystems compares the probabilities of random systems with what can be reached at all, and with what
// comes out of the files for PRISM.
func TestChancesOfRandomSystems(t *testing.T) {
	between := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawSystem(t)
		d.capacity = 0
		m := d.instance()
		var o model.Odds
		p := big.NewRat(rapid.Int64Range(1, 4).Draw(t, "odds"), 5)
		if m.Faults.Lose != 0 {
			o.Lose = p
		}
		if m.Faults.Duplicate != 0 {
			o.Duplicate = p
		}
		crash := m.Faults.Crash != 0 && rapid.Bool().Draw(t, "crash")
		if crash {
			o.Crash = p
		}
		x := rapid.IntRange(1, 6).Draw(t, "x")
		wanted := checkers.Reachable("wanted", func(s model.State) bool {
			for _, l := range model.Locals[local](s) {
				if l.X == x {
					return true
				}
			}
			return false
		})
		r, err := checkers.Chances(context.Background(), m, []checkers.Property{wanted}, o, checkers.Options{MaxStates: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Decided {
			return
		}
		c := r.Chances[0]
		if c.Min.Low > c.Max.High || c.Max.High-c.Max.Low > 1e-9 || c.Min.High-c.Min.Low > 1e-9 {
			t.Fatalf("%v to %v", c.Min, c.Max)
		}
		all, err := checkers.Check(context.Background(), m, []checkers.Property{wanted}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reached := all.Results[0].Verdict == checkers.Holds
		if reached != (c.Max.Low > 0) && (!crash || !reached) {
			t.Fatalf("it is %s, and its probability is at most %v", all.Results[0].Verdict, c.Max)
		}
		e, _ := prism(t, r)
		if got := e.extreme(2, true); math.Abs(got-c.Max.High) > 1e-6 {
			t.Fatalf("%v from the files, want %v", got, c.Max)
		}
		if got := e.extreme(2, false); got > c.Min.High+1e-9 {
			t.Fatalf("at least %v from the files for all schedulers, and %v for those that refuse nothing for ever", got, c.Min)
		}
		if c.Max.High > 0 && c.Max.High < 1 {
			between++
		}
	})
	if between == 0 {
		t.Error("no random system had a probability between 0 and 1")
	}
}
