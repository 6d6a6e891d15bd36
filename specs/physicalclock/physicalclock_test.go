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

// TestThreshold: physical timestamps respect causality strictly if and only if messages take longer
// than the clock of A is ahead, and allow equal ones if and only if they take as long.
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

// TestTimetables confirms the numbers of states of the cases that say so. A state is when each
// event of both servers was: any timetable in which those of a server are far enough apart and no
// message arrives too early can be, since what was earlier can come first. Nothing is explored.
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

// sends tries all ways in which A goes on after events at the given times, and for each what B does.
func (b *timetables) sends(sent []int) {
	// The clock of A is set right before one of its events, or before none.
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

// receives counts what B can do after its last event, with so many events of its own and receipts before.
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
