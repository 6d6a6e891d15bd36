package checkers_test

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// TestLossInTime: losing only some messages leaves out nothing that processes could notice. It compares the twin
// under the rule of Faults.Lose with the twin in which any message may be lost at any time: each step that is visible
// outside of the channels and the budget, and each state of rest.
func TestLossInTime(t *testing.T) {
	compared, more, timed, picky := 0, 0, 0, 0
	systemtest.UntilEnough(t, func() bool { return compared >= 20 && min(more, timed, picky) > 0 }, func(t *rapid.T) {
		d := drawSystem(t).lossy(t)
		eager := d
		eager.LosesAny = true
		lazily, states := d.outside()
		eagerly, all := eager.outside()
		if lazily == nil || eagerly == nil {
			return
		}
		for step := range eagerly {
			if !lazily[step] {
				t.Fatalf("it takes the loss of a message that is not lost: %s", step)
			}
		}
		compared++
		more += boolean(all > states)
		timed += boolean(all > states && d.Timing.Mode != model.Async)
		picky += boolean(all > states && d.Picky)
	})
	t.Logf("%d systems; %d had more states, %d of these with time, %d with messages that are not accepted",
		compared, more, timed, picky)
}

// lossy returns a system in which more is sent and nothing fails but channels.
func (d draw) lossy(t *rapid.T) draw {
	d.N, d.Fuel, d.Acts, d.Initial, d.History, d.Variables = 2, 1, 1, 1, false, 0
	d.Detector, d.Clocks = model.NoDetector, model.Clocks{}
	d.Links = []model.Link{{From: 0, To: 1}}
	if rapid.IntRange(0, 3).Draw(t, "answers") == 0 {
		d.Links = append(d.Links, model.Link{From: 1, To: 0})
	}
	d.Order = rapid.SampledFrom([]model.Order{model.FIFO, model.FIFO, model.FIFO, model.Unordered}).Draw(t, "order")
	d.Capacity = rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "room")
	losses := rapid.SampledFrom([]int{1, 2, model.Unlimited}).Draw(t, "losses")
	d.Faults = model.Faults{Lose: losses, Duplicate: min(1, max(0, d.Faults.Duplicate))}
	if d.Timing.Mode != model.Async {
		d.Timing.Max, d.Timing.Handling = max(1, d.Timing.Max), rapid.IntRange(0, 2).Draw(t, "handling")
	}
	return d
}

// outside returns the steps and the states of rest of the twin, without what is on its way and what is left of the
// budget, and how many states it has; nil if there are too many.
func (d draw) outside() (all map[string]bool, states int) {
	all = map[string]bool{}
	shown := func(w world) string {
		w.channels, w.budget = nil, nil
		return w.String()
	}
	seen := map[string]bool{}
	var queue []world
	add := func(w world) {
		if key := w.String(); !seen[key] {
			seen[key] = true
			queue = append(queue, w)
		}
	}
	for _, w := range d.begin() {
		add(w)
	}
	for i := 0; i < len(queue); i++ {
		if len(queue) > 300 {
			return nil, 0
		}
		w := queue[i]
		was, rests := shown(w), true
		all[was] = true
		for _, s := range d.steps(w) {
			rests = rests && !d.owed(s.kind)
			if is := shown(s.after); is != was {
				all[fmt.Sprint(was, " ", s.kind, " ", is)] = true
			}
			add(s.after)
		}
		if rests {
			all["rests: "+was] = true
		}
	}
	return all, len(seen)
}

// abSender and abReceiver are the two sides of Lamport's AlternatingBit ("Specifying Systems", chapter 14): sBit, sAck
// and sent; rBit and rcvd. Data are 0 and 1.
type abSender struct{ Bit, Ack, Sent int }

type abReceiver struct{ Bit, Received int }

type abMessage struct{ Bit, Data int }

