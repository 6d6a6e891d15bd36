package term

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote makes one word of a text for a shell.
func Quote(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Indent indents all lines of a text but the first.
func Indent(text, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }

// Spaces are so many blanks.
func Spaces(n int) string { return strings.Repeat(" ", n) }

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// Printable shows what no document may hold, control characters and broken encoding: the former
// by the symbols that Unicode has for them.
func Printable(s string) string {
	clean := func(r rune) bool { return r == '\n' || r == '\t' || !unicode.IsControl(r) }
	if utf8.ValidString(s) && !slices.ContainsFunc([]rune(s), func(r rune) bool { return !clean(r) }) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case clean(r):
			return r
		case r < 0x20:
			return 0x2400 + r
		case r == 0x7f:
			return 0x2421
		}
		return utf8.RuneError
	}, s)
}

// Fenced is a text as it is, between fences of Markdown that are longer than any in it.
func Fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n\n"
}

// EscapeMarkdown escapes a text for a line or a cell of a table in GitHub's Markdown.
func EscapeMarkdown(s string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|", "~", "\\~",
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ",
	).Replace(Printable(s))
}
