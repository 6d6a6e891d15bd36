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

// Count writes "1 step" or "2 steps".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
