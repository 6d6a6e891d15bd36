// Package raftmembership is raft whose servers change: a leader appends a new configuration to its log, which has one
// server more or less, and each server uses the latest configuration in its log, committed or not.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, section 4.1 (safety) and
// 4.2.2 (removing the leader); and his message "bug in single-server membership changes" to raft-dev, July 2015, to
// which the errata of the dissertation refer.
//
// # The algorithm
//
// That of package raft, with majorities of the configuration of whoever counts: a candidate asks its members for
// votes, a leader replicates to its members and commits what a majority of them has, and neither counts itself unless
// it is one. Requests are served without looking at the configuration. A leader changes nothing before its
// configuration is committed; one that is not in it leads until then, and steps down. A leader begins with a no-op
// (section 6.4). In the corrected version it waits until that, or another entry of its term, is committed.
//
// # The bug
//
// Any majorities of a configuration and the next have a server in common, but not those of two that follow the same
// one, in different terms. S1 to S4, and S1 leads: it appends that S2 is removed, and is cut off. S2, S3 and S4 elect
// S2 in term 2, which removes S1 and commits that with S3, two of S2, S3 and S4. S1 is elected in term 3 by S4, two of
// S1, S3 and S4, without what was committed: leader-completeness is violated, and soon state-machine-safety. The
// message has this with an addition and a removal, two additions, and, as here, two removals, which take the fewest
// servers. It says that it takes an even number: bug-of-four is the same with three, where nothing is violated.
//
// # Variants
//
//   - as-written: the dissertation, with the bug.
//   - corrected: the message. "A leader may not append a new configuration entry until it has committed an entry from
//     its current term."
//   - two-at-once: a change is of two servers, which section 4.1 rules out.
//   - overlapping: a leader does not wait until its configuration is committed, which section 4.1 demands.
//
// # Properties
//
// The five of Figure 3. changed is a witness: a change is committed that the leader of a later term than the first has
// made.
//
// # Bounds, and differences from the source
//
// At first S1 leads term 1, and the first configuration is an entry that is committed and known to be. Then S2 and S1
// stand for election by turns, whatever they know. With begun=1 S1 has removed S2, crashed and come back. With
// rivals=1 S1 and S2 remove only each other. Four servers that change as they like have some millions of states; no
// case explores them.
//
// A leader tells what is committed along with entries only. New servers do not catch up before they are added, and a
// leader does not hand over: sections 4.2.1 and 4.2.2 have both for the sake of availability, and nothing is promised
// about that here. Servers that disturb a leader after they are removed are in package raftprevote. Joint consensus
// (section 4.3) is left out.
package raftmembership
