package centralcoordinator

import (
	"cmp"
	"fmt"
	"strconv"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestBruteForce: without failures, or with a crash of one process.
func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// process is the coordinator, which is number 0, or a participant. In phase o is outside, w waiting, u using, r
// releasing.
type process struct {
	free  bool
	queue string // of numbers

	phase byte
	uses  int
}

type global = brute.World[process, byte]

// twice is the algorithm written a second time. Messages: a for ask, k for OK, f for free, d for its acknowledgement.
func twice(i spec.Instance) brute.System[process, byte] {
	grant := func(w *global) {
		c := &w.P[0]
		c.free = false
		w.Send(0, int(c.queue[0]), 'k')
		c.queue = c.queue[1:]
	}
	return brute.System[process, byte]{
		N: i.Params["n"] + 1, Environment: spectest.Environment(i.Environment),
		Names: func(p int) string {
			return cmp.Or(map[int]string{0: "coordinator"}[p], "P"+strconv.Itoa(p))
		},
		Start: func(w *global, p int) {
			switch p {
			case 0:
				w.P[0].free = i.Params["holder"] == 0
			case i.Params["holder"]:
				w.P[p].phase = 'u'
			default:
				w.P[p].phase = 'o'
			}
		},
		Acts: func(w *global, p int, try func(func(*global))) {
			switch s := w.P[p]; {
			case p == 0:
				if i.Variant != managerVariant && s.free && s.queue != "" {
					try(grant)
				}
			case s.phase == 'o' && s.uses < i.Params["requests"]:
				try(func(w *global) {
					w.P[p].phase = 'w'
					w.Send(p, 0, 'a')
				})
			case s.phase == 'u':
				try(func(w *global) {
					w.P[p].phase = 'o'
					if i.Variant == "acknowledged" {
						w.P[p].phase = 'r'
					}
					w.P[p].uses++
					w.Send(p, 0, 'f')
				})
			}
		},
		Receive: func(w *global, p, from int, m byte) {
			s := &w.P[p]
			switch {
			case m == 'k':
				s.phase = 'u'
			case m == 'd':
				s.phase = 'o'
			case m == 'a':
				s.queue += string([]byte{byte(from)})
				if i.Variant == managerVariant && s.free {
					grant(w)
				}
			case i.Variant == managerVariant && s.queue != "":
				grant(w)
			default:
				s.free = true
				if i.Variant == "acknowledged" {
					w.Send(0, from, 'd')
				}
			}
		},
	}
}

// TestTicks: if each of n users uses the resource r times for W ticks, and messages take T, the system is active for
// n·r·(W+2T)+T to n·r·(W+3T) ticks.
func TestTicks(t *testing.T) {
	s := Spec()
	for n, requests := range map[int]int{1: 3, 2: 2, 3: 1} {
		for w := 1; w <= 3; w++ {
			for d := 1; d <= 2; d++ {
				setup, err := s.Setup(spec.Instance{
					Variant:     managerVariant,
					Params:      map[string]int{"n": n, "requests": requests, "timed": 1, "use": w},
					Environment: spec.Environment{Timing: "sync", Delay: fmt.Sprintf("%d..%d", d, d)},
				})
				if err != nil {
					t.Fatal(err)
				}
				busy := setup.Properties[len(setup.Properties)-1:]
				report, err := checkers.Check(t.Context(), setup.Model, busy, checkers.Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := fmt.Sprintf("%d to %d", n*requests*(w+2*d)+d, n*requests*(w+3*d))
				if got := report.Results[0].Cost.String(); busy[0].Name() != "busy-ticks" || got != want {
					t.Errorf("n=%d, r=%d, W=%d, T=%d: %s is %s, and not %s", n, requests, w, d, busy[0].Name(), got, want)
				}
			}
		}
	}
}
