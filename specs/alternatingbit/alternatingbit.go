package alternatingbit

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// The processes.
const (
	senderID model.ID = iota
	receiverID
)

// Frame carries an item, with the bit of the sender. Ack carries the bit of a frame that has arrived.
type (
	Frame struct {
		Bit  int
		Item int
	}
	Ack struct{ Bit int }
)

// Sender is the local state of the sender: how many items are acknowledged. Its bit is the parity of that.
type Sender struct{ Acknowledged int }

// Receiver is the local state of the receiver: what it has delivered, and the bit that it expects.
type Receiver struct {
	Expects   int
	Delivered []int
}

// sender sends the first item that is not acknowledged, again and again.
func sender(r rules) model.Process[Sender] {
	return model.Process[Sender]{
		Name: "sender",
		Init: func(*model.Context) Sender { return Sender{} },
		Acts: []model.Act[Sender]{{
			Name:    "send",
			Enabled: func(_ *model.Context, s Sender) bool { return s.Acknowledged < r.items },
			Do: func(p *model.Context, s Sender) Sender {
				p.Send(receiverID, Frame{r.bit(s.Acknowledged), s.Acknowledged + 1})
				return s
			},
		}},
		Receive: func(_ *model.Context, s Sender, _ model.ID, m model.Message) Sender {
			if s.Acknowledged < r.items && m.(Ack).Bit == r.bit(s.Acknowledged) {
				s.Acknowledged++
			}
			return s
		},
	}
}

// receiver delivers a frame with the bit that it expects, and acknowledges every frame.
func receiver(r rules) model.Process[Receiver] {
	return model.Process[Receiver]{
		Name: "receiver",
		Init: func(*model.Context) Receiver { return Receiver{} },
		Receive: func(p *model.Context, s Receiver, from model.ID, m model.Message) Receiver {
			frame := m.(Frame)
			p.Send(from, Ack{frame.Bit})
			if frame.Bit == s.Expects && len(s.Delivered) <= r.items {
				s.Expects = r.bit(s.Expects + 1)
				s.Delivered = append(slices.Clip(s.Delivered), frame.Item)
			}
			return s
		},
	}
}

// rules are what variants and parameters decide.
type rules struct {
	items      int
	noFrameBit bool // all frames have bit 0
}

// bit returns the bit of the item that follows that many others.
func (r rules) bit(items int) int {
	if r.noFrameBit {
		return 0
	}
	return items % 2
}