func alternatingBit(capacity int) model.Instance {
	bit := model.NewVariable("first bit", 0) // on which both begin; 0 ever after
	type handler func(p *model.Context, s abSender) abSender
	act := func(name string, acknowledged bool, do handler) model.Act[abSender] {
		enabled := func(_ *model.Context, s abSender) bool { return (s.Ack == s.Bit) == acknowledged }
		return model.Act[abSender]{Name: name, Enabled: enabled, Do: do}
	}
	return model.Instance{
		Network:   model.Network{Capacity: capacity},
		Faults:    model.Faults{Lose: model.Unlimited},
		Variables: []model.Shared{bit},
		Processes: []model.Algorithm{
			model.Process[abSender]{Name: "sender",
				Init: func(p *model.Context) abSender {
					b := p.Choose(2)
					bit.Set(p, b)
					return abSender{b, b, p.Choose(2)}
				},
				Acts: []model.Act[abSender]{
					act("SndNewValue", true, func(p *model.Context, s abSender) abSender {
						s.Bit, s.Sent = 1-s.Bit, p.Choose(2)
						p.Send(1, abMessage{s.Bit, s.Sent})
						return s
					}),
					act("ReSndMsg", false, func(p *model.Context, s abSender) abSender {
						p.Send(1, abMessage{s.Bit, s.Sent})
						return s
					}),
				},
				Receive: func(_ *model.Context, s abSender, _ model.ID, m model.Message) abSender { // RcvAck
					s.Ack = m.(int)
					return s
				}},
			model.Process[abReceiver]{Name: "receiver",
				Init: func(p *model.Context) abReceiver {
					b := bit.Get(p)
					bit.Set(p, 0)
					return abReceiver{b, p.Choose(2)}
				},
				Acts: []model.Act[abReceiver]{{Name: "SndAck", Do: func(p *model.Context, s abReceiver) abReceiver {
					p.Send(0, s.Bit)
					return s
				}}},
				Receive: func(_ *model.Context, _ abReceiver, _ model.ID, m model.Message) abReceiver { // RcvMsg
					x := m.(abMessage)
					return abReceiver{x.Bit, x.Data}
				}},
		},
	}
}

// TestAlternatingBit: TLC reports 240 states of MCAlternatingBit of the TLA+ examples, where up to 2 messages are in
// each channel. The other counts are from a naive enumeration of that module.
func TestAlternatingBit(t *testing.T) {
	received := checkers.Invariant("what is acknowledged was received", func(s model.State) error {
		sender, _ := model.Local[abSender](s, 0)
		if receiver, _ := model.Local[abReceiver](s, 1); sender.Ack == sender.Bit && receiver.Bit != sender.Bit {
			return fmt.Errorf("the receiver has bit %d, and the sender %d", receiver.Bit, sender.Bit)
		}
		return nil
	})
	for capacity, want := range map[int]uint64{1: 80, 2: 240, 3: 528, 4: 980} {
		m := alternatingBit(capacity)
		report := check(t, m, checkers.Options{}, received)
		if report.Verdict != checkers.Holds || report.States != want {
			t.Errorf("room for %d: %s, %d states, want %d", capacity, report.Verdict, report.States, want)
		}
	}
}

// witnessed is what the processes of the systems below have seen.
type witnessed struct{ Sent, Told, Late bool }

