package live

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// spend reports whether a failure happens now, and takes it off the budget. While the budget lasts, its probability is
// 1/oneIn.
func (w *world) spend(budget *int, oneIn int) bool {
	if *budget == 0 || w.random.IntN(oneIn) != 0 {
		return false
	}
	if *budget > 0 {
		*budget--
	}
	return true
}

// rare is the average number of steps of a process, of messages or of ticks per failure while the budget lasts.
const rare = 10

// cutOff reports whether a channel is cut, by itself or by a partition.
func (w *world) cutOff(l model.Link) bool {
	return w.severed[undirected(l)] || slices.Contains(w.apart, l.From) != slices.Contains(w.apart, l.To)
}

func undirected(l model.Link) model.Link {
	return model.Link{From: min(l.From, l.To), To: max(l.From, l.To)}
}

// disturb cuts a link, partitions the network or heals one of these, at random.
func (w *world) disturb() error {
	f := &w.inst.Faults
	whole, cut := w.cuttable()
	if len(whole) > 0 && w.spend(&f.Cut, rare) {
		l := whole[w.random.IntN(len(whole))]
		w.severed[l] = true
		return w.disturbed(model.Cut, l, nil)
	}
	if len(w.apart) == 0 && len(w.nodes) > 1 && w.spend(&f.Partition, rare) {
		side := w.random.IntN(1<<(len(w.nodes)-1)-1)<<1 | 1 // with process 0, and without some other
		for p := range w.nodes {
			if side>>p&1 == 1 {
				w.apart = append(w.apart, model.ID(p))
			}
		}
		return w.disturbed(model.Partition, model.Link{From: model.None, To: model.None}, w.apart)
	}
	if len(cut)+len(w.apart) == 0 || !w.spend(&f.Heal, rare) {
		return nil
	}
	if at := w.random.IntN(len(cut) + min(len(w.apart), 1)); at < len(cut) {
		delete(w.severed, cut[at])
		return w.disturbed(model.Heal, cut[at], nil)
	}
	w.apart = nil
	return w.disturbed(model.Heal, model.Link{From: model.None, To: model.None}, nil)
}

// cuttable returns the links that are whole and those that are cut, each in one direction.
func (w *world) cuttable() (whole, cut []model.Link) {
	for _, l := range w.inst.Network.Topology.Links(len(w.nodes)) {
		u := undirected(l)
		switch {
		case l.From == l.To || slices.Contains(whole, u) || slices.Contains(cut, u):
		case w.severed[u]:
			cut = append(cut, u)
		default:
			whole = append(whole, u)
		}
	}
	return whole, cut
}

// disturbed reports a cut, partition or heal, and drops the messages in transit on channels that are cut.
func (w *world) disturbed(k model.Kind, l model.Link, group []model.ID) error {
	for l := range w.links {
		if !w.cutOff(l) {
			continue
		}
		w.epoch[l]++
		for to := w.nodes[l.To]; len(to.inbox[l.From]) > 0; {
			w.take(to, l.From, 0)
		}
	}
	e := plain(k, model.None)
	e.From, e.To, e.Group = l.From, l.To, group
	return w.Observe(Event{Event: e})
}

// suspicions returns the changes of a process's suspects that are due. The failure detector makes no mistakes.
func (n *node) suspicions(w *world) (all []func() error) {
	if w.inst.Detector == model.NoDetector {
		return nil
	}
	for q, other := range w.nodes {
		if q == int(n.id) || n.suspects[q] != other.up || other.tick > w.now {
			continue
		}
		e := Event{Event: plain(model.Suspect, n.id)}
		if other.up {
			e.Kind = model.Trust
		}
		e.Suspect = model.ID(q)
		all = append(all, func() error {
			n.suspects[q] = !other.up
			err := w.call(n, e, func(c *model.Context) any {
				if n.runs.Detect == nil {
					return n.local
				}
				return n.runs.Detect(c, n.local, e.Suspect, !other.up)
			})
			if err == errFull {
				n.suspects[q] = other.up
			}
			return err
		})
	}
	return all
}
