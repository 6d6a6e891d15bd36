package explore

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// line is a system of states 0, 1, 2, … up to its length.
type line uint32

func (l line) Width() int       { return 1 }
func (l line) Stepper() Stepper { return l }

func (l line) Initial(emit func(v []uint32)) error {
	emit([]uint32{0})
	return nil
}

func (l line) Step(v []uint32, emit func(event uint64, slots []int32, values []uint32)) error {
	if v[0] < uint32(l) {
		emit(1, []int32{0}, []uint32{v[0] + 1})
	}
	return nil
}

// TestMemoryOfChecks ends a search whose check remembers too much.
func TestMemoryOfChecks(t *testing.T) {
	// The size of the live heap is known only after a collection. So there must be enough of them, and one first, so
	// that what other tests left does not count.
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	var kept [][]byte
	hoard := Check{Name: "hoard", State: func([]uint32) (bool, error) {
		b := make([]byte, 1<<20)
		kept = append(kept, b)
		return false, nil
	}}
	r, err := Search(t.Context(), line(1000), []Check{hoard}, Options{Memory: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if most := 400; r.Bound != BoundMemory || len(kept) < 45 || len(kept) > most {
		t.Errorf("bound %q after %d MiB, want %q between 45 MiB and %d MiB", r.Bound, len(kept), BoundMemory, most)
	}
	kept = nil
	runtime.GC()
	r, err = Search(t.Context(), line(1000),
		[]Check{{Name: "none", State: func([]uint32) (bool, error) { return false, nil }}}, Options{Memory: 32 << 20})
	if err != nil || !r.Complete {
		t.Errorf("complete: %t, %v", r.Complete, err)
	}
}
