package term

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// hostile are texts that mean something in one of the forms.
var hostile = []string{
	"", "plain", "100%", "%0A", "a\nb\r\nc", "::error::x", "a:b,c", "]]>", "<b>&amp;</b>", "`` ``` ````", "| a \\| b |",
	"*_[x](y)_*",
	"\x1b[31mred\x1b[0m", "\x00\x07\x7f", "\u0085", "\xff\xfe", "é → ✗", "</details>",
}

func hostiles(t *testing.T, f func(t rapid.TB, s string)) {
	for _, s := range hostile {
		f(t, s)
	}
	rapid.Check(t, func(t *rapid.T) { f(t, rapid.String().Draw(t, "text")) })
}

func TestMarkdownEscapes(t *testing.T) {
	hostiles(t, func(t rapid.TB, s string) {
		cell := EscapeMarkdown(s)
		if strings.ContainsAny(cell, "<>\n\r") {
			t.Fatalf("%q has markup or more than one line", cell)
		}
		for i, r := range cell {
			if strings.ContainsRune("|`*_[]~", r) && (i == 0 || cell[i-1] != '\\') {
				t.Fatalf("%q: %q is not escaped", cell, r)
			}
		}
		block := Fenced(s)
		fence := block[:strings.Index(block, "text\n")]
		if strings.Count(block, fence) != 2 || !strings.HasSuffix(block, "\n"+fence+"\n\n") {
			t.Fatalf("%q: its fence is in the text", block)
		}
	})
}
