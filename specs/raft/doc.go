// Package raft is a replicated log: in each term a majority elects a leader, which appends what clients request to its
// log and that of the others, and commits what a majority has.
//
// Source: D. Ongaro, J. Ousterhout, In Search of an Understandable Consensus Algorithm (extended version), 2014:
// sections 5.1 to 5.4, Figure 2 (the algorithm), Figure 3 (what it guarantees) and Figure 8 (why a leader does not
// commit entries of older terms by counting replicas).
//
// # The algorithm
//
// Figure 2, rule by rule. A server that times out goes on to the next term, votes for itself and asks for votes
// (RequestVote). A server has one vote in each term, and gives it to no candidate whose log is less up-to-date than
// its own. With votes from a majority a candidate is the leader, and sends AppendEntries to all, which is empty at
// first. A server whose log does not have the entry before those that are sent refuses, and the leader goes back by
// one; otherwise it deletes what conflicts and appends what is new. An entry of the leader's own term that a majority
// has is committed, and with it all before it. Whoever hears of a later term goes on to it, as a follower.
//
// # Assumptions
//
// Asynchronous time: election timeouts happen at any time, and nobody owes one. currentTerm, votedFor and the log are
// in stable storage, written in the step that changes them. Raft needs no order of messages. Channels are FIFO all
// the same, because that leaves a thirteenth of the states (two-elections and unordered are the same instance).
//
// # Variants
//
//   - as-written.
//   - vote-not-persisted: votedFor is lost in a crash.
//   - quorum-off-by-one: n/2 servers are a majority.
//   - unrestricted-vote: RequestVote without the second half of its step 2, the restriction of section 5.4.1.
//   - commits-older-terms: the last rule for leaders without "log[N].term == currentTerm" (section 5.4.2).
//   - no-consistency-check: AppendEntries without its step 2.
//   - truncates-always: AppendEntries deletes all that follows prevLogIndex, and not only what conflicts. It looks
//     the same until a request comes late.
//
// # Properties
//
// election-safety, leader-append-only, log-matching, leader-completeness and state-machine-safety are those of Figure
// 3, in its order. Two of them are about the past, which the algorithm does not read: who was elected in each term,
// and what was applied at each index and in which term first. Logs of servers that are down are those in stable
// storage. commitment says more than the figure: what has been applied is in the logs of a majority, at every moment.
// Without it truncates-always would need a second election to be noticed.
//
// Nothing is promised about progress here: elections are few and may split the votes.
//
// # Figure 8
//
// The situation needs three elections and a fourth that goes wrong, which is too much to explore from the beginning.
// With figure8=1 three servers begin as in its part (b): S1 has led term 1 and S3 (the figure's S5) term 2, each has
// appended an entry that nobody else has, and all that they sent is lost. That can be reached: it takes two elections,
// two requests and a crash of each leader. S1 can now be elected in term 3, and copy its entry of term 1 to S2. As
// written that commits nothing, and S3 may still be elected and overwrite it (part d). An entry of term 3 on a
// majority commits both (part e). If replicas are counted instead, S3 overwrites what S1 has applied.
//
// # Where the text leaves something open
//
//   - When AppendEntries is sent: here when a leader is elected, when it has entries that a server lacks, when a
//     server refused, and when there is news of what is committed. A leader waits for an answer before it sends the
//     next to the same server, and does not repeat a request: a lost message would end the matter, and no case loses
//     any.
//   - A reply does not say what it replies to, since it is that of a remote procedure call. Here it repeats the index
//     of the last entry that was sent.
//   - A server whose log is shorter than commitIndex takes "the index of last new entry" of step 5 literally:
//     prevLogIndex and the entries that were sent, not the end of its log.
//   - Without step 2 there may be no place for the entries: no-consistency-check puts them at the end of the log.
//
// # Differences from the source
//
// lastApplied is commitIndex: what is committed is applied in the same step. No client is answered, and there are no
// snapshots (section 7). Elections and requests are few. What the dissertation adds is built on these rules in packages
// raftmembership (servers change), raftreads (reads that bypass the log) and raftprevote (who may disturb a leader).
//
// # Other people's numbers
//
// No count of others is known for the same model. The TLA+ specification that the authors published has messages in a
// bag, answers and requests as steps of their own, and no bound; what others explore of it has bounds of their own
// choice.
//
// # Limitations
//
// Three servers, two elections and one request are the largest instance, but for Figure 8. Five servers are too many.
package raft
