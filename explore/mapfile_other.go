//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package explore

import (
	"errors"
	"os"
)

const canMapFiles = false

func mapFile(*os.File, uint64, uint64) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapFile([]byte) {}
