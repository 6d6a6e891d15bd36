package vectorclock

import (
	"fmt"
	"testing"

	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestCompare compares every two vectors of three small numbers with all printed functions, and with the corrected one.
func TestCompare(t *testing.T) {
	printed, corrected := options{equal: Concurrent}, options{equal: Equal}
	var all []Vector
	for i := range 27 {
		all = append(all, Vector{i % 3, i / 3 % 3, i / 9})
	}
	opposite := map[Order]Order{Before: After, After: Before, Concurrent: Concurrent, Equal: Equal}
	for _, v := range all {
		for _, w := range all {
			vw, wv := corrected.compare(v, w), corrected.compare(w, v)
			if vw != opposite[wv] {
				t.Errorf("%v and %v are %s, and the other way round %s", v, w, vw, wv)
			}
			if (vw == Before) != staticHappensBefore(v, w) {
				t.Errorf("%v and %v are %s, and _static_happens_before does not agree", v, w, vw)
			}
			c := VectorClock{NumProcesses: 3, Vector: v}
			if c.HappensBefore(w) != staticHappensBefore(v, w) {
				t.Errorf("happens_before and _static_happens_before differ for %v and %v", v, w)
			}
			// For is_concurrent, too, equal vectors are concurrent.
			if got := printed.compare(v, w); (got == Concurrent) != c.IsConcurrent(w) || got != vw && vw != Equal {
				t.Errorf("%v and %v are %s as printed", v, w, got)
			}
			for _, x := range all {
				if vw == Before && corrected.compare(w, x) == Before && corrected.compare(v, x) != Before {
					t.Errorf("%v, %v and %v are not ordered transitively", v, w, x)
				}
			}
		}
	}
}

// TestLengths: as printed, most comparisons of vectors of different lengths fail with an IndexError; some end before
// they reach the missing entry.
func TestLengths(t *testing.T) {
	for _, test := range []struct {
		v, w Vector
		want string
	}{
		{Vector{1}, Vector{1, 0}, "IndexError"},
		{Vector{1, 0}, Vector{1}, "IndexError"},
		{Vector{0}, Vector{1, 5}, string(Before)},
		{Vector{2, 5}, Vector{1}, string(After)},
		{Vector{1}, Vector{0, 5}, "IndexError"},
	} {
		got := func() (got string) {
			defer func() {
				if recover() != nil {
					got = "IndexError"
				}
			}()
			return fmt.Sprint(options{equal: Concurrent}.compare(test.v, test.w))
		}()
		if got != test.want {
			t.Errorf("%v and %v are %s, want %s", test.v, test.w, got, test.want)
		}
	}
}