// TestLossMakesRoom: A, B and C are sent through a channel with room for two, and B is lost while A is in transit. So
// there is room for C, and a process that learns that C was sent may learn it before A arrives.
func TestLossMakesRoom(t *testing.T) {
	m := model.Instance{
		Faults: model.Faults{Lose: 1},
		Processes: []model.Algorithm{
			model.Process[int]{Name: "sender", Init: func(*model.Context) int { return 0 },
				Acts: []model.Act[int]{{Name: "send",
					Enabled: func(_ *model.Context, sent int) bool { return sent < 3 },
					Do: func(p *model.Context, sent int) int {
						p.Send(1, "ABC"[sent:sent+1])
						if sent == 2 {
							p.Send(2, "C is sent")
						}
						return sent + 1
					}}},
				Receive: func(_ *model.Context, sent int, _ model.ID, _ model.Message) int { return sent }},
			model.Process[witnessed]{Name: "receiver", Init: func(*model.Context) witnessed { return witnessed{} },
				Receive: func(_ *model.Context, s witnessed, from model.ID, m model.Message) witnessed {
					s.Told = s.Told || from == 2
					s.Late = s.Late || m == "A" && s.Told
					return s
				}},
			model.Process[int]{Name: "witness", Init: func(*model.Context) int { return 0 },
				Receive: func(p *model.Context, s int, _ model.ID, m model.Message) int { p.Send(1, m); return s }},
		},
	}
	late := checkers.AtMost("A is not late", 0, func(_ model.ID, s witnessed) bool { return s.Late })
	for _, order := range []model.Order{model.FIFO, model.Unordered} {
		m.Network = model.Network{Capacity: 2, Order: order}
		report := check(t, m, checkers.Options{}, late)
		r := report.Results[0]
		if r.Verdict != checkers.Violated {
			t.Fatalf("%s: %s", order, r.Verdict)
		}
		if order == model.FIFO && r.Execution.Trace.Steps[2].String() != `lose ("B") from p0 to p1, behind another` {
			t.Errorf("%s: step 3 is %s", order, r.Execution.Trace.Steps[2])
		}
		sys, err := system.Compile(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := counterexamples.Replay(sys, r.Execution.Trace); err != nil {
			t.Errorf("%s: %v", order, err)
		}
		if shown, err := checkers.Explain(r.Execution, late); err != nil || !shown || r.Execution.Slice.Omitted() > 0 {
			t.Errorf("%s: %d steps are left out (%t, %v)", order, r.Execution.Slice.Omitted(), shown, err)
		}
	}
}

// TestLossHurriesNobody: A is an answer, which may take longer than B, which was sent after it. If B is lost, A need
// not arrive before B would have had to.
func TestLossHurriesNobody(t *testing.T) {
	start := func(p *model.Context) witnessed {
		if p.Self() == 1 {
			p.Send(0, "begin")
		}
		p.SetTimer("over", 1+int(p.Self()))
		return witnessed{}
	}
	sent := func(s model.State) bool { first, _ := model.Local[witnessed](s, 0); return first.Sent }
	for losses, want := range map[int]checkers.Verdict{0: checkers.Holds, 1: checkers.Violated} {
		m := model.Instance{
			Timing: model.Timing{Mode: model.Sync, Max: 1, Handling: 1}, Faults: model.Faults{Lose: losses},
			Processes: []model.Algorithm{
				model.Process[witnessed]{Name: "answers", Init: start,
					Receive: func(p *model.Context, s witnessed, _ model.ID, _ model.Message) witnessed {
						p.Send(1, "A")
						s.Told = true
						return s
					},
					Timeout: func(_ *model.Context, s witnessed, _ string) witnessed { s.Late = !s.Sent; return s },
					Acts: []model.Act[witnessed]{{Name: "send",
						Enabled: func(_ *model.Context, s witnessed) bool { return s.Told && !s.Sent && !s.Late },
						Do: func(p *model.Context, s witnessed) witnessed {
							p.Send(1, "B")
							s.Sent = true
							return s
						}}}},
				model.Process[witnessed]{Name: "waits", Init: start,
					Receive: func(_ *model.Context, s witnessed, _ model.ID, m model.Message) witnessed {
						s.Late = s.Late || m == "A" && s.Told
						return s
					},
					Timeout: func(_ *model.Context, s witnessed, _ string) witnessed { s.Told = true; return s }},
			},
		}
		both := checkers.Invariant("A is in time if B was sent", func(s model.State) error {
			if second, _ := model.Local[witnessed](s, 1); second.Late && sent(s) {
				return errors.New("it is late")
			}
			return nil
		})
		report := check(t, m, checkers.Options{}, both)
		if report.Verdict != want {
			t.Errorf("with %d losses: %s, want %s", losses, report.Verdict, want)
		}
	}
}
