package code

import (
	"bytes"
	"context"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/anel-mc/mc/model"
)

// Goroutines are not part of a snapshot and continue between inputs. Those that a run starts inherit its profiler label
// and are found in a profile of all goroutines. Taking a profile stops the world, so after the first runs only those
// whose number is a power of two are watched.
const (
	watchLabel = "run of code"
	watchAll   = 16
	patience   = 100 // how often to yield to a goroutine that may be about to end
)

// labels numbers the watched runs of the whole program, since a goroutine that is left running may never end.
var labels atomic.Uint64

// watch calls run and, for some runs, panics if it leaves a goroutine running.
func (r *room[T, V]) watch(run func()) {
	r.watched++
	if n := r.watched; n > watchAll && n&(n-1) != 0 {
		run()
		return
	}
	number := strconv.FormatUint(labels.Add(1), 10)
	pprof.Do(context.Background(), pprof.Labels(watchLabel, number), func(context.Context) { run() })
	var left string
	for range patience {
		if left = labelled(number); left == "" {
			return
		}
		runtime.Gosched()
	}
	panic(&model.Error{Kind: Opaque,
		Detail: "it started a goroutine that is still running after the input was handled: " + left,
		Cause:  "a goroutine is not part of a snapshot: make what it would do an input of its own"})
}

// labelled returns the stack of a goroutine with the label, or "" if there is none.
func labelled(number string) string {
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		return ""
	}
	for _, g := range strings.Split(b.String(), "\n\n") {
		if _, stack, found := strings.Cut(g, strconv.Quote(watchLabel)+":"+strconv.Quote(number)); found {
			_, stack, _ = strings.Cut(stack, "\n")
			return strings.Join(strings.Fields(stack), " ")
		}
	}
	return ""
}
