package causalbroadcast

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// most is the maximum number of processes.
const most = 4

// Messages is a set of broadcast messages, by their numbers: those of a process are consecutive.
type Messages uint16

func (m Messages) String() string {
	var all []string
	for ; m != 0; m &= m - 1 {
		all = append(all, fmt.Sprint(bits.TrailingZeros16(uint16(m))))
	}
	return "{" + strings.Join(all, " ") + "}"
}

// Vector counts the messages of each process that have been delivered.
type Vector [most]int

// Data is a broadcast message with the vector of its sender. Place is its place in the total order, from 1 on, or 0.
type Data struct {
	Number int
	Sender model.ID
	Vector Vector
	Place  int
	Past   Messages // the messages that it comes after
}

// Process is the local state of a process.
type Process struct {
	Sent   int
	Vector Vector
	Placed int    // how many messages the sequencer has placed, or a process has delivered in their order
	Held   []Data // received but not delivered yet, by number
	Log    []int  // the numbers of the delivered messages, in order

	// The algorithms do not read these.
	Knows Messages // the messages that its next broadcast comes after
	Past  Messages // the messages that those delivered come after
}

// rules are what variants and parameters decide.
type rules struct {
	n, messages int
	total       bool // a sequencer, the first process, places all messages in one order
	fifoOnly    bool // only messages of the same sender wait for each other
	noDelay     bool // messages are delivered when they arrive
}

// process broadcasts some messages, and delivers those of all processes.
func process(r rules) model.Process[Process] {
	return model.Process[Process]{
		Init: func(*model.Context) Process { return Process{} },
		Acts: []model.Act[Process]{{
			Name:     "broadcast",
			Optional: true,
			Enabled:  func(_ *model.Context, s Process) bool { return s.Sent < r.messages },
			Do: func(p *model.Context, s Process) Process {
				m := Data{Number: int(p.Self())*r.messages + s.Sent, Sender: p.Self(), Past: s.Knows}
				s.Sent++
				s.Knows |= 1 << m.Number
				switch {
				case !r.total:
					s.Vector[p.Self()]++
					m.Vector = s.Vector
					p.Broadcast(m)
					return s.deliver(m)
				case p.Self() == 0:
					return place(p, s, m)
				}
				p.Send(0, m)
				return s
			},
		}},
		Receive: func(p *model.Context, s Process, _ model.ID, message model.Message) Process {
			m := message.(Data)
			held := func(h Data) bool { return h.Number == m.Number }
			if slices.Contains(s.Log, m.Number) || slices.ContainsFunc(s.Held, held) {
				return s // a duplicate
			}
			if r.total && p.Self() == 0 {
				return place(p, s, m)
			}
			s.Held = append(slices.Clone(s.Held), m)
			slices.SortFunc(s.Held, func(a, b Data) int { return a.Number - b.Number })
			for {
				k := slices.IndexFunc(s.Held, func(m Data) bool { return r.ready(s, m) })
				if k < 0 {
					return s
				}
				m := s.Held[k]
				s.Held = slices.Delete(slices.Clone(s.Held), k, k+1)
				s.Vector[m.Sender]++
				s.Placed++
				s = s.deliver(m)
			}
		},
	}
}

// ready reports whether a message can be delivered: it is the next of its sender and all that the sender had delivered
// has been delivered, or it is the next of the total order.
func (r rules) ready(s Process, m Data) bool {
	switch {
	case r.noDelay:
		return true
	case r.total:
		return m.Place == s.Placed+1
	}
	for q := range m.Vector {
		want := s.Vector[q]
		if model.ID(q) == m.Sender {
			if m.Vector[q] != want+1 {
				return false
			}
		} else if m.Vector[q] > want && !r.fifoOnly {
			return false
		}
	}
	return true
}

// place is what the sequencer does: it gives a message the next place, sends it to all others, and delivers it.
func place(p *model.Context, s Process, m Data) Process {
	s.Placed++
	m.Place = s.Placed
	p.Broadcast(m)
	s.Vector[m.Sender]++
	return s.deliver(m)
}

func (s Process) deliver(m Data) Process {
	s.Log = append(slices.Clone(s.Log), m.Number)
	s.Past |= m.Past
	s.Knows |= m.Past | 1<<m.Number
	return s
}
