// Package bullyboss is the bully algorithm as described in a lecture that assumes known bounds on time: a process that
// answers calls an election itself, and the winner declares itself the boss to the processes below it and hands over
// the state of the task.
//
// Source: 003, "The Bully Algorithm", and the remarks on it at the end of the part on elections. Paper: H.
// Garcia-Molina, Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The
// versions of two other sources are entries of their own: bully (000) and bully-garcia-molina (004). The documentation
// of specs/internal/bullies has the properties of all three, how processes come to suspect, and how to bound an
// exploration.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. The source assumes that the delivery time Tm and the handling time Tp are known: the default is
// synchronous timing in which messages take up to 1 tick. timeout is how long a host waits for an
// answer: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the text, literally.
//   - obeying: a host that is told of a boss ends its own election, and a host that has lost its election waits for a
//     boss for patience ticks and then calls another election.
//   - corrected: as obeying, except that a host that knows a boss, and runs no election, ignores the late declaration
//     of a weaker one.
//
// # Where the text leaves something open
//
//   - With nobody above to ask, the election is won at once.
//   - A host that runs an election calls no second one when it answers. A boss declares itself again when somebody
//     asks. A declaration does not end its receiver's election.
//   - There is one election for each suspicion: a host calls no other before it is told of a boss or ceases to suspect.
//   - The text does not say that a host which suspects its coordinator no longer takes it for the coordinator. Here a
//     host keeps its coordinator until it is told of another. With forgets=1 it does not, and then a host that has
//     doubted a coordinator which is alive waits for ever.
//   - The text says nothing about a host that has been answered and never hears of a boss. In as-written it waits for
//     ever. Another reading is that it still hears nothing from a coordinator and so suspects again: that is patience.
//   - The state is sent to each host once it has answered, so that nobody waits for a host that is down. The text does
//     not say from whom a host that recovers gets the state. Here it asks everybody, the coordinator answers, and if
//     nobody does in time the host calls the election without the state.
//   - The source says that version numbers and the like survive a crash in stable storage; its algorithm stores none.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good an election takes at least 3(n-2) messages and at most
// 8 and 26, for n=3 and n=4, with an answer and the state for each host.
//
// # Differences from the source
//
// None in as-written except those described above, and the bounds on doubts and rounds. An act, receiving a
// message and a timeout are one step each, with all that they send.
//
// # Limitations
//
// When the strongest of three comes back, a process that still suspects it calls one election after the other without
// time passing: bound the elections by rounds. The largest instance explored to the end is obeying-recovery (817,294
// states).
package bullyboss
