//go:build !s3only

package bucket

import _ "gocloud.dev/blob/gcsblob" // the scheme gs: half of what is compiled, so the checks of every submission omit it
