// Package paxos is consensus by numbered proposals: a proposer first asks a majority of acceptors to promise that
// they accept nothing older, and then proposes the value of the newest proposal that any of them has accepted.
//
// Source: L. Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, sections 2.1 to 2.3; what is in stable storage is
// from section 2.5.
//
// # The algorithm
//
// Phase 1(a): a proposer selects a number and sends Prepare. 1(b): an acceptor that has not responded to a Prepare of
// that number or a higher one responds with a Promise, which has the proposal that it has accepted last. 2(a): with
// promises from a majority, the proposer sends Accept, with the value of the highest-numbered proposal among those in
// the promises, or with its own if there is none. 2(b): an acceptor accepts it unless it has responded to a Prepare
// of a higher number, and tells all learners. A learner has learned a value when a majority has accepted the same
// proposal.
//
// # Assumptions
//
// Section 2.1: processes fail by stopping and may restart, messages take arbitrarily long and can be duplicated and
// lost, but not corrupted. Channels are unordered. Crashes, losses and duplicates are those of the cases.
//
// # Variants
//
//   - as-written.
//   - promise-forgotten: an acceptor that restarts remembers the proposal that it has accepted, and not the number of
//     the highest request to which it has responded. Section 2.2 says that it must remember both.
//   - accepts-below-promise: phase 2(b) without its condition.
//   - ignores-accepted: phase 2(a) without its condition: a proposer always proposes its own value.
//   - shared-numbers: proposers choose their numbers from the same set, and not from disjoint ones (section 2.5).
//
// # Properties
//
// only-proposed, one-chosen and learned-is-chosen are the three requirements of section 2.1; learners-agree is what
// users see of the second. p2a is P2a of section 2.2: if a proposal is chosen, every higher-numbered one that any
// acceptor accepts has its value. What is chosen is a matter of the past, since an acceptor that has voted may accept
// another proposal later: votes is a history, which the algorithm does not read.
//
// chosen-in-the-end is about progress: when nothing more is on its way, and some proposer has begun, a value is chosen.
// It holds as long as fewer than half of the acceptors crash, and no proposer does: with a bounded supply of numbers
// the highest that is ever prepared succeeds. learned-in-the-end is the same for learners. Without the bound two
// proposers can outbid each other for ever (section 2.4), which these instances cannot show.
//
// # Where the text leaves something open
//
//   - "to a majority of acceptors", "to each of those acceptors" (sections 2.2 and 2.4): both requests go to all. That
//     covers every set, as a request may take arbitrarily long.
//   - Section 2.2 suggests that acceptors tell proposers whom they ignore. It says itself that this is an
//     optimization: here a proposer gives up its number and tries the next at any time, as long as it has one.
//   - Section 2.3 has several ways to inform learners. Here it is the first: every acceptor tells every learner.
//
// # What exploration shows
//
// Every requirement holds, and each of the first three mistakes lets two values be chosen, in 14 to 16 steps.
// The fourth does not (cases shared-numbers-…): an acceptor answers at most one Prepare of each number, so at most one
// proposer has a majority for it. What disjoint numbers give is progress. This is a finding.
//
// # Other people's numbers
//
// Two models of the algorithm have published numbers of states, and neither is this one.
//
//   - TLA+ Examples, Paxos: 25 distinct states (MCPaxos.cfg), of three acceptors, two values and two ballots, up to
//     symmetry of acceptors and values. There messages are a set that only grows and is read by anybody any number
//     of times, and not channels that are emptied; leaders have no state and may propose any safe value at any
//     ballot, and not that of a proposer; there is no majority that a proposer waits for and then forgets.
//   - Stateright, examples/paxos.rs: 16,668 states, of three servers and two clients. There each server is proposer,
//     acceptor and learner at once, promises to itself without a message, decides as a leader, tells the others with a
//     message Decided, and clients write and read a register, whose history is part of the state.
//
// # Differences from the source
//
// The bound on numbers. A proposer that has sent Accept forgets the promises, as it has no more use for them.
//
// # Limitations
//
// Two proposers with two numbers each and three acceptors have more than 22 million states; the cases have two
// acceptors instead.
package paxos
