// Package system compiles a model into a transition system over vectors of integers, for engines
// that search it and checkers that ask questions about it. Authors of systems do not need it.
//
// [Compile] turns a model into a transition system over fixed-width vectors
// of integers: every local state, message, channel content and variable value
// is interned, each handler becomes a decision tree over what it reads,
// and a step is a few table look-ups. See System for the layout.
//
// # Files
//
// The data are in core.go, core_state.go and core_call.go. The other files work on them: slots.go has the operations
// on the contents of slots, call.go runs a handler and verifies it, tree.go memoizes the result, outcomes.go applies
// it, stepper.go generates successors, and snapshot.go shows states to properties. Files with a prefix study a
// compiled system, and nothing in the core knows them:
//
//   - symmetry_: interchangeable processes.
//   - por_: what a search may leave out, because events are independent or not observed.
//   - mutate_: small mistakes in a model.
//   - odds_: what is up to chance and what is choice.
//   - cause_: why something happened, or could not.
//   - memo_: memoized results: verifying them at the end, and saving them.
//
// # Purity
//
// The result of a handler may depend only on its arguments and on what it reads through its Context. This lets the
// toolkit run it once for each distinct input and look up the result from then on. It is checked, not trusted: each
// call is made twice, on copies of its arguments, and the results, the effects, and the arguments before and after are
// compared. The first calls of each handler that sends more than one message or is given a map are repeated many times
// more, because a loop over a map that happens to run in the same order twice proves little. At the end of a check,
// everything memoized of handlers and properties is compared with what they do then, in another order; see
// [System.AskAgain]. A handler that fails any of this ends the run with a [model.Error].
//
// # Losing messages
//
// The only effect of losing a message is that it is not received. So there is no need to lose
// it before it could be received: whatever happens until then can happen while it is still in transit. Therefore
// [model.Faults] lets only those messages be lost that could be delivered if their receiver accepts them:
// in a FIFO channel, the first. Losing a message earlier can gain two things, and where either applies,
// every message may be lost at any time:
//
//   - room, if channels have a capacity, so that something else can be sent;
//   - time, if an answer may take longer than what is sent after it (Timing.Handling) and is ahead of it in a FIFO
//     channel: it has to arrive before that does, unless that is lost.
//
// This explores everything that processes do, alone and together. It leaves out states that differ from others
// only in the contents of channels and the rest of the budget: a property that looks at State.Messages never sees a
// FIFO channel with a message missing from its middle. And strong fairness of the delivery of a particular
// message counts it as possible just before its loss.
//
// # Processes that are alike
//
// [Symmetries] are permutations of the processes that leave the topology, the kinds of processes
// and who may crash as they are. A System told to Assume one checks, as each handler and property is
// called, that it treats processes that are mapped to each other alike, and picks a representative
// of the states that are mapped to each other.
//
// # Limitations
//
//   - A handler that never returns cannot be stopped, and one that exhausts the
//     stack ends the program: Go cannot recover from that.
//   - An impurity that shows in few runs (a rare random branch) can
//     escape the check, and so can one that shows in none: something outside
//     the state that was changed for good before it was first read, or that
//     a goroutine or another program changes between reads.
package system
