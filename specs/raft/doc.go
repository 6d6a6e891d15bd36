// Package raft is Raft, a replicated log: in each term a majority elects at most one leader, which appends the requests
// of clients to its own log and the logs of the others, and commits the entries that a majority has.
//
// Source: D. Ongaro, J. Ousterhout, In Search of an Understandable Consensus Algorithm (extended version), 2014:
// sections 5.1 to 5.4, Figure 2 (the algorithm), Figure 3 (what it guarantees) and Figure 8 (why a leader does not
// commit entries of older terms by counting replicas).
//
// # The algorithm
//
// Figure 2, rule by rule. A server that times out moves to the next term, votes for itself and asks for votes
// (RequestVote). A server has one vote in each term, and gives it to no candidate whose log is less up-to-date than its
// own. A candidate with votes from a majority becomes the leader and sends AppendEntries to all, at first without
// entries. A server whose log lacks the entry before the new ones refuses, and the leader goes back by one; otherwise
// the server deletes conflicting entries and appends new ones. An entry of the leader's own term that a majority has is
// committed, together with all entries before it. A server that hears of a later term moves to it, as a follower.
//
// # Assumptions
//
// Asynchronous time: an election timeout may happen at any time, or never. currentTerm, votedFor and the log are in
// stable storage, written in the step that changes them. Raft does not need FIFO channels. They are FIFO all the same,
// since that leaves a thirteenth of the states (two-elections and unordered are the same instance otherwise).
//
// # Variants
//
//   - as-written.
//   - vote-not-persisted: votedFor is lost in a crash.
//   - quorum-off-by-one: n/2 servers are a majority.
//   - unrestricted-vote: RequestVote without the second half of its step 2, the restriction of section 5.4.1.
//   - commits-older-terms: the last rule for leaders without "log[N].term == currentTerm" (section 5.4.2).
//   - no-consistency-check: AppendEntries without its step 2.
//   - truncates-always: AppendEntries deletes all entries after prevLogIndex, not only conflicting ones. The difference
//     shows only when a request arrives late.
//
// # Properties
//
// election-safety, leader-append-only, log-matching, leader-completeness and state-machine-safety are those of Figure
// 3, in its order. Two of them need a history, which the algorithm does not read: who was elected in each term, and
// what was applied at each index and in which term first. For a server that is down, the log in stable storage counts.
// commitment says more than the figure: an applied entry is in the logs of a majority in every state. Without it,
// noticing truncates-always would take a second election.
//
// Progress is not checked: the number of elections is bounded, and votes may be split.
//
// # Figure 8
//
// The situation takes three elections and a fourth that goes wrong, which is too much to explore from the beginning.
// With figure8=1 three servers begin as in part (b) of the figure: S1 has led term 1 and S3 (the figure's S5) term 2,
// each has appended an entry that no other server has, and all messages that they sent are lost. This state is
// reachable, with two elections, two requests and a crash of each leader. Now S1 can be elected in term 3 and copy its
// entry of term 1 to S2. As written that commits nothing, and S3 may still be elected and overwrite the entry (part d).
// An entry of term 3 on a majority commits both (part e). If replicas are counted instead, S3 overwrites an entry that
// S1 has applied.
//
// # Where the text leaves something open
//
//   - When AppendEntries is sent. Here a leader sends it when it is elected, when it has entries that a server lacks,
//     when a server refused, and when commitIndex has advanced. It waits for the answer before it sends the next
//     request to the same server, and does not repeat a request: a lost message would never be replaced, so no case
//     loses messages.
//   - In the source a reply need not identify its request, since both belong to one remote procedure call. Here it
//     repeats the index of the last entry that was sent.
//   - "The index of last new entry" in step 5 is read literally: it is prevLogIndex plus the number of entries sent,
//     not the end of the receiver's log.
//   - Without step 2 the log may end before the place where the entries belong: no-consistency-check then appends them
//     at the end of the log.
//
// # Differences from the source
//
// lastApplied is commitIndex: a committed entry is applied in the same step. Clients get no answers, and there are no
// snapshots (section 7). Elections and requests are bounded. The packages raftmembership (changes of membership),
// raftreads (reads that bypass the log) and raftprevote (which servers may disturb a leader) build what the
// dissertation adds on these rules.
//
// # Other people's numbers
//
// No published count is known for the same model. The TLA+ specification that the authors published has messages in a
// bag, answers and requests as steps of their own, and no bounds; those who explore it choose their own bounds.
//
// # Limitations
//
// Apart from Figure 8, the largest instance has three servers, two elections and one request. Five servers are too
// many.
package raft
