// Package system compiles a model into a transition system over vectors of integers, for engines that search it and
// checkers that ask questions about it. Authors of models do not need it.
//
// [Compile] turns a model into a transition system over fixed-width vectors of integers: every local state, message,
// channel content and variable value is interned, each handler becomes a decision tree over what it reads, and a step
// is a few table look-ups. See [System] for the layout of a vector.
//
// # Where to start
//
// A [model.Model] is either an Instance, which consists of processes, or a Machine. The two compile to different types
// (processes and machine) behind the interface front, which System embeds. Nearly all of the package is about
// processes. To follow a step from start to end, read in this order:
//
//   - front.go: System, the interface front, Stepper. system.go: Compile and the methods of System.
//   - core.go: the compiled Instance. core_state.go: what slots hold. core_call.go: handlers and their effects.
//     core_question.go: questions and their answers.
//   - memo.go: the tables that intern and memoize, shared by all workers.
//   - compile.go and layout.go: the slots of the vector, the classes of events. initial.go: the initial states.
//   - stepper.go: the successors of a state. suspects.go, clocks.go and time.go have the events of failure detectors,
//     local clocks and ticks.
//   - call.go runs a handler and verifies that it is pure, with recorder.go as its Host. tree.go memoizes the result in
//     a decision tree. outcomes.go walks the tree and applies the result.
//   - slots.go: operations on the contents of slots. value.go, entries.go, history.go and shards.go: values, messages
//     under time, operation histories, and shared variables that are maps.
//   - snapshot.go shows states to properties. question.go asks a question and memoizes the answer by what it read;
//     question_process.go has questions about single processes and views, question_direct.go questions that are not
//     memoized, question_same.go states whose answer must be that of another, question_aspects.go what an answer
//     depends on, slot by slot. loan.go lends properties the values that they read.
//
// The rest can be read when it is needed:
//
//   - machine*.go: Machines. machine_order.go orders the slots, machine_each.go has ForEach actions,
//     machine_calling.go what is being called, machine_again.go verification at the end.
//   - step.go and describe.go: events as people see them. encoding.go: contents of slots in a form that all processes
//     share.
//   - constraint.go, clocks_rest.go: what keeps a search from being exhaustive.
//   - running.go, meter.go, spent.go: calls that are under way, and how long they took. errorkind.go: errors.
//   - reference.go: a Machine as a specification.
//   - product.go, product_learn.go: events as products of functions of single slots, for symbolic search.
//   - extents.go: which slots an event may change, for finding predecessors.
//   - places.go, restrict.go, join.go, part.go: states as values, and their restriction to some of the processes, for
//     proofs about any number of processes.
//
// Files with a prefix are studies of a compiled system, which the core does not know:
//
//   - symmetry_: interchangeable processes. symmetry_groups.go finds the groups of permutations, symmetry_proof.go
//     checks that they are symmetries and argues why that is enough, with symmetry_properties.go for properties and
//     symmetry_images.go for their arguments; symmetry_permute.go and symmetry_rename.go apply a permutation;
//     symmetry_orbit.go finds representatives.
//   - por_: what a search may leave out, because events are independent (por_independence.go), not observed
//     (por_invisible.go), or not needed yet (por_persistent.go, which relies on por_futures.go).
//   - odds_: what is left to chance, and what is choice.
//   - cause_: why something happened (cause_locations.go, cause_chain.go), or could not (cause_blocked.go).
//   - mutate_: small mistakes in a model.
//   - memo_: memoized results: verifying them at the end (memo_again.go), iterating over them (memo_learnt.go), and
//     explaining why there are so many (memo_missed.go).
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
// The only effect of losing a message is that it is not received. So there is no need to lose it before it could be
// received: whatever happens until then can happen while it is still in transit. Therefore [model.Faults] lets only
// those messages be lost that could be delivered if their receiver accepts them: in a FIFO channel, the first. Losing
// a message earlier can gain two things, and where either applies, every message may be lost at any time:
//
//   - room, if channels have a capacity, so that something else can be sent;
//   - time, if an answer may take longer than messages sent after it (Timing.Handling) and is ahead of one of them in a
//     FIFO channel: it must arrive before that message does, unless it is lost.
//
// This explores everything that processes do, alone and together. It leaves out states that differ from others
// only in the contents of channels and in the remaining budget: a property that looks at State.Messages never sees a
// FIFO channel with a message missing from its middle. And strong fairness towards the delivery of a particular
// message regards it as possible just before the message is lost.
//
// # Symmetry
//
// [Symmetries] are permutations of the processes that preserve the topology, the kinds of processes and who may crash.
// A System told to Assume one checks, as each handler and property is called, that it treats processes that are mapped
// to each other alike, and picks a representative of the states that are mapped to each other.
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
