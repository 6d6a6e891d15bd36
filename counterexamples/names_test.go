package counterexamples

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
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
	})
	if got, want := Printable("a\x1b[1m\n\"b\"\xff"), "a\\x1b[1m\n\"b\"\\xff"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
