// Package book makes pages of a catalogue that need no server: one for each entry, with its findings, each with the
// counterexample to step through, its cases and their verdicts, and the text of the algorithm; and an index. It reads
// the texts from the folder of the module in which the entries are written, and runs nothing.
package book
