package versioneddocuments

import (
	"slices"
	"testing"

	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestDemonstration follows the source's demonstrate_version_conflict: A creates the document,
// the clocks of B and C are updated with its version, and both edit it.
func TestDemonstration(t *testing.T) {
	o := rules{n: 3, documents: 1, creators: 1}
	a, b, c := o.first(0), o.first(1), o.first(2)
	a, v1 := a.create(o, 0, 0)
	if !slices.Equal(v1.Vector, Vector{1, 0, 0}) {
		t.Errorf("version 1 is %v, and the source says [1 0 0]", v1)
	}
	b.Clocks[0] = b.Clocks[0].update(1, v1.Vector)
	c.Clocks[0] = c.Clocks[0].update(2, v1.Vector)
	if len(b.Documents[0]) != 0 || len(c.Documents[0]) != 0 {
		t.Fatal("B and C have the document")
	}
	// So their calls of update_document raise an error. If they did not, they would write these versions.
	_, v2 := b.update(o, 1, 0, v1)
	_, v3 := c.update(o, 2, 0, v1)
	if !slices.Equal(v2.Vector, Vector{1, 2, 0}) || !slices.Equal(v3.Vector, Vector{1, 0, 2}) {
		t.Errorf("versions 2 and 3 are %v and %v: the update of a clock counts as an event, so they should be [1 2 0] "+
			"and [1 0 2]", v2, v3)
	}
	if v2.Vector.before(v3.Vector) || v3.Vector.before(v2.Vector) {
		t.Error("versions 2 and 3 are ordered")
	}
	// A is then given both, and would report a conflict if it had edited the document too.
	a = a.merge(o, 0, 0, []Version{v2, v3})
	if len(a.Documents[0]) != 3 || len(a.Conflicts) != 0 {
		t.Errorf("A has %v and reports %v", a.Documents[0], a.Conflicts)
	}
}
