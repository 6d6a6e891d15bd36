package eventuallyperfect

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

func everybody(n int) naming.IDSet { return 1<<n - 1 }

// State is what a process knows. The chapter's names are Corretos, Suspeitos and
// IntervaloMonit.
type State struct {
	Correct  naming.IDSet // the processes that have answered since the last interval ended
	Suspects naming.IDSet
	Interval int // ticks

	// Unanswered counts, by process, the tests that have not been answered yet; nil
	// if their number is not bounded.
	Unanswered naming.PerProcess[int]
}

// The messages: RequisTeste and RespostaTeste.
type (
	Test   struct{}
	Answer struct{}
)

// timer is the timer that the loop waits for: an interval is over.
const timer = "interval"

// process runs Algorithm 5.1, or 002's problematic_failure_detection for each other process.
func process(o options) model.Process[State] {
	return model.Process[State]{
		Name: "detector",
		Init: func(p *model.Context) State {
			p.SetTimer(timer, o.interval)
			s := State{Correct: everybody(p.N()), Interval: o.interval}
			if o.window > 0 {
				s.Unanswered = make(naming.PerProcess[int], p.N())
			}
			if o.once {
				s.Correct = 0
				p.Broadcast(Test{})
			}
			return s
		},
		Timeout: func(p *model.Context, s State, _ string) State {
			if o.once {
				s.Suspects = (everybody(p.N()) &^ s.Correct).Without(p.Self())
				return s
			}
			s = o.judge(p, s)
			p.SetTimer(timer, s.Interval)
			return s
		},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			switch m.(type) {
			case Test:
				p.Send(from, Answer{})
			case Answer:
				s.Correct = s.Correct.With(from)
				s.Unanswered = counted(s.Unanswered, from, -1)
			}
			return s
		},
	}
}

// judge is the body of the loop, which runs at the end of each interval.
func (o options) judge(p *model.Context, s State) State {
	if s.Correct&s.Suspects != 0 { // it made a mistake
		if o.raise {
			s.Interval = min(s.Interval+o.delta, o.most)
		} else {
			p.Mark("Timeout raised")
		}
	}
	for q := range model.ID(p.N()) {
		if q == p.Self() && !o.self {
			continue
		}
		switch {
		case !s.Correct.Has(q) && !s.Suspects.Has(q):
			s.Suspects = s.Suspects.With(q)
			p.Mark(fmt.Sprintf("%d is suspected", q))
		case s.Correct.Has(q) && s.Suspects.Has(q):
			s.Suspects = s.Suspects.Without(q)
			p.Mark(fmt.Sprintf("%d is correct", q))
		}
		if o.window == 0 || s.Unanswered[q] < o.window {
			p.Send(q, Test{})
			s.Unanswered = counted(s.Unanswered, q, +1)
		}
	}
	s.Correct = 0
	return s
}

// counted returns a copy of the counts with a change to that of q: a handler must not change its argument.
func counted(counts naming.PerProcess[int], q model.ID, change int) naming.PerProcess[int] {
	if counts == nil {
		return nil
	}
	counts = slices.Clone(counts)
	counts[q] += change
	return counts
}

// options are what variants and parameters decide.
type options struct {
	interval int  // the first estimate of the interval
	delta    int  // the chapter's ∆
	most     int  // the interval is not raised beyond this
	raise    bool // a mistake raises the interval, not a variable that nothing reads
	once     bool // 002's function, which is called once
	self     bool // a process tests itself, too
	window   int  // a process with this many tests unanswered is not tested again; 0 means no bound
}
