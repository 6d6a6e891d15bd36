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
// An instance with local clocks is refused. So is one whose channels have a capacity, over UDP and in programs of their
// own, where nobody knows what is in them.
//
// # Programs
//
// With [Options.Self], or [Separate] and [Serve], each process is in a program of its own, and a crash is the end of
// one: none is random there. They are joined by TCP, whose end says who has crashed, also if messages are datagrams. If
// time has bounds, each tells the others of its ticks, and none goes further than messages that may still come allow.
// So these runs are executions, too, but for what a program that was killed had not sent yet. Each has its own of the
// variables that are only for properties; other shared variables are refused.
//
// A codec knows the types that it has met. Those of what comes from other programs, or from files, are met in
// rehearsals in memory. So a type that random runs of some seconds do not meet cannot be received.
package live
