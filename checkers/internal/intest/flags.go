package intest

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/anel-mc/mc/explore"
)

// Flags are the flags of the test binary, which take precedence over what a test asks for. A zero means not given.
type Flags struct {
	States, Memory uint64
	Depth, Workers int
	Reduce         *explore.Reduction
	Timeout        time.Duration

	Runs int
	Seed *uint64

	Replay          string
	Update, Explore bool
}

// Given are the flags of this run. A flag must be declared in the initialisation of a package variable to exist when
// package testing parses flags; only test binaries have these flags.
var Given = declared()

func declared() *Flags {
	f := new(Flags)
	if !testing.Testing() {
		return f
	}
	flag.Func("mc.states", "end each search of a test after `N` states", func(value string) (err error) {
		if f.States, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("it must be a number, not negative")
		}
		return nil
	})
	flag.IntVar(&f.Depth, "mc.depth", 0, "look `N` steps deep; of random runs, how long they may be")
	flag.DurationVar(&f.Timeout, "mc.timeout", 0, "end each search after `TIME` (default half of what the test has left)")
	flag.Func("mc.memory", "end each search when it holds `SIZE`: 512MiB, 2GiB (default three quarters of the machine's)",
		func(value string) (err error) {
			f.Memory, err = size(value)
			return err
		})
	flag.IntVar(&f.Workers, "mc.workers", 0, "search in `N` threads (default all processors); changes no answer")
	flag.Func("mc.reduce", "leave out states that no answer needs, by `KIND`: none, partial-order, symmetry",
		func(value string) error {
			kind, ok := map[string]explore.Reduction{"none": 0, "partial-order": explore.PartialOrder,
				"symmetry": explore.Symmetry}[value]
			if !ok {
				return fmt.Errorf("there is no such reduction: there is none, partial-order, symmetry")
			}
			f.Reduce = &kind
			return nil
		})
	flag.Func("mc.runs", "make `N` random runs in each simulation", func(value string) (err error) {
		if f.Runs, err = strconv.Atoi(value); err != nil || f.Runs < 1 {
			return fmt.Errorf("it must be a number of 1 or more")
		}
		return nil
	})
	flag.Func("mc.seed", "make the random runs of seed `N`", func(value string) error {
		seed, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return fmt.Errorf("it must be a number, not negative")
		}
		f.Seed = &seed
		return nil
	})
	flag.StringVar(&f.Replay, "mc.replay", "", "replay the execution saved in `FILE`, and do nothing else")
	flag.BoolVar(&f.Update, "mc.update", false,
		"remove saved executions that do not fit the model any more; those that it has repaired stay")
	flag.BoolVar(&f.Explore, "mc.explore", false, "open the page of each call of web.Explore in a test")
	return f
}

// size parses a number of bytes.
func size(value string) (uint64, error) {
	number, unit := value, uint64(1)
	for i, suffix := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if rest, ok := strings.CutSuffix(value, suffix); ok {
			number, unit = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n == 0 || n > 1<<62/unit {
		return 0, fmt.Errorf("it must be a size such as 512MiB or 2GiB")
	}
	return n * unit, nil
}
