// Package pbft is a replicated service of which fewer than a third of the replicas may do anything: a primary orders
// requests in three phases, and the others replace it when it does not.
//
// Source: M. Castro, B. Liskov, Practical Byzantine Fault Tolerance, OSDI 1999, sections 4.2 (normal case) and 4.4
// (view changes).
//
// # The algorithm
//
// The primary of a view sends a pre-prepare for a request. A backup accepts one in each view, and sends a prepare.
// With a pre-prepare and matching prepares from 2f different backups a request has prepared at a replica, which sends
// a commit; with commits from 2f+1 it executes the request. A replica that is tired of a view sends a view-change for
// the next, with what has prepared and the proof of it. With 2f+1 view-changes, its own included, the next primary
// sends a new-view, with a pre-prepare for what prepared in the highest view among these, if anything. Others work
// that out themselves, and send prepares for it.
//
// # Assumptions
//
// Section 2: messages are delayed, lost, duplicated and reordered; whoever is faulty does anything, but cannot forge
// what others sign. So what a replica sends stays in sent, and a step that needs messages may be taken at any time
// after they have been sent, by whoever needs them, or never. One of 3f+1 = 4 replicas is a traitor, which knows all
// that has been sent. Whatever it can sign counts as sent, from the beginning or from when others have sent what a
// valid view-change or new-view has to have in it: it has no steps of its own. Clients have asked for a and for b.
//
// # Variants
//
//   - as-written.
//   - quorum-one-smaller: all quorums have one replica less.
//   - no-commit-phase: a replica executes what has prepared.
//   - nothing-carried-over: a new view begins without a request, whatever has prepared.
//   - proofs-unchecked: a view-change is taken for valid without its proof.
//   - requests-unchecked: a pre-prepare is accepted for a request that no client has signed.
//
// # Properties
//
// Of correct replicas. agreement: no two commit, or one does, different requests, in whatever views. validity: a
// client has asked for what is committed. one-prepared and committed-is-prepared are the invariants of section 4.2: no
// two requests prepare in a view, and what a replica commits has prepared at f+1 of them. all-commit and both-views
// can happen: all have committed; and one has in the first view, and another in the next.
//
// # What exploration shows
//
// All holds as written, whoever is the traitor, and a silent one prevents nothing; so it does with three views (1.2 to
// 2.7 million states). Each mistake is found, in 5 to 20 steps. Of 3f replicas a quorum of 2f+1 waits for a silent one
// for ever, and one of 2f is unsafe. Of 3f+2 a quorum of 2f+1 is unsafe, too, which is a finding.
//
// # Differences from the source
//
// There is one sequence number, so that no null request fills a gap. Left out are clients and replies (a request is
// always there), checkpoints, water marks and garbage collection, timers (a view may be given up at any time) and what
// is optimised in section 5. A primary sends its own view-change before a new-view, and a replica enters a view from
// the one before it. No counts of others are known.
package pbft
