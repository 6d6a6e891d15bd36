// Package live runs the handlers of an instance for real: a goroutine for each process, channels over TCP sockets, UDP
// sockets or memory, and timers driven by the clock. They are the same handlers that were checked.
//
// Events happen one at a time, in an order consistent with happened-before, and [Options.Observe] is called with each
// before its messages are sent. So over memory and TCP every run is an execution of the model: if the instance bounds
// how long messages and timers take, a tick lasts until everything that is due has happened. UDP may lose, duplicate
// and reorder messages where the model does not; see [Warnings].
//
// Failures happen at random, within their budgets. Failure detectors make no mistakes.
//
// # Limitations
//
// Instances with local clocks are refused. So are instances whose channels have a capacity, over UDP or with separate
// programs, since the contents of the channels are not known there.
//
// # Programs
//
// With [Options.Self], or with [Separate] and [Serve], each process runs in a program of its own, and crashes when its
// program ends; no failure is random. The programs are connected by TCP, and a connection that ends tells that a
// process has crashed, even if messages are UDP datagrams. If time has bounds, programs tell each other their ticks,
// and none advances beyond what messages that may still arrive allow. So these runs are executions, too, except for
// messages that a program had not sent yet when it was killed. Each program has its own copy of the variables that
// exist only for properties; other shared variables are refused. Programs that differ in [Options.System], in the
// transport, or in what the instance says of the network, time and failures, refuse each other. Other connections and
// datagrams are ignored.
//
// A codec can decode only types that it has seen. It meets the types of values that come from other programs, or from
// files, in rehearsals: short random runs in memory. A message whose type does not occur in some seconds of rehearsals
// cannot be received.
package live
