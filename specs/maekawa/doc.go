// Package maekawa is mutual exclusion by votes of small sets of nodes: every node asks the
// members of its own voting set, any two sets have a node in common, and a member votes for
// one request at a time.
//
// Sources: 000, "Exclusão Mútua", whose to-do list at the end names the algorithm and
// describes it as needing fewer votes. M. Maekawa, "A √N Algorithm for Mutual Exclusion in
// Decentralized Systems", ACM Transactions on Computer Systems 3(2), 1985, section 3. B. Sanders,
// "The Information Structure of Distributed Mutual Exclusion Algorithms", ACM Transactions on
// Computer Systems 5(3), 1987, for the flaw and its repair. The texts of the papers were not at
// hand: the rules are those of the paper as they are generally known, written down from memory,
// and "as written" means that, not its wording.
//
// # The algorithm
//
// A node that wants to enter sends Request, with a sequence number higher than all that it has sent or received, to
// its voting set. A request precedes another if its number is lower, or equal and its node is lower. A member that is
// not locked is locked for the request and answers Locked. One that is locked queues the request. It answers Failed
// if the request that it is locked for, or one in the queue, precedes the new one; otherwise it sends Inquire to the
// node that it is locked for, unless it has done so and had no answer. A node that receives Inquire, and has received
// a Failed, answers Relinquish and gives up the vote; if it has not, it postpones the answer until it knows. With the
// votes of all members it enters, and when it leaves it sends them Release. On Relinquish a member puts the request
// back into its queue, and on Relinquish and Release it is locked for the first in the queue and sends it Locked.
//
// # Assumptions
//
// Reliable FIFO channels, no failures, and nobody stays in the critical section for ever.
//
// # Variants
//
//   - basic: Request, Locked and Release only, and queues in the order of arrival. It is known to deadlock.
//   - inquire: all of the above.
//   - sanders: as inquire, and when a request precedes the first of the queue, the sender of the latter is sent Failed.
//     Without this nobody tells that node that it will not get the vote soon, and it keeps the votes that it has.
//   - corrected: as sanders, and a node gives back only a vote that it has: an Inquire of a member from which it has no
//     Locked is kept until that arrives. Without this an Inquire that has crossed a Release is taken for one about the
//     next request; the Relinquish that answers it gives back somebody else's vote, and the member sends Locked to the
//     first in its queue a second time.
//
// # Where the texts leave something open
//
//   - The voting sets: node i asks i, i+1, …, i+k-1 (mod n), which intersect if k > n/2. For n=3
//     and k=2 they are {0,1}, {1,2}, {2,0}, the paper's. For n=4 the paper takes sets of
//     a larger plane; here they are {0,1,2}, {1,2,3}, {2,3,0}, {3,0,1}, the smallest in which the
//     flaw shows.
//   - A node is in its own set, and "pretends to have received" its own request: it receives what it sends to itself
//     at once, in the same step.
//   - Whether a Failed counts after the member that sent it has sent Locked: it does, until the node enters. "Has
//     received a Failed" is read literally.
//   - Whether a node that waits again can tell that an Inquire is about its former
//     request. The rule that an Inquire after the Release is ignored is applied in inquire and sanders
//     to nodes that do not wait, since messages other than Request carry no number.
//   - A second Inquire before the first is answered is said to be unnecessary: here it is not sent.
//   - A Relinquish or Release is taken to be about the request that the member is locked for.
//     A Relinquish to a member that is not locked is received and nothing happens.
//   - A Locked that a node does not wait for is still counted as a vote. Without faults none comes in the instances
//     of inquire and corrected that were explored.
//   - A node that crashes and comes back begins anew: it has forgotten its votes.
//   - A node enters in the step in which the last vote arrives.
//
// # What exploration shows
//
// basic deadlocks as soon as three sets of two form a circle, or two nodes have two members
// in common; two nodes whose sets share one member do not. inquire is correct for two and
// three nodes, also with unordered channels. That is a property of small
// instances: a node that has received a request gives its own a higher number, and
// in a set that has the node of the preceding request, that node answers Failed. With four nodes,
// three of which ask, it deadlocks (inquire-4), and sanders repairs that. With two requests each sanders
// deadlocks, too, as read above (sanders-4-twice). corrected holds in all instances
// explored, also with unordered channels.
//
// A crash blocks not only those that need the crashed node: a node that waits for its vote was never told Failed and
// keeps the votes that others wait for. Exclusion is lost when a member comes back and has forgotten its vote
// (corrected-forgets), where a node also waits for ever with everybody up again, and when one message is delivered
// twice, since a Locked carries no number (corrected-duplicated-message).
//
// overtaken is how often others enter while a node waits, the maximum over all nodes. messages is the cost of all
// entries together: at least 3(K-1) for each, for sets of K that include the node itself, which needs no message, and
// more when votes are taken back: 9 to 11 for three entries with K=2.
//
// # Differences from the sources
//
// The number of requests is bounded, since sequence numbers grow. The finite projective planes
// of the paper for n ≥ 7 are not here.
//
// # Limitations
//
// The largest instances explored completely are four nodes, three of which ask twice
// each, 995,291 states, and four nodes that ask once each, 423,166; three nodes
// with three requests each for inquire, 119,601.
package maekawa
