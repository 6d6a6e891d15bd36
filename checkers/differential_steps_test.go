package checkers_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model/system"
)

// TestTwinSteps compares the successors of single states, by what they look like, along random walks.
func TestTwinSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawSystem(t)
		sys, err := system.Compile(d.Instance())
		if err != nil {
			t.Fatal(err)
		}
		byLook := map[string][]uint32{}
		var vectors []string
		if err := sys.Initial(func(v []uint32) {
			v = slices.Clone(v)
			look := d.render(sys.State(v))
			byLook[look] = v
			vectors = append(vectors, look)
		}); err != nil {
			t.Fatal(err)
		}
		worlds := d.begin()
		for range 20 {
			var twins []string
			for _, w := range worlds {
				twins = append(twins, d.renderTwin(w))
			}
			slices.Sort(vectors)
			slices.Sort(twins)
			if diff := cmp.Diff(twins, vectors); diff != "" {
				t.Fatalf("successors (-twin +toolkit):\n%s", diff)
			}
			if len(worlds) == 0 {
				return
			}
			w := worlds[rapid.IntRange(0, len(worlds)-1).Draw(t, "next")]
			v := byLook[d.renderTwin(w)]
			worlds, vectors = nil, nil
			for _, s := range d.steps(w) {
				worlds = append(worlds, s.after)
			}
			events, err := sys.Events(v)
			if err != nil {
				t.Fatal(err)
			}
			byLook = map[string][]uint32{}
			for _, e := range events {
				look := d.render(sys.State(e.After))
				vectors = append(vectors, look)
				// What looks the same may differ in its budget; walk where
				// there is no doubt.
				if _, ok := byLook[look]; ok {
					byLook[look] = nil
				} else {
					byLook[look] = e.After
				}
			}
			for i := 0; i < len(worlds); i++ {
				if byLook[d.renderTwin(worlds[i])] == nil {
					return
				}
			}
		}
	})
}
