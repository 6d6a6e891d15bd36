// Package ricartagrawala is the Ricart-Agrawala algorithm, mutual exclusion without a manager: a process that wants the
// resource asks all others and enters when all have replied. Earlier requests go first.
//
// Source: 004, "No Manager: Ricart-Agrawala Algorithm" (Ricart and Agrawala, An optimal algorithm for mutual exclusion
// in computer networks, CACM 1981). The variants that admit k processes follow 004's account of Raymond, A distributed
// algorithm for multiple entries to a critical section, 1989.
//
// # The algorithm
//
// Each process has two threads that share their variables under the semaphore mutex. The processing thread stamps its
// request with a logical clock, one more than the highest that it knows, sends it to all others and waits for n-1
// replies. The communication thread replies to a request at once, unless its own process also wants the resource and
// its request is the earlier one. In that case the processing thread replies when it leaves the critical region.
//
// # Assumptions
//
// Reliable channels between all pairs ("a reliable mechanism for delivering messages"); 004 does not say whether they
// are FIFO, so FIFO and unordered channels are both explored. No failures. No process stays inside for ever: leaving is
// owed, asking is not.
//
// # Variants
//
//   - as-written: 004's code. It sets highestClock to max(localClock, c), although it says that highestClock is the
//     largest clock value seen in a request. This is wrong even with two processes, since a process counts its own
//     clock as one that it has seen, but then it does no harm in the cases here. With three, a process that has granted
//     a request with clock 2 and then receives one with clock 1 forgets the 2, and stamps its own request with 2: its
//     request can go before the one that it has granted, and both are inside.
//   - corrected: max(highestClock, c).
//   - majority: 004's improvement. Its one sentence leaves the protocol open; see below.
//   - majority-stamped: the same with approvals that say which request they answer.
//   - k-entries: corrected, with need set to n-k, which is the only change for admitting k processes. The other k-1
//     replies arrive late and are taken for replies to the next request.
//   - k-entries-raymond: Raymond's remedy. Each process counts, for each other process, how many of its own requests
//     that process has not answered, and enters when n-k processes have answered all of them. Several deferred requests
//     of one process are answered with one message that says how many.
//
// # Where the text leaves something open
//
//   - The code between P(mutex) and V(mutex) is one step, and so is P(s). Between the first V(mutex) and the sending of
//     the requests the communication thread may run: stamping and sending are therefore two steps. Sending to all is a
//     single step: on unordered channels, a request that has not been sent yet behaves like a slow one. With FIFO
//     channels, replies between two of the sends are not explored.
//   - The code for leaving releases the mutex inside its loop (the closing brace is missing). It is read as releasing
//     it after the loop.
//   - A majority: more than half of all n processes, including the process itself. Each approves one request at a time,
//     its own like any other, in the order of arrival; a process that leaves sends a release to everybody, and those
//     that had approved it then approve the least waiting request. Nothing takes an approval back. A release does not
//     say which request it is for, which requires FIFO channels. The text's condition, "nobody approves two consecutive
//     requests without an intermediate release", is met. If the process did not count itself, a majority of three would
//     be both others, which is no improvement.
//   - The text does not say how often a process asks. Here it asks requests times, or without end; askers and repeat
//     make some processes ask less often, which keeps instances small. If processes ask without end, clocks would grow
//     without bound, so they are counted modulo an odd number: the later of two clock values is the one that is ahead
//     of the other by less than half the modulus. That is not in the source. A modulus of 2n+1 is enough in the cases
//     here. For two processes 2n-1 is not: a request can be two ahead of highestClock, since highestClock leaves out
//     the requests of the process itself.
//
// # Properties
//
// highest-clock and replies-expected are what 004's comments say about highestClock and about replies.
// highest-clock-stays is what mutual exclusion requires of highestClock: that it never decreases. progress means that
// some process enters while any process waits; no-deadlock that no process waits when nothing more is owed, and
// no-deadlock-all-up the same when all processes are up. bounded-waiting says that no process stamps its request lower
// than a request that it has received and that still waits. So it overtakes that request at most once, by a request
// that it had made before, and at most n-1 entries of others come first once all processes know the request
// (overtaken-once-known). Counted from the sending of the request (overtaken-once-sent), the bound depends on the
// channels. On FIFO channels the request arrives before any reply to a later request of its receiver, so each other
// process enters at most twice, 2(n-1) in total. On unordered channels there is no bound in infinite executions.
// Counted from the stamping (overtaken), there is no bound in systems that ask without end, since sending is a step of
// its own that can come late. In all of these a lost request counts as received. messages is the number of messages
// that all entries together take: 2(n-1) for each.
//
// # Differences from the source
//
// Processes are P1 to Pn as in the source; entries of Pending count from 0. The mutex is left out, since the code that
// it protects is one atomic step here.
//
// # Limitations
//
// The largest instances explored completely have three processes that enter twice each, one at a time. For k processes
// inside and for the majority they have three processes that enter once each, or some of them twice. Starvation in
// systems that ask without end is checked for the corrected variant only.
package ricartagrawala
