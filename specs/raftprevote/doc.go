// Package raftprevote is Raft with Pre-Vote, which keeps a server that does not hear the leader from deposing it:
// before a server begins an election it asks whether the others would vote for it, and those that hear the leader say
// no.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, sections 9.6 (a server that
// was partitioned) and 4.2.3 (a server that was removed, Figure 4.7).
//
// # The algorithm
//
// The algorithm of package raft, with time. A leader sends heartbeats. A server that has not heard one for the election
// timeout sends PreVote to all servers in its configuration; once a majority would vote for it, it moves to the next
// term and asks for votes. A server that receives PreVote does not change its term. It says yes if it would vote for
// that log in that term and has itself not heard from a leader for an election timeout. A heartbeat makes a server that
// is asking a follower again.
//
// # Variants
//
//   - as-written: section 9.6.
//   - no-prevote: raft by itself. A server that does not hear the leader deposes it: its term reaches the leader with a
//     request for votes, by way of another server, or with its answer to a heartbeat.
//   - log-only: the first idea of section 4.2.3, which says that it is not enough: only logs are compared. Here the
//     server's log is as up-to-date as those of the others.
//   - heartbeat-check: what section 4.2.3 does instead: no server asks first, and a server that has heard from a leader
//     within the election timeout ignores requests for votes. This protects against removed servers, which hear
//     nothing, and against a server that is cut off for ever. A server whose link is restored is in a later term,
//     answers a heartbeat with that term, and deposes the leader: section 9.6 is needed.
//
// # Properties
//
//   - undisturbed: S1, which leads term 1 and is heard by a majority, stays leader as long as it is up.
//   - term-kept: as long as it is, no server "will be able to increment its term".
//   - returns: a server that receives a heartbeat of its term is then a follower and is not asking.
//   - election-safety, of Figure 3.
//   - unheard, a witness: some server stops hearing S1. succeeded, with crash=1: another server leads.
//
// # Assumptions
//
// Synchronous time: the leader sends every interval of one tick, messages take up to a tick, and the election timeout
// is two; in the case too-short it is not longer than the interval. The random part of a timeout is left out: its
// purpose is to avoid split votes.
//
// Only a single link is cut, so that two of three servers, S1 itself included, hear S1 at any time. Cutting off a
// server from all others would take two cuts; these could be the leader's links, and then another server should lead.
//
// # Where the text leaves something open, and differences
//
// Section 9.6 says that a server asks "a majority of the cluster": here its configuration. A removed server has the old
// configuration and the others have the new one, and configurations do not change. Nothing is appended: the logs are
// equal, so comparing them always says yes, as in Figure 4.7. Without Pre-Vote a server tries again after each timeout,
// in a later term each time; here there is only one such election, since terms would grow without bound.
package raftprevote
