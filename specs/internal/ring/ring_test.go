package ring

import (
	"slices"
	"testing"
)

func TestArrange(t *testing.T) {
	for index, want := range [][]int{{1, 2, 3, 4}, {1, 2, 4, 3}, {1, 3, 2, 4}, {1, 3, 4, 2}, {1, 4, 2, 3}, {1, 4, 3, 2}} {
		if got, err := Arrange(4, index); err != nil || !slices.Equal(got, want) {
			t.Errorf("arrangement %d of four: %v, %v, want %v", index, got, err, want)
		}
	}
	if got, err := Arrange(4, -1); err != nil || !slices.Equal(got, []int{1, 4, 3, 2}) {
		t.Errorf("the last arrangement of four: %v, %v", got, err)
	}
	if _, err := Arrange(4, Arrangements(4)); err == nil {
		t.Error("an arrangement that is not there")
	}
}
