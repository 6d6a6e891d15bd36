// Package spectest tests entries of the catalogue.
package spectest
