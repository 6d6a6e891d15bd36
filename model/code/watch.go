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

// Goroutines are no part of a snapshot, and go on between inputs. Those that a run starts inherit its label, and are
// found in a profile of all goroutines; that costs a pause, so the first runs are watched, and then fewer and fewer.
const (
	watchLabel = "run of code"
	watchAll   = 16
	patience   = 100 // how often a goroutine that is about to end is given way to
)

// labels are the numbers of the runs that were watched, by anybody: a goroutine that is left behind may go on for ever.
var labels atomic.Uint64

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
		Detail: "it started a goroutine that goes on when the input has been handled: " + left,
		Cause:  "what a goroutine does is no part of a snapshot: drive what it would do by inputs of its own"})
}

// labelled returns where a goroutine is that has the label, or nothing.
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
