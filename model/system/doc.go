// Package system compiles a model into a transition system over vectors of integers, for engines
// that search it and checkers that ask questions of it. Who writes a system needs nothing of it.
//
// [Compile] turns a model into a transition system over fixed-width vectors
// of integers: every local state, message, channel content and variable value
// is interned, each handler becomes a decision tree over what it reads,
// and a step is a few table look-ups. See System for the layout.
//
// # Files
//
// Data stands in core.go, core_state.go and core_call.go, what is done with it around that:
// slots.go has the operations on what slots hold, call.go runs a handler and verifies it, tree.go
// remembers it, outcomes.go applies it, stepper.go generates successors, snapshot.go shows states
// to properties. Files with a prefix study a compiled system, and nothing in the core knows them:
//
//   - symmetry_: processes that are alike.
//   - por_: what a search may leave out, since events are independent or nobody looks.
//   - mutate_: small mistakes in a model.
//   - odds_: what is chance and what is choice.
//   - cause_: why something happened, or could not.
//   - memo_: what is remembered, compared with what functions do later, and saved.
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
// A handler that fails the check ends the run with an [model.Error].
//
// # Losing messages
//
// That a message is lost shows in nothing but that it is not received. So there is no need to lose
// it before it could be: whatever happens until then can happen while it is still on its way. This
// is why, unless something is to be gained by losing it earlier, [model.Faults] lets only those
// messages be lost that could be delivered if their receiver accepts them: of a FIFO channel the
// first. Two things are gained otherwise, and where there is either, every message may be lost at
// any time:
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
// # Processes that are alike
//
// [Symmetries] are permutations of the processes that leave the topology, the kinds of processes
// and who may crash as they are. A System that is made to Assume one checks of each handler and
// property, as they are asked, that they do the same for processes that become each other, and says
// which of the states that do are one, their representative.
//
// # Limitations
//
//   - A handler that never returns cannot be stopped, and one that exhausts the
//     stack ends the program: Go lets nobody recover from that.
//   - An impurity that shows in few of the runs (a rare random branch) can
//     escape the check, and so can one that shows in none of them: something outside
//     of the state that was changed for good before anybody looked at it, or is
//     changed by a goroutine or another program when nobody does.
package system
