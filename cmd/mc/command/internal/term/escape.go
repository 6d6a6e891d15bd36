package term

import (
	"strings"

	"github.com/anel-mc/mc/counterexamples"
)

// Indent indents all lines of a text but the first.
func Indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }

// Spaces returns n blanks.
func Spaces(n int) string { return strings.Repeat(" ", n) }

// Fenced returns a text unchanged, between Markdown fences that are longer than any in it.
func Fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n\n"
}

// EscapeMarkdown escapes a text for a line or a table cell in GitHub's Markdown.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|", "~", "\\~",
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ",
	).Replace(counterexamples.Printable(s))
}
