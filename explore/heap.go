package explore

import "github.com/anel-mc/mc/explore/internal/memory"

// Mapped is how many bytes the tables of all searches of this program take outside of the Go heap.
func Mapped() uint64 { return memory.Mapped() }
