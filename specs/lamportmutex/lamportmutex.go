package lamportmutex

import (
	"iter"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Request is the message Tm:Pi requests resource; Pi is its sender.
type Request struct{ T int }

// Acknowledge answers a Request.
type Acknowledge struct{ T int }

// Release is the message Pi releases resource.
type Release struct{ T int }

// Phase is what a process is doing.
type Phase int

// The phases of a process.
const (
	Outside Phase = iota // has nothing to do with the resource
	Waiting              // has sent a request
	Using                // is in the critical section
)

func (p Phase) String() string { return [...]string{"Outside", "Waiting", "Using"}[p] }

// Entry is a request in a queue.
type Entry struct {
	T  int
	Pi model.ID
}

// before is the paper's total order ⇒: by timestamp, then by process.
func (e Entry) before(f Entry) bool { return e.T < f.T || e.T == f.T && e.Pi < f.Pi }

// State is the local state of a process.
type State struct {
	Phase Phase
	Clock int
	Queue []Entry // the request queue, in the order ⇒
	// Later are the processes from which a message stamped later than the waiting
	// request has been received.
	Later []model.ID
	Sent  []int // in the variant footnotes: the stamp of the last message sent to each
	Uses  int   // how often it has asked for the resource and given it back
}

// process runs the five rules.
func process(o options) model.Process[State] {
	return model.Process[State]{
		Init: func(p *model.Context) State {
			var s State
			if o.holder != model.None {
				s.Queue = []Entry{{T: atStart, Pi: o.holder}}
			}
			if p.Self() == o.holder {
				s.Phase = Using
			}
			if o.footnotes {
				s.Sent = slices.Repeat([]int{atStart}, p.N())
			}
			return s
		},
		Acts: []model.Act[State]{{
			Name:     "request", // rule 1
			Optional: true,
			Enabled: func(p *model.Context, s State) bool {
				return s.Phase == Outside && s.Uses < o.requests && int(p.Self()) < o.asking
			},
			Do: func(p *model.Context, s State) State {
				s.Clock++
				p.Broadcast(Request{T: s.Clock})
				s.Sent = o.sent(s, p.Others())
				s.Queue = insert(s.Queue, Entry{T: s.Clock, Pi: p.Self()})
				s.Phase = Waiting
				return s
			},
		}, {
			Name: "enter", // rule 5
			Enabled: func(p *model.Context, s State) bool {
				return s.Phase == Waiting && s.Queue[0].Pi == p.Self() && len(s.Later) == p.N()-1
			},
			Do: func(_ *model.Context, s State) State {
				s.Phase, s.Later = Using, nil
				return s
			},
		}, {
			Name:    "leave", // rule 3
			Enabled: func(p *model.Context, s State) bool { return s.Phase == Using },
			Do: func(p *model.Context, s State) State {
				if own(s.Queue, p.Self()).T != atStart {
					s.Uses++
				}
				s.Queue = remove(s.Queue, p.Self())
				s.Clock++
				p.Broadcast(Release{T: s.Clock})
				s.Sent = o.sent(s, p.Others())
				s.Phase = Outside
				return s
			},
		}},
		Receive: func(p *model.Context, s State, from model.ID, m model.Message) State {
			switch m := m.(type) {
			case Request: // rule 2
				s = o.hear(p, s, from, m.T)
				s.Queue = insert(s.Queue, Entry{T: m.T, Pi: from})
				if o.footnotes && s.Sent[from] > m.T {
					return s
				}
				s.Clock++
				p.Send(from, Acknowledge{T: s.Clock})
				s.Sent = o.sent(s, slices.Values([]model.ID{from}))
			case Acknowledge:
				s = o.hear(p, s, from, m.T)
			case Release: // rule 4
				s = o.hear(p, s, from, m.T)
				s.Queue = remove(s.Queue, from)
			}
			return s
		},
	}
}

// hear is what receiving any message stamped t means: the clock advances beyond t,
// and condition (ii) of rule 5 may come closer.
func (o options) hear(p *model.Context, s State, from model.ID, t int) State {
	s.Clock = max(s.Clock, t) + 1
	if s.Phase != Waiting || slices.Contains(s.Later, from) {
		return s
	}
	request := own(s.Queue, p.Self())
	if t > request.T || o.footnotes && request.before(Entry{T: t, Pi: from}) {
		s.Later = slices.Concat(s.Later, []model.ID{from})
		slices.Sort(s.Later)
	}
	return s
}

// sent returns what s.Sent becomes when messages stamped with the clock are sent.
func (o options) sent(s State, to iter.Seq[model.ID]) []int {
	if !o.footnotes {
		return nil
	}
	all := slices.Clone(s.Sent)
	for q := range to {
		all[q] = s.Clock
	}
	return all
}

// insert returns a queue with e in its place, remove one without the requests of a
// process: the argument of a handler must not change.
func insert(queue []Entry, e Entry) []Entry {
	at := slices.IndexFunc(queue, e.before)
	if at < 0 {
		at = len(queue)
	}
	return slices.Concat(queue[:at], []Entry{e}, queue[at:])
}

func remove(queue []Entry, pi model.ID) []Entry {
	return slices.DeleteFunc(slices.Clone(queue), func(e Entry) bool { return e.Pi == pi })
}

// own returns the request of a process that has one in the queue.
func own(queue []Entry, pi model.ID) Entry {
	return queue[slices.IndexFunc(queue, func(e Entry) bool { return e.Pi == pi })]
}

// options are what variants and parameters decide.
type options struct {
	requests  int      // by each process that asks
	asking    int      // the processes with IDs below it ask
	holder    model.ID // who has the resource at the start, or model.None
	footnotes bool     // the paper's two footnotes
}

// atStart is T0, the timestamp of the request of the holder: it comes before the first
// value of every clock, 0.
const atStart = -1
