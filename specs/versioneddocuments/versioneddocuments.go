package versioneddocuments

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

// Vector is the value of a vector clock, and the name of a version.
type Vector []int

// before is the source's _static_happens_before.
func (v Vector) before(w Vector) bool {
	allLessEqual, someLess := true, false
	for i := range v {
		allLessEqual = allLessEqual && v[i] <= w[i]
		someLess = someLess || v[i] < w[i]
	}
	return allLessEqual && someLess
}

// tick is VectorClock.tick.
func (v Vector) tick(self model.ID) Vector {
	v = slices.Clone(v)
	v[self]++
	return v
}

// update is VectorClock.update.
func (v Vector) update(self model.ID, received Vector) Vector {
	v = slices.Clone(v)
	for i := range v {
		v[i] = max(v[i], received[i])
	}
	v[self]++
	return v
}

// Version is a version of a document. It stands for its content, on which nothing depends.
type Version struct {
	By     model.ID // created_by, updated_by
	Vector Vector
	Base   Vector // base_version; nil if create_document made it
	// History has the versions that it comes from, in the variant by-history only.
	History []Vector
}

// String returns the vector and, after a slash, that of the version that it is based on.
func (v Version) String() string {
	if v.Base == nil {
		return fmt.Sprint([]int(v.Vector))
	}
	return fmt.Sprintf("%v/%v", []int(v.Vector), []int(v.Base))
}

// Conflict is a pair of versions that merge_versions has reported.
type Conflict struct {
	Document      int
	Local, Remote Vector
}

func (c Conflict) String() string {
	return fmt.Sprintf("%v and %v", []int(c.Local), []int(c.Remote))
}

// Replica is the local state of a replica: the source's DistributedVersionControl.
type Replica struct {
	Clocks    []Vector    // one for all documents, or one for each in corrected and by-history
	Documents [][]Version // an empty list: the document is not in the dictionary
	Conflicts []Conflict  // reported so far, each pair once
	Left      Fuel
}

// Fuel is how often each of the methods may still be called.
type Fuel struct{ Creates, Updates, Sends int }

func (f Fuel) String() string { return fmt.Sprintf("%d+%d+%d", f.Creates, f.Updates, f.Sends) }

// Sync carries all versions that its sender has of a document, the argument of merge_versions.
type Sync struct {
	Document int
	Versions []Version
}

func (m Sync) String() string { return fmt.Sprintf("doc%d: %v", m.Document+1, m.Versions) }

// before reports whether the variant takes a to be an older version than b.
func (o rules) before(a, b Version) bool {
	if o.byHistory {
		return slices.ContainsFunc(b.History, func(v Vector) bool { return slices.Equal(v, a.Vector) })
	}
	return a.Vector.before(b.Vector)
}

func (o rules) concurrent(a, b Version) bool {
	return !o.before(a, b) && !o.before(b, a) && !same(a, b)
}

func same(a, b Version) bool { return slices.Equal(a.Vector, b.Vector) }

// clock returns the index of the clock that a document uses.
func (o rules) clock(document int) int {
	if o.clockEach {
		return document
	}
	return 0
}

// with returns r with a new clock and a new list of versions for a document.
func (r Replica) with(o rules, document int, clock Vector, versions []Version) Replica {
	r.Clocks, r.Documents = slices.Clone(r.Clocks), slices.Clone(r.Documents)
	r.Clocks[o.clock(document)], r.Documents[document] = clock, versions
	return r
}

// create is create_document, which overwrites an existing document of that name.
func (r Replica) create(o rules, self model.ID, document int) (Replica, Version) {
	v := Version{By: self, Vector: r.Clocks[o.clock(document)].tick(self)}
	return r.with(o, document, v.Vector, []Version{v}), v
}

// update is update_document, for a document that exists.
func (r Replica) update(o rules, self model.ID, document int, base Version) (Replica, Version) {
	v := Version{By: self, Vector: r.Clocks[o.clock(document)].tick(self), Base: base.Vector}
	if o.byHistory {
		v.History = append(slices.Clone(base.History), base.Vector)
		for _, local := range r.Documents[document] {
			if o.concurrent(local, v) {
				r = r.report(document, local, v)
			}
		}
	}
	return r.with(o, document, v.Vector, append(slices.Clone(r.Documents[document]), v)), v
}

// merge is merge_versions.
func (r Replica) merge(o rules, self model.ID, document int, remote []Version) Replica {
	for _, v := range remote {
		if o.complete {
			r = r.mergeRepaired(o, self, document, v)
		} else {
			r = r.mergeAsWritten(o, self, document, v)
		}
	}
	return r
}

// mergeAsWritten is the body of the outer loop of merge_versions.
func (r Replica) mergeAsWritten(o rules, self model.ID, document int, remote Version) Replica {
	for _, local := range r.Documents[document] {
		if o.before(remote, local) {
			return r // the remote version is older: ignored
		}
		if o.before(local, remote) {
			return r.accept(o, self, document, remote)
		}
		r = r.report(document, local, remote)
	}
	return r
}

// mergeRepaired looks at all local versions before it decides, recognises a version that it
// already has, and keeps one that is in conflict.
func (r Replica) mergeRepaired(o rules, self model.ID, document int, remote Version) Replica {
	for _, local := range r.Documents[document] {
		if same(local, remote) || o.before(remote, local) {
			return r
		}
	}
	for _, local := range r.Documents[document] {
		if o.concurrent(local, remote) {
			r = r.report(document, local, remote)
		}
	}
	return r.accept(o, self, document, remote)
}

