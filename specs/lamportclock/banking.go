package lamportclock

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Replica is the class DistributedBankingSystem.
type Replica struct {
	LC   LamportClock
	Log  Log // event_log
	Left int // transfers that it may still initiate
}

// Transfer is the event TRANSFER_INITIATED, without accounts and amount, which nothing
// depends on.
type Transfer struct {
	Process   model.ID
	Timestamp int
}

// Entry is an event of the log: TRANSFER_INITIATED, or TRANSFER_RECEIVED, which has the
// original event and received_at.
type Entry struct {
	Original   Transfer
	ReceivedAt int // 0: it was initiated here
}

// Log is event_log, in its order.
type Log []Entry

func (l Log) String() string {
	var all []string
	for _, e := range l {
		name := e.Original.String()
		if e.ReceivedAt > 0 {
			name += fmt.Sprintf(" at %d", e.ReceivedAt)
		}
		all = append(all, name)
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// String writes B2 for the transfer that B initiated at 2.
func (t Transfer) String() string { return fmt.Sprintf("%c%d", 'A'+rune(t.Process), t.Timestamp) }

// Notice is the message to a replica.
type Notice struct {
	Event            Transfer
	LogicalTimestamp int
}

// Key is what the log is sorted by.
type Key struct {
	Timestamp int
	Process   model.ID
}

func (k Key) compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Timestamp, other.Timestamp), cmp.Compare(k.Process, other.Process))
}

// asWritten is e.get('timestamp', e.get('received_at')): an event that was received has no
// timestamp of its own.
func asWritten(e Entry) Key {
	if e.ReceivedAt == 0 {
		return Key{Timestamp: e.Original.Timestamp}
	}
	return Key{Timestamp: e.ReceivedAt}
}

// originalTimestamp is the timestamp that the initiator gave.
func originalTimestamp(e Entry) Key { return Key{Timestamp: e.Original.Timestamp} }

// totalOrder is Lamport's: of equal timestamps, the order of processes decides.
func totalOrder(e Entry) Key {
	return Key{Timestamp: e.Original.Timestamp, Process: e.Original.Process}
}

// replica runs the banking system. Each method is a step.
func replica(o options) model.Process[Replica] {
	kept := func(p *model.Context, s Replica) Replica {
		if o.stable {
			p.Store(s)
		}
		return s
	}
	return model.Process[Replica]{
		Init: func(p *model.Context) Replica { return Replica{Left: o.mine(p.Self())} },
		Acts: []model.Act[Replica]{{
			Name:     "transfer",
			Optional: true,
			Enabled:  func(p *model.Context, s Replica) bool { return s.Left > 0 },
			Do: func(p *model.Context, s Replica) Replica { // transfer_money
				s.Left--
				event := Transfer{Process: p.Self(), Timestamp: s.LC.Tick()}
				s.Log = append(slices.Clone(s.Log), Entry{Original: event})
				p.Broadcast(Notice{event, s.LC.SendTimestamp()})
				return kept(p, s)
			},
		}},
		Receive: func(p *model.Context, s Replica, from model.ID, m model.Message) Replica { // receive_transfer
			notice := m.(Notice)
			s.LC.ReceiveTimestamp(notice.LogicalTimestamp)
			s.Log = append(slices.Clone(s.Log), Entry{Original: notice.Event, ReceivedAt: s.LC.Tick()})
			slices.SortStableFunc(s.Log, func(a, b Entry) int { return o.key(a).compare(o.key(b)) })
			return kept(p, s)
		},
		Recover: func(p *model.Context, stored any) Replica {
			s, ok := stored.(Replica)
			if !ok {
				return Replica{Left: o.mine(p.Self())}
			}
			s.LC.Tick()
			return kept(p, s)
		},
	}
}
