// Package term lays out text for people: terminal colours and widths, tables, numbers in words, and escaping
// for documents. It knows nothing of what the text is about.
package term
