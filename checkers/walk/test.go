package walk

import (
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Expected is a walk that must be possible.
type Expected struct {
	_ struct{}

	// Start is the number of the initial state, and Path the names of the events.
	Start int
	Path  []string

	// Shows, if not empty, is the property that the walk must violate, or reach, at its end.
	Shows string
}

// Test fails a test unless the model still allows the expected walk.
func Test(t *testing.T, m model.Model, properties []checkers.Property, want Expected) {
	t.Helper()
	s, err := New(m, properties)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Walk(want.Start, want.Path)
	if err != nil {
		t.Fatal(err)
	}
	place, err := w.Place(t.Context(), len(w.Path))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range place.Truths {
		if p.Shown && p.Name == want.Shows {
			return
		}
	}
	if want.Shows != "" {
		t.Errorf("the walk does not show property %s at its end", want.Shows)
	}
}
