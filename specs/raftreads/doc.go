// Package raftreads is a register that raft replicates, whose reads bypass the log: a leader answers them from what it
// has applied, once it is sure that nobody has been elected in the meantime.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, sections 6.4 (by index) and
// 6.4.1 (by lease).
//
// # The algorithm
//
// Writes are entries of the log of package raft. For a read by index the leader waits until an entry of its term is
// committed, for which it begins with a no-op; it remembers its commit index as readIndex, sends heartbeats to all,
// waits until a majority has answered these, and until it has applied readIndex, and answers. By lease, a round of
// heartbeats that a majority has answered is a lease from when it was sent, during which the leader answers at once:
// nobody should be elected for an election timeout.
//
// # Variants
//
//   - as-written: by index.
//   - no-heartbeats: its step 3 is left out.
//   - no-own-entry: its step 1 is left out.
//   - late-answers: "a new round of heartbeats" counts answers to an earlier one.
//   - lease: by lease, where a server ignores requests to vote until an election timeout after it heard from a leader
//     (section 4.2.3). Section 6.4.1 does not mention that.
//   - lease-votes: without that. Those who answered do not stand for election, but vote for one who did not.
//
// # Properties
//
//   - linearizable, of reads and writes. An operation is called where a leader gets it and returns there; one whose
//     leader is deposed does not return, and may have taken effect.
//   - commit-index: once a leader has committed an entry of its term, no server that is not in a later term knows more
//     of what is committed (step 1).
//   - sole-leader, of leases: while a server has one, nobody leads in a later term.
//   - written-is-read and superseded are witnesses: a read returns what was written, and two lead at a time.
//
// # Assumptions
//
// By index, asynchronous time. By lease, messages may take for ever, and clocks are exact, but for that of a leader,
// which with slow=2 needs two ticks for one: then its lease must be shorter than half of the election timeout. A timer
// fires within a tick before or after anything else there, so that a lease must be shorter than the timeout, and not
// only as long. In most cases messages take no time, which leaves fewer states.
//
// A server that crashes and comes back has forgotten that it heard from a leader, and votes: a lease does not survive
// that, and the source does not speak of it (lease-restart). With waits=1 it votes for nobody at first.
//
// # Differences from the source
//
// What is committed is applied at once, so that readIndex need not be remembered. Heartbeats are messages of their own,
// with the number of the round, and only they make a server ignore requests to vote; a leader sends one round at a
// time, when it likes. Followers answer no reads. That clients see the state go forward even if clocks misbehave is
// left out: it takes an index that clients remember.
//
// # Bounds
//
// S1 leads term 1 at first, and its no-op is committed. One election of S2, a write and a read, or two of one of these.
package raftreads
