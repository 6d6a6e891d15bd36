// Package twophasecommit is two-phase commit: a coordinator asks the participants of a transaction whether they are
// ready, and tells them to commit if all of them are, and to abort otherwise.
//
// Source: 003, "Distributed Transactions and Atomic Commit Protocols", "Two Phase Commit (2PC)".
// Paper: J. Gray, Notes on Data Base Operating Systems, Lecture Notes in Computer Science 60, 1978;
// for recovery, P. Bernstein, V. Hadzilacos, N. Goodman, Concurrency Control and Recovery in
// Database Systems, 1987, chapter 7.
//
// # The algorithm
//
// The coordinator writes a precommit to its log and sends the request to all participants. One that
// is ready writes a precommit to its log and sends YES; one that is not sends NO. The coordinator
// blocks until it has all replies; a timeout is possible, and mandates ABORT. This is the point of
// no return: if all have voted YES it sends COMMIT to each participant, otherwise ABORT. The
// participants wait for this word and do as it says.
//
// # Assumptions
//
// Reliable FIFO channels between the coordinator and each participant and asynchronous time, unless
// a case says otherwise. Stable storage is the log, and nothing else survives a crash. There is one
// transaction. A participant decides whether it is ready when the request comes; both are explored.
//
// # Variants
//
//   - as-written: the source's two columns. The log has what the source says is written to it, and the coordinator's
//     decision is not part of that. The source says nothing about recovery for this protocol: a process that recovers
//     is where its log says it was. A coordinator with a precommit waits for all replies, and with a timeout if it
//     has one; a participant with a precommit waits for the word; one without waits for the request.
//   - asked-again: the other reading of that. The coordinator continues with the line of its program that follows the
//     precommit: it sends the request to all again, and counts anew. Participants that have voted YES or have heard
//     the word answer accordingly; others ask themselves again whether they are ready.
//   - asked-again-no-kept: asked-again, and one that votes NO aborts at once, which is in its log.
//   - impatient: as written, and the timeout is for both columns: a participant that has voted and waits too long for
//     the word aborts.
//   - logged: the decision is written to the log before it is sent. A coordinator that recovers sends the
//     decision in its log again, and decides ABORT if it has only a precommit. It is the smallest change for
//     agreement.
//   - corrected: logged; a participant that recovers with a precommit asks the coordinator for the word (and, with
//     patience, again whenever it has waited that long); and one that votes NO aborts at once. This is the smallest
//     change with which everybody who is up decides as soon as the coordinator is up.
//
// # One event is one step
//
// Writing the log and what follows it are one step for a participant (precommit and YES). The coordinator sends each of
// its messages in a step of its own, so that it may crash when only some are sent; deciding is the step in which the
// last reply or the timeout comes. With split=0 it sends those to all participants in the step in which it
// writes its precommit, or decides. The cases with synchronous time have that, since a step that is not the answer to a
// message may take any time there.
//
// # Properties
//
// The log speaks for a process that is down. agreement: nobody has committed while another has aborted, including the
// coordinator; participants-agree: among the participants alone. validity: a process that commits has the YES of all.
// no-needless-abort: nobody aborts unless somebody has voted NO; it is violated where a failure or a timeout decides.
// stability: what a participant has decided stays so. point-of-no-return: so does what the coordinator has decided,
// which includes that it does not forget it.
//
// Who blocks: coordinator-decides, yes-voters-decide, no-voters-decide say for each role that a process that waits,
// and stays up, does not do so for ever; no-deadlock that nobody waits where the system comes to rest;
// no-deadlock-all-up the same if everybody is up, and blocked-by-coordinator-only if the coordinator is. For how
// long: decided-when-up is about executions in which everybody is up in the end, or again and again: nobody waits for
// good. A participant that has not voted does not wait: it has promised nothing.
//
// messages is the number until all have decided and nothing is in transit: 3n without failures.
//
// refused is a variable that keeps whether anybody has voted NO; the algorithm does not read it.
//
// # What exploration shows
//
//   - Without failures everything holds, with 3n messages.
//   - As written, nobody decides wrongly in any of the cases without a timeout. The price is that everybody may wait
//     for ever, even when all are up again: the coordinator waits for a reply to a request that it never sent.
//   - With the timeout that the source allows, one crash of the coordinator is enough for a wrong decision.
//     It comes back without its decision, and decides again.
//   - Asking again instead is right for one crash without a timeout, and wrong for two, or with a timeout. It
//     survives two if NO is in the log.
//   - A participant's own timeout is wrong in asynchronous time even without failures. In synchronous time it
//     is right, and nobody blocks, if the coordinator sends the word to all in one step, nobody else crashes
//     and it does not come back, and no message is lost.
//   - With the decision in the log nobody decides wrongly. A process that has voted YES blocks while the coordinator
//     is down. With reliable channels no other role blocks in the variant corrected, and nobody for another reason.
//
// # Where the text leaves something open
//
//   - Nothing is acknowledged, so the coordinator may never forget a decision; here it does not.
//   - A coordinator with a NO could decide at once; the source has it wait for all replies.
//   - A participant that votes NO waits for the word like the others, and gets it ("to each participant").
//   - What a participant does with a second request, which only a network that duplicates or the variant asked-again
//     delivers: it waits for the word and not for a request, so nothing, except in that variant.
//   - "Write to log and/or atomic storage": one stable storage here.
//
// # Differences from the source
//
// None in as-written.
//
// # Limitations
//
// Crashes are given as many recoveries, which includes executions without them, except in
// impatient-sync-crash-of-coordinator. With patience each channel holds two messages: what does not fit is not sent
// yet, so questions do not pile up. Participants do not ask each other. The largest complete case is
// asked-again-no-kept-three, with 142,106 states.
package twophasecommit
