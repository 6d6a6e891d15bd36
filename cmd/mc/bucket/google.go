//go:build !s3only

package bucket

// The scheme gs is half of what is compiled: .ci/scale leaves it out.
import _ "gocloud.dev/blob/gcsblob"
