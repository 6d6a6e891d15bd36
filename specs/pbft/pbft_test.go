package pbft

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int {
		b := twice{
			variant: i.Variant, n: i.Params["n"], views: i.Params["views"], traitor: i.Params["traitor"],
			lies: i.Params["traitor"] >= 0 && i.Params["silent"] == 0, quorum: 3,
		}
		if i.Variant == small {
			b.quorum = 2
		}
		return brute.Count(func(w world) world { return w }, b.steps, world{})
	})
}

// most is the largest number of replicas.
const most = 5

// world has, for each replica and view, what the replica has done in that view. Requests are 1 to 3; no client has made
// the third.
type world [most]struct {
	view    int8
	waiting bool // for the new-view
	in      [3]struct {
		accepted, began int8 // began is 1 plus the request of the new-view that the primary has sent
		prepared, done  bool
		asked           bool // it has sent a view-change for this view
	}
}

// twice is the algorithm written a second time. The messages sent follow from what the replicas have done.
type twice struct {
	variant                   string
	n, views, traitor, quorum int
	lies                      bool
}

func (b twice) votes(w *world, has func(p int) bool, traitor bool) int {
	n := 0
	for p := range b.n {
		if p != b.traitor && has(p) || p == b.traitor && b.lies && traitor {
			n++
		}
	}
	return n
}

// proposed reports whether a pre-prepare can have arrived; certified reports whether there can be a proof, with 2f
// prepares.
func (b twice) proposed(w *world, v, q int8) bool {
	p := int(v) % b.n
	if p == b.traitor {
		return b.lies
	}
	return w[p].in[v].accepted == q
}

func (b twice) certified(w *world, v, q int8) bool {
	primary := int(v) % b.n
	prepares := b.votes(w, func(p int) bool { return p != primary && w[p].in[v].accepted == q }, primary != b.traitor)
	return b.proposed(w, v, q) && prepares >= b.quorum-1
}

// claim is the content of a view-change: the last view in which a request prepared, and that request; or 0 and 0.
type claim struct{ view, request int8 }

// claims returns the claims of p in its view-changes for a view: at most one, but for the traitor all that it can make.
func (b twice) claims(w *world, p int, view int8) (all []claim) {
	if p == b.traitor && b.lies {
		all = append(all, claim{})
		for v := range view {
			for q := int8(1); q <= 3; q++ {
				if b.variant == unproven || b.certified(w, v, q) {
					all = append(all, claim{v, q})
				}
			}
		}
	} else if p != b.traitor && w[p].in[view].asked {
		all = append(all, claim{})
		for v := range view {
			if w[p].in[v].prepared {
				all[0] = claim{v, w[p].in[v].accepted}
			}
		}
	}
	return all
}

// begins returns the requests with which a new-view can begin, 0 for none, as a bit mask. It tries every quorum of
// view-changes.
func (b twice) begins(w *world, view int8) (all int) {
	var choose func(p int, chosen []claim)
	choose = func(p int, chosen []claim) {
		if p == b.n {
			if len(chosen) != b.quorum {
				return
			}
			last, found := int8(-1), 1
			for _, c := range chosen {
				switch {
				case c.request == 0 || c.view < last || b.variant == dropping:
				case c.view > last:
					last, found = c.view, 1<<c.request
				default:
					found |= 1 << c.request
				}
			}
			all |= found
			return
		}
		if p != int(view)%b.n {
			choose(p+1, chosen)
		}
		for _, c := range b.claims(w, p, view) {
			choose(p+1, append(chosen[:len(chosen):len(chosen)], c))
		}
	}
	choose(0, nil)
	return all
}

func (b twice) steps(w world, visit func(world)) {
	for p := range b.n {
		if p == b.traitor {
			continue
		}
		step := func(do func(w *world)) {
			next := w
			do(&next)
			visit(next)
		}
		v := w[p].view
		at := w[p].in[v]
		leads := int(v)%b.n == p
		for q := int8(1); q <= 3 && !w[p].waiting && at.accepted == 0; q++ {
			if leads && q < 3 || !leads && b.proposed(&w, v, q) && (q < 3 || b.variant == unsigned) {
				step(func(w *world) { w[p].in[v].accepted = q })
			}
		}
		forged := at.accepted == 3 && b.variant != unsigned
		if !w[p].waiting && at.accepted != 0 && !forged && !at.prepared && b.certified(&w, v, at.accepted) {
			step(func(w *world) { w[p].in[v].prepared = true })
		}
		if at.prepared && b.mayExecute(&w, p, v) {
			step(func(w *world) { w[p].in[v].done = true })
		}
		if int(v)+1 < b.views {
			step(func(w *world) {
				w[p].view++
				w[p].waiting, w[p].in[v+1].asked = true, true
			})
		}
		into := v
		if !w[p].waiting {
			into++
		}
		if int(into) == b.views {
			continue
		}
		primary := int(into) % b.n
		var can int
		switch {
		case primary == p && w[p].waiting, primary == b.traitor && b.lies:
			can = b.begins(&w, into)
		case primary != p && primary != b.traitor && w[primary].in[into].began > 0:
			can = 1 << (w[primary].in[into].began - 1)
		}
		for q := int8(0); can>>q != 0; q++ {
			if can>>q&1 != 0 {
				step(func(w *world) {
					w[p].view, w[p].waiting, w[p].in[into].accepted = into, false, q
					if primary == p {
						w[p].in[into].began = q + 1
					}
				})
			}
		}
	}
}

// mayExecute reports whether p can have the commits for the request that has prepared in a view, and has not executed
// that request before.
func (b twice) mayExecute(w *world, p int, v int8) bool {
	q := w[p].in[v].accepted
	for _, in := range w[p].in {
		if in.done && in.accepted == q {
			return false
		}
	}
	has := func(p int) bool { return w[p].in[v].prepared && w[p].in[v].accepted == q }
	return b.variant == noCommit || b.votes(w, has, true) >= b.quorum
}
