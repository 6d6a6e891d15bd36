package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// Mapped returns the number of bytes that the tables of all searches in this program take outside the Go heap.
func Mapped() uint64 { return memory.Mapped() }
