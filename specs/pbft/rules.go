package pbft

import (
	"slices"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
)

// rules are the choices of variants and parameters.
type rules struct {
	n, views int
	traitor  model.ID
	silent   bool // the traitor sends nothing

	small    bool // quorums are smaller by one replica
	noCommit bool // a replica executes a request as soon as it has prepared
	drops    bool // a new view begins without a request
	unproven bool // the proof in a view-change is not checked
	unsigned bool // a replica accepts a request that no client has signed

	sent model.Variable[map[Message]naming.IDSet] // the messages sent, with the correct replicas that sent them
}

func (r rules) primary(view int) model.ID { return model.ID(view % r.n) }

func (r rules) quorum() int {
	if r.small {
		return 2 * f
	}
	return 2*f + 1
}

// signed reports whether a replica takes a request as signed by a client. A request with which a new-view begins is
// checked only when it is about to be committed, since a replica has to obtain it first.
func (r rules) signed(q Request) bool { return q != Forged || r.unsigned }

// sign sends a message to all; it stays in the set sent for ever.
func (r rules) sign(p *model.Context, m Message) {
	sent := model.At(r.sent, m)
	sent.Set(p, sent.Get(p).With(p.Self()))
}

// signers returns the replicas from which a message can have come: those that have sent it, and the traitor if it can
// sign it.
func (r rules) signers(p *model.Context, m Message) naming.IDSet {
	signers := model.At(r.sent, m).Get(p)
	if r.traitor != model.None && !r.silent && r.able(p, m) {
		signers = signers.With(r.traitor)
	}
	return signers
}

// able reports whether the traitor can sign a message that others take to be valid.
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

// newViews returns the requests, or None, with which a valid new-view can begin. Each follows from a quorum of
// view-changes that includes the primary's.
func (r rules) newViews(p *model.Context, view int) (all []Request) {
	none := r.signers(p, Message{Kind: ViewChange, View: view})
	upTo := none // those with a view-change that certifies no request in a later view
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

// entries returns the requests of the new-views that a backup can receive.
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
