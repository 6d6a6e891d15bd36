package checkers_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/clocks"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
)

// clockStamps are a Lamport clock and a vector clock.
type clockStamps struct {
	Clock  int
	Vector []int
}

func (s clockStamps) tick(p *model.Context) clockStamps {
	s.Clock++
	s.Vector = slices.Clone(s.Vector)
	s.Vector[p.Self()]++
	return s
}

func (s clockStamps) merge(o clockStamps) clockStamps {
	s.Clock = max(s.Clock, o.Clock)
	s.Vector = slices.Clone(s.Vector)
	for q, x := range o.Vector {
		s.Vector[q] = max(s.Vector[q], x)
	}
	return s
}

type ticker struct {
	Now  clockStamps
	Fuel int
}

// tickers send their clocks to the right, fuel times. They lose them in a crash, unless they
// store them; the broken ones do not look at what they receive.
func tickers(fuel int, broken, stores bool) model.Process[ticker] {
	keep := func(p *model.Context, s ticker) ticker {
		s.Now = s.Now.tick(p)
		if stores {
			p.Store(s)
		}
		return s
	}
	return model.Process[ticker]{
		Init: func(p *model.Context) ticker { return ticker{clockStamps{Vector: make([]int, p.N())}, fuel} },
		Acts: []model.Act[ticker]{{
			Name:    "send",
			Enabled: func(p *model.Context, s ticker) bool { return s.Fuel > 0 },
			Do: func(p *model.Context, s ticker) ticker {
				s.Fuel--
				s = keep(p, s)
				p.Send(p.Right(), s.Now)
				return s
			},
		}},
		Receive: func(p *model.Context, s ticker, from model.ID, m model.Message) ticker {
			if !broken {
				s.Now = s.Now.merge(m.(clockStamps))
			}
			return keep(p, s)
		},
		Recover: func(p *model.Context, stored any) ticker {
			if s, ok := stored.(ticker); ok {
				return keep(p, s)
			}
			return keep(p, ticker{Now: clockStamps{Vector: make([]int, p.N())}})
		},
	}
}

func lowerClock(a, b int) bool { return a < b }

func lowerVector(a, b []int) bool {
	for q := range a {
		if a[q] > b[q] {
			return false
		}
	}
	return !slices.Equal(a, b)
}

// observedTickers is a system of tickers with all properties of their clocks.
func observedTickers(n int, process model.Process[ticker], i model.Instance) (model.Instance, []checkers.Property) {
	c := model.NewCausality[clockStamps](n)
	clock := model.Restamp(c, func(at clockStamps) int { return at.Clock })
	vector := model.Restamp(c, func(at clockStamps) []int { return at.Vector })
	i.Processes = model.Replicate(n, model.Observe(process, c, func(s ticker) (clockStamps, bool) { return s.Now, true }))
	i.Variables = c.Variables()
	return i, []checkers.Property{
		clocks.Condition("clock", clock, lowerClock),
		clocks.Converse("converse", clock, lowerClock),
		clocks.Characterization("vector", vector, lowerVector),
		clocks.Monotone("monotone", clock, lowerClock),
	}
}

// TestCausality: Lamport's clocks satisfy the clock condition but not its converse, vector clocks satisfy both, and
// clocks that ignore what they receive, or forget it in a crash, satisfy neither.
func TestCausality(t *testing.T) {
	for _, test := range []struct {
		name           string
		n              int
		broken, stores bool
		in             model.Instance
		want           string // of clock, converse, vector, monotone: violated in how many steps
	}{
		{name: "two", n: 2, want: "- 3 - -"},
		{name: "three", n: 3, want: "- 3 - -"},
		{name: "unordered", n: 2, in: model.Instance{Network: model.Network{Order: model.Unordered}}, want: "- 3 - -"},
		{name: "lost", n: 2, in: model.Instance{Faults: model.Faults{Lose: 1, Duplicate: 1}}, want: "- 3 - -"},
		{name: "stored", n: 2, stores: true, in: model.Instance{Faults: model.Faults{Crash: 1, Recover: 1}}, want: "- 3 - -"},
		{name: "forgotten", n: 2, in: model.Instance{Faults: model.Faults{Crash: 1, Recover: 1}}, want: "3 3 3 3"},
		{name: "broken", n: 2, broken: true, want: "2 3 2 -"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i, properties := observedTickers(test.n, tickers(2, test.broken, test.stores), test.in)
			r := check(t, i, checkers.Options{}, properties...)
			var got []string
			for _, result := range r.Results {
				if result.Verdict == checkers.Holds {
					got = append(got, "-")
				} else {
					got = append(got, fmt.Sprint(result.Execution.Len()))
				}
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("violated in %s steps, want %s", got, test.want)
			}
		})
	}
}

