package explore

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/anel-mc/mc/explore/internal/exploretest"
)

// TestVicinity: the least of the shortest executions takes steps of every extent, and is found whatever is known of
// extents.
func TestVicinity(t *testing.T) {
	const to = 4
	grid := &exploretest.Rules{Slots: 3, Starts: [][]uint32{{0, 0, 0}}}
	for slot := range int32(3) {
		for x := range uint32(to) {
			grid.All = append(grid.All, exploretest.Rule{Event: uint64(slot)<<9 | uint64(x),
				Guard: []exploretest.Assign{{Slot: slot, Value: x}}, Write: []exploretest.Assign{{Slot: slot, Value: x + 1}}})
		}
	}
	far := Check{State: func(v []uint32) (bool, error) { return v[0]+v[1]+v[2] == 3*to, nil }}
	var want Path
	for _, extents := range [][][]int32{nil, {{0, 1, 2}}, {{0, 1}, {1, 2}}, {{0}, {1}, {2}}} {
		r, err := Search(t.Context(), rules{grid, extents}, []Check{far}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		path, err := r.Path(t.Context(), 0, ranking)
		if err != nil {
			t.Fatal(err)
		}
		if extents == nil {
			want = path
		}
		if d := cmp.Diff(want, path); d != "" || len(path.Steps) != 3*to || !path.Minimal {
			t.Errorf("with extents %v the path has %d steps; it differs:\n%s", extents, len(path.Steps), d)
		}
	}
}
