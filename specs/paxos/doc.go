// Package paxos is Paxos, consensus by numbered proposals: a proposer first asks a majority of acceptors to promise not
// to accept anything older, and then proposes the value of the newest proposal that any of them has accepted.
//
// Source: L. Lamport, Paxos Made Simple, ACM SIGACT News 32(4), 2001, sections 2.1 to 2.3, and section 2.5 for stable
// storage.
//
// # The algorithm
//
// Phase 1(a): a proposer selects a number and sends Prepare. 1(b): an acceptor that has not responded to a Prepare of
// that number or a higher one responds with a Promise, which carries the highest-numbered proposal that it has
// accepted. 2(a): with promises from a majority, the proposer sends Accept with the value of the highest-numbered
// proposal among those in the promises, or with its own value if there is none. 2(b): an acceptor accepts it unless it
// has responded to a Prepare of a higher number, and tells all learners. A learner learns a value when it knows that a
// majority has accepted the same proposal.
//
// # Assumptions
//
// Section 2.1: processes fail by stopping and may restart, messages take arbitrarily long and can be duplicated and
// lost, but not corrupted. Channels are unordered. The cases say how many crashes, losses and duplicates there are.
//
// # Variants
//
//   - as-written.
//   - promise-forgotten: an acceptor that restarts remembers the proposal that it has accepted, but not the number of
//     the highest request to which it has responded. Section 2.2 says that it must remember both.
//   - accepts-below-promise: phase 2(b) without its condition.
//   - ignores-accepted: phase 2(a) without its condition: a proposer always proposes its own value.
//   - shared-numbers: proposers choose their numbers from the same set instead of disjoint ones (section 2.5).
//
// # Properties
//
// only-proposed, one-chosen and learned-is-chosen are the three requirements of section 2.1; learners-agree is the part
// of the second that users see. p2a is P2a of section 2.2: if a proposal is chosen, every higher-numbered proposal that
// any acceptor accepts has its value. Whether a proposal is chosen depends on the past, since an acceptor may accept
// another proposal later. The history variable votes records all votes; the algorithm does not read it.
//
// chosen-in-the-end is about progress: when no message is in transit and some proposer has begun, a value is chosen. It
// holds as long as fewer than half of the acceptors crash and no proposer does: with a bounded supply of numbers the
// highest number that is ever prepared succeeds. learned-in-the-end is the same for learners. Without the bound two
// proposers can outbid each other for ever (section 2.4), which these instances cannot show.
//
// # Where the text leaves something open
//
//   - Section 2.2 first has a promise carry the proposal "with the highest number less than n", and then, where it puts
//     the algorithm together, the highest-numbered proposal. This is the latter. They differ because an acceptor that
//     accepts a proposal does not promise anything: it may still respond to a Prepare of that number, or of a lower
//     one.
//   - "to a majority of acceptors", "to each of those acceptors" (sections 2.2 and 2.4): both requests go to all. That
//     covers every set, as a request may take arbitrarily long.
//   - Section 2.2 suggests that acceptors inform the proposers that they ignore, and says that this is only an
//     optimization. Here a proposer may give up its number and try the next at any time, as long as it has another.
//   - Section 2.3 has several ways to inform learners. This is the first: every acceptor tells every learner.
//
// # What exploration shows
//
// Every requirement holds as written. Each of the first three mistakes lets two values be chosen, in 14 to 16 steps.
// The fourth does not (cases shared-numbers-…): an acceptor answers at most one Prepare of each number, so at most one
// proposer gets a majority for it. Disjoint numbers are needed for progress, not for safety. This is a finding.
//
// # Other people's numbers
//
// Two other models of the algorithm have published numbers of states. Neither is the same model as this one.
//
//   - TLA+ Examples, Paxos: 25 distinct states (MCPaxos.cfg), for three acceptors, two values and two ballots, up to
//     symmetry of acceptors and values. There, messages are a set that only grows and that any process reads any number
//     of times, instead of channels that are emptied. Leaders have no state and may propose any safe value at any
//     ballot, and there is no majority that a proposer waits for and then forgets.
//   - Stateright, examples/paxos.rs: 16,668 states, for three servers and two clients. There, each server is proposer,
//     acceptor and learner at once, promises to itself without a message, decides as a leader and tells the others with
//     a message Decided. Clients write and read a register, whose history is part of the state.
//
// # Differences from the source
//
// The numbers of each proposer are bounded. A proposer that has sent Accept forgets the promises, which it no longer
// needs.
//
// # Limitations
//
// Two proposers with two numbers each and three acceptors have more than 22 million states; the cases have two
// acceptors instead.
package paxos
