//go:build !s3only

package bucket

// The scheme gs is half of what is compiled: the checks of every submission leave it out.
import _ "gocloud.dev/blob/gcsblob"
