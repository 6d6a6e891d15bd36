package pbft

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// rules are what variants and parameters decide.
type rules struct {
	n, views int
	traitor  model.ID
	silent   bool // the traitor says nothing

	small    bool // quorums have one replica less
	noCommit bool // replicas execute what has prepared
	drops    bool // a new view begins anew
	unproven bool // nobody looks at the proofs of a view-change
	unsigned bool // replicas take a request that no client has signed

	sent model.Variable[map[Message]naming.IDSet] // by which correct replicas
}

func (r rules) primary(view int) model.ID { return model.ID(view % r.n) }

func (r rules) quorum() int {
	if r.small {
		return 2 * f
	}
	return 2*f + 1
}

// signed says whether a replica takes a request for one that a client has signed. What a new-view begins with it has to
// obtain first.
func (r rules) signed(q Request) bool { return q != Forged || r.unsigned }

// sign sends a message to all, once for ever.
func (r rules) sign(p *model.Context, m Message) {
	sent := model.At(r.sent, m)
	sent.Set(p, sent.Get(p).With(p.Self()))
}

// signers are those from whom a message can have come: who has sent it, and the traitor if it can.
func (r rules) signers(p *model.Context, m Message) naming.IDSet {
	signers := model.At(r.sent, m).Get(p)
	if r.traitor != model.None && !r.silent && r.able(p, m) {
		signers = signers.With(r.traitor)
	}
	return signers
}

// able says what the traitor can sign so that others take it for valid.
func (r rules) able(p *model.Context, m Message) bool {
	leads := r.primary(m.View) == r.traitor
	switch m.Kind {
	case PrePrepare, NewView:
		return leads
	case Prepare:
		return !leads
	case ViewChange:
		return m.Prepared.Request == None || r.unproven || r.certified(p, m.Prepared)
	}
	return true
}

// newViews are the requests that a valid new-view can begin with, or None: each follows from 2f+1 view-changes, of
// which one is the primary's.
func (r rules) newViews(p *model.Context, view int) (all []Request) {
	none := r.signers(p, Message{Kind: ViewChange, View: view})
	upTo := none // who has sent a view-change with nothing higher
	add := func(q Request) {
		if upTo.Len() >= r.quorum() && upTo.Has(r.primary(view)) && !slices.Contains(all, q) {
			all = append(all, q)
		}
	}
	add(None)
	for v := range view {
		var in [Forged + 1]naming.IDSet
		for q := A; q <= Forged; q++ {
			in[q] = r.signers(p, Message{Kind: ViewChange, View: view, Prepared: Certificate{v, q}})
			upTo |= in[q]
		}
		for q := A; q <= Forged; q++ {
			if r.drops {
				add(None)
			} else if in[q] != 0 {
				add(q)
			}
		}
	}
	return all
}

// entries are the requests of the new-views that a backup can receive.
func (r rules) entries(p *model.Context, view int) (all []Request) {
	if r.primary(view) == r.traitor && !r.silent {
		return r.newViews(p, view)
	}
	for q := None; q <= Forged; q++ {
		if r.signers(p, Message{Kind: NewView, View: view, Request: q}) != 0 {
			all = append(all, q)
		}
	}
	return all
}
