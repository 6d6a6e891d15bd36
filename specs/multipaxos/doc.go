// Package multipaxos is agreement on a sequence of commands: an instance of Paxos for each, of which a new leader
// executes the first phase for all at once, and then the second for one after the other.
//
// Source: L. Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, section 3. A single instance is the entry paxos.
//
// # The algorithm
//
// A server that becomes the leader sends one Prepare for all instances, and a server answers with one Promise for all,
// which has what it has accepted in each. With promises from a majority, the leader executes phase 2 where a promise
// constrains the value, and fills the gaps below that with no-ops. From then on it executes phase 2 for each command
// that clients request, in the next instance, as long as that is at most α beyond the commands that it knows to be
// chosen. Servers execute the commands in the order of the instances.
//
// # Assumptions
//
// As for paxos. Messages may take any time; channels are FIFO where the case does not say otherwise, which leaves far
// fewer states: there, only losses leave gaps. Who becomes the leader, and when, is left to the environment.
//
// # Variants
//
//   - as-written.
//   - highest-only: a promise has what was accepted in the highest instance, and forgets those below.
//   - own-command: a new leader proposes its own command in an instance in which another may have been chosen.
//   - gaps-left: a new leader goes on behind the gaps.
//   - executes-around: servers execute what they know although a command before it is missing.
//   - promise-forgotten: stable storage has what was accepted, and not what was promised.
//   - number-reused: a server uses the same number whenever it becomes the leader.
//
// # Properties
//
// one-chosen: in each instance at most one command is chosen, ever; votes is a history, which nobody reads.
// same-sequence: what one server has executed is the beginning of what another has. gap-below-alpha: "a gap of up to
// α−1 commands could then arise", and of no more. executed-in-the-end: when nothing is on its way, a leader and those
// that are told have executed whatever is chosen. second-leader and gap-filled can happen: a command of a later leader
// is chosen behind one of the first, or behind a no-op. TestAfterFailure sees the former when the first has failed.
//
// # What exploration shows
//
// Everything holds as written; with two leaders, two instances and unordered channels, too, which are too many states
// for a case without partial-order reduction. Each mistake is found, in 9 to 20 steps, but for number-reused: nobody
// answers two Prepares of the same number, and only a promise that is delivered twice makes a second majority.
//
// # Differences from the source
//
// Votes go to the leader, which tells others, as many as the case says (section 2.3, the distinguished learner). A
// leader that promises a higher number to another gives up (section 2.2, "probably a good idea"). A server has one
// promise for all instances, also those that the leader knows already. What it sends to itself arrives at once.
// Instances are few, from 0 on. Servers do not change, and nothing is sent again. No counts of others are known.
package multipaxos
