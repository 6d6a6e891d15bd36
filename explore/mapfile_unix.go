//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package explore

import (
	"os"
	"syscall"
)

const canMapFiles = true

// mapFile maps a part of a file for reading.
func mapFile(f *os.File, from, size uint64) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), int64(from), int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}

func unmapFile(b []byte) {
	// It fails only for what was never mapped.
	_ = syscall.Munmap(b)
}
