// Package threephasecommit is atomic commit with a phase between the votes and the decision: nobody commits while
// somebody does not even know that all have voted YES, so that the survivors can continue under a new coordinator.
//
// Source: 003, "Three-phase Commit" and "Recovery in 3PC", with "Two Phase Commit (2PC)" before it.
// Papers: D. Skeen, Nonblocking Commit Protocols, SIGMOD 1981 (the phases, and termination by the
// survivors); D. Skeen, A Quorum-Based Commit Protocol, Berkeley Workshop on Distributed Data
// Management and Computer Networks, 1982 (the rules with majorities that 003 has).
//
// # The algorithm
//
// The coordinator C asks all participants to vote. One that is ready writes that to its log, answers YES and is
// uncertain; one that is not answers NO and has aborted. C waits for all votes; if all are YES it sends PRECOMMIT,
// otherwise, or if a vote is missing in time, ABORT. A participant that receives PRECOMMIT is committable and
// acknowledges it. When more than half are committable C sends COMMIT.
//
// A participant that waits for a coordinator too long is in the recovery state. A new coordinator is elected
// and polls the participants. 003 then has four rules, of which the first that applies is followed:
//
//  1. If any participant has aborted, ABORT to all.
//  2. If any has committed, COMMIT to all.
//  3. If at least one is committable and a majority of the participants is committable or uncertain, PRECOMMIT to
//     each, and the standard plan from there.
//  4. If none is committable and more than half are uncertain, PREABORT to all, and ABORT when more than half
//     are abortable.
//
// # Assumptions
//
// Reliable channels between all, one transaction, a log (stable storage) that survives a crash. All phases but the
// first are written to it before anything is sent; nothing else survives a crash. Time is synchronous by default:
// messages take up to 1 tick. With detector=1 messages take any time, and instead of timers there is a perfect
// failure detector, which is for processes that do not come back.
//
// # Variants
//
//   - as-written: the four rules literally. A majority is one of all participants.
//   - completed: with rules for the phases that the text forgets. A participant that is polled before it has voted
//     aborts, as if it had voted NO. Rule 4 counts those that are already abortable with the uncertain ones, and
//     tolerates a committable participant if the others are more than half (which is how Skeen has it).
//   - corrected: completed, and a committable participant does not become abortable, nor the reverse. It
//     answers with the phase that it is in.
//   - survivors: another reading of the rules. A majority is one of those that answer, and a coordinator goes on when
//     all those that are up have acknowledged: a participant that does not answer in time is taken for crashed. This
//     is meant where three-phase commit is called non-blocking.
//   - survivors-completed: survivors with the rules of completed. In effect, where messages arrive in time:
//     if a survivor is committable then commit, otherwise abort.
//   - survivors-corrected: survivors-completed, except that (with a detector) a participant that has been polled does
//     not obey processes before the one that polled it, and one that was down no longer takes part and only asks for
//     the decision.
//
// # What is asked
//
//   - agreement: no execution in which one process has committed and another has aborted, those that have
//     crashed for good included. participants-agree: the same without the first coordinator, which is none of them.
//   - validity: committed only if all participants have voted YES. stability: a decision is never changed.
//   - no-needless-abort: the first to abort does so only if somebody has voted NO or not at all, is down, or is cut
//     off at that time. Without failures this is: if all vote YES, the transaction is committed. With
//     them it is violated as a matter of course, since rule 4 aborts even when everybody is back.
//   - coordinator-decides, participants-decide: a process that is up and has begun eventually decides (non-blocking,
//     by role). majority-decides: a participant that is in touch with a majority of the participants (including
//     itself) does, or ceases to be. majority-decides-after-votes: the same, if all have voted YES. decided-when-up:
//     all decide in executions in which everybody is up and can talk in the end, or again and again. no-deadlock:
//     nobody is undecided when nothing is left to happen; a blocked process polls again and again here, so blocking
//     is a livelock and not a deadlock.
//   - messages: those of the standard plan, until it is complete or something goes wrong. Without failures it takes
//     5n messages to commit and 3n to abort.
//
// # Answers
//
//   - As written, one crash of the coordinator can block everybody: the rules say nothing about participants that
//     have not voted, nor (two crashes) about those that are abortable.
//   - With rules for all phases a majority decides in spite of crashes, in synchronous time. A minority blocks. With
//     majorities of the survivors any number of crashes blocks nobody.
//   - Synchronous time is sufficient for that, and necessary: with a perfect detector and slow messages a PRECOMMIT
//     can arrive after its sender was replaced, and undo a PREABORT. Then survivors can block each other, too.
//   - One wrong timeout breaks agreement, without any failure: among survivors, and with majorities of all as well,
//     since a participant that has acknowledged PRECOMMIT obeys a PREABORT and is counted again. Acknowledgements
//     from all do not help. Two participants do not show it, since more than half of them is both.
//   - Partition: with majorities of all, agreement holds and one side waits; among survivors each
//     side decides.
//   - Acknowledgements (acks): all is too many, one crash blocks. One is enough as long as messages arrive in
//     time and processes only crash; where the network may fall apart it takes more than half.
//   - Recovery: a process that comes back may take part again as long as one process has never been down. When all
//     crash, the first one to come back decides alone, and perhaps wrongly. If it only asks, agreement holds and it
//     waits for ever.
//   - corrected keeps agreement with late messages and with timers that are too early, at a price: one committable
//     and one abortable participant block each other if no more are up. With two participants, these are all.
//
// # Where the text leaves something open
//
// The figures of 003 are missing from the text, and with them the protocol itself, which 003 calls "the standard
// plan". The description above is 2PC's first phase as 003 prints it, and the phases of Skeen.
//
//   - Who must acknowledge: 003 asks for more than half in rule 4 and calls PREABORT the complement of
//     PRECOMMIT. So more than half here too; the parameter acks takes another number. PREABORT always needs
//     more than half.
//   - A coordinator that gets too few acknowledgements in time is in the recovery state as well (survivors: see there).
//   - How a new coordinator is elected is left to another chapter, and so is not the subject here. A process in the
//     recovery state polls everybody. Of two that poll at once the one with the smaller number goes on (C is 0), and
//     a process in office (collecting votes or acknowledgements) answers BUSY to a poll, whereupon the other stands
//     down. With a detector, a process suspects all before it takes over, and polls of suspects are ignored.
//   - C is no participant and has no vote, and its phase is not counted; but it too may take over, and if it
//     has decided it says so when it is polled. The new coordinator counts itself. COMMIT and ABORT go to all
//     others.
//   - What happens when no rule applies: the process waits and polls again.
//   - PRECOMMIT and PREABORT are sent to each participant, and each obeys, whatever it has obeyed before. One that
//     has decided answers with its decision, which the coordinator adopts; a process that learns of a decision while
//     it coordinates or polls tells all others.
//   - A recovered process is in the recovery state with the phase that is in its log, and takes part. The
//     coordinator does, too, and resends nothing: the poll finds out.
//   - A coordinator waits for all replies before it decides to abort, as in 2PC.
//
// # Time, and crashes in the middle
//
// A coordinator sends one message per tick, so that it can crash after any of them; a poll goes out in one step,
// since it does not matter whom it does not reach. It waits timeout ticks for answers after the last. The others wait
// patience ticks for it, and Pi waits i more: n-1+3·Max is enough, n+2 for messages of up to one tick. Under
// asynchronous time (not with a detector) takeovers must be bounded by polls, or the exploration does not end; and
// since a process then gives up, nothing is asked about blocking. takers says who may take over; the others wait for
// ever.
//
// # Differences from the source
//
// None but for what is said above.
//
// # Limitations
//
// One transaction. With a detector recoveries make little sense: polls of a process that is down
// pile up, so that the exploration may not end, and one that comes back before it was suspected
// leaves its coordinator waiting. Recovery and the mending of a partition are explored with three
// participants where messages take exactly one tick, and with two where they take up to one. The
// largest instances explored to the end: completed with n=3, willing=1 and a partition that is
// mended (3,955,006 states, agreement holds), survivors-completed with n=4 and 5 crashes (371,240),
// and with n=2, willing=1, two crashes and two recoveries (1,229,360), corrected with a detector
// and n=3, willing=1, four crashes (204,266), and as-written with n=2 under asynchronous time with
// burst=1, polls=1, willing=1 (4,165,574, agreement holds). Not explored to the end: n=3 under
// asynchronous time without a detector where two may take over (corrected: 9,000,000 states without
// a wrong decision), and n=3 with several crashes and recoveries and messages of up to one tick.
package threephasecommit
