package centralcoordinator

import (
	"github.com/anel-mc/mc/checkers/objects"
	"github.com/anel-mc/mc/model"
)

// coordinatorID is the process that coordinates; the others are participants.
const coordinatorID model.ID = 0

// RequestAccess asks for the resource.
type RequestAccess struct{}

// ResponseOK grants it.
type ResponseOK struct{}

// RequestFree gives it back.
type RequestFree struct{}

// ResponseFree acknowledges a RequestFree, in the variant acknowledged.
type ResponseFree struct{}

// Phase is what a participant is doing.
type Phase int

// The phases of a participant.
const (
	Outside   Phase = iota // has nothing to do with the resource
	Waiting                // has sent a request
	Using                  // is in the critical section
	Releasing              // has sent a release that will be acknowledged
)

func (p Phase) String() string {
	return [...]string{"Outside", "Waiting", "Using", "Releasing"}[p]
}

// Participant is the local state of a participant.
type Participant struct {
	Phase Phase
	Uses  int // how often it has used the resource and given it back, if that is limited
}

// Coordinator is the local state of the coordinator.
type Coordinator struct {
	Free  bool
	Queue []model.ID // the participants that wait for the resource, longest first
}

// participant runs the participant's part.
func participant(o options) model.Process[Participant] {
	release := func(p *model.Context, s Participant) Participant {
		p.Send(o.manager(p), RequestFree{})
		if o.recorded {
			p.Call(objects.Release{By: p.Self()})
			p.Return(true)
		}
		if o.requests > 0 {
			s.Uses++
		}
		s.Phase = Outside
		if o.acknowledged {
			s.Phase = Releasing
		}
		return s
	}
	process := model.Process[Participant]{
		Name: "participant",
		Init: func(p *model.Context) Participant {
			if p.Self() == o.holder {
				return Participant{Phase: Using}
			}
			return Participant{}
		},
		Acts: []model.Act[Participant]{{
			Name:     "request",
			Optional: true,
			Enabled: func(p *model.Context, s Participant) bool {
				return s.Phase == Outside && (o.requests == 0 || s.Uses < o.requests)
			},
			Do: func(p *model.Context, s Participant) Participant {
				p.Send(o.manager(p), RequestAccess{})
				if o.recorded {
					p.Call(objects.Acquire{By: p.Self()})
				}
				s.Phase = Waiting
				return s
			},
		}, {
			Name:    "release",
			Enabled: func(p *model.Context, s Participant) bool { return s.Phase == Using && o.use == 0 },
			Do:      release,
		}},
		Receive: func(p *model.Context, s Participant, from model.ID, m model.Message) Participant {
			switch m.(type) {
			case ResponseOK:
				if s.Phase == Waiting && (!o.present || from == o.manager(p)) {
					s.Phase = Using
					if o.recorded {
						p.Return(nil)
					}
					if o.use > 0 {
						p.SetTimer(useTimer, o.use)
					}
				}
			case ResponseFree:
				if s.Phase == Releasing {
					s.Phase = Outside
				}
			}
			return s
		},
	}
	if o.use > 0 {
		process.Timeout = func(p *model.Context, s Participant, _ string) Participant { return release(p, s) }
	}
	if o.successor != model.None {
		process.Detect = o.report
	}
	return process
}

// first returns the state that the coordinator begins in.
func first(holder model.ID) Coordinator { return Coordinator{Free: holder == model.None} }

// protocol runs the coordinator of 000: its text, or its diagram if releases are
// acknowledged, or its way of dealing with failures if there is a lease.
func protocol(o options) model.Process[Coordinator] {
	process := model.Process[Coordinator]{
		Name: "coordinator",
		Init: func(p *model.Context) Coordinator { return first(o.holder) },
		Acts: []model.Act[Coordinator]{{
			Name:    "grant",
			Enabled: func(p *model.Context, s Coordinator) bool { return s.Free && len(s.Queue) > 0 },
			Do: func(p *model.Context, s Coordinator) Coordinator {
				p.Send(s.Queue[0], ResponseOK{})
				if o.lease > 0 {
					p.SetTimer(leaseTimer, o.lease)
				}
				return Coordinator{Free: false, Queue: s.Queue[1:]}
			},
		}},
		Receive: func(p *model.Context, s Coordinator, from model.ID, m model.Message) Coordinator {
			switch m.(type) {
			case RequestAccess:
				s.Queue = enqueue(s.Queue, from)
			case RequestFree:
				s.Free = true
				p.CancelTimer(leaseTimer)
				if o.acknowledged {
					p.Send(from, ResponseFree{})
				}
			}
			return s
		},
		Recover: func(p *model.Context, _ any) Coordinator { return first(model.None) },
	}
	if o.lease > 0 {
		process.Timeout = func(_ *model.Context, s Coordinator, _ string) Coordinator {
			s.Free = true // it is assumed that the holder has stopped and will not come back
			return s
		}
	}
	return process
}

// manager runs the manager of 004.
func manager(o options) model.Process[Coordinator] {
	return model.Process[Coordinator]{
		Name: "coordinator",
		Init: func(p *model.Context) Coordinator { return first(o.holder) },
		Receive: func(p *model.Context, s Coordinator, from model.ID, m model.Message) Coordinator {
			switch m.(type) {
			case RequestAccess:
				return s.requested(p, from)
			case RequestFree:
				return s.freed(p)
			}
			return s
		},
		Recover: func(p *model.Context, _ any) Coordinator { return first(model.None) },
	}
}

// requested answers a request at once, or puts it into the queue.
func (s Coordinator) requested(p *model.Context, from model.ID) Coordinator {
	if !s.Free {
		return Coordinator{Queue: enqueue(s.Queue, from)}
	}
	p.Send(from, ResponseOK{})
	return Coordinator{Queue: s.Queue}
}

// freed grants the resource to the first in the queue.
func (s Coordinator) freed(p *model.Context) Coordinator {
	if len(s.Queue) == 0 {
		return Coordinator{Free: true}
	}
	p.Send(s.Queue[0], ResponseOK{})
	return Coordinator{Free: s.Free, Queue: s.Queue[1:]}
}

// enqueue returns a new queue: a handler must not change its argument.
func enqueue(queue []model.ID, p model.ID) []model.ID {
	return append(append([]model.ID(nil), queue...), p)
}

// options are what variants and parameters decide.
type options struct {
	requests     int      // by each participant; 0 means without end
	holder       model.ID // the participant that has the resource at the start, or model.None
	acknowledged bool     // releases are acknowledged, and participants wait for that
	lease        int      // ticks after which the coordinator takes the resource back; 0 means never
	use          int      // ticks that a participant uses the resource; 0 means as long as it likes
	timed        bool     // ticks are counted
	recorded     bool     // participants record what they do as operations of a lock
	successor    model.ID // the new manager, or model.None
	present      bool     // only a grant of the present manager counts
	ofHolder     bool     // with a detector: only the holder's release counts
	ofLiving     bool     // with a detector: a request from a process that was reported to have crashed does not count
}

// The timers.
const (
	leaseTimer = "lease" // of the coordinator: the holder's time is up
	useTimer   = "use"   // of a participant: it is done with the resource
)
