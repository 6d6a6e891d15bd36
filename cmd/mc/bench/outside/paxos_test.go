package outside

import (
	"errors"
	"fmt"
	"maps"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// PaxosMessage is a message of the TLA+ specification Paxos. What a type has no use for is 0.
type PaxosMessage struct {
	Type        string // 1a, 1b, 2a or 2b
	Bal, Acc    int
	MBal, Value int // of a 1b, the ballot and value of the last vote: -1 for none
}

// PaxosAcceptor is what an acceptor knows: -1 is none.
type PaxosAcceptor struct{ Bal, VBal, Val int }

// PaxosSize is how large an instance of Paxos is.
type PaxosSize struct{ Acceptors, Ballots, Values int }

// paxos is the algorithm but for where the messages that were sent are kept.
type paxos struct {
	PaxosSize
	sent func(m PaxosMessage) bool
	send func(m PaxosMessage)
}

// quorums calls with the acceptors of each majority, as bits, until that says yes.
func (x PaxosSize) quorums(is func(q func(acc int) bool) bool) bool {
	for bits := range 1 << x.Acceptors {
		members := 0
		for a := range x.Acceptors {
			members += bits >> a & 1
		}
		if 2*members > x.Acceptors && is(func(acc int) bool { return bits>>acc&1 == 1 }) {
			return true
		}
	}
	return false
}

// mayPropose reports whether the value is safe at ballot b.
func (x paxos) mayPropose(b, value int) bool {
	for v := range x.Values {
		if x.sent(PaxosMessage{Type: "2a", Bal: b, Value: v}) {
			return false
		}
	}
	return x.quorums(func(member func(int) bool) bool {
		last, val := -1, value
		for a := range x.Acceptors {
			if !member(a) {
				continue
			}
			m, ok := x.promise(b, a)
			if !ok {
				return false
			}
			if m.MBal > last {
				last, val = m.MBal, m.Value
			}
		}
		return val == value
	})
}

// promise returns the 1b that acceptor a has sent for ballot b.
func (x paxos) promise(b, a int) (PaxosMessage, bool) {
	for mbal := -1; mbal < b; mbal++ {
		for v := range x.Values {
			m := PaxosMessage{Type: "1b", Bal: b, Acc: a, MBal: mbal, Value: v}
			if mbal < 0 {
				m.Value = -1
			}
			if x.sent(m) {
				return m, true
			}
		}
	}
	return PaxosMessage{}, false
}

// promised has an acceptor answer a 1a, and voted a 2a.
func (x paxos) promised(s PaxosAcceptor, acc, b int) PaxosAcceptor {
	x.send(PaxosMessage{Type: "1b", Bal: b, Acc: acc, MBal: s.VBal, Value: s.Val})
	s.Bal = b
	return s
}

func (x paxos) voted(acc, b, value int) PaxosAcceptor {
	x.send(PaxosMessage{Type: "2b", Bal: b, Acc: acc, Value: value})
	return PaxosAcceptor{b, b, value}
}

// agrees reports that at most one value is chosen.
func (x paxos) agrees() error {
	chosen := -1
	for b := range x.Ballots {
		for v := range x.Values {
			if !x.quorums(func(member func(int) bool) bool {
				for a := range x.Acceptors {
					if member(a) && !x.sent(PaxosMessage{Type: "2b", Bal: b, Acc: a, Value: v}) {
						return false
					}
				}
				return true
			}) {
				continue
			}
			if chosen >= 0 && chosen != v {
				return errors.New("two values are chosen")
			}
			chosen = v
		}
	}
	return nil
}

// PaxosMachine is Paxos as actions over one value.
func PaxosMachine(size PaxosSize) (model.Machine[PaxosState], checkers.Property) {
	of := func(s *PaxosState) paxos {
		return paxos{size, func(m PaxosMessage) bool { return s.Sent[m] },
			func(m PaxosMessage) { s.Sent = with(s.Sent, m, true) }}
	}
	// An instance of an action is a ballot, a value and an acceptor.
	proposal := func(i int) (b, v int) { return i / size.Values, i % size.Values }
	part := func(i int) (acc, rest int) { return i % size.Acceptors, i / size.Acceptors }
	return model.Machine[PaxosState]{
			Init: func() []PaxosState {
				s := PaxosState{}
				for range size.Acceptors {
					s.Acceptors = append(s.Acceptors, PaxosAcceptor{-1, -1, -1})
				}
				return []PaxosState{s}
			},
			Actions: []model.Action[PaxosState]{{
				Name: "Phase1a", Count: size.Ballots,
				Enabled: func(s PaxosState, b int) bool { return !s.Sent[PaxosMessage{Type: "1a", Bal: b}] },
				Do: func(s PaxosState, b int) PaxosState {
					of(&s).send(PaxosMessage{Type: "1a", Bal: b})
					return s
				},
			}, {
				Name: "Phase1b", Count: size.Acceptors * size.Ballots,
				Enabled: func(s PaxosState, i int) bool {
					a, b := part(i)
					return b > s.Acceptors[a].Bal && s.Sent[PaxosMessage{Type: "1a", Bal: b}]
				},
				Do: func(s PaxosState, i int) PaxosState {
					a, b := part(i)
					s.Acceptors = append([]PaxosAcceptor(nil), s.Acceptors...)
					s.Acceptors[a] = of(&s).promised(s.Acceptors[a], a, b)
					return s
				},
			}, {
				Name: "Phase2a", Count: size.Ballots * size.Values,
				Enabled: func(s PaxosState, i int) bool {
					b, v := proposal(i)
					return of(&s).mayPropose(b, v)
				},
				Do: func(s PaxosState, i int) PaxosState {
					b, v := proposal(i)
					of(&s).send(PaxosMessage{Type: "2a", Bal: b, Value: v})
					return s
				},
			}, {
				Name: "Phase2b", Count: size.Acceptors * size.Ballots * size.Values,
				Enabled: func(s PaxosState, i int) bool {
					a, rest := part(i)
					b, v := proposal(rest)
					return b >= s.Acceptors[a].Bal && b > s.Acceptors[a].VBal &&
						s.Sent[PaxosMessage{Type: "2a", Bal: b, Value: v}]
				},
				Do: func(s PaxosState, i int) PaxosState {
					a, rest := part(i)
					b, v := proposal(rest)
					s.Acceptors = append([]PaxosAcceptor(nil), s.Acceptors...)
					s.Acceptors[a] = of(&s).voted(a, b, v)
					return s
				},
			}},
		}, checkers.Invariant("agreement", func(s model.State) error {
			whole := model.Whole[PaxosState](s)
			return of(&whole).agrees()
		})
}

// PaxosState is the state of PaxosMachine.
type PaxosState struct {
	Acceptors []PaxosAcceptor
	Sent      map[PaxosMessage]bool
}

// messages is how the processes of Paxos get at what was sent.
type messages struct {
	sent func(p *model.Context, m PaxosMessage) bool
	send func(p *model.Context, m PaxosMessage)
	had  func(s model.State, m PaxosMessage) bool
}

// PaxosWhole is Paxos as processes that share one map of the messages that were sent, which each reads as a whole.
func PaxosWhole(size PaxosSize) (model.Instance, checkers.Property) {
	sent := model.NewVariable("sent", map[PaxosMessage]bool{})
	return paxosProcesses(size, sent, messages{
		sent: func(p *model.Context, m PaxosMessage) bool { return sent.Get(p)[m] },
		send: func(p *model.Context, m PaxosMessage) {
			all := maps.Clone(sent.Get(p))
			all[m] = true
			sent.Set(p, all)
		},
		had: func(s model.State, m PaxosMessage) bool { return sent.In(s)[m] },
	})
}

// paxosProcesses are the acceptors, and then a leader for each ballot.
func paxosProcesses(size PaxosSize, sent model.Shared, ms messages) (model.Instance, checkers.Property) {
	of := func(p *model.Context) paxos {
		return paxos{size, func(m PaxosMessage) bool { return ms.sent(p, m) }, func(m PaxosMessage) { ms.send(p, m) }}
	}
	acceptor := model.Process[PaxosAcceptor]{
		Name: "acceptor",
		Init: func(*model.Context) PaxosAcceptor { return PaxosAcceptor{-1, -1, -1} },
	}
	leader := model.Process[int]{ // of a ballot; it knows no more
		Name: "leader",
		Init: func(p *model.Context) int { return int(p.Self()) - size.Acceptors },
		Acts: []model.Act[int]{{
			Name:    "1a",
			Enabled: func(p *model.Context, b int) bool { return !ms.sent(p, PaxosMessage{Type: "1a", Bal: b}) },
			Do: func(p *model.Context, b int) int {
				ms.send(p, PaxosMessage{Type: "1a", Bal: b})
				return b
			},
		}},
	}
	for b := range size.Ballots {
		acceptor.Acts = append(acceptor.Acts, model.Act[PaxosAcceptor]{
			Name: fmt.Sprint("1b ", b),
			Enabled: func(p *model.Context, s PaxosAcceptor) bool {
				return b > s.Bal && ms.sent(p, PaxosMessage{Type: "1a", Bal: b})
			},
			Do: func(p *model.Context, s PaxosAcceptor) PaxosAcceptor { return of(p).promised(s, int(p.Self()), b) },
		})
		for v := range size.Values {
			acceptor.Acts = append(acceptor.Acts, model.Act[PaxosAcceptor]{
				Name: fmt.Sprint("2b ", b, " ", v),
				Enabled: func(p *model.Context, s PaxosAcceptor) bool {
					return b >= s.Bal && b > s.VBal && ms.sent(p, PaxosMessage{Type: "2a", Bal: b, Value: v})
				},
				Do: func(p *model.Context, s PaxosAcceptor) PaxosAcceptor { return of(p).voted(int(p.Self()), b, v) },
			})
		}
	}
	for v := range size.Values {
		leader.Acts = append(leader.Acts, model.Act[int]{
			Name:    fmt.Sprint("2a ", v),
			Enabled: func(p *model.Context, b int) bool { return of(p).mayPropose(b, v) },
			Do: func(p *model.Context, b int) int {
				ms.send(p, PaxosMessage{Type: "2a", Bal: b, Value: v})
				return b
			},
		})
	}
	instance := model.Instance{Variables: []model.Shared{sent}}
	instance.Processes = append(model.Replicate(size.Acceptors, acceptor), model.Replicate(size.Ballots, leader)...)
	return instance, checkers.Invariant("agreement", func(s model.State) error {
		return paxos{PaxosSize: size, sent: func(m PaxosMessage) bool { return ms.had(s, m) }}.agrees()
	})
}

// PaxosElements is PaxosWhole with each message an element of the map by itself.
func PaxosElements(size PaxosSize) (model.Instance, checkers.Property) {
	sent := model.NewVariable("sent", map[PaxosMessage]bool{})
	return paxosProcesses(size, sent, messages{
		sent: func(p *model.Context, m PaxosMessage) bool { return model.At(sent, m).Get(p) },
		send: func(p *model.Context, m PaxosMessage) { model.At(sent, m).Set(p, true) },
		had:  func(s model.State, m PaxosMessage) bool { return model.At(sent, m).In(s) },
	})
}

// with returns a copy of m in which k is v.
func with[K comparable, V any](m map[K]V, k K, v V) map[K]V {
	c := maps.Clone(m)
	c[k] = v
	return c
}

func work(tb testing.TB, m model.Model, p checkers.Property) *checkers.Report {
	r, err := checkers.Check(tb.Context(), m, []checkers.Property{p}, checkers.Options{Workers: 1, KeepGoing: true})
	if err != nil || r.Verdict != checkers.Holds {
		tb.Fatal(r, err)
	}
	return r
}

func run(b *testing.B, m model.Model, p checkers.Property) {
	for b.Loop() {
		r := work(b, m, p)
		b.ReportMetric(float64(r.States), "states")
		b.ReportMetric(float64(r.Transitions), "transitions")
		b.ReportMetric(float64(r.Calls), "calls")
		b.ReportMetric(float64(r.Bytes)/float64(r.States), "bytes/state")
	}
}

func BenchmarkPaxos(b *testing.B) {
	size := PaxosSize{3, 2, 2}
	b.Run("machine", func(b *testing.B) { m, p := PaxosMachine(size); run(b, m, p) })
	b.Run("elements", func(b *testing.B) { m, p := PaxosElements(size); run(b, m, p) })
	b.Run("whole", func(b *testing.B) { m, p := PaxosWhole(size); run(b, m, p) })
}

// TestPaxos has the same states in each way of writing it; the messages as elements of a shared map take few calls.
func TestPaxos(t *testing.T) {
	size := PaxosSize{2, 2, 2}
	machine, p := PaxosMachine(size)
	whole, q := PaxosWhole(size)
	elements, r := PaxosElements(size)
	a, b, c := work(t, machine, p), work(t, whole, q), work(t, elements, r)
	if a.States != b.States || b.States != c.States || a.Transitions != b.Transitions || b.Transitions != c.Transitions {
		t.Errorf("%d, %d and %d states", a.States, b.States, c.States)
	}
	elements, r = PaxosElements(PaxosSize{3, 2, 2})
	if c := work(t, elements, r); c.States != 3921 || c.Transitions != 9442 || c.Calls > 1802 {
		t.Errorf("%d states, %d transitions, %d calls", c.States, c.Transitions, c.Calls)
	}
}
