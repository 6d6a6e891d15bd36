package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// maxAUTLabel is the maximum length of a label, in characters.
const maxAUTLabel = 5000

// AUT writes the graph as a labelled transition system in the Aldebaran format (https://cadp.inria.fr/man/aut.html),
// which CADP, mCRL2, LTSmin and others read.
//
// State 0 is the initial state. If there are several, it is an extra state from which a hidden step, i, leads to each
// of them. A label is the event as trace files describe it, in quotes and in ASCII: " is written ' and ' is written
// \', a backslash is doubled, and anything but printable ASCII is written \u{1F512}. It is an error if a label is
// longer than the 5000 characters that the format allows.
func (g *Graph) AUT(w io.Writer) error {
	first := g.first()
	states, steps := len(g.states), len(g.steps)
	if first > 0 {
		states, steps = states+1, steps+g.initials
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "des (0, %d, %d)\n", steps, states)
	if first > 0 {
		for s := range g.initials {
			fmt.Fprintf(out, "(0, i, %d)\n", s+first)
		}
	}
	for _, s := range g.steps {
		label := autText(s.event)
		if len(label) > maxAUTLabel {
			return fmt.Errorf("the label of a step has %d characters, and the format allows %d: %.60s…", len(label), maxAUTLabel,
				label)
		}
		fmt.Fprintf(out, "(%d, \"%s\", %d)\n", s.from+first, label, s.to+first)
	}
	return out.Flush() // the first error, if any write failed
}

// autText escapes a text for a label. Different texts stay different.
func autText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"':
			b.WriteByte('\'')
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, `\u{%X}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
