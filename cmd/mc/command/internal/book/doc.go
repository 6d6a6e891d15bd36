// Package book writes a catalogue as static pages: an index, and a page for each entry with its findings, each with a
// counterexample to step through, its cases and their verdicts, and the source text of the algorithm. It reads the
// texts from the folder of the module that contains the entries, and runs no model.
package book
