// Package spec is the record that each entry of the catalogue fills in: what it
// is, where it comes from, its parameters and variants, how to build it, and the
// cases that state what exploration must find.
//
// A record lives below the list of all records, package specs, so that an entry
// imports only this package, model and checkers, and the list imports the entries.
// Package spectest runs a record as a test.
package spec
