// Package term lays out text for people: colours and widths of a terminal, tables, numbers in words, and what
// must be escaped where text goes into a document. It knows nothing of what the text is about.
package term
