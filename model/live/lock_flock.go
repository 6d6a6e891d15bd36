//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package live

import (
	"os"
	"syscall"
)

// lock locks a directory or file until it is closed, for the caller alone or together with others, also in the
// processes that inherit it. It returns false if somebody else has locked it. A file system without such locks refuses
// nobody. The same stands in explore/disk: neither package may know the other, and the layout has no place for both.
func lock(f *os.File, together bool) bool {
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
