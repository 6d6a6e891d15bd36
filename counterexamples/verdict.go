package counterexamples

import "strings"

// verdict says what the trace shows and how it should look.
func (t *Trace) verdict() (string, style) {
	head := clean(t.Property)
	if t.Kind != "" {
		head += " (" + clean(t.Kind) + ")"
	}
	if head = strings.TrimSpace(head); head != "" && t.Explanation != "" {
		head += ": "
	}
	var body []string
	for text := range strings.Lines(t.Explanation) {
		body = append(body, clean(strings.TrimRight(text, "\r\n")))
	}
	text := head + strings.Join(body, "\n")
	switch {
	case text == "":
		return "", plain
	case t.Kind == kindReachable, t.Kind == kindCost && t.Loop == nil:
		return "✓ " + text, plain
	}
	return "✗ " + text, failed
}

// The kinds of property that an execution can show to hold: a witness, and one that costs as much as
// any. With a loop a cost has no bound.
const (
	kindReachable = "reachable"
	kindCost      = "cost"
)
