package ci

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
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

// What GitHub does to a workflow command: it cuts it at the first "::" after the command, the properties at
// commas and equals signs, and decodes. See ActionCommand.cs of actions/runner.
func TestGitHubEscapes(t *testing.T) {
	data := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	property := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	hostiles(t, func(t rapid.TB, s string) {
		line := "::error title=" + githubProperty(s) + "::" + githubData(s)
		if strings.ContainsAny(line, "\r\n") {
			t.Fatalf("%q is more than one line", line)
		}
		title, message, found := strings.Cut(strings.TrimPrefix(line, "::error title="), "::")
		if !found || strings.ContainsAny(title, ",:") || property.Replace(title) != s || data.Replace(message) != s {
			t.Fatalf("%q does not give %q again", line, s)
		}
	})
}

func TestJUnitIsWellFormed(t *testing.T) {
	hostiles(t, func(t rapid.TB, s string) {
		of := Finding{Name: s, Kind: s, Message: s, Picture: s, Command: s}
		failed, passed := of, of
		failed.Standing, passed.Standing = Fails, Passes
		report := junit(Report{Program: s, Spec: s, Left: s, Targets: []Target{{Place: s, Variant: s, Case: s, Parameters: s,
			Findings: []Finding{failed, passed}, Differs: []string{s}}}})
		if err := xml.Unmarshal(report, new(junitSuites)); err != nil {
			t.Fatalf("%q: %v\n%s", s, err, report)
		}
	})
}

func TestMarkdownEscapes(t *testing.T) {
	hostiles(t, func(t rapid.TB, s string) {
		cell := term.EscapeMarkdown(s)
		if strings.ContainsAny(cell, "<>\n\r") {
			t.Fatalf("%q has markup or more than one line", cell)
		}
		for i, r := range cell {
			if strings.ContainsRune("|`*_[]~", r) && (i == 0 || cell[i-1] != '\\') {
				t.Fatalf("%q: %q is not escaped", cell, r)
			}
		}
		block := term.Fenced(s)
		fence := block[:strings.Index(block, "text\n")]
		if strings.Count(block, fence) != 2 || !strings.HasSuffix(block, "\n"+fence+"\n\n") {
			t.Fatalf("%q: its fence is in the text", block)
		}
	})
}
