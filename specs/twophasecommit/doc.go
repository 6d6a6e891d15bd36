// Package twophasecommit is two-phase commit: a coordinator asks the participants of a transaction whether they are
// ready. It tells them to commit if all of them are, and to abort otherwise.
//
// Source: 003, "Distributed Transactions and Atomic Commit Protocols", "Two Phase Commit (2PC)".
// Paper: J. Gray, Notes on Data Base Operating Systems, Lecture Notes in Computer Science 60, 1978;
// for recovery, P. Bernstein, V. Hadzilacos, N. Goodman, Concurrency Control and Recovery in
// Database Systems, 1987, chapter 7.
//
// # The algorithm
//
// The coordinator writes a precommit to its log and sends the request to all participants. A participant that is ready
// writes a precommit to its log and sends YES; one that is not ready sends NO. The coordinator blocks until it has all
// replies; a timeout is possible, and mandates ABORT. This is the point of no return: if all have voted YES it sends
// COMMIT to each participant, otherwise ABORT. The participants wait for this word and obey it.
//
// # Assumptions
//
// Reliable FIFO channels between the coordinator and each participant and asynchronous time, unless a case says
// otherwise. The log is in stable storage, and nothing else survives a crash. There is one transaction. A participant
// decides whether it is ready when the request arrives; both answers are explored.
//
// # Variants
//
//   - as-written: the source's two columns. The log contains what the source says is written to it, which does not
//     include the coordinator's decision. The source says nothing about recovery for this protocol. Here a process that
//     recovers continues where its log says it was: a coordinator with a precommit waits for all replies (with its
//     timeout, if it has one), a participant with a precommit waits for the word, and a participant without one waits
//     for the request.
//   - asked-again: another reading of recovery. The coordinator continues with the line of its program that follows the
//     precommit: it sends the request to all again and counts the votes anew. Participants that have voted YES or have
//     heard the word answer accordingly; others decide again whether they are ready.
//   - asked-again-no-kept: asked-again, and a participant that votes NO aborts at once and writes that to its log.
//   - impatient: as written, with the timeout applied to both columns: a participant that has voted and waits too long
//     for the word aborts.
//   - logged: the decision is written to the log before it is sent. A coordinator that recovers sends the decision in
//     its log again, and decides ABORT if it has only a precommit. This is the smallest change that gives agreement.
//   - corrected: logged; a participant that recovers with a precommit asks the coordinator for the word (and, with
//     patience, again whenever it has waited that long); and a participant that votes NO aborts at once. This is the
//     smallest change with which, if the coordinator has a timeout, every process that is up decides once the
//     coordinator is up. Without one it waits for a participant that has crashed.
//
// # One event is one step
//
// A participant writes to its log and sends its reply in one step (precommit and YES). The coordinator sends each of
// its messages in a step of its own, so that it may crash when only some are sent; it decides in the step in which the
// last reply or the timeout arrives. With split=0 it sends a message to all participants in the step in which it writes
// its precommit, or decides. The cases with synchronous time use split=0, since a step that is not the response to a
// message may take any time there.
//
// # Properties
//
// For a process that is down, its log counts. agreement: no process has committed while another has aborted, the
// coordinator included; participants-agree: the same for the participants alone. validity: a process commits only if
// all have voted YES. no-needless-abort: no process aborts unless some participant has voted NO; it is violated where a
// failure or a timeout decides. stability: a participant never changes its decision. point-of-no-return: the
// coordinator never changes its decision, nor forgets it.
//
// Who blocks: coordinator-decides, yes-voters-decide and no-voters-decide say, for each role, that a process that waits
// and stays up does not wait for ever. no-deadlock says that no process waits when the system has come to rest;
// no-deadlock-all-up says the same if all are up, and blocked-by-coordinator-only if the coordinator is up. For how
// long: decided-when-up says that no process waits for ever in executions in which all are up eventually, or again and
// again. A participant that has not voted does not count as waiting: it has promised nothing.
//
// messages is the number of messages until all have decided and nothing is in transit: 3n without failures.
//
// refused is a history variable that records whether any participant has voted NO; the algorithm does not read it.
//
// # What exploration shows
//
//   - Without failures everything holds, with 3n messages.
//   - As written, no process decides wrongly in any of the cases without a timeout. The price is that all may wait for
//     ever, even when all are up again: the coordinator waits for a reply to a request that it never sent.
//   - With the timeout that the source allows, one crash of the coordinator is enough for a wrong decision. It recovers
//     without its decision, and decides again.
//   - Asking again is right with one crash and no timeout, and wrong with two crashes, or with a timeout. It tolerates
//     two crashes if a NO is also logged.
//   - A participant's own timeout is wrong in asynchronous time even without failures. In synchronous time it is right,
//     and no process blocks, if the coordinator sends the word to all in one step, only the coordinator crashes and it
//     does not recover, and no message is lost.
//   - With the decision in the log no process decides wrongly. A participant that has voted YES blocks while the
//     coordinator is down. In the variant corrected, with reliable channels and a timeout for the coordinator, no other
//     role blocks, and no process blocks for any other reason.
//
// # Where the text leaves something open
//
//   - Nothing is acknowledged, so the coordinator may never forget a decision; here it does not.
//   - A coordinator that has received a NO could decide at once; the source has it wait for all replies.
//   - A participant that votes NO waits for the word like the others, and receives it ("to each participant").
//   - A second request arrives only if the network duplicates messages or in the variant asked-again. Except in that
//     variant a participant ignores it, since it waits for the word and not for a request.
//   - "Write to log and/or atomic storage" is a write to one stable storage here.
//
// # Differences from the source
//
// None in as-written.
//
// # Limitations
//
// Cases with crashes allow as many recoveries, which includes executions without recovery, except in
// impatient-sync-crash-of-coordinator. With patience each channel holds two messages: a message that does not fit is
// not sent yet, so questions do not pile up. Participants do not ask each other. The largest complete case is
// asked-again-no-kept-three, with 142,106 states.
package twophasecommit
