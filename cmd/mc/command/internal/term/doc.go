// Package term formats text for people: terminal colours and widths, tables, numbers in words, and escaping for
// documents. It knows nothing about the content.
package term
