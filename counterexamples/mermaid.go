package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Mermaid draws the execution as a Mermaid sequenceDiagram. Its arrows are horizontal, so a message appears where it is
// delivered or lost. Messages still in transit appear at the end.
func (e *Execution) Mermaid(w io.Writer) error {
	d := &sequence{e: e, picture: e.picture(), out: bufio.NewWriter(w), indent: "    "}
	d.out.WriteString("sequenceDiagram\n")
	for j, name := range d.columns {
		d.say("participant %s as %s", d.column(j), escape(name))
	}
	for j, cell := range d.rows[0].cells {
		d.note(j, texts(cell))
	}
	loop := e.Trace.Loop
	text, s := e.Trace.verdict()
	colour := "rgb(255, 221, 221)"
	if s != failed {
		colour = "rgb(221, 255, 221)"
	}
	gaps := e.gaps()
	for i := range e.steps {
		if n := gaps[i+1]; n > 0 {
			d.say("Note over %s: %s", d.all(), elsewhere(n))
		}
		if e.aside(i + 1) {
			continue
		}
		if loop != nil && *loop == i {
			d.open("loop for ever from the state after step %d", i)
		}
		last := i == len(e.steps)-1 && text != "" && loop == nil
		if last {
			d.open("rect %s", colour)
		}
		d.step(i)
		if last {
			d.close()
		}
	}
	if loop != nil {
		d.close()
	}
	if !e.isMachine() {
		sent := e.inSlice()
		for link, m := range e.State(e.Len()).Messages() {
			if sent != nil && !sent[e.travelling(link.From, link.To, m)] {
				continue
			}
			d.say("%s--)%s: %s (on its way)", d.column(int(link.From)), d.column(int(link.To)), escape(d.e.names.format(m)))
		}
	}
	if text != "" {
		d.say("Note over %s: %s", d.all(), escape(text))
	}
	if e.Slice != nil {
		for _, note := range e.Slice.Notes {
			d.say("Note over %s: %s", d.all(), escape(clean(note)))
		}
	}
	return d.out.Flush() // the first error, if any write failed
}

// sequence writes a picture as a Mermaid diagram.
type sequence struct {
	*picture
	e      *Execution
	out    *bufio.Writer
	indent string
}

func (d *sequence) say(format string, args ...any) {
	d.out.WriteString(d.indent)
	fmt.Fprintf(d.out, format, args...)
	d.out.WriteByte('\n')
}

func (d *sequence) open(format string, args ...any) {
	d.say(format, args...)
	d.indent += "    "
}

func (d *sequence) close() {
	d.indent = d.indent[4:]
	d.say("end")
}

// column is the identifier of participant j, since names may contain any character.
func (d *sequence) column(j int) string { return fmt.Sprintf("c%d", j) }

// all spans all participants.
func (d *sequence) all() string {
	if len(d.columns) == 1 {
		return d.column(0)
	}
	return d.column(0) + "," + d.column(len(d.columns)-1)
}

func (d *sequence) note(j int, texts []string) {
	if len(texts) > 0 {
		d.say("Note over %s: %s", d.column(j), escape(strings.Join(texts, "\n")))
	}
}

// texts returns the lines of a cell that arrows do not show.
func texts(cell []line) []string {
	var all []string
	for _, l := range cell {
		if l.style != passed && l.style != failed && l.style != quiet {
			all = append(all, l.text)
		}
	}
	return all
}

// step draws step i: an arrow for a message that is delivered or lost, and notes for what changes.
func (d *sequence) step(i int) {
	step, row := &d.e.steps[i], &d.rows[i+1]
	var above []string
	if row.choice != "" {
		above = []string{row.choice}
	}
	switch step.Kind {
	case model.Lose:
		d.lost(step.From, step.To, step.Message, "lost"+behind(step.Behind))
	case model.Deliver, model.Duplicate:
		switch {
		case step.Dropped:
			d.lost(step.From, step.To, step.Message, "lost, it is down")
		case step.Kind == model.Duplicate:
			d.say("%s->>%s: %s (and it stays on its way)", d.column(int(step.From)), d.column(int(step.To)),
				escape(d.e.names.format(step.Message)))
		default:
			d.say("%s->>%s: %s", d.column(int(step.From)), d.column(int(step.To)), escape(d.e.names.format(step.Message)))
		}
	case model.Tick:
		if step.Process == model.None {
			d.say("Note over %s: %s", d.all(), escape(row.across[0].text))
		}
	case model.Crash:
		d.say("Note over %s: ✗ crashes", d.column(row.actor))
	case model.Recover: // its cell says so
	case model.Cut, model.Partition, model.Heal, model.Stabilise:
		d.say("Note over %s: %s", d.all(), escape(row.across[0].text))
	default:
		above = append([]string{row.event}, above...)
	}
	for j, cell := range row.cells {
		if j == row.actor {
			d.note(j, append(above, texts(cell)...))
		} else {
			d.note(j, texts(cell))
		}
	}
	d.vanishing(i)
}

// vanishing draws the messages that step i lost as a side effect.
func (d *sequence) vanishing(i int) {
	step := &d.e.steps[i]
	for _, s := range step.Sends {
		if s.Lost {
			d.lost(s.From, s.To, s.Message, "lost")
		}
	}
	switch step.Kind {
	case model.Crash, model.Cut, model.Partition:
		for link, m := range emptied(d.e.State(i), d.e.State(i+1)) {
			d.lost(link.From, link.To, m, "lost")
		}
	}
}

func (d *sequence) lost(from, to model.ID, m model.Message, why string) {
	d.say("%s-x%s: %s (%s)", d.column(int(from)), d.column(int(to)), escape(d.e.names.format(m)), why)
}

// escape writes as entities what Mermaid would take for the end of the text, a comment, a formula, a tag or an entity.
func escape(text string) string {
	return strings.NewReplacer("#", "#35;", ";", "#59;", "%", "#37;", "$", "#36;", "<", "#lt;", ">", "#gt;", "&", "#amp;",
		"\n", "<br/>",
		"wrap:", "wrap#58;").Replace(text)
}
