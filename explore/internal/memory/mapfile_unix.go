//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package memory

import (
	"os"
	"syscall"
)

// CanMapFiles says whether files can be mapped on this system.
const CanMapFiles = true

// MapFile maps a part of a file for reading.
func MapFile(f *os.File, from, size uint64) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), int64(from), int(size), syscall.PROT_READ, syscall.MAP_SHARED)
}

func unmapFile(b []byte) {
	// It fails only for what was never mapped.
	_ = syscall.Munmap(b)
}
