package main

import (
	"os"
	"syscall"
)

// peak returns how much memory a process had in the machine at most, in MiB.
func peak(p *os.ProcessState) float64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(usage.Maxrss) / (1 << 10) // KiB there
	}
	return 0
}
