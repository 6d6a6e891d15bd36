// Package model is for writing systems to be checked: distributed algorithms as pure functions over plain Go values.
// The toolkit supplies the network, failures and time around them. Package model/system compiles such a system into
// one that can be explored.
//
// # Words
//
// The code and the documents use these words in one sense only:
//
//   - A process runs an algorithm. Its local state is any plain Go value (see [Message]).
//   - A message is any plain Go value. It travels in a channel; there is one for each ordered pair of processes that
//     the topology connects.
//   - An event is one atomic step of the system, of one of the kinds listed under [Kind].
//   - A state is the state of the whole system: every process, every channel, the shared variables, and what is left
//     of the fault budget.
//   - An instance is an algorithm together with its parameters, network, fault budget and timing. It is what is
//     explored.
//   - An operation is a service that the system as a whole offers to its users. A process calls it in one step and
//     returns from it in another. The history records all operations.
//   - A property is a question about an instance, and a verdict (holds, violated, unknown) the answer. An execution
//     is a sequence of events from an initial state; a trace is one that demonstrates a verdict.
//   - A spec is an entry of the catalogue; a variant is one version of a spec's algorithm.
//
// # Writing a system
//
// A [Process] is a struct of functions, called handlers, that take values and return values. A handler requests
// effects (sending a message, setting a timer, writing to stable storage) from its [Context]; they take place when it
// returns. An [Instance] puts processes on a network with a fault budget. Shared-memory algorithms also use a
// [Variable]. A [Machine] is the other way to write a system: initial states and named actions over one Go value.
//
// A handler with all its effects is one atomic step: a process crashes before or after a handler, never in the middle.
// An algorithm with finer steps must split its handlers, or choose in one whether it fails in the middle. The result of
// a handler may depend only on its arguments and on what it reads through its Context. This is checked, not trusted.
//
// # Running a system elsewhere
//
// Handlers do not know what runs them: the checker, a real network, a debugger or a test. Whatever runs them
// implements [Host], which serves the handlers' [Context], and [Snapshot], which serves the [State] that properties
// read. It gets the handlers from Algorithm.Erased.
package model
