// Package room determines how much memory a search may take by default.
package room

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Memory returns three quarters of the memory of the machine or container (of GOMEMLIMIT if it is set), but at most
// nine tenths of what is available now. It returns 0, no bound, if the memory of the machine is not known.
func Memory() uint64 {
	limit := uint64(math.MaxUint64)
	if set := debug.SetMemoryLimit(-1); set != math.MaxInt64 {
		limit = uint64(set)
	} else {
		for _, from := range []memlimit.Provider{memlimit.FromCgroup, memlimit.FromSystem} {
			if n, err := from(); err == nil && n > 0 {
				limit = min(limit, n)
			}
		}
	}
	if limit == math.MaxUint64 {
		return 0
	}
	limit = limit / 4 * 3
	if free := available(); free > 0 {
		limit = min(limit, free/10*9)
	}
	return limit
}

// available returns how much memory can be had without swapping, or 0 if unknown.
func available() uint64 {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			var kibibytes uint64
			if _, err := fmt.Sscanf(rest, "%d kB", &kibibytes); err == nil {
				return kibibytes << 10
			}
		}
	}
	return 0
}
