package main

import (
	"os"
	"syscall"
)

// peak returns the peak resident memory of a process, in MiB.
func peak(p *os.ProcessState) float64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(usage.Maxrss) / (1 << 10) // Maxrss is in KiB
	}
	return 0
}
