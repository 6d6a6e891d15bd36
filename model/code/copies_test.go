package code_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/code"
)

// TestThenWrites: what Then writes to what it is given is an error, and never what properties see.
func TestThenWrites(t *testing.T) {
	for which := range 2 {
		c := &code.Process[*counter, []int]{
			New: func(*model.Context) *counter { return &counter{} },
			Acts: []code.Act[*counter, []int]{{
				Name:    "do",
				Enabled: func(_ *model.Context, n []int) bool { return n[0] == 0 },
				Do:      func(_ *model.Context, c *counter) { c.count++ },
			}},
			See:  func(c *counter) []int { return []int{c.count} },
			Then: func(_ *model.Context, _ model.Event, was, is []int) { [][]int{was, is}[which][0] = 7 },
		}
		_, err := check(t, model.Instance{Processes: model.Replicate(1, c)})
		want := fmt.Sprintf("Then changed what See returned, from [%d] to [7]", which)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// TestLater: what code sends and stores is what it was then, whatever the code does to it later.
func TestLater(t *testing.T) {
	c := counting(1, nil)
	c.Acts[0].Do = func(p *model.Context, c *counter) {
		c.count++
		scratch := &counter{}
		for q := range p.Others() {
			scratch.count = int(q)
			p.Send(q, scratch)
		}
		p.Store(scratch)
		scratch.count = -1
	}
	c.Receive = func(_ *model.Context, c *counter, _ model.ID, m model.Message) { c.hidden = m.(*counter).count }
	c.See = func(c *counter) int { return c.count + 10*c.hidden }
	report, err := check(t, model.Instance{Processes: model.Replicate(3, c)},
		checkers.Invariant("kept", func(s model.State) error {
			for p, n := range model.Locals[code.State[int]](s) {
				if n.Seen > 1 && n.Seen/10 != int(p) {
					return fmt.Errorf("process %d is sent %d", p, n.Seen/10)
				}
				if stored, _ := s.Stored(p).(*counter); stored != nil && stored.count < 0 {
					return errors.New("what is stored was changed later")
				}
			}
			return nil
		}), checkers.Reachable("arrives", func(s model.State) bool {
			n, _ := model.Local[code.State[int]](s, 2)
			return n.Seen == 20
		}))
	if err != nil || report.Verdict != checkers.Holds {
		t.Errorf("%v: %v", report, err)
	}
}
