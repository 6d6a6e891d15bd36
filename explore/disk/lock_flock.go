//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package disk

import (
	"os"
	"syscall"
)

// lock locks a directory until it is closed. It returns false if somebody else has locked it. A file system without
// such locks refuses nobody.
func lock(f *os.File) bool {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EINTR {
			return err != syscall.EWOULDBLOCK
		}
	}
}
