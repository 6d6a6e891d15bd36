package orset

import (
	"testing"

	"github.com/anel-mc/mc/specs/internal/brute"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

func TestBruteForce(t *testing.T) {
	spectest.Confirm(t, Spec(), spec.WrittenTwice, func(_ *testing.T, i spec.Instance) int { return twice(i).Count() })
}

// most is the largest number of updates.
const most = 12

// content is what a replica sends: for each tag, whether it was added and whether it was removed; for each update,
// whether it was seen.
type content struct {
	added, removed, seen [most]bool
}

// copyOf is a replica together with its own updates: for each, its kind (a for an add, r for a remove) and the updates
// that the replica had seen before it.
type copyOf struct {
	content
	made  int
	kinds [most]byte
	saw   [most][most]bool
}

// twice is the set written a second time.
func twice(i spec.Instance) brute.System[copyOf, content] {
	updates := i.Params["updates"]
	e := spectest.Environment(i.Environment)
	if e.Order == "" {
		e.Order = "unordered"
	}
	return brute.System[copyOf, content]{
		N: i.Params["replicas"], Environment: e,
		Acts: func(w *brute.World[copyOf, content], p int, try func(func(*brute.World[copyOf, content]))) {
			in := false
			for k, added := range w.P[p].added {
				in = in || added && !w.P[p].removed[k]
			}
			make := func(kind byte) {
				try(func(w *brute.World[copyOf, content]) {
					s := &w.P[p]
					s.kinds[s.made], s.saw[s.made] = kind, s.seen
					k := p*updates + s.made
					s.made++
					s.seen[k] = true
					switch {
					case kind == 'a' && i.Variant == twoPhase:
						s.added[0] = true
					case kind == 'a':
						s.added[k] = true
					case i.Variant == noTombstones:
						s.added = [most]bool{}
					default:
						for k := range s.added {
							s.removed[k] = s.removed[k] || s.added[k]
						}
					}
					w.Broadcast(p, s.content)
					if i.Variant == collects {
						for k := range s.added {
							s.added[k] = s.added[k] && !s.removed[k]
						}
						s.removed = [most]bool{}
					}
				})
			}
			if w.P[p].made == updates {
				return
			}
			make('a')
			if in {
				make('r')
			}
		},
		Receive: func(w *brute.World[copyOf, content], p, _ int, m content) {
			s := &w.P[p].content
			for k := range most {
				s.added[k] = s.added[k] || m.added[k]
				s.removed[k] = s.removed[k] || m.removed[k]
				s.seen[k] = s.seen[k] || m.seen[k]
			}
		},
	}
}
