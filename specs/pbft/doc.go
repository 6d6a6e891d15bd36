// Package pbft is Practical Byzantine Fault Tolerance, a replicated service in which fewer than a third of the replicas
// may be arbitrarily faulty: a primary orders requests in three phases, and the others replace it if it does not.
//
// Source: M. Castro, B. Liskov, Practical Byzantine Fault Tolerance, OSDI 1999, sections 4.2 (normal case) and 4.4
// (view changes).
//
// # The algorithm
//
// The primary of a view sends a pre-prepare for a request. A backup accepts one pre-prepare in each view, and sends a
// prepare. With a pre-prepare and matching prepares from 2f different backups a request has prepared at a replica,
// which sends a commit; with commits from 2f+1 replicas it executes the request. A replica that gives up on a view
// sends a view-change for the next, with the request that has prepared and the proof. With 2f+1 view-changes, its own
// included, the next primary sends a new-view, with a pre-prepare for the request that prepared in the highest view
// among these, if any. The others compute the same themselves, and send prepares for it.
//
// # Assumptions
//
// Section 2: messages may be delayed, lost, duplicated and reordered; a faulty replica may do anything except forge the
// signatures of others. So messages that a replica sends stay in the set sent, and a step that needs messages may be
// taken at any time after they were sent, by any replica that needs them, or never. One of 3f+1 = 4 replicas is a
// traitor, which knows all messages sent. It has no steps of its own: any message that it can sign counts as sent,
// either from the beginning or, for a valid view-change or new-view, once others have sent the messages that it must
// contain. Clients have requested a and b.
//
// # Variants
//
//   - as-written.
//   - quorum-one-smaller: all quorums are smaller by one replica.
//   - no-commit-phase: a replica executes a request as soon as it has prepared.
//   - nothing-carried-over: a new view begins without a request, whatever has prepared.
//   - proofs-unchecked: a view-change is accepted without checking its proof.
//   - requests-unchecked: a pre-prepare is accepted for a request that no client has signed.
//
// # Properties
//
// They concern correct replicas. agreement: different requests are never committed, by two replicas or by one, in the
// same view or in different views. validity: a client has requested whatever is committed. one-prepared and
// committed-is-prepared are the invariants of section 4.2: no two requests prepare in a view, and a request that a
// replica commits has prepared at f+1 correct replicas. all-commit and both-views are reachable: all have committed;
// and one has committed in the first view, another in the next.
//
// # What exploration shows
//
// Everything holds as written, whichever replica is the traitor, and a silent traitor prevents nothing. The same is
// true with three views (1.2 to 2.7 million states). Each mistake is found, in 3 to 20 steps. With 3f replicas a quorum
// of 2f+1 waits for a silent traitor for ever, and a quorum of 2f is unsafe. With 3f+2 replicas a quorum of 2f+1 is
// unsafe, too, which is a finding.
//
// # Differences from the source
//
// There is one sequence number, so no null requests are needed to fill gaps. Left out are clients and replies (a
// request is always available), checkpoints, water marks and garbage collection, timers (a view may be given up at any
// time) and the optimisations of section 5. A primary sends its own view-change before a new-view, and a replica enters
// a view from the one before it. No published state counts are known.
package pbft
