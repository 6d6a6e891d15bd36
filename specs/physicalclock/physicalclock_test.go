package physicalclock

import (
	"context"
	"fmt"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestThreshold: an event has a higher timestamp than all events that happened before it if and only if the least delay
// of a message exceeds the skew of A's clock, and no lower one if and only if the least delay is at least the skew.
func TestThreshold(t *testing.T) {
	for skew := range 4 {
		for delay := range 4 {
			t.Run(fmt.Sprintf("skew %d, delay %d", skew, delay), func(t *testing.T) {
				setup, err := Spec().Setup(spec.Instance{Params: params(skew, delay, 5, 1, 2, 0)})
				if err != nil {
					t.Fatal(err)
				}
				report, err := checkers.Check(context.Background(), setup.Model, setup.Properties[:2],
					checkers.Options{KeepGoing: true})
				if err != nil {
					t.Fatal(err)
				}
				for i, holds := range []bool{delay > skew, delay >= skew} {
					if r := report.Results[i]; (r.Verdict == checkers.Holds) != holds || r.Verdict == checkers.Unknown {
						t.Errorf("%s: %s", r.Property.Name(), r.Verdict)
					}
				}
			})
		}
	}
}

// TestTimetables confirms the numbers of states of the cases whose Confirmed is counted. A state is determined by the
// times of all events of both servers. Every timetable in which the events of each server are far enough apart and no
// message arrives too early is reachable, since the events can occur in the order of their times. So the test counts
// timetables and explores nothing.
func TestTimetables(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != counted {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			b := timetables{delay: i.Params["delay"], end: i.Params["ticks"], apart: i.Params["apart"],
				events: i.Params["events"]}
			if i.Params["skew"] > 0 {
				b.corrections = i.Params["corrections"]
			}
			b.sends(nil)
			if uint64(b.found) != c.States {
				t.Errorf("there are %d timetables, and the record says %d", b.found, c.States)
			}
		})
	}
}

type timetables struct {
	delay, end, apart, events, corrections int
	found                                  int
}

// sends adds to found the timetables in which A has events at the given times and perhaps more, with everything that B
// can do.
func (b *timetables) sends(sent []int) {
	// The clock of A may be set right just before any one of its events, or never.
	b.found += (1 + b.corrections*len(sent)) * b.receives(sent, 0, 0, 0)
	if len(sent) == b.events {
		return
	}
	first := 1
	if len(sent) > 0 {
		first = sent[len(sent)-1] + b.apart
	}
	for at := first; at <= b.end; at++ {
		b.sends(append(sent[:len(sent):len(sent)], at))
	}
}

// receives counts what B can do after its last event, given the numbers of own events and receipts that it has had.
func (b *timetables) receives(sent []int, last, own, received int) int {
	ways := 1
	first := 1
	if last > 0 {
		first = last + b.apart
	}
	for at := first; at <= b.end; at++ {
		if own < b.events {
			ways += b.receives(sent, at, own+1, received)
		}
		if own > 0 && received < len(sent) && at >= sent[received]+b.delay {
			ways += b.receives(sent, at, own, received+1)
		}
	}
	return ways
}
