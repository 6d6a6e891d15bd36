// Package raftmembership is Raft with changes of membership: a leader appends to its log a new configuration, which has
// one server more or less, and each server uses the latest configuration in its log, committed or not.
//
// Source: D. Ongaro, Consensus: Bridging Theory and Practice, dissertation, Stanford 2014, section 4.1 (safety) and
// 4.2.2 (removing the leader); and his message "bug in single-server membership changes" to raft-dev, July 2015, which
// the errata of the dissertation cite.
//
// # The algorithm
//
// The algorithm of package raft, where each server counts majorities of its own configuration: a candidate asks its
// members for votes, a leader replicates to its members and commits what a majority of them has, and neither counts
// itself unless it is a member. RPCs are served whatever the configuration is. A leader does not start another change
// before its configuration is committed; a leader that is not in the configuration leads until then, and steps down. A
// leader begins with a no-op (section 6.4). In the corrected version it waits with changes until that, or another entry
// of its term, is committed.
//
// # The bug
//
// Any majority of a configuration and any majority of the next have a server in common, but majorities of two different
// successors of the same configuration, made in different terms, need not. Take S1 to S4, with S1 as the leader: it
// appends the removal of S2, and is cut off. S2, S3 and S4 elect S2 in term 2, which removes S1 and commits that with
// S3, a majority of S2, S3 and S4. S1 is elected in term 3 by S4, a majority of S1, S3 and S4, without the committed
// entry: leader-completeness is violated, and soon state-machine-safety. The message shows this with an addition and a
// removal, with two additions, and, as here, with two removals, which take the fewest servers. It says that the number
// of servers must be even: the same happens with three in bug-of-four, and nothing is violated.
//
// # Variants
//
//   - as-written: the dissertation, with the bug.
//   - corrected: the message. "A leader may not append a new configuration entry until it has committed an entry from
//     its current term."
//   - two-at-once: a change concerns two servers at once, which section 4.1 rules out.
//   - overlapping: a leader does not wait until its configuration is committed, as section 4.1 demands.
//
// # Properties
//
// The five of Figure 3. changed is a witness: a change made by the leader of a later term than the first is committed.
//
// # Bounds, and differences from the source
//
// At first S1 leads term 1, and the first configuration is an entry that is committed and known to be committed. Then
// S2 and S1 stand for election in turn, whatever they know. With begun=1 S1 has already removed S2, crashed and
// recovered. With rivals=1 S1 and S2 remove only each other. Four servers with arbitrary changes have some millions of
// states; no case explores them.
//
// A leader announces what is committed only along with entries. New servers do not catch up before they are added, and
// a leader does not hand over: sections 4.2.1 and 4.2.2 have both for the sake of availability, which is not checked
// here. Servers that disturb a leader after they are removed are in package raftprevote. Joint consensus (section 4.3)
// is left out.
package raftmembership
