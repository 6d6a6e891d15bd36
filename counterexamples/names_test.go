package counterexamples

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

func TestSetsOfProcessesAreNamed(t *testing.T) {
	type state struct {
		Who    model.ID
		others naming.IDSet
	}
	s := state{1, naming.IDSet(0).With(0).With(2)}
	for want, n := range map[string]names{"state{Who: Q, others: [P R]}": {"P", "Q", "R"},
		"state{Who: 1, others: [0 2]}": nil} {
		if got := n.format(s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// fickle has a String method that says something else each time.
type fickle int

var said int

func (fickle) String() string {
	said++
	return strings.Repeat("x", said%2+1)
}

// TestUnsteady: a String method that gives two texts for one value is not used, pictures are those of steady values,
// and what compares events by their texts says so.
func TestUnsteady(t *testing.T) {
	i := model.Instance{Processes: model.Replicate(3, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "send", Enabled: func(p *model.Context, s int) bool { return s == 0 && p.Self() == 0 },
			Do: func(p *model.Context, _ int) int { p.Broadcast(fickle(7)); return 1 }}},
		Receive: func(*model.Context, int, model.ID, model.Message) int { return 2 },
	})}
	sys, err := system.Compile(i)
	if err != nil {
		t.Fatal(err)
	}
	e, err := Replay(sys, Trace{Schema: Schema})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		next, err := e.Next()
		if err != nil {
			t.Fatal(err)
		}
		e = e.Then(next[0])
	}
	var text strings.Builder
	if err := e.Text(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "(7) →"); n != 1 || !strings.Contains(text.String(), "(7) → p1, p2") {
		t.Errorf("%d messages were sent:\n%s", n, &text)
	}
	saved := e.Trace
	saved.Steps[1].Message = "xx"
	var fault *model.Error
	if _, err := Replay(sys, saved); !errors.As(err, &fault) || !strings.Contains(fault.Where, "fickle") {
		t.Errorf("the message of the saved trace is not found: %v", err)
	}
	if _, err := Observer(sys)(e.steps[1].Event); !errors.As(err, &fault) {
		t.Errorf("events with messages that look like others each time are compared: %v", err)
	}
}

func TestPrintable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune("a\n\t\r\x00\x1b\x7f\u0085\u202e\"\\")))).Draw(t, "s")
		p := Printable(s)
		if !utf8.ValidString(p) || strings.ContainsFunc(p, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
			t.Fatalf("%q is not printable", p)
		}
		if strings.Count(p, "\n") != strings.Count(s, "\n") {
			t.Fatalf("%q has other lines than %q", p, s)
		}
		if again := Printable(p + "\x00"); again != p+`\x00` {
			t.Fatalf("%q is escaped twice: %q", p, again)
		}
	})
	if got, want := Printable("a\x1b[1m\n\"b\"\xff"), "a\\x1b[1m\n\"b\"\\xff"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
