package centralcoordinator

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Report tells a new manager in what state a participant was when it recognised that the old one had failed.
type Report struct{ Phase Phase }

// Successor is the local state of a new manager.
type Successor struct {
	Free    bool
	Queue   []model.ID
	Unclear []model.ID // may have the resource by the old manager's grant: no report yet, or not given back
}

// manager returns the process that a participant takes for the manager.
func (o options) manager(p *model.Context) model.ID {
	if o.successor != model.None && p.Suspects(coordinatorID) {
		return o.successor
	}
	return coordinatorID
}

// report makes a participant that recognises the failure of the manager communicate its state to the new one.
func (o options) report(p *model.Context, s Participant, q model.ID, failed bool) Participant {
	if q == coordinatorID && failed {
		p.Send(o.successor, Report{s.Phase})
	}
	return s
}

// successor runs a new manager, which acts like that of 004 once it knows who has the resource.
func successor(participants []model.ID) model.Process[Successor] {
	next := func(p *model.Context, s Successor) Successor { return s.as(s.manager().freed(p)) }
	return model.Process[Successor]{
		Name: "successor",
		Init: func(*model.Context) Successor { return Successor{Unclear: participants} },
		Receive: func(p *model.Context, s Successor, from model.ID, m model.Message) Successor {
			switch m := m.(type) {
			case Report:
				if m.Phase == Waiting {
					s.Queue = enqueue(s.Queue, from)
				}
				if m.Phase != Using && slices.Contains(s.Unclear, from) {
					if s.Unclear = without(s.Unclear, from); len(s.Unclear) == 0 {
						return next(p, s)
					}
				}
			case RequestAccess:
				return s.as(s.manager().requested(p, from))
			case RequestFree:
				if s.Unclear = without(s.Unclear, from); len(s.Unclear) == 0 {
					return next(p, s)
				}
			}
			return s
		},
	}
}

// manager returns the successor's state as a manager, and as returns the successor with that state.
func (s Successor) manager() Coordinator { return Coordinator{Free: s.Free, Queue: s.Queue} }
func (s Successor) as(manager Coordinator) Successor {
	return Successor{manager.Free, manager.Queue, s.Unclear}
}

// Watcher is the local state of a coordinator that acts on the reports of a failure detector.
type Watcher struct {
	Holder model.ID // the participant that has the resource, or model.None
	Queue  []model.ID
}

// watcher runs the coordinator of 000 on a failure detector: it takes the resource back from a participant that has
// crashed, and removes it from the queue.
func watcher(o options) model.Process[Watcher] {
	return model.Process[Watcher]{
		Name: "coordinator",
		Init: func(*model.Context) Watcher { return Watcher{Holder: o.holder} },
		Acts: []model.Act[Watcher]{{
			Name:    "grant",
			Enabled: func(_ *model.Context, s Watcher) bool { return s.Holder == model.None && len(s.Queue) > 0 },
			Do: func(p *model.Context, s Watcher) Watcher {
				p.Send(s.Queue[0], ResponseOK{})
				return Watcher{Holder: s.Queue[0], Queue: s.Queue[1:]}
			},
		}},
		Receive: func(p *model.Context, s Watcher, from model.ID, m model.Message) Watcher {
			switch m.(type) {
			case RequestAccess:
				if !o.ofLiving || !p.Suspects(from) {
					s.Queue = enqueue(s.Queue, from)
				}
			case RequestFree:
				if !o.ofHolder || from == s.Holder {
					s.Holder = model.None
				}
			}
			return s
		},
		Detect: func(_ *model.Context, s Watcher, q model.ID, crashed bool) Watcher {
			if !crashed {
				return s
			}
			s.Queue = without(s.Queue, q)
			if s.Holder == q {
				s.Holder = model.None
			}
			return s
		},
		Recover: func(*model.Context, any) Watcher { return Watcher{Holder: model.None} },
	}
}

// without returns a new list without p.
func without(all []model.ID, p model.ID) []model.ID {
	return slices.DeleteFunc(slices.Clone(all), func(q model.ID) bool { return q == p })
}
