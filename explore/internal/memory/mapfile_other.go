//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package memory

import (
	"errors"
	"os"
)

// CanMapFiles says whether files can be mapped on this system.
const CanMapFiles = false

// MapFile maps a part of a file for reading.
func MapFile(*os.File, uint64, uint64) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapFile([]byte) {}
