package ricartagrawala

import (
	"cmp"
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		return twice(i, nil).Count()
	})
}

// TestMessages confirms that every entry takes 2(n-1) messages, in every execution.
func TestMessages(t *testing.T) {
	for _, i := range []spec.Instance{
		{Variant: spec.Corrected, Params: map[string]int{"n": 2, "requests": 2}},
		{Variant: spec.Corrected, Params: map[string]int{"n": 3, "requests": 1}},
		{Variant: spec.Corrected, Params: map[string]int{"n": 3, "requests": 1},
			Environment: spec.Environment{Order: "unordered"}},
		{Variant: spec.AsWritten, Params: map[string]int{"n": 3, "requests": 1}},
	} {
		i = Spec().Complete(i)
		n, ends := i.Params["n"], 0
		twice(i, func(messages int) {
			ends++
			if want := 2 * (n - 1) * n * i.Params["requests"]; messages != want {
				t.Errorf("%d processes with %d requests each end with %d messages, not %d", n, i.Params["requests"], messages, want)
			}
		}).Count()
		if ends == 0 {
			t.Error("nothing ends")
		}
	}
}

// The places at which a process can be.
const (
	out = iota
	stamped
	waits
	in
)

// one is a process. It owes an answer to the processes whose bit in owes is set.
type one struct {
	at, local, highest, need, owes, s, uses int
	wants                                   bool
	sent                                    int // how many messages it has sent, if they are counted
}

type world = brute.World[one, int]

// twice is the algorithm written a second time. Message 0 is a reply, c>0 a request with clock value c. If end is not
// nil, messages are counted, and in every state in which nothing more can happen, end is called with their number.
func twice(i spec.Instance, end func(messages int)) brute.System[one, int] {
	p := i.Params
	n, need := p["n"], p["n"]-1
	if i.Variant == entriesVariant {
		need = n - p["k"]
	}
	send := func(w *world, from, to, m int) {
		if end != nil {
			w.P[from].sent++
		}
		w.Send(from, to, m)
	}
	mayAsk := func(s one, q int) bool {
		more := s.uses == 0 || s.uses < p["requests"] && q < cmp.Or(p["repeat"], n)
		return s.at == out && q < cmp.Or(p["askers"], n) && more
	}
	idle := func(w *world) (messages int, is bool) {
		for q, s := range w.P {
			if mayAsk(s, q) || s.at == stamped || s.at == in || s.at == waits && s.s > 0 {
				return 0, false
			}
			messages += s.sent
		}
		return messages, w.Quiet()
	}
	return brute.System[one, int]{
		N: n, Environment: spectest.Environment(i.Environment),
		Acts: func(w *world, q int, try func(func(*world))) {
			if messages, is := idle(w); end != nil && is && q == 0 {
				end(messages)
			}
			switch s := w.P[q]; {
			case mayAsk(s, q):
				try(func(w *world) {
					s := &w.P[q]
					s.at, s.local, s.need, s.wants = stamped, s.highest+1, need, true
				})
			case s.at == stamped:
				try(func(w *world) {
					w.P[q].at = waits
					for r := range n {
						if r != q {
							send(w, q, r, s.local)
						}
					}
				})
			case s.at == waits && s.s > 0:
				try(func(w *world) { w.P[q].at, w.P[q].s = in, s.s-1 })
			case s.at == in:
				try(func(w *world) {
					for r := range n {
						if s.owes>>r&1 == 1 {
							send(w, q, r, 0)
						}
					}
					s := &w.P[q]
					s.at, s.owes, s.wants, s.uses = out, 0, false, s.uses+1
				})
			}
		},
		Receive: func(w *world, q, from, m int) {
			s := &w.P[q]
			if m == 0 {
				if s.need--; s.need == 0 {
					s.s++
				}
				return
			}
			if i.Variant == spec.AsWritten {
				s.highest = max(s.local, m)
			} else {
				s.highest = max(s.highest, m)
			}
			if s.wants && (s.local < m || s.local == m && q < from) {
				s.owes |= 1 << from
			} else {
				send(w, q, from, 0)
			}
		},
	}
}