func (r Replica) accept(o rules, self model.ID, document int, remote Version) Replica {
	clock := r.Clocks[o.clock(document)].update(self, remote.Vector)
	return r.with(o, document, clock, append(slices.Clone(r.Documents[document]), remote))
}

func (r Replica) report(document int, local, remote Version) Replica {
	c := Conflict{document, local.Vector, remote.Vector}
	for _, old := range r.Conflicts {
		if old.Document == document && slices.Equal(old.Local, c.Local) && slices.Equal(old.Remote, c.Remote) {
			return r
		}
	}
	r.Conflicts = append(slices.Clone(r.Conflicts), c)
	slices.SortFunc(r.Conflicts, compareConflicts)
	return r
}

// saw records for the properties that a replica has seen versions of a document.
func (o rules) saw(p *model.Context, document int, versions ...Version) {
	seen := slices.Clone(o.seen[p.Self()].Get(p))
	seen[document] = slices.Clone(seen[document])
	for _, v := range versions {
		if !slices.ContainsFunc(seen[document], func(w Version) bool { return same(v, w) }) {
			seen[document] = append(seen[document], v)
		}
	}
	slices.SortFunc(seen[document], func(a, b Version) int { return slices.Compare(a.Vector, b.Vector) })
	o.seen[p.Self()].Set(p, seen)
}

// first returns the initial state of a replica. If synced, it has been given the documents that
// A has created, and its clock has been updated with them.
func (o rules) first(self model.ID) Replica {
	r := Replica{Left: o.fuel, Documents: make([][]Version, o.documents), Clocks: make([]Vector, o.clock(o.documents-1)+1)}
	for i := range r.Clocks {
		r.Clocks[i] = make(Vector, o.n)
	}
	if int(self) >= o.creators {
		r.Left.Creates = 0
	}
	if !o.synced {
		return r
	}
	creator := r
	for d := range o.documents {
		var v Version
		if creator, v = creator.create(o, 0, d); self == 0 {
			r = creator
		} else {
			r = r.accept(o, self, d, v)
		}
	}
	r.Left.Creates = 0
	return r
}

// replica returns the process of a replica.
func replica(o rules) model.Process[Replica] {
	process := model.Process[Replica]{
		Name: "replica",
		Init: func(p *model.Context) Replica { return o.first(p.Self()) },
		Receive: func(p *model.Context, r Replica, _ model.ID, m model.Message) Replica {
			sync := m.(Sync)
			o.saw(p, sync.Document, sync.Versions...)
			return r.merge(o, p.Self(), sync.Document, sync.Versions)
		},
	}
	for d := range o.documents {
		process.Acts = append(process.Acts, o.acts(d)...)
	}
	return process
}

// acts returns the calls of a replica's methods for one document.
func (o rules) acts(d int) []model.Act[Replica] {
	return []model.Act[Replica]{{
		Name:     fmt.Sprintf("create doc%d", d+1),
		Optional: true,
		Enabled: func(_ *model.Context, r Replica) bool {
			return r.Left.Creates > 0 && !(o.complete && len(r.Documents[d]) > 0)
		},
		Do: func(p *model.Context, r Replica) Replica {
			r.Left.Creates--
			r, v := r.create(o, p.Self(), d)
			o.saw(p, d, v)
			return r
		},
	}, {
		Name:     fmt.Sprintf("update doc%d", d+1),
		Optional: true,
		// For a document that does not exist, update_document raises an error and does nothing.
		Enabled: func(_ *model.Context, r Replica) bool { return r.Left.Updates > 0 && len(r.Documents[d]) > 0 },
		Do: func(p *model.Context, r Replica) Replica {
			r.Left.Updates--
			versions := r.Documents[d]
			base := versions[len(versions)-1]
			if !o.latest {
				base = versions[p.Choose(len(versions))]
			}
			r, v := r.update(o, p.Self(), d, base)
			o.saw(p, d, v)
			return r
		},
	}, {
		Name:     fmt.Sprintf("send doc%d", d+1),
		Optional: true,
		Enabled:  func(_ *model.Context, r Replica) bool { return r.Left.Sends > 0 && len(r.Documents[d]) > 0 },
		Do: func(p *model.Context, r Replica) Replica {
			r.Left.Sends--
			to := model.ID((int(p.Self()) + 1 + p.Choose(p.N()-1)) % p.N())
			p.Send(to, Sync{d, r.Documents[d]})
			return r
		},
	}}
}

func compareConflicts(a, b Conflict) int {
	if a.Document != b.Document {
		return a.Document - b.Document
	}
	if c := slices.Compare(a.Local, b.Local); c != 0 {
		return c
	}
	return slices.Compare(a.Remote, b.Remote)
}

// rules are what the variant and the parameters decide.
type rules struct {
	n, documents, creators int
	fuel                   Fuel
	synced                 bool // all replicas start with the documents, which A has created
	latest                 bool // an edit is based on the version that is listed last
	complete               bool // merge_versions is repaired
	clockEach              bool // each document has a clock of its own
	byHistory              bool // versions are ordered by what they come from
	// seen has, by replica, the versions of each document that it has written or received; only
	// the properties read it.
	seen []model.Variable[[][]Version]
}
