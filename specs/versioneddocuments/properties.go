package versioneddocuments

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// The properties are about which versions replicas have seen, which is recorded in variables, and
// about which version comes from which: its base, the base of that, and so on.

func properties(o rules) []checkers.Property {
	all := []checkers.Property{
		checkers.Invariant("no-version-lost", func(s model.State) error { return o.lost(s, false) }),
		checkers.Invariant("no-silent-loss", func(s model.State) error { return o.lost(s, true) }),
		checkers.Invariant("no-version-duplicated", duplicated),
		checkers.Invariant("no-false-conflict", o.falseConflict),
		checkers.Invariant("no-missed-conflict", o.missedConflict),
		checkers.Invariant("later-is-derived", func(s model.State) error {
			return o.pairs(s, func(d int, all []Version, a, b Version) error {
				if o.before(a, b) && !derived(all, a, b) {
					return fmt.Errorf("version %v of doc%d counts as older than %v, which does not come from it", a.Vector, d+1,
						b.Vector)
				}
				return nil
			})
		}),
		checkers.Invariant("derived-is-later", func(s model.State) error {
			return o.pairs(s, func(d int, all []Version, a, b Version) error {
				if derived(all, a, b) && !o.before(a, b) {
					return fmt.Errorf("version %v of doc%d comes from %v, which does not count as older", b.Vector, d+1, a.Vector)
				}
				return nil
			})
		}),
		checkers.Step("covers-what-was-seen", o.covers),
		checkers.Invariant("agreement", o.agreement),
	}
	if o.fuel.Sends > 0 {
		all = append(all, checkers.Reachable("shared", o.shared))
	}
	return all
}

// shared reports whether a replica has a version that it has accepted from another in a merge.
func (o rules) shared(s model.State) bool {
	for p, r := range model.Locals[Replica](s) {
		for _, versions := range r.Documents {
			if slices.ContainsFunc(versions, func(v Version) bool { return v.By != p && !(o.synced && v.Base == nil) }) {
				return true
			}
		}
	}
	return false
}

// written returns all versions of a document that have been written.
func (o rules) written(s model.State, d int) []Version {
	var all []Version
	for p := range model.ID(o.n) {
		for _, v := range o.seen[p].In(s)[d] {
			if v.By == p {
				all = append(all, v)
			}
		}
	}
	return all
}

// derived reports whether b comes from a.
func derived(all []Version, a, b Version) bool {
	for b.Base != nil {
		if slices.Equal(b.Base, a.Vector) {
			return true
		}
		at := slices.IndexFunc(all, func(v Version) bool { return slices.Equal(v.Vector, b.Base) })
		b = all[at]
	}
	return false
}

// pairs calls bad for all pairs of versions of each document, and returns its first error.
func (o rules) pairs(s model.State, bad func(d int, all []Version, a, b Version) error) error {
	for d := range o.documents {
		all := o.written(s, d)
		for _, a := range all {
			for _, b := range all {
				if err := bad(d, all, a, b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lost returns an error if a replica has seen a version and has neither it nor one that comes from
// it. If excused, it accepts a conflict that was reported instead.
func (o rules) lost(s model.State, excused bool) error {
	for d := range o.documents {
		all := o.written(s, d)
		for p, r := range model.Locals[Replica](s) {
			for _, v := range o.seen[p].In(s)[d] {
				kept := slices.ContainsFunc(r.Documents[d], func(w Version) bool { return same(v, w) || derived(all, v, w) })
				told := slices.ContainsFunc(r.Conflicts, func(c Conflict) bool {
					return c.Document == d && (slices.Equal(c.Remote, v.Vector) || slices.Equal(c.Local, v.Vector))
				})
				if !kept && !(excused && told) {
					return fmt.Errorf("%s has seen version %v of doc%d, and has neither it nor one that comes from it", s.Name(p),
						v.Vector, d+1)
				}
			}
		}
	}
	return nil
}

func duplicated(s model.State) error {
	for p, r := range model.Locals[Replica](s) {
		for d, versions := range r.Documents {
			for i, v := range versions {
				if slices.ContainsFunc(versions[:i], func(w Version) bool { return same(v, w) }) {
					return fmt.Errorf("%s has version %v of doc%d twice", s.Name(p), v.Vector, d+1)
				}
			}
		}
	}
	return nil
}

func (o rules) falseConflict(s model.State) error {
	for p, r := range model.Locals[Replica](s) {
		for _, c := range r.Conflicts {
			all := o.written(s, c.Document)
			find := func(v Vector) Version {
				return all[slices.IndexFunc(all, func(w Version) bool { return slices.Equal(v, w.Vector) })]
			}
			if a, b := find(c.Local), find(c.Remote); !o.concurrent(a, b) {
				return fmt.Errorf("%s reports a conflict of %v, and they are not concurrent", s.Name(p), c)
			}
		}
	}
	return nil
}

func (o rules) missedConflict(s model.State) error {
	for p, r := range model.Locals[Replica](s) {
		for d, versions := range r.Documents {
			for i, v := range versions {
				for _, w := range versions[:i] {
					reported := slices.ContainsFunc(r.Conflicts, func(c Conflict) bool {
						return c.Document == d && (slices.Equal(c.Local, v.Vector) && slices.Equal(c.Remote, w.Vector) ||
							slices.Equal(c.Local, w.Vector) && slices.Equal(c.Remote, v.Vector))
					})
					if o.concurrent(v, w) && !reported {
						return fmt.Errorf("%s has %v and %v of doc%d, which are concurrent, and has reported no conflict", s.Name(p),
							w.Vector, v.Vector, d+1)
					}
				}
			}
		}
	}
	return nil
}

// covers returns an error if a version that is written does not count as later than one that its
// author has seen.
func (o rules) covers(before model.State, e model.Event, after model.State) error {
	if e.Kind != model.Acted {
		return nil
	}
	for d, seen := range o.seen[e.Process].In(before) {
		for _, v := range o.seen[e.Process].In(after)[d] {
			if slices.ContainsFunc(seen, func(w Version) bool { return same(v, w) }) {
				continue
			}
			for _, w := range seen {
				if !o.before(w, v) {
					return fmt.Errorf("%s writes %v and has seen %v, which does not count as older", after.Name(e.Process), v.Vector,
						w.Vector)
				}
			}
		}
	}
	return nil
}

// agreement says that replicas that have seen the same versions of a document have the same versions.
func (o rules) agreement(s model.State) error {
	sorted := func(versions []Version) []Version {
		return slices.SortedFunc(slices.Values(versions),
			func(a, b Version) int { return slices.Compare(a.Vector, b.Vector) })
	}
	for p, r := range model.Locals[Replica](s) {
		for q, t := range model.Locals[Replica](s) {
			for d := range o.documents {
				if q <= p || !slices.EqualFunc(o.seen[p].In(s)[d], o.seen[q].In(s)[d], same) {
					continue
				}
				if a, b := sorted(r.Documents[d]), sorted(t.Documents[d]); !slices.EqualFunc(a, b, same) {
					return fmt.Errorf("%s and %s have seen the same versions of doc%d, and have %v and %v", s.Name(p), s.Name(q), d+1,
						a, b)
				}
			}
		}
	}
	return nil
}
