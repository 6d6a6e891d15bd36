//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

// Package lock locks directories and files against other processes.
package lock

import (
	"os"
	"syscall"
)

// Try locks a directory or file for the caller alone or together with others, until it is closed, also in the processes
// that inherit it. It returns false if somebody else has locked it. A file system without such locks refuses nobody.
func Try(f *os.File, together bool) bool {
	how := syscall.LOCK_EX
	if together {
		how = syscall.LOCK_SH
	}
	for {
		if err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err != syscall.EINTR {
			return err != syscall.EWOULDBLOCK
		}
	}
}
