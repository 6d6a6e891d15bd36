// Package live runs the handlers of an instance for real: a goroutine for each process, channels over TCP or UDP
// sockets or in memory, and timers by the clock. They are the handlers that were checked.
//
// Events are taken one at a time, in an order that agrees with what happened before what, and [Options.Observe] is told
// of each before its messages go out. So over memory and TCP every run is an execution of the model. UDP may lose,
// duplicate and reorder what the model does not: see [Warnings].
//
// # Limitations
//
// All processes are in one program. Time is asynchronous: an instance with ticks, clocks, a failure detector or a
// capacity of channels is refused. Of its faults, crashes, recoveries, losses and duplications happen, within their
// budgets; nothing is cut. Stable storage is in memory: it survives the crashes of the model, not those of the program.
package live
