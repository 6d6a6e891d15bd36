package ci

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
)

// mostMarkdown is the maximum size of the pictures in a summary, in bytes: GitHub accepts at most 1 MiB for a step.
const mostMarkdown = 900 << 10

// markdown writes a summary of a build: a table of targets and verdicts, and folded counterexamples.
func markdown(r Report) []byte {
	var b, details bytes.Buffer
	fmt.Fprintf(&b, "### %s: %s\n\n", term.EscapeMarkdown(r.Spec), term.EscapeMarkdown(r.Summary))
	if r.Counts != "" {
		fmt.Fprintf(&b, "%s\n\n", r.Counts)
	}
	b.WriteString("|  | case | states | time | holds | violated | unknown |\n|---|---|---:|---:|---|---|---|\n")
	for _, t := range r.Targets {
		markdownRow(&b, t)
		markdownDetails(&details, t)
	}
	details.WriteTo(&b)
	return b.Bytes()
}

// markdownRow writes the row of a target.
func markdownRow(b *bytes.Buffer, t Target) {
	fmt.Fprintf(b, "| %s | %s |", t.Mark, term.EscapeMarkdown(t.Place))
	if t.Search == nil || t.Faulty {
		b.WriteString(" | | the model is at fault | | |\n")
		return
	}
	fmt.Fprintf(b, " %s | %s |", term.Comma(t.Search.States), term.Took(t.Search.Elapsed))
	by := map[string][]string{}
	for _, f := range t.Findings {
		name := term.EscapeMarkdown(f.Name)
		if f.Note != "" {
			name += " (" + f.Note + ")"
		}
		if f.Kind != "" { // a property
			by[f.Verdict] = append(by[f.Verdict], name)
		}
	}
	for _, verdict := range []string{"holds", "violated", "unknown"} {
		fmt.Fprintf(b, " %s |", strings.Join(by[verdict], ", "))
	}
	b.WriteByte('\n')
}

// markdownDetails writes, folded, the counterexamples of a target and whatever else does not pass.
func markdownDetails(b *bytes.Buffer, t Target) {
	var shown []Finding
	var names []string
	for _, f := range t.Findings {
		if f.Standing != Passes || f.Picture != "" {
			shown, names = append(shown, f), append(names, f.Name)
		}
	}
	if len(shown) == 0 {
		return
	}
	// A blank line ends the HTML: what follows is Markdown again.
	fmt.Fprintf(b, "\n<details><summary>%s: %s</summary>\n\n", html.EscapeString(counterexamples.Printable(t.Place)),
		html.EscapeString(strings.Join(names, ", ")))
	for _, f := range shown {
		first, more, _ := strings.Cut(counterexamples.Printable(f.Message), "\n")
		fmt.Fprintf(b, "**%s**: %s\n\n", term.EscapeMarkdown(f.Name), term.EscapeMarkdown(first))
		if more != "" {
			b.WriteString(term.Fenced(more))
		}
		switch {
		case f.Picture == "":
		case f.Same != "":
			fmt.Fprintf(b, "It is the execution of %s above.\n\n", term.EscapeMarkdown(f.Same))
		case b.Len()+len(f.Picture) > mostMarkdown:
			b.WriteString("The summary would be too long with its picture.\n\n")
		default:
			b.WriteString(term.Fenced(f.Picture))
		}
		b.WriteString(term.Fenced(f.Command))
	}
	b.WriteString("</details>\n")
}
