package outside

import (
	"fmt"
	"os"
	"testing"
	"syscall"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

func TestX(t *testing.T) {
	var names string
	var lo, hi, k0, k1 int
	fmt.Sscanf(os.Getenv("X"), "%s %d %d %d %d", &names, &lo, &hi, &k0, &k1)
	for name, f := range map[string]func(int) (model.Instance, []checkers.Property){"inc": IncrementLock, "2pc": TwoPhase} {
		if name != names {
			continue
		}
		for n := lo; n <= hi; n++ {
			i, ps := f(n)
			for k := k0; k <= len(ps) && k <= k1; k++ {
				for _, red := range []explore.Reduction{0, explore.Symmetry} {
					if os.Getenv("R") != "" && red == 0 {
						continue
					}
					began := cpu()
					r, err := checkers.Check(t.Context(), i, ps[:k], checkers.Options{Reduce: red, KeepGoing: true, Workers: 1})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Println(name, n, "properties", k, "sym", red != 0, r.States, (cpu()-began).Round(100*time.Microsecond), r.Calls, r.Unreduced)
				}
			}
		}
	}
}

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
