// Package model is how a system is written: algorithms as pure transition
// functions over plain Go values, and around them the network, the failures
// and the time that the toolkit supplies. Package system, below, makes of it what can be explored.
//
// # Words
//
// One vocabulary is used everywhere:
//
//   - A process runs an algorithm. Its local state is any plain Go value.
//   - A message is any plain Go value; it travels in a channel, of which
//     there is one for each ordered pair of processes that the topology joins.
//   - An event is one atomic step of the system, of one of the sorts that [Kind] lists.
//   - A state is the state of the whole system: every process, every
//     channel, the shared variables, and what is left of the fault budget.
//   - An instance is an algorithm with its parameters, network, fault
//     budget and timing: what can be explored.
//   - An operation is what the system as a whole offers to its users; a process
//     calls it in one step and returns from it in another. The history is all of them.
//   - A property is what is asked of an instance; a verdict (holds,
//     violated, unknown) is the answer; a trace is an execution that shows it.
//   - A spec is an entry of the catalogue; a variant is one version of a
//     spec's algorithm.
//
// # Writing a system
//
// [Process] is a struct of functions: handlers take values and return values,
// and what they do to the outside (send, set a timer, write stable storage) is
// asked of the [Context] and happens when they return. [Instance] puts
// processes on a network with a fault budget. [Machine] is the other way to
// write a system: initial states and named actions over one Go value.
// Algorithms on shared memory use a [Variable] beside their local state.
//
// A handler runs to its end with all its effects before anything else
// happens; a process crashes before or after a handler, never in the middle.
// An algorithm whose steps are finer has to say so by splitting its handlers.
// Its result may depend on its arguments, on what it reads through its Context, and on
// nothing else. That is checked, not trusted.
//
// # Running a system elsewhere
//
// Handlers do not know who runs them: the checker, a real network, a debugger, a test. Whoever it
// is implements [Host], for what handlers ask of their [Context], and [Snapshot], for what
// properties ask of a [State], and gets at the handlers by Algorithm.Erased.
package model
