// Package words writes phrases that several reports have in common.
package words

import (
	"fmt"
	"strings"
)

// Enumerate writes "a", "a and b", "a, b and c".
func Enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Some returns at most so many texts, the last of which may be "and 5 others".
func Some(all []string, most int) []string {
	if others := len(all) - most; others > 1 {
		return append(all[:most:most], fmt.Sprintf("and %d others", others))
	}
	return all
}

// Count writes "1 step" or "2 steps".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
