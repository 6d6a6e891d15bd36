// Package live runs the handlers of an instance for real: a goroutine for each process, channels over TCP or UDP
// sockets or in memory, and timers by the clock. They are the handlers that were checked.
//
// Events are taken one at a time, in an order that agrees with what happened before what, and [Options.Observe] is told
// of each before its messages go out. So over memory and TCP every run is an execution of the model: where the instance
// bounds how long messages and timers take, a tick lasts until what it bounds has happened. UDP may lose, duplicate and
// reorder what the model does not: see [Warnings].
//
// Failures happen at random, within their budgets. A failure detector makes no mistakes.
//
// # Limitations
//
// All processes are in one program. An instance with local clocks or a capacity of channels is refused. Stable storage
// is in memory: it survives the crashes of the model, not those of the program.
package live
