// Package model is how a system is written: algorithms as pure transition
// functions over plain Go values, and around them the network, the failures
// and the time that the toolkit supplies.
//
// # Words
//
// One vocabulary is used everywhere:
//
//   - A process runs an algorithm. Its local state is any plain Go value.
//   - A message is any plain Go value; it travels in a channel, of which
//     there is one for each ordered pair of processes that the topology joins.
//   - An event is one atomic step of the system: deliver, act, timeout,
//     crash, recover, lose, duplicate, cut, partition, heal, tick, stabilise.
//   - A step is one event and the state it leads to.
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
// recorded on the [Context] and happens when they return. [Instance] puts
// processes on a network with a fault budget. [Machine] is the other way to
// write a system: initial states and named actions over one Go value.
// Algorithms on shared memory use a [Variable] beside their local state.
//
// # One event is one atomic step
//
// A handler runs to its end with all its effects before anything else
// happens; a process crashes before or after a handler, never in the middle.
// An algorithm whose steps are finer has to say so by splitting its handlers.
//
// # Losing messages
//
// That a message is lost shows in nothing but that it is not received. So there is no need to lose it before it could
// be: whatever happens until then can happen while it is still on its way. This is why, unless something is to be
// gained by losing it earlier, [Faults] lets only those messages be lost that could be delivered if their receiver
// accepts them: of a FIFO channel the first. Two things are gained otherwise, and where there is either, every
// message may be lost at any time:
//
//   - room, if channels have a capacity, so that something else can be sent;
//   - time, if an answer may take longer than what is sent after it (Timing.Handling) and is ahead of it in a FIFO
//     channel: it has to arrive before that does, unless that is lost.
//
// What processes do, and what they do together, is all explored then. Left out are states that differ from others in
// nothing but what is in channels and what is left of the budget: a property that looks at State.Messages sees no
// FIFO channel from the middle of which something is missing. And strong fairness of the delivery of a certain
// message counts it as possible just before its loss.
//
// # Purity
//
// The result of a handler may depend on its arguments, on what it reads
// through its Context, and on nothing else. That is what lets the toolkit
// run it once for each distinct input and look the result up ever after, and
// it is checked, not trusted: each call is made twice, on copies of its
// arguments, and the results, the effects, and the arguments before and after
// are compared. The first calls of each handler that sends more than one message
// or is given a map are repeated many times more, because a loop over a map
// that happens to run in the same order twice proves little.
// At the end of a check all that is remembered of handlers and properties is
// compared with what they do then, in another order; see [System.AskAgain].
// A handler that fails the check ends the run with an [Error].
//
// # How it becomes fast
//
// [Compile] turns a model into a transition system over fixed-width vectors
// of integers: every local state, message, channel content and variable value
// is interned, each handler becomes a decision tree over what it reads,
// and a step is a few table look-ups. See System for the layout.
//
// # Processes that are alike
//
// [Symmetries] are permutations of the processes that leave the topology, the kinds of processes and
// who may crash as they are. A System that is made to Assume one checks of each handler and property, as they are asked, that
// they do the same for processes that become each other, and says which of the states that do are one, their
// representative.
//
// # Limitations
//
//   - A handler that never returns cannot be stopped, and one that exhausts the
//     stack ends the program: Go lets nobody recover from that.
//   - An impurity that shows in few of the runs (a rare random branch) can
//     escape the check, and so can one that shows in none of them: something outside
//     of the state that was changed for good before anybody looked at it, or is
//     changed by a goroutine or another program when nobody does.
package model
