// Package raftprevote is raft with what keeps a server that does not hear the leader from deposing it: before it begins
// an election it asks whether the others would vote for it, and those that hear the leader say no.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, sections 9.6 (a server that
// was partitioned) and 4.2.3 (one that was removed, Figure 4.7).
//
// # The algorithm
//
// That of package raft, with time. A leader sends heartbeats; a server that has not heard one for the election timeout
// sends PreVote to all in its configuration, and goes on to the next term and asks for votes once a majority would vote
// for it. Who is asked goes on to no term, and says yes if it would vote for that log in that term, and has not heard
// from a leader for an election timeout itself. A heartbeat makes who asks a follower again.
//
// # Variants
//
//   - as-written: section 9.6.
//   - no-prevote: raft by itself. A server that does not hear the leader deposes it: its term comes to the leader with
//     a request to vote, by way of another server, or with its answer to a heartbeat.
//   - log-only: the first idea of section 4.2.3, which says that it is not enough: only logs are compared. The log of
//     the server is as good as those of the others.
//   - heartbeat-check: what section 4.2.3 does instead: no server asks first, and who has heard from a leader within
//     the election timeout ignores requests to vote. It protects against servers that are removed, which hear nothing,
//     and against one that is cut off for ever. One that comes back is in a later term, answers a heartbeat with that,
//     and deposes the leader: section 9.6 is needed.
//
// # Properties
//
//   - undisturbed: S1, which leads term 1 and is heard by a majority, leads as long as it is up.
//   - term-kept: until then nobody "will be able to increment its term".
//   - returns: who receives a heartbeat of its term is a follower then, and asks nobody.
//   - election-safety, of Figure 3.
//   - unheard, a witness: somebody stops hearing S1. succeeded, with crash=1: somebody else leads.
//
// # Assumptions
//
// Synchronous time: the leader sends every interval of one tick, messages take up to a tick, and the election timeout
// is two; too-short has one that is not longer than the interval. The random part of a timeout is left out: it is there
// for elections that split the votes.
//
// A single link is cut, so that of three servers two hear S1 at any time, itself being one. To cut off a server from
// all others takes two, which may be the leader's, and then another should lead.
//
// # Where the text leaves something open, and differences
//
// Section 9.6 says that a server asks "a majority of the cluster": here its configuration. One that is removed has the
// old configuration and the others have the new one, which does not change. Nothing is appended: the logs are equal,
// and comparing them always says yes, as in Figure 4.7 it does. Without asking a server tries again after each timeout,
// in a later term each time; here there is one such election, since terms would not end.
package raftprevote
