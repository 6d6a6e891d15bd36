package pbft

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// f is the number of replicas that may be faulty.
const f = 1

// Request is a request of a client. Clients have signed a and b; no client has signed Forged.
type Request int

// The requests.
const (
	None Request = iota
	A
	B
	Forged
)

func (r Request) String() string { return [...]string{"–", "a", "b", "forged"}[r] }

// Kind is the kind of a message.
type Kind int

// The kinds.
const (
	PrePrepare Kind = iota
	Prepare
	Commit
	ViewChange
	NewView
)

func (k Kind) String() string {
	return [...]string{"pre-prepare", "prepare", "commit", "view-change", "new-view"}[k]
}

// Message is a message that a replica signs. In a view-change, Prepared is the source's P, with its proof; in a
// new-view, Request is the source's O, which follows from the view-changes in the message.
type Message struct {
	Kind     Kind
	View     int
	Request  Request
	Prepared Certificate
}

func (m Message) String() string {
	if m.Kind == ViewChange {
		return fmt.Sprintf("%s %d, %s", m.Kind, m.View, m.Prepared)
	}
	return fmt.Sprintf("%s %d: %s", m.Kind, m.View, m.Request)
}

// Certificate says that a request has prepared in a view; the zero value is no certificate.
type Certificate struct {
	View    int
	Request Request
}

func (c Certificate) String() string {
	if c.Request == None {
		return "–"
	}
	return fmt.Sprintf("%s in %d", c.Request, c.View)
}

// Replica is the local state of a replica.
type Replica struct {
	View      int
	Changing  bool    // it has sent a view-change for this view, and waits for the new-view
	Accepted  Request // the request whose pre-prepare it has accepted in this view
	Prepared  Certificate
	Committed []Certificate // the requests that it has executed, with the views in which they had prepared
}

// prepared reports whether a request has prepared at the replica in its current view.
func (s Replica) prepared() bool { return s.Prepared.Request != None && s.Prepared.View == s.View }

// executed reports whether the replica has executed the request that it has accepted.
func (s Replica) executed() bool {
	return slices.ContainsFunc(s.Committed, func(c Certificate) bool { return c.Request == s.Accepted })
}

// replica runs a correct replica.
func replica(r rules) model.Process[Replica] {
	return model.Process[Replica]{
		Name: "replica",
		Init: func(*model.Context) Replica { return Replica{} },
		Acts: []model.Act[Replica]{{
			Name:     "pre-prepare",
			Optional: true,
			Enabled: func(p *model.Context, s Replica) bool {
				return r.primary(s.View) == p.Self() && !s.Changing && s.Accepted == None
			},
			Do: func(p *model.Context, s Replica) Replica {
				s.Accepted = A + Request(p.Choose(2))
				r.sign(p, Message{Kind: PrePrepare, View: s.View, Request: s.Accepted})
				return s
			},
		}, {
			Name: "prepare",
			Enabled: func(p *model.Context, s Replica) bool {
				return !s.Changing && s.Accepted == None && len(r.prePrepared(p, s)) > 0
			},
			Do: func(p *model.Context, s Replica) Replica {
				requests := r.prePrepared(p, s)
				return r.accept(p, s, requests[p.Choose(len(requests))])
			},
		}, {
			Name: "commit",
			Enabled: func(p *model.Context, s Replica) bool {
				return s.Accepted != None && r.signed(s.Accepted) && !s.prepared() &&
					r.certified(p, Certificate{s.View, s.Accepted})
			},
			Do: func(p *model.Context, s Replica) Replica {
				s.Prepared = Certificate{s.View, s.Accepted}
				r.sign(p, Message{Kind: Commit, View: s.View, Request: s.Accepted})
				return s
			},
		}, {
			Name: "execute",
			Enabled: func(p *model.Context, s Replica) bool {
				commits := r.signers(p, Message{Kind: Commit, View: s.View, Request: s.Accepted})
				return s.prepared() && !s.executed() && (commits.Len() >= r.quorum() || r.noCommit)
			},
			Do: func(_ *model.Context, s Replica) Replica {
				s.Committed = append(slices.Clip(s.Committed), s.Prepared)
				return s
			},
		}, {
			Name:     "view-change",
			Optional: true,
			Enabled:  func(_ *model.Context, s Replica) bool { return s.View+1 < r.views },
			Do: func(p *model.Context, s Replica) Replica {
				s.View, s.Changing, s.Accepted = s.View+1, true, None
				r.sign(p, Message{Kind: ViewChange, View: s.View, Prepared: s.Prepared})
				return s
			},
		}, {
			Name: "new-view",
			Enabled: func(p *model.Context, s Replica) bool {
				return s.Changing && r.primary(s.View) == p.Self() && len(r.newViews(p, s.View)) > 0
			},
			Do: func(p *model.Context, s Replica) Replica {
				all := r.newViews(p, s.View)
				s.Changing, s.Accepted = false, all[p.Choose(len(all))]
				r.sign(p, Message{Kind: NewView, View: s.View, Request: s.Accepted})
				if s.Accepted != None {
					r.sign(p, Message{Kind: PrePrepare, View: s.View, Request: s.Accepted})
				}
				return s
			},
		}, {
			Name: "enter view",
			Enabled: func(p *model.Context, s Replica) bool {
				return r.primary(s.next()) != p.Self() && s.next() < r.views && len(r.entries(p, s.next())) > 0
			},
			Do: func(p *model.Context, s Replica) Replica {
				all := r.entries(p, s.next())
				s.View, s.Changing, s.Accepted = s.next(), false, None
				return r.accept(p, s, all[p.Choose(len(all))])
			},
		}},
	}
}

// next returns the view that a replica can enter by a new-view.
func (s Replica) next() int {
	if s.Changing {
		return s.View
	}
	return s.View + 1
}

// accept lets a backup accept the pre-prepare for q, unless q is None.
func (r rules) accept(p *model.Context, s Replica, q Request) Replica {
	if s.Accepted = q; q != None {
		r.sign(p, Message{Kind: Prepare, View: s.View, Request: q})
	}
	return s
}

// prePrepared returns the requests for which a backup can accept a pre-prepare.
func (r rules) prePrepared(p *model.Context, s Replica) (all []Request) {
	for q := A; q <= Forged; q++ {
		m := Message{Kind: PrePrepare, View: s.View, Request: q}
		if r.signed(q) && r.primary(s.View) != p.Self() && r.signers(p, m) != 0 {
			all = append(all, q)
		}
	}
	return all
}

// certified reports whether there is a proof that a request has prepared: a pre-prepare, and prepares of 2f backups.
func (r rules) certified(p *model.Context, c Certificate) bool {
	return r.signers(p, Message{Kind: PrePrepare, View: c.View, Request: c.Request}) != 0 &&
		r.signers(p, Message{Kind: Prepare, View: c.View, Request: c.Request}).Len() >= r.quorum()-1
}
