// Package threephasecommit is three-phase commit, atomic commit with a phase between the votes and the decision: no
// process commits before the participants have been told that all have voted YES, so that the survivors can continue
// under a new coordinator.
//
// Source: 003, "Three-phase Commit" and "Recovery in 3PC", with "Two Phase Commit (2PC)" before it.
// Papers: D. Skeen, Nonblocking Commit Protocols, SIGMOD 1981 (the phases, and termination by the
// survivors); D. Skeen, A Quorum-Based Commit Protocol, Berkeley Workshop on Distributed Data
// Management and Computer Networks, 1982 (the rules with majorities that 003 has).
//
// # The algorithm
//
// The coordinator C asks all participants to vote. A participant that is ready writes that to its log, answers YES and
// is uncertain; one that is not ready answers NO and has aborted. C waits for all votes. If all are YES it sends
// PRECOMMIT; otherwise, or if a vote does not arrive in time, it sends ABORT. A participant that receives PRECOMMIT is
// committable and acknowledges it. When more than half are committable C sends COMMIT.
//
// A participant that has waited too long for a coordinator is in the recovery state. A new coordinator is elected and
// polls the participants. 003 then has four rules, and the first that applies is followed:
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
// Reliable channels between all, one transaction, a log (stable storage) that survives a crash. All phases except the
// first are written to the log before anything is sent; nothing else survives a crash. Time is synchronous by default:
// messages take up to 1 tick. With detector=1 messages take any time, and a perfect failure detector replaces the
// timers. It is meant for processes that do not recover.
//
// # Variants
//
//   - as-written: the four rules literally. A majority is one of all participants.
//   - completed: as-written, with rules for the phases that the text forgets. A participant that is polled before it
//     has voted aborts, as if it had voted NO. Rule 4 counts participants that are already abortable together with the
//     uncertain ones, and tolerates a committable participant if the others are more than half (as in Skeen's paper).
//   - corrected: completed, but a committable participant does not become abortable, nor an abortable one committable.
//     It answers with the phase that it is in.
//   - survivors: another reading of the rules. A majority is a majority of the participants that answer, and a
//     coordinator goes on when all that are up have acknowledged: a participant that does not answer in time is taken
//     to have crashed. This is the protocol meant where three-phase commit is called non-blocking.
//   - survivors-completed: survivors with the rules of completed. Where messages arrive in time, this amounts to:
//     commit if a survivor is committable, otherwise abort.
//   - survivors-corrected: survivors-completed, except that (with a detector) a participant that has been polled does
//     not obey processes that come before the one that polled it, and a process that was down no longer takes part and
//     only asks for the decision.
//
// # What is asked
//
//   - agreement: in no execution has one process committed and another aborted, including processes that have crashed
//     for good. participants-agree: the same without the first coordinator, which is not a participant.
//   - validity: a process has committed only if all participants have voted YES. stability: a decision is never
//     changed.
//   - no-needless-abort: the first to abort does so only if somebody has voted NO or not at all, is down, or is cut off
//     at that time. Without failures it says that if all vote YES, the transaction is committed. With failures it is
//     violated as a matter of course, since rule 4 aborts even when all processes are up again.
//   - coordinator-decides, participants-decide: a process that is up and has begun eventually decides (non-blocking, by
//     role). majority-decides: a participant that is in touch with a majority of the participants (including itself)
//     eventually decides, or loses touch with it. majority-decides-after-votes: the same, if all have voted YES.
//     decided-when-up: all decide in executions in which all are up and can communicate eventually, or again and again.
//     no-deadlock: no process is undecided when nothing is left to happen; here a blocked process polls again and
//     again, so blocking is a livelock and not a deadlock.
//   - messages: the number of messages of the standard plan, until it is complete or something goes wrong. Without
//     failures it is 5n to commit and 3n to abort.
//
// # Answers
//
//   - As written, one crash of the coordinator can block all participants: the rules say nothing about participants
//     that have not voted nor, with two crashes, about those that are abortable.
//   - With rules for all phases, a majority decides in spite of crashes in synchronous time, and a minority blocks.
//     With majorities of the survivors, no process blocks, however many crash.
//   - Synchronous time is sufficient for that, and necessary: with a perfect detector and slow messages, a PRECOMMIT
//     can arrive after its sender was replaced, and undo a PREABORT. Survivors can then also block each other.
//   - One premature timeout breaks agreement without any failure, both among survivors and with majorities of all,
//     since a participant that has acknowledged PRECOMMIT obeys a PREABORT and is counted again. Requiring
//     acknowledgements from all does not help. Two participants do not show this, since more than half of two is both.
//   - Partition: with majorities of all, agreement holds and one side waits; among survivors each
//     side decides.
//   - Acknowledgements (acks): requiring all is too many, since one crash then blocks. One is enough as long as
//     messages arrive in time and the only failures are crashes; if the network may be partitioned, it takes more than
//     half.
//   - Recovery: a process that recovers may take part again as long as some process has never been down. If all crash,
//     the first to recover decides alone, perhaps wrongly. If it only asks, agreement holds and it waits for ever.
//   - corrected keeps agreement even with late messages and premature timers, at a price: a committable and an
//     abortable participant block each other if no other is up, which is always the case with two participants.
//
// # Where the text leaves something open
//
// The figures of 003 are missing from the text, and with them the protocol itself, which 003 calls "the standard plan".
// The description above combines 2PC's first phase as 003 prints it with Skeen's phases.
//
//   - Who must acknowledge: 003 asks for more than half in rule 4 and calls PREABORT the complement of PRECOMMIT. So
//     PRECOMMIT needs more than half here, too; the parameter acks sets another number. PREABORT always needs more than
//     half.
//   - A coordinator that gets too few acknowledgements in time is in the recovery state as well (except in survivors,
//     see above).
//   - 003 leaves the election of a new coordinator to another chapter, so it is not the subject here. A process in the
//     recovery state polls all others. Of two that poll at once, the one with the smaller number goes on (C is 0). A
//     process in office (collecting votes or acknowledgements) answers a poll with BUSY, and the poller stands down.
//     With a detector, a process takes over only when it suspects all processes before it, and polls of suspects are
//     ignored.
//   - C is not a participant: it has no vote and its phase is not counted. But it may take over as well, and if it has
//     decided it says so when it is polled. A new coordinator counts itself. COMMIT and ABORT go to all other
//     processes.
//   - If no rule applies, the process waits and polls again.
//   - PRECOMMIT and PREABORT are sent to each participant, and each obeys, whatever it has obeyed before. A participant
//     that has decided answers with its decision, which the coordinator adopts; a process that learns of a decision
//     while it coordinates or polls tells all others.
//   - A recovered process is in the recovery state with the phase that is in its log, and takes part. So does the
//     coordinator, which resends nothing: the poll determines what happens.
//   - A coordinator waits for all replies before it decides to abort, as in 2PC.
//
// # Time, and crashes in the middle
//
// A coordinator sends one message per tick, so that it can crash after any of them; a poll is sent in one step, since
// it does not matter which processes it does not reach. After the last message it waits timeout ticks for answers. The
// others wait patience ticks for it, and Pi waits i ticks more: n-1+3·Max is enough, which is n+2 for messages of up to
// one tick. Under asynchronous time (without a detector) takeovers must be bounded by polls, or the exploration does
// not end; since a process then gives up, blocking is not checked. takers says how many processes may take over; the
// others wait for ever.
//
// # Differences from the source
//
// None except as said above.
//
// # Limitations
//
// One transaction. With a detector, recoveries make little sense: polls to a process that is down pile up, so that the
// exploration may not end, and a process that recovers before it was suspected leaves its coordinator waiting. Recovery
// and the healing of a partition are explored with three participants where messages take exactly one tick, and with
// two where they take up to one. The largest instances explored completely: completed with n=3, willing=1 and a
// partition that heals (3,955,006 states, agreement holds), survivors-completed with n=4 and 5 crashes (371,240), and
// with n=2, willing=1, two crashes and two recoveries (1,229,360), corrected with a detector and n=3, willing=1, four
// crashes (204,266), and as-written with n=2 under asynchronous time with burst=1, polls=1, willing=1 (4,165,574,
// agreement holds). Not explored completely: n=3 under asynchronous time without a detector where two may take over
// (corrected: 9,000,000 states without a wrong decision), and n=3 with several crashes and recoveries and messages of
// up to one tick.
package threephasecommit
