package plot

import (
	"strings"
	"testing"
)

func TestNotesAreWhole(t *testing.T) {
	note := "a note " + strings.Repeat("with many words ", 20)
	if got := strings.Join(lines(note), " "); got != strings.TrimSpace(note) || len(lines(note)) < 2 {
		t.Errorf("%q", lines(note))
	}
}
