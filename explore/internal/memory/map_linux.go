//go:build linux && !race

package memory

import (
	"syscall"
	"unsafe"
)

// canMap is false under the race detector, which watches only the Go heap.
const canMap = true

// mapMemory returns zeroed memory from the system, and the whole mapping that contains it; both are nil if the system
// refuses. It asks for pages of 2 MiB, because the look-ups of a search are spread over all of its tables, which are
// larger than what the TLB covers with pages of 4 KiB. The first page begins where the memory does, and none extends
// beyond its end, so that no more is in use than was asked for.
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
	// This is only advice: without it everything works the same, but slower.
	_ = syscall.Mprotect(all[end:], syscall.PROT_NONE)
	_ = syscall.Madvise(all[at:end], syscall.MADV_HUGEPAGE)
	return memory, all
}

const (
	pageSize = 4 << 10
	hugePage = 2 << 20
)

// populate makes the system provide memory that is about to be used. Otherwise it does so page by page. And if a page
// is read first, it is one of zeros that all share until the first write, which replaces it and interrupts all
// processors for that: two workers that filled a table were no faster than one.
func populate(b []byte) {
	const populateWrite = 23              // MADV_POPULATE_WRITE, since Linux 5.14
	_ = syscall.Madvise(b, populateWrite) // only advice
}

func unmapMemory(b []byte) {
	// It fails only for what was never mapped.
	_ = syscall.Munmap(b)
}
