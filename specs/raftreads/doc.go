// Package raftreads is a register replicated by Raft whose reads bypass the log: a leader answers them from what it has
// applied, once it is sure that no other leader has been elected in the meantime.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, sections 6.4 (by index) and
// 6.4.1 (by lease).
//
// # The algorithm
//
// Writes are entries of the log of package raft. For a read by index the leader waits until an entry of its term is
// committed; to this end it begins its term with a no-op. It saves its commit index as readIndex, sends heartbeats to
// all, waits until a majority has answered them and until it has applied readIndex, and answers. By lease, a round of
// heartbeats that a majority has answered gives the leader a lease that begins when the round was sent. During the
// lease it answers reads at once: no other leader should be elected for an election timeout.
//
// # Variants
//
//   - as-written: by index.
//   - no-heartbeats: its step 3 is left out.
//   - no-own-entry: its step 1 is left out.
//   - late-answers: "a new round of heartbeats" also counts answers to an earlier round.
//   - lease: by lease, where a server ignores requests for votes until an election timeout after it heard from a leader
//     (section 4.2.3). Section 6.4.1 does not mention that.
//   - lease-votes: lease without that. Servers that answered do not stand for election, but vote for a server that did
//     not answer.
//
// # Properties
//
//   - linearizable, for reads and writes. An operation is called when a leader receives it, and returns there; if the
//     leader is deposed it does not return, but may have taken effect.
//   - commit-index: once a leader has committed an entry of its term, no server, unless it is in a later term, has a
//     higher commit index (step 1).
//   - sole-leader, for leases: while a server has a lease, no server leads in a later term.
//   - written-is-read and superseded are witnesses: a read returns what was written, and two servers lead at the same
//     time.
//
// # Assumptions
//
// By index, asynchronous time. By lease, messages may take arbitrarily long, and clocks are exact, except that with
// slow=2 a leader's clock needs two ticks for one: then its lease must be shorter than half the election timeout.
// Within a tick, a timer may fire before or after other events, so a lease must be shorter than the timeout, not equal
// to it. In most cases messages take no time, which leaves fewer states.
//
// A server that crashes and recovers has forgotten that it heard from a leader, and votes: leases are not safe then,
// which the source does not mention (lease-restart). With waits=1 it does not vote at first.
//
// # Differences from the source
//
// Committed entries are applied at once, so readIndex need not be saved. Heartbeats are separate messages with the
// number of their round, and only they make a server ignore requests for votes; a leader sends one round at a time,
// whenever it chooses. Followers do not answer reads. The source's guarantee that clients see the state move forward
// even if clocks misbehave is left out: it requires an index that clients remember.
//
// # Bounds
//
// S1 leads term 1 at first, and its no-op is committed. There are one election, of S2, and a write and a read, or two
// of one of these.
package raftreads
