// Package multipaxos is agreement on a sequence of commands, with an instance of Paxos for each: a new leader executes
// the first phase for all instances at once, and then the second for one after the other.
//
// Source: L. Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, section 3. A single instance is the entry paxos.
//
// # The algorithm
//
// A server that becomes the leader sends one Prepare for all instances, and a server answers with one Promise for all,
// which contains what it has accepted in each. With promises from a majority, the leader executes phase 2 where a
// promise constrains the value, and fills the gaps below with no-ops. From then on it executes phase 2 for each command
// that clients request, in the next instance, as long as that is at most α beyond the commands that it knows to be
// chosen. Servers execute the commands in the order of the instances.
//
// # Assumptions
//
// As for paxos. Messages may take any time; channels are FIFO unless a case says otherwise, which makes far fewer
// states: on FIFO channels only losses leave gaps. Who becomes the leader, and when, is left to the environment.
//
// # Variants
//
//   - as-written.
//   - highest-only: a promise contains what was accepted in the highest instance, and nothing of those below.
//   - own-command: a new leader proposes its own command in an instance in which another may have been chosen.
//   - gaps-left: a new leader goes on after the gaps without filling them.
//   - executes-around: servers execute the commands that they know although an earlier one is missing.
//   - promise-forgotten: stable storage has what was accepted, but not what was promised.
//   - number-reused: a server uses the same number whenever it becomes the leader.
//
// # Properties
//
// one-chosen: in each instance at most one command is ever chosen; votes is a history for this property, which servers
// do not read. same-sequence: of what two servers have executed, one is a prefix of the other. gap-below-alpha, where
// there is room for more: "a gap of up to α−1 commands could then arise", and no larger one. executed-in-the-end: when
// nothing is in transit, the latest leader and the servers that are told have executed whatever is chosen. (One that
// has missed the Prepare of a later leader may still believe that it leads.) second-leader and gap-filled can happen: a
// command of a later leader is chosen after one of the first, or after a no-op. TestAfterFailure sees the former when
// the first leader has failed.
//
// # What exploration shows
//
// Everything holds as written, even with two leaders, two instances and unordered channels, which has too many states
// for a case without partial-order reduction. Each mistake is found, in 9 to 20 steps, except number-reused: nobody
// answers two Prepares of the same number, and only a promise that is delivered twice makes a second majority.
//
// # Differences from the source
//
// Votes go to the leader, which tells as many others as the case says (section 2.3, the distinguished learner). A
// leader that promises a higher number to another gives up (section 2.2, "probably a good idea"). A promise is for all
// instances, even those that the leader already knows. What a server sends to itself arrives at once. There are few
// instances, numbered from 0. The set of servers does not change, and nothing is sent again. No published counts of
// states are known.
package multipaxos
