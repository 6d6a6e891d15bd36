package system

import (
	"sync/atomic"
	"time"
)

const (
	// oneTimed is the inverse of the share of direct calls of a question that are timed, and of the states in which the
	// calls of a Machine's actions are.
	oneTimed = 128
)

// meter adds up how long functions ran.
type meter struct{ nanos atomic.Int64 }

// timeStamp is a point in time.
type timeStamp = time.Time

func now() timeStamp { return time.Now() }

// since adds the time since then, times the number of calls that the timed one stands for.
func (m *meter) since(then timeStamp, calls int) { m.nanos.Add(int64(calls) * int64(time.Since(then))) }
