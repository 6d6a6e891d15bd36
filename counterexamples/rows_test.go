package counterexamples

import (
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestArrows: a message is drawn as an arrow from its sender, across the columns between, if its text fits.
func TestArrows(t *testing.T) {
	var text strings.Builder
	rows := NewRows(&text, []string{"a", "b", "c"}, TextOptions{Width: 88})
	rows.locals = []Local{{State: 1}, {State: 1}, {State: 1}}
	for _, m := range []struct {
		from, to model.ID
		message  string
	}{{0, 2, "x"}, {2, 1, "y"}, {1, 1, "z"}, {0, 1, "too long for a column"}} {
		e := model.Event{Kind: model.Deliver, Process: m.to, From: m.from, To: m.to, Message: m.message, Suspect: model.None}
		if err := rows.Step(system.Step{Event: e}, Local{State: 1}); err != nil {
			t.Fatal(err)
		}
	}
	_, got, _ := strings.Cut(text.String(), "┼")
	got = got[strings.Index(got, "\n")+1:]
	want := `
    1  deliver            │                  ●─┼────────────────────┼─▶ ("x")
    2  deliver            │                    │ ("y") ◀────────────┼─●
    3  deliver            │                    │ ("z") ← itself     │
    4  deliver            │                    │ ("too long for a   │
                          │                    │   column") ← a     │
`
	if "\n"+got != want {
		t.Errorf("it is\n%s", got)
	}
}

// TestCut: where a message has no room, what is left says from or to whom it goes. Names keep their ends.
func TestCut(t *testing.T) {
	cell, cut := fit([]line{{"(Message{Of: 1, With: a lot of text}) → somebody", quiet}}, 12)
	if len(cell) != 3 || !cut || !strings.HasSuffix(cell[1].text, " …") || cell[2].text != "  → somebody" {
		t.Errorf("%q", cell)
	}
	cell, _ = fit([]line{{"(Message{Of: 1, With: a lot of text}) ← p3", quiet}}, 12)
	if got := cell[len(cell)-1].text; !strings.HasSuffix(got, " … ← p3") || width(got) > 12 {
		t.Errorf("%q", got)
	}
	for w, want := range []string{"n…", "n…", "n…", "n…2", "n…12", "n…e12", "name12"} {
		if got := middle("name12", w); got != want {
			t.Errorf("in %d columns: %q, want %q", w, got, want)
		}
	}
	cell, _ = fit([]line{{"state ← a lot of text that goes nowhere at all, and further", quiet}}, 12)
	if got := cell[len(cell)-1].text; !strings.HasSuffix(got, " …") {
		t.Errorf("%q", got)
	}
}
