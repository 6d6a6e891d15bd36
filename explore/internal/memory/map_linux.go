//go:build linux && !race

package memory

import (
	"syscall"
	"unsafe"
)

// canMap is false under the race detector, which watches only the Go heap.
const canMap = true

// mapMemory returns zeroed memory from the system, nil if it has none, and all that was mapped for it. Pages of
// 2 MiB are asked for, because the look-ups of a search are spread over all of its
// tables, which are larger than what the TLB covers with pages of 4 KiB. They begin where the memory does, and
// none reaches beyond its end, so that what is in use is what was asked for.
func mapMemory(bytes int) (memory, all []byte) {
	extra := 0
	if bytes >= hugePage {
		extra = hugePage
	}
	const access, private = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_ANON | syscall.MAP_PRIVATE
	all, err := syscall.Mmap(-1, 0, bytes+extra, access, private)
	if err != nil {
		return nil, nil
	}
	if extra == 0 {
		return all, all
	}
	at := -int(uintptr(unsafe.Pointer(unsafe.SliceData(all)))) & (hugePage - 1)
	memory = all[at : at+bytes : at+bytes]
	end := (at + bytes + pageSize - 1) &^ (pageSize - 1)
	// Only advice: without it everything works the same, slower.
	_ = syscall.Mprotect(all[end:], syscall.PROT_NONE)
	_ = syscall.Madvise(all[at:end], syscall.MADV_HUGEPAGE)
	return memory, all
}

const (
	pageSize = 4 << 10
	hugePage = 2 << 20
)

func unmapMemory(b []byte) {
	// It fails only for what was never mapped.
	_ = syscall.Munmap(b)
}
