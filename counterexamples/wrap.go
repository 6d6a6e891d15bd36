package counterexamples

import (
	"strings"

	"github.com/rivo/uniseg"
)

// width is the number of terminal columns that a text takes.
func width(text string) int { return uniseg.StringWidth(text) }

// pad pads a text with blanks to width w, on the left if right is set.
func pad(text string, w int, right bool) string {
	blanks := strings.Repeat(" ", max(0, w-width(text)))
	if right {
		return blanks + text
	}
	return text + blanks
}

// shorten cuts a text that is wider than w, and puts … at its end.
func shorten(text string, w int) string {
	if width(text) <= w {
		return text
	}
	head := headOf(strings.TrimRight(strings.TrimSuffix(text, "…"), " "), w-2)
	return strings.TrimRight(head, " ") + " …"
}

// middle cuts a text that is wider than w, and puts … into it. Names often differ in their ends only.
func middle(text string, w int) string {
	if width(text) <= w {
		return text
	}
	head := headOf(text, w/2-1)
	tail := text[len(head):]
	for tail != "" && width(head)+1+width(tail) > w {
		tail = tail[len(headOf(tail, 0)):]
	}
	return head + "…" + tail
}

// headOf returns the beginning of a text: at most w wide, but not empty.
func headOf(text string, w int) string {
	state, at, used := -1, 0, 0
	for rest := text; rest != ""; {
		var cluster string
		var wide int
		cluster, rest, wide, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += wide; used > w && at > 0 {
			break
		}
		at += len(cluster)
	}
	return text[:at]
}

// wrap breaks a text into lines of at most w columns, preferably at blanks. All lines but the first are indented.
func wrap(text string, w, indent int) []string {
	var all []string
	for prefix := ""; ; prefix = strings.Repeat(" ", indent) {
		room := w - len(prefix)
		text = strings.TrimRight(text, " ")
		head := headOf(text, room)
		if head == text {
			return append(all, prefix+text)
		}
		head = text[:lineEnd(text, len(head), room)]
		all = append(all, prefix+strings.TrimRight(head, " "))
		text = strings.TrimLeft(text[len(head):], " ")
	}
}

// lineEnd returns where to end a line of which at most limit bytes fit: at the last blank that is breakable, or else at
// the last blank, unless that would waste most of the line.
func lineEnd(text string, limit, room int) int {
	end := limit
	for at := limit; at > 0; at = strings.LastIndexByte(text[:at], ' ') {
		if at >= len(text) || text[at] != ' ' {
			continue
		}
		if width(text[:at]) <= room/3 {
			break
		}
		if breakable(text[:at], text[at+1:]) {
			return at
		}
		if end == limit {
			end = at
		}
	}
	return end
}

// breakable reports whether a line may end between two texts. Arrows, colons and the like stay where they belong.
func breakable(before, after string) bool {
	if strings.HasPrefix(after, "✗") {
		return true
	}
	for _, sign := range []string{"←", "→", ":", "✗", "»", "timer"} {
		if strings.HasSuffix(before, sign) {
			return false
		}
	}
	return !strings.HasPrefix(after, "←") || strings.HasSuffix(before, ")")
}
