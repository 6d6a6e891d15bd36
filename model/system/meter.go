package system

import (
	"sync/atomic"
	"time"
)

const (
	// oneTimed is how many direct calls of a question there are for one that is timed, and how many states for one in
	// which all calls of a Machine's actions are.
	oneTimed = 128
)

// meter adds up how long functions ran.
type meter struct{ nanos atomic.Int64 }

// timeStamp is a point in time.
type timeStamp = time.Time

func now() timeStamp { return time.Now() }

// since adds the time since then, which stands for that of so many calls.
func (m *meter) since(then timeStamp, calls int) { m.nanos.Add(int64(calls) * int64(time.Since(then))) }
