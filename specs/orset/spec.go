package orset

import (
	"fmt"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written; see the package documentation.
const (
	twoPhase     = "two-phase"
	noTombstones = "no-tombstones"
	collects     = "collects-tombstones"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "or-set",
		Family:  "replication",
		Summary: "A replicated set whose replicas change it without asking each other, and converge: a CRDT",
		Source: "Shapiro, Preguiça, Baquero and Zawirski, A Comprehensive Study of Convergent and Commutative Replicated " +
			"Data Types, INRIA RR-7506, 2011: observed-remove set, two-phase set",
		Peers: []string{"replicas"},
		Params: []spec.Param{
			{Name: "replicas", Doc: "replicas", Min: 2, Max: 4, Default: 2},
			{Name: "updates", Doc: "how many updates each makes", Min: 1, Max: 4, Default: 2},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "the observed-remove set: each add has a tag, a remove is of the tags it has seen"},
			{Name: twoPhase, Doc: "the two-phase set: without tags, so that a tombstone is for good"},
			{Name: noTombstones, Doc: "a remove forgets the tags instead of keeping tombstones"},
			{Name: collects, Doc: "a replica forgets its tombstones as soon as it has sent them to all others"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		replicas: a.Int("replicas"), updates: a.Int("updates"),
		twoPhase: a.Variant == twoPhase, noTombstones: a.Variant == noTombstones, collects: a.Variant == collects,
	}
	i := model.Instance{Network: model.Network{Order: model.Unordered}}
	for k := range r.replicas * r.updates {
		v := model.NewVariable(fmt.Sprint("update", k+1), update{}).Hidden()
		r.history = append(r.history, v)
		i.Variables = append(i.Variables, v)
	}
	i.Processes = model.Replicate(r.replicas, replica(r))
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

func properties(r rules) []checkers.Property {
	// wins reports whether the element must be in the set of a replica that has seen the given updates: they include an
	// add that no remove among them had seen.
	wins := func(s model.State, seen Updates) bool {
		removed := Updates(0)
		for k, v := range r.history {
			if u := v.In(s); seen.has(k) && u.Remove {
				removed |= u.Seen
			}
		}
		for k, v := range r.history {
			if seen.has(k) && !v.In(s).Remove && !removed.has(k) {
				return true
			}
		}
		return false
	}
	// alike returns an error if any two replicas differ.
	alike := func(s model.State, differ func(a, b Replica) bool) error {
		for p, a := range model.Locals[Replica](s) {
			for q, b := range model.Locals[Replica](s) {
				if p < q && differ(a, b) {
					return fmt.Errorf("the element is in the set of one of %s and %s, and not in that of the other", s.Name(p),
						s.Name(q))
				}
			}
		}
		return nil
	}
	return []checkers.Property{
		checkers.Invariant("strong-convergence", func(s model.State) error {
			return alike(s, func(a, b Replica) bool { return a.Seen == b.Seen && a.holds() != b.holds() })
		}),
		checkers.Invariant("add-wins", func(s model.State) error {
			for p, l := range model.Locals[Replica](s) {
				switch want := wins(s, l.Seen); {
				case want && !l.holds():
					return fmt.Errorf("%s has seen an add that no remove had seen, and does not have the element", s.Name(p))
				case !want && l.holds():
					return fmt.Errorf("%s has the element, though for each add it has seen a remove after it", s.Name(p))
				}
			}
			return nil
		}),
		checkers.NoDeadlock("converges", func(s model.State) error {
			return alike(s, func(a, b Replica) bool { return a.holds() != b.holds() })
		}),
		checkers.Reachable("concurrent", func(s model.State) bool {
			for i, u := range r.history {
				for k, v := range r.history {
					a, b := u.In(s), v.In(s)
					if a.Made && b.Made && !a.Remove && b.Remove && !b.Seen.has(i) && !a.Seen.has(k) {
						return true
					}
				}
			}
			return false
		}),
	}
}
