// Package invitation is the formation of groups by invitation: each group has a coordinator, and
// coordinators look for other coordinators and invite them, with their participants, into one
// group.
//
// Sources: 003, "The Invitation Algorithm". H. Garcia-Molina, "Elections in a Distributed Computing
// System", IEEE Transactions on Computers C-31(1), 1982, section on the invitation algorithm. The text
// of the paper was not at hand: the variant garcia-molina follows its procedures (check, timeout,
// merge, invitation, accept, ready, recovery) as they are generally known, written down from memory.
//
// # The algorithm
//
// A processor that is newly installed, comes back from a crash or finds that its coordinator has failed is alone in a
// new group and coordinates it. From time to time a coordinator asks all others whether they are coordinators
// (AreYouCoordinator, Answer). If it finds any, it forms a group with a new number and sends an Invitation to them
// and to its old participants. An invited coordinator forwards the invitation to its participants. A processor that
// is invited halts its work, moves into the group and tells its coordinator (Accept). The coordinator waits, then
// sends Ready to all that accepted, and work resumes. From time to time a participant asks its coordinator whether
// it is there (AreYouThere, There).
//
// # Assumptions
//
// Reliable FIFO channels between all processors; a message takes at most patience ticks, which all
// of them know; the counter of group numbers is in stable storage. A processor waits 2·patience
// for answers and 3·patience for acceptances, which may come from participants of those that were
// invited. Time is in ticks (messages of 0 to 1 here) unless a case says otherwise. The name of a
// processor is its identifier, and higher is stronger.
//
// # Variants
//
//   - as-written: 003 without the proposals for priorities. A coordinator that looks invites all coordinators that it
//     finds. Every invitation is accepted, whatever else goes on: 003 says so of a coordinator that delays, and does
//     not mention others. A coordinator that does not answer is taken to have failed.
//   - ignore: 003's first proposal. A processor does not answer a question of a lower one, which therefore takes it
//     for non-existent.
//   - downwards: the next proposal, "only to try to merge lower-level coordinators".
//   - delay: the last proposal. A coordinator that has found others waits, before it invites them, step ticks for
//     each processor that is higher, whether found or not, and does not invite them if it has been invited by then.
//   - by-group: downwards, and AreYouThere is about the group: a processor answers No if it does
//     not coordinate that group, or does not count the sender among its members.
//   - garcia-molina: the paper. The delay is proportional to the distance to the highest that was found. A processor
//     that is halted answers that it is not a coordinator, and declines invitations by not answering. An Accept that
//     comes after the wait does not count. AreYouThere is about the group. Ready is confirmed, and a coordinator that
//     misses a confirmation is alone again.
//   - corrected: garcia-molina with 003's second proposal instead of the delay.
//
// # Where the texts leave something open
//
//   - 003 does not say how a coordinator learns who has moved: in all variants it is by the paper's Accept. Nor does it
//     say what happens to a processor whose Accept is late: it is counted and sent Ready at once, except in
//     garcia-molina and corrected.
//   - "The affected groups should be halted": from the moment a processor sends or accepts
//     an invitation, until it sends or receives Ready.
//   - "Periodically": with period=0 a coordinator looks sooner or later, after any time. With period=k it looks k
//     ticks after it has returned to work, and for the first time after 1 to k, all of which are explored. A
//     participant may ask for its coordinator at any time.
//   - That a question may prompt a higher coordinator to look sooner is not modelled: period=0
//     allows it.
//   - The order in which processors are asked: all at once here, and a look is over when all have
//     answered. The paper asks one after another.
//   - An invitation into the group that a processor is in already is ignored.
//   - The paper's calls are messages and answers here. An answer about a group that its receiver
//     has left is ignored. Accept has no answer of its own.
//
// # Group numbers without end
//
// Endless executions form endlessly many groups, so the counter of a processor starts again after numbers groups.
// That does not affect any verdict as long as numbers-never-reused holds: numbers are only compared for equality, so
// one that occurs nowhere in the system, in no state and no message, is as good as one that was never used. This
// property is asked at every instant. If it is violated, the parameter is too small, or the counter was lost
// (stable=0), which is what the source warns of. Loops of livelocks are as long as it takes the numbers to come
// round.
//
// Looks are endless, too, and add nothing to the states if all answers have come or are lost when the wait is over.
// If a wait may end earlier (async, or messages slower than assumed), again=0 is needed: a processor that owes an
// answer is not asked again, since its channel would grow without bound.
//
// # Properties
//
// claimed-once: no processor is counted by two coordinators at the same time, itself included if it is one ("each
// functioning processor is a member of exactly one group"). That all members of a group have the same coordinator
// needs no property: it is part of the group's name. somebody-leads: eventually there is always a coordinator.
// membership-in-the-end: eventually every processor is in the group of its coordinator, which is up and counts it.
// rosters-in-the-end: conversely, each processor that is counted by a coordinator that can talk to it is in its group.
// one-group-in-the-end: in addition, any two that can talk to each other are in the same group, and all work; it
// implies that one coordinator remains, which all know. work-resumes-i: whenever i halts its work, it later resumes
// it. All liveness is under weak fairness, and no violation needs time to stand still (TestTimeGoesOn). There is
// no property for deadlocks: a coordinator can always look and a participant can always check, so a processor that is
// up can always take a step, and one that is halted for good violates work-resumes-i. messages (with priced=1): see
// Messages.
//
// # What exploration shows
//
// As written, two coordinators that look at the same time become participants of each other and wait for ever, since
// neither has failed (both-look). With ignore and downwards two processors work and three do not (ignore-3): the one
// in the middle is invited while it merges, and leaves behind one that has accepted its invitation. One more word in
// the question repairs that (by-group-3), in spite of a crash; but a lost Ready halts a participant for ever
// (by-group-partition).
//
// A delay does not settle priorities if coordinators look at any time: the higher may look just before the delay of
// the lower ends. In 003 that ends as without a delay (delay-any-time); in the paper both decline, and this can go on
// for ever (paper-any-time), for all delays up to 12 (TestAnyTime). With a period it depends on both: for two newly
// installed processors 003's delay must be at least the period plus the time of a look, period+2 with messages of up
// to one tick (TestDelay), and the same was found for three and periods up to 4. The paper's works with 3 for two
// processors and periods up to 4, and with period+2 for three and periods up to 4, in spite of a crash, a recovery or
// a partition in the cases here. 003 only says that the delay is longer the lower the priority.
//
// corrected holds in the end for all timings of looks, in spite of one crash, recovery, partition or loss. At an
// instant two coordinators may count the same processor, even in the fault-free corrected-3: it has answered one as a
// coordinator, accepted the other's invitation, and then that of the first, and nobody tells the second that it
// leaves. It does not find the one possible group if the highest cannot talk to somebody (corrected-cut), nor any
// lasting one if waits are too short (corrected-async, corrected-slow).
//
// # Messages
//
// 003 gives no number. A look takes 2(n-1) messages, a merge one invitation, one acceptance and one Ready for each
// other processor that joins. Until all processors, each of which starts alone, are in one group, with messages that
// take exactly one tick, corrected takes 20 to 38 for three that look every 2 ticks (several merges, one after the
// other), and with a look in every tick and a sufficient delay four take 33 to 39 (delay) and 36 (garcia-molina, which
// confirms Ready). If coordinators look at any time there is no bound. Checks are not counted.
//
// # Differences from the sources
//
// The state of the task, which a coordinator hands out after a merge, is not modelled.
//
// # Limitations
//
// The largest instances in which everything was decided: corrected with three processors that look
// at any time and a crash and recovery of the coordinator, 2,562,489 states; with four, messages of exactly one
// tick and a look every 2 ticks, 475,253. As-written with three, a look in every tick and messages of 0 to 1
// ticks has 13,595,302 states, without a verdict on liveness here; garcia-molina with
// numbers=2, at any time, 10,770,678. With three processors async has no
// bound, since acceptances and questions that are not waited for pile up.
package invitation
