// Package ricartagrawala is mutual exclusion without a manager: a process that wants the resource asks all others and
// waits for their replies, and earlier requests go first.
//
// Source: 004, "No Manager: Ricart-Agrawala Algorithm" (Ricart and Agrawala, An optimal algorithm
// for mutual exclusion in computer networks, CACM 1981). The variants for k processes are what 004
// says of Raymond, A distributed algorithm for multiple entries to a critical section, 1989.
//
// # The algorithm
//
// Each process has two threads that share their variables under the semaphore mutex. The
// processing thread stamps its request with a logical clock one above the highest that it
// knows, sends it to everybody else and waits for n-1 replies. The communication thread
// replies to a request at once, unless its own process wants the resource and asked
// before; then the processing thread replies when it leaves the critical region.
//
// # Assumptions
//
// Reliable channels between all pairs ("a reliable mechanism for delivering messages"); 004 does not say that they
// keep the order, so both orders are explored. No failures. Nobody stays inside for ever: leaving is owed, asking is
// not.
//
// # Variants
//
//   - as-written: 004's code. It sets highestClock to max(localClock, c), although it says that highestClock is the
//     largest clock value seen in a request. With two processes it is wrong, too, since a process takes its own clock
//     for one that it has seen, but this does no harm in the cases here. With three, a process that has granted a
//     request with clock 2 and then receives one with clock 1 forgets the 2, and stamps its own request with 2: it
//     can go before the one that it has granted, and both are inside.
//   - corrected: max(highestClock, c).
//   - majority: 004's improvement. Its one sentence leaves the protocol open; see below.
//   - majority-stamped: the same with approvals that say which request they answer.
//   - k-entries: corrected, with need set to n-k, the one change that lets k processes in.
//     The other k-1 replies come late and are taken for replies to the next request.
//   - k-entries-raymond: Raymond's remedy. Each process counts for each other one how many of its
//     requests that one has not answered, and enters when n-k have answered all of them; several
//     requests of a process that were put off are answered with one message that says how many.
//
// # Where the text leaves something open
//
//   - What is between P(mutex) and V(mutex) is one step, and so is P(s). Between the first V(mutex) and the sending
//     of the requests the communication thread may run: stamping and sending are two steps. Sending to all is one:
//     with channels that may be unordered, a request that has not been sent yet is like a slow one. With FIFO
//     channels, replies between two of the sends are not explored.
//   - The code for leaving releases the mutex inside its loop (the closing brace is missing); it is
//     read as after it.
//   - A majority: more than half of all n processes, including the process itself. Each approves one request at a
//     time, its own like any other, in the order of arrival; a process that leaves sends a release to everybody, and
//     those that had approved it then approve the least waiting request. Nothing takes an approval back. A release
//     does not say which request it is for, which requires FIFO channels. The text's condition, "nobody approves two
//     consecutive requests without an intermediate release", is met. Without counting the process itself a majority
//     of three is everybody else, which is no improvement.
//   - How often a process asks is not said: requests times; askers and repeat make some ask less often, which keeps
//     instances small. Without end, clocks would grow without bound, so they are counted modulo an odd number: of two
//     clock values the later is the one that is ahead of the other by less than half of it. That is not in the
//     source. 2n+1 is enough in the cases here. For two processes 2n-1 is not: a request can be two ahead of
//     highestClock, since that leaves out the requests of the process itself.
//
// # Properties
//
// highest-clock and replies-expected are what 004's comments say of highestClock and of replies. highest-clock-stays
// is what exclusion needs of the first: that it never decreases. progress means that somebody gets in while anybody
// waits; no-deadlock that nobody waits when nothing more is owed, and no-deadlock-all-up the same with everybody up.
// bounded-waiting says that no process asks with a lower stamp than a request that it has received and that still
// waits: it overtakes that one at most once, by a request that it had made before, so at most n-1 others enter first
// from the moment everybody knows the request (overtaken-once-known). From its sending that depends on the channels
// (overtaken-once-sent): on FIFO ones the request arrives before any reply to what its receiver asks later, so each
// other process enters at most twice, 2(n-1) in total; on unordered ones there is no bound in endless executions.
// From its stamping (overtaken) there is none in systems that ask without end, since sending is a step of its own
// that can come late. In all of these a lost request counts as received. messages is what all entries together take:
// 2(n-1) each.
//
// # Differences from the source
//
// Processes are P1 to Pn as in the source; entries of Pending count from 0. The mutex is left
// out, since what it protects is atomic here.
//
// # Limitations
//
// The largest instances that are explored to the end are three processes that enter
// twice each, with one at a time inside; for k processes and for the majority three that enter
// once each, or some of them twice. Starvation in systems that ask without end is asked for the
// corrected variant only.
package ricartagrawala
