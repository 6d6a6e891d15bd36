// Package spec defines the record that each entry of the catalogue fills in: what the algorithm is, where it comes
// from, its parameters and variants, how to build it, and the cases that state what exploration must find.
//
// The record is separate from the list of all entries, package specs: an entry imports only this package, model and
// checkers, and the list imports the entries. Package spectest runs a record as a test.
package spec