func TestCausalityExplained(t *testing.T) {
	for _, test := range []struct {
		broken bool
		which  int
		want   string
	}{
		{true, 0, "event 1 of p0 (stamp 1) happened before event 1 of p1 (stamp 1), and 1 is not less than 1"},
		{false, 1, "event 1 of p1 (stamp 1) has a lower timestamp than event 2 of p0 (stamp 2), and it did not happen " +
			"before it: they are concurrent"},
		{true, 2,
			"event 1 of p0 (stamp [1 0]) happened before event 1 of p1 (stamp [0 1]), and [1 0] is not less than [0 1]"},
	} {
		i, properties := observedTickers(2, tickers(2, test.broken, false), model.Instance{})
		r := check(t, i, checkers.Options{}, properties[test.which:test.which+1]...)
		if got := r.Results[0].Explanation; got != test.want {
			t.Errorf("explained by\n%s, want\n%s", got, test.want)
		}
		e := r.Results[0].Execution
		if e == nil {
			continue
		}
		var picture, file bytes.Buffer
		if err := errors.Join(e.Text(&picture, counterexamples.TextOptions{}), e.Mermaid(&picture),
			e.Trace.Write(&file)); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"shared", "causality of", "envelope", "Known", "past:"} {
			if all := picture.String() + file.String(); strings.Contains(all, secret) {
				t.Errorf("%q is to be seen in\n%s", secret, all)
			}
		}
		again, err := counterexamples.Replay(counterexamples.SystemOf(e), e.Trace)
		if err != nil {
			t.Fatal(err)
		}
		if _, shown, err := checkers.Shows(again, properties[test.which]); err != nil || !shown {
			t.Errorf("replayed it is shown %v, error %v", shown, err)
		}
	}
}

// TestMessagesLookAlike: two messages that differ only in the past of their senders are told apart in a trace.
func TestMessagesLookAlike(t *testing.T) {
	c := model.NewCausality[int](2)
	type local struct{ Sent, Got int }
	i := model.Instance{
		Network:   model.Network{Order: model.Unordered},
		Variables: c.Variables(),
		Processes: model.Replicate(2, model.Observe(model.Process[local]{
			Init: func(p *model.Context) local { return local{} },
			Acts: []model.Act[local]{{
				Name:    "send",
				Enabled: func(p *model.Context, s local) bool { return p.Self() == 0 && s.Sent < 2 },
				Do:      func(p *model.Context, s local) local { p.Send(1, "hello"); s.Sent++; return s },
			}},
			Receive: func(p *model.Context, s local, from model.ID, m model.Message) local { s.Got++; return s },
		}, c, func(s local) (int, bool) { return s.Sent, true })),
	}
	overtaken := checkers.Causal("fifo", c, func(s model.State, a, b model.Stamped[int]) error {
		if a.Process == 1 && a.Number == 1 && a.Past[0] == 2 {
			return errors.New("the second message arrives first")
		}
		return nil
	})
	r := check(t, i, checkers.Options{}, overtaken)
	e := r.Results[0].Execution
	if e == nil {
		t.Fatal("no message overtakes another")
	}
	if last := e.Trace.Steps[e.Len()-1]; last.Message != `"hello"` || last.Nth != 1 {
		t.Errorf("the last step is %s", last)
	}
	if _, err := counterexamples.Replay(counterexamples.SystemOf(e), e.Trace); err != nil {
		t.Error(err)
	}
}
