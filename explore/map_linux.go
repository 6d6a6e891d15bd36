//go:build linux && !race

package explore

import "syscall"

// canMap is false under the race detector, which watches only the Go heap.
const canMap = true

// mapMemory returns zeroed memory from the system, nil if it has none. Pages of
// 2 MiB are asked for: the look-ups of a search are spread over all of its
// tables, and with pages of 4 KiB most of them would miss the TLB as well.
func mapMemory(bytes int) []byte {
	b, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	if bytes >= hugePage {
		// Only advice: without it everything works the same, slower.
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
	}
	return b
}

const hugePage = 2 << 20

func unmapMemory(b []byte) {
	// It fails only for what was never mapped.
	_ = syscall.Munmap(b)
}
