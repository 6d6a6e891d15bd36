package command

import "testing"

func TestCellsAreNoFormulas(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "agreement": "agreement", "-1": "-1", "+3.5": "+3.5", "=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)",
		"-cmd|'/C calc'!A0": "'-cmd|'/C calc'!A0", "a=1": "a=1",
	} {
		if got := neutral(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
	}
}
