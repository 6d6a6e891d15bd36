package command

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
)

// mostMarkdown is how many bytes of pictures a summary has: GitHub takes no more than 1 MiB for a step.
const mostMarkdown = 900 << 10

// markdown writes a summary for a build: a table of targets and verdicts, and their counterexamples, folded.
func (c *checking) markdown(outcomes []outcome, of int) []byte {
	var table, details bytes.Buffer
	codes := map[int]int{}
	for _, o := range outcomes {
		code := c.codeOf(o)
		if c.refused(o) {
			code = codeVacuous
		}
		codes[code]++
		c.row(&table, o)
		c.details(&details, o)
	}
	var b bytes.Buffer
	s := outcomes[0].spec
	fmt.Fprintf(&b, "### %s: %s\n\n", markdownText(s.Name), markdownText(s.Summary))
	if c.all {
		fmt.Fprintf(&b, "%s\n\n", strings.Join(summary(codes, of-len(outcomes)), ", "))
	}
	b.WriteString("|  | case | states | time | holds | violated | unknown |\n|---|---|---:|---:|---|---|---|\n")
	table.WriteTo(&b)
	details.WriteTo(&b)
	return b.Bytes()
}

// row is a target in the table.
func (c *checking) row(b *bytes.Buffer, o outcome) {
	mark := map[int]string{exitHolds: "✓", exitUnknown: "?", exitInterrupted: "?"}[c.codeOf(o)]
	if mark == "" {
		mark = "✗"
	}
	fmt.Fprintf(b, "| %s | %s |", mark, markdownText(c.place(o)))
	if o.report == nil || o.failure != nil {
		b.WriteString(" | | the model is at fault | | |\n")
		return
	}
	by := map[checkers.Verdict][]string{}
	for _, r := range o.report.Results {
		name := markdownText(r.Property.Name())
		switch {
		case r.Cost != nil:
			name += " (" + r.Cost.String() + ")"
		case r.Vacuous != "":
			name += " (vacuously)"
		}
		by[r.Verdict] = append(by[r.Verdict], name)
	}
	fmt.Fprintf(b, " %s | %s |", comma(o.report.States), took(o.report.Elapsed+o.report.Liveness))
	for _, v := range []checkers.Verdict{checkers.Holds, checkers.Violated, checkers.Unknown} {
		fmt.Fprintf(b, " %s |", strings.Join(by[v], ", "))
	}
	b.WriteByte('\n')
}

// details are the counterexamples of a target and whatever else is not as wanted, folded.
func (c *checking) details(b *bytes.Buffer, o outcome) {
	var shown []finding
	for _, f := range c.findings(o) {
		if f.standing != passes || f.execution != nil {
			shown = append(shown, f)
		}
	}
	if len(shown) == 0 {
		return
	}
	// A blank line ends the markup: what follows is Markdown again.
	names := names(shown, func(f finding) string { return f.name })
	fmt.Fprintf(b, "\n<details><summary>%s: %s</summary>\n\n", html.EscapeString(printable(c.place(o))), html.EscapeString(strings.Join(names, ", ")))
	for i, f := range shown {
		first, more, _ := strings.Cut(printable(f.message), "\n")
		fmt.Fprintf(b, "**%s**: %s\n\n", markdownText(f.name), markdownText(first))
		if more != "" {
			b.WriteString(fenced(more))
		}
		same := func(other finding) bool {
			return other.execution != nil && f.execution != nil && sameExecution(other.execution, f.execution)
		}
		drawn := picture(f.execution)
		switch at := slices.IndexFunc(shown[:i], same); {
		case drawn == "":
		case at >= 0:
			fmt.Fprintf(b, "It is the execution of %s above.\n\n", markdownText(shown[at].name))
		case b.Len()+len(drawn) > mostMarkdown:
			b.WriteString("The summary would be too long with its picture.\n\n")
		default:
			b.WriteString(fenced(drawn))
		}
		b.WriteString(fenced(c.command(o, f)))
	}
	b.WriteString("</details>\n")
}

// fenced is a text as it is, between fences that are longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n\n"
}

// markdownText escapes a text for a line or a cell of a table in GitHub's Markdown.
func markdownText(s string) string {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|", "~", "\\~",
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ",
	).Replace(printable(s))
}
