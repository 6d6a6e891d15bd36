// Package spectest is the test of a record of the catalogue: it explores every case and compares what comes out
// with what the record says, and with what the entry's testdata remembers.
//
// The test of most entries is one line:
//
//	func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }
//
// It is no part of package spec, so that a program that has records does not contain the testing of them.
package spectest
