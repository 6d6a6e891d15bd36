//go:build !s3only

package bucket

// The scheme gs is half of the code to compile, so .ci/scale leaves it out.
import _ "gocloud.dev/blob/gcsblob"
