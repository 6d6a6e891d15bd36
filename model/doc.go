// Package model is for writing systems: algorithms as pure transition
// functions over plain Go values, in a network, with failures and time, that the
// toolkit supplies. Package system, below, turns such a system into one that can be explored.
//
// # Words
//
// One vocabulary is used everywhere:
//
//   - A process runs an algorithm. Its local state is any plain Go value.
//   - A message is any plain Go value; it travels in a channel, of which
//     there is one for each ordered pair of processes that the topology joins.
//   - An event is one atomic step of the system, of one of the kinds that [Kind] lists.
//   - A state is the state of the whole system: every process, every
//     channel, the shared variables, and what is left of the fault budget.
//   - An instance is an algorithm with its parameters, network, fault
//     budget and timing; it is what gets explored.
//   - An operation is something that the system as a whole offers to its users; a process
//     calls it in one step and returns from it in another. The history is the record of all operations.
//   - A property is a question about an instance; a verdict (holds,
//     violated, unknown) is the answer; a trace is an execution that shows it.
//   - A spec is an entry of the catalogue; a variant is one version of a
//     spec's algorithm.
//
// # Writing a system
//
// [Process] is a struct of functions: handlers take values and return values.
// They request effects (sending, setting a timer, writing stable storage) from
// the [Context], and these happen when the handler returns. [Instance] puts
// processes on a network with a fault budget. [Machine] is the other way to
// write a system: initial states and named actions over one Go value.
// Shared-memory algorithms use a [Variable] in addition to their local state.
//
// A handler and all its effects are one atomic step: a process crashes before or
// after a handler, never in the middle. An algorithm whose steps are finer has to
// split its handlers. The result of a handler may depend only on its arguments and on
// what it reads through its Context. This is checked, not trusted.
//
// # Running a system elsewhere
//
// Handlers do not know what runs them: the checker, a real network, a debugger or a test. Whatever runs
// them implements [Host], for what handlers ask of their [Context], and [Snapshot], for what
// properties ask of a [State], and gets the handlers from Algorithm.Erased.
package model
