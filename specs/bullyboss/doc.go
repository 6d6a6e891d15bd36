// Package bullyboss is the bully algorithm as told by a lecture that assumes known bounds on time: a process that
// answers calls an election itself, and the winner declares itself the boss to those below and hands over the state
// of the task.
//
// Source: 003, "The Bully Algorithm", and the remarks on it at the end of the part on elections. Paper: H.
// Garcia-Molina, Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The
// versions of two other sources are entries of their own: bully (000) and bully-garcia-molina (004). What is asked of
// all three, how processes come to suspect, and what bounds an exploration stands in specs/internal/bullies.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. The source assumes a delivery time Tm and a handling time Tp that are known: the default is
// synchronous time in which messages take up to 1 tick. timeout is how long an answer
// is waited for: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the text, literally.
//   - obeying: a host that is told of a boss ends its own election; and one that has lost its election waits for a
//     boss for patience ticks and then calls another.
//   - corrected: the same, except that a host that knows a boss, and runs no election, takes no notice of a weaker
//     one, whose declaration has come late.
//
// # Where the text leaves something open
//
//   - With nobody above to ask, the election is won at once.
//   - A host that runs an election calls no second one when it answers. A boss declares itself again when somebody
//     asks. A declaration does not end its receiver's election.
//   - There is one election for each suspicion: not again before it is told of a boss, or has ceased to suspect.
//   - That a host which suspects its coordinator no longer takes it for the coordinator is said nowhere. It keeps it
//     until it is told of another; with forgets=1 it does not, and then a host that has doubted one which is alive
//     waits for ever.
//   - Nothing is said about a host that has been answered and never hears of a boss. It waits for ever in as-written.
//     Another reading is that it still hears nothing from a coordinator and so suspects again: that is patience.
//   - The state is sent to each host once it has answered, so that nobody waits for one that is down. From whom a
//     host that recovers gets the state is not said: it asks everybody, the coordinator answers, and if nobody does
//     in time it calls the election without it.
//   - Version numbers and the like survive a crash in stable storage, the source says; the algorithm stores nothing.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good it takes 3(n-2) to 8 and 26, for n=3 and n=4, with an
// answer and the state for each.
//
// # Differences from the source
//
// None in as-written but what is said above, and the bounds on doubts and rounds. An act, the reception of a
// message and a timeout are one step each with all that they send.
//
// # Limitations
//
// When the strongest of three comes back, a process that still suspects it calls one election after the other in no
// time: bound them by rounds. The largest instance explored to the end is obeying-recovery (817,294 states).
package bullyboss
