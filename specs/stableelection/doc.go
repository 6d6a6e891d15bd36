// Package stableelection is leader election based on a failure detector: a criterion chooses the leader among the
// processes that are not suspected. With a good criterion a leader stays until it fails, even if others fail and return
// again and again.
//
// Sources: 000, "Estabilidade" (within "Questões importantes"), which has a definition and an idea, but no algorithm;
// 001, 5.2 (a criterion on a failure detector) and 5.3 (the criterion that counts incarnations).
//
// # The algorithm
//
// For every other process, a process knows a number, which that process's heartbeats carry, or suspects it. Its leader
// is the best, by the criterion, of those that it does not suspect, and is chosen anew whenever any of this changes, as
// in 001's algorithm 5.2. A process that restarts knows nothing about the others; it has no leader until it knows the
// number of each other process or suspects it.
//
// # Assumptions
//
// A failure detector of the environment: perfect, or eventually perfect (the class that 001 demands), or arbitrary.
// Heartbeats are not messages here: each process has a register with its number, and the others look at it from time to
// time ("look at i"), which is owed while it shows something that they do not know. This models heartbeats that are
// repeated for ever and of which only the latest counts. 001's algorithm 5.3 with its messages and timers is the entry
// omega-recovery. At the start all processes are up and know each other's numbers.
//
// # Variants
//
//   - strongest: 000's bully. The largest identifier leads, and numbers do not matter. (Numbers still count
//     incarnations, so that stability can be checked.)
//   - incarnations: 001's criterion. The number, in stable storage, counts how often the process has started; the
//     fewest lead, with ties broken by the smallest identifier.
//   - uptime: 000's repair. The number is the order of starts, as a common clock would show it: the process that
//     started first has been up longest and leads; the largest identifier breaks ties. Uptimes grow at the same rate,
//     so their order never changes without a restart.
//   - capped-uptime: the other reading of 000's "temporarily": a failure reduces the chances only for a while. A
//     process that has been up long enough ("grow old", sooner or later) has the number of those that never failed.
//
// # A process that flaps
//
// With crash and recovery budgets any process flaps as often as they allow. With flapper=i process i fails and returns
// for ever, and may stop at any time in either state. These failures are acts, since the fault budget is finite.
// Looking at the flapper also acts as the detector: a process that looks sees either that the flapper is silent, or its
// number. The number is 1 before the first failure and 2 ever after, which loses nothing: the others never restart, and
// it matters only whether the flapper's number is greater than theirs.
//
// # Properties
//
// stability is 000's: no process leaves a leader for another while the leader is up and has not restarted since it was
// chosen. uniqueness (no two processes are their own leaders) and agreement are about single states. No detector
// promises them, and with three processes agreement is always violated for a while, since two processes do not learn of
// a crash in the same step. What 001 promises holds "after a time": agreement-in-the-end (which implies that the leader
// stays the same, since two processes cannot change it without disagreeing in between), accuracy-in-the-end (the leader
// is up) and everybody-knows. They concern the processes that are up, except for the flapper, under weak fairness.
// settles is agreement-in-the-end under strong fairness of looking, which excludes executions in which a process flaps
// too fast to be seen. demotions is a cost: how often a process leaves a leader that it trusts and that, as far as it
// knows, has not restarted; it is that of the process that does so most often. learnt is the cost of an election, since
// there are no messages: how many things all processes together learn about each other, from when no process leads
// until one does.
//
// # What exploration shows
//
//   - 000's definition holds only for uptime: with three crashes and recoveries of any of three processes, no process
//     leaves a leader that has not failed (uptime-any). Fewest incarnations is a different criterion from longest
//     uptime, and not stable: a process that failed once takes over from one that failed as often, or more often, and
//     has been up since (incarnations-all-fail).
//   - 000's "temporarily" must not be read as forgetting: capped-1.
//   - 000's scenario is not a crash: a process has trouble communicating and is believed to have failed. Its uptime and
//     its incarnation number do not change, so the repair does not help there: it takes over as soon as it is trusted
//     again (uptime-mistakes).
//   - Each flap of the strongest process costs at most one demotion by each of the others in strongest and
//     capped-uptime, and none in incarnations and uptime. Three crashes and recoveries of any of three processes cost
//     up to two demotions in incarnations, and none in uptime (incarnations-all-fail, uptime-any). While a detector
//     makes mistakes there is no bound.
//   - It may take only one process learning one thing for some process to lead again. The maximum among three processes
//     is 5 things for one crash and recovery of the best, and 4 more for each further one (strongest-1 to strongest-3);
//     it is 17 for three crashes and recoveries of any process. With a process that flaps for ever there is no bound:
//     each time it learns again what it has forgotten, while the others do not look.
//   - While a process flaps for ever, the others settle under incarnations and uptime, but not under strongest and
//     capped-uptime.
//
// # Where the texts leave something open
//
//   - 000 adds uptime to a weight and does not say how. Here uptime comes first, and the identifier breaks ties. As a
//     sum the weight would make a difference for a short time only, since all uptimes grow at the same rate.
//   - 000 does not say how a process knows the uptime of another. Heartbeats say it.
//   - What a process does before it knows all others is not said. It waits, as 001's algorithm 5.3 does for one
//     interval.
//
// # Limitations
//
// There are no messages, so nothing is said about their number, order or loss. With a flapper, only that process fails:
// crash budgets can be added, but then the flapper's number is no longer exact. The largest instance is uptime-any,
// 13,448 states.
package stableelection
