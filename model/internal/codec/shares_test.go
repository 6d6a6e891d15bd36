package codec

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestSlices: of types whose copies share the elements of a few slices alone, copies with the same memory are encoded
// the same, and the other way round unless elements have bytes that are of no field; other types have no such list.
func TestSlices(t *testing.T) {
	type pair struct {
		Small, Large int64
	}
	type queues struct {
		Name   string
		First  []pair
		Inner  struct{ Second [][2]uint16 }
		Nobody []struct{}
	}
	for _, other := range []any{0, pair{}, "a", []string(nil), [][]int(nil), [1][]int{}, map[int]int(nil), &pair{},
		struct{ A any }{}, struct {
			A []int
			M map[int]int
		}{}, []struct{ S string }(nil)} {
		if s := SlicesOf(reflect.TypeOf(other)); s != nil {
			t.Errorf("%T: %v", other, s)
		}
	}
	var r Registry
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.Custom(func(t *rapid.T) queues {
			return queues{"q", rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pair {
				return pair{rapid.Int64Range(0, 1).Draw(t, "small"), rapid.Int64Range(0, 1).Draw(t, "large")}
			}), 0, 2).Draw(t, "first"), struct{ Second [][2]uint16 }{rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]uint16 {
				return [2]uint16{0, rapid.Uint16Range(0, 1).Draw(t, "element")}
			}), 0, 2).Draw(t, "second")}, make([]struct{}, rapid.IntRange(0, 1).Draw(t, "empty"))}
		})
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		x, err := r.Encode(nil, a)
		y, err2 := r.Encode(nil, b)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got, want := SlicesOf(reflect.TypeOf(a)).Same(a, b), string(x) == string(y); got != want {
			t.Fatalf("the same memory: %t, the same encoding: %t", got, want)
		}
	})
	whole := SlicesOf(reflect.TypeFor[[]int]())
	if !whole.Same([]int{1}, []int{1}) || whole.Same([]int{1}, []int{2}) || whole.Same([]int{1}, []int{1, 1}) {
		t.Error("slices that are the value")
	}
}
