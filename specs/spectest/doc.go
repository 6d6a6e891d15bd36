// Package spectest tests a record of the catalogue: it explores every case and compares the result
// with what the record says, and with the entry's testdata.
//
// The test of most entries is one line:
//
//	func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }
//
// It is separate from package spec so that programs that use records do not link the testing code.
package spectest
