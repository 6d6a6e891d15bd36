package counterexamples

import "strings"

// verdict returns a text that says what the trace shows, and its style.
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

// The kinds of property for which an execution can be good news: a witness of reachability, and an execution with an
// extreme cost. With a loop, the cost has no bound.
const (
	kindReachable = "reachable"
	kindCost      = "cost"
)
