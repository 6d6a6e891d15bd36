// Package benor is Ben-Or's agreement on a bit: rounds of voting in an asynchronous system with crashes, in which
// processes that see no majority toss coins.
//
// Source: M. Ben-Or, Another Advantage of Free Choice: Completely Asynchronous Agreement Protocols, PODC 1983,
// protocol A. Only its abstract was at hand; the protocol is written from memory.
//
// # The algorithm
//
// Step 1: send (1, r, x) to all. Step 2: wait for messages (1, r, *) from n-t processes; if more than n/2 have the
// same value v, send (2, r, v, D) to all, and (2, r, ?) otherwise. Step 3: wait for messages (2, r, *) from n-t
// processes. (a) If there is a D-message, x := v. (b) If there are more than t, decide v. (c) Otherwise x is a toss
// of a coin. Step 4: r := r+1, go to step 1.
//
// # Assumptions
//
// The system is asynchronous, channels are reliable, and at most t < n/2 processes crash. A process that has decided
// goes on.
//
// # Variants
//
//   - as-written.
//   - decides-on-one: 3(b) with one D-message.
//   - ignores-d: without 3(a).
//   - majority-of-received: in step 2, more than half of the messages received.
//
// # Properties
//
// agreement; validity, where all begin with the same value: no other is decided on; no-deadlock: everybody completes
// its rounds; all-decided: all may decide. The command mc probability ben-or --property all-decided computes how
// probable that is at least, whatever the scheduler does.
//
// # What exploration shows
//
// Agreement is certain, and each of the mistakes breaks it. If all begin with the same value everybody decides in one
// round. If they do not, a scheduler that sees all coins can prevent that in the first round, and within two rounds
// with a probability of 7/8. If more than half of the processes may crash the protocol is still safe, and nobody ever
// decides (most-may-crash).
//
// # Where the text leaves something open
//
// Which n-t messages arrive first: here any. A process's own message need not be among them.
//
// # Differences from the source
//
// The number of rounds is bounded: a process stops after the last. The messages sent are in a variable that all can
// read, and a process that waits for messages from n-t processes takes those of any such set of processes that have
// sent theirs. As the network delivers in any order and loses nothing, this covers all that a process can see. Nothing
// can be lost or delivered twice here.
package benor
