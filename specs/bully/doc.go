// Package bully is the election in which the strongest process that answers silences all
// others: who wants to lead asks those with larger identifiers whether they live, gives
// up if one does, and otherwise tells everybody that it leads.
//
// Source: 000, "Algoritmo do Brigão" with the remarks below the box, and "Estabilidade". Paper: H. Garcia-Molina,
// Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The versions of two other
// sources are entries of their own: bully-boss (003) and bully-garcia-molina (004). What is asked of all three, how
// processes come to suspect, and what bounds an exploration stands in specs/internal/bullies.
//
// # The algorithm
//
// p suspects the leader, sends (ELECTION,p) to all larger ones and starts a
// timer; (OK,p) stops it; when it runs out p sends (COORD,p) to everybody. Who receives
// (ELECTION,q) sends (OK,q). Who recovers starts an election.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a
// trace. The source states no bounds on time, and asynchronous time is the default; of the corrected variant
// it is synchronous time in which messages take up to Tm = 1 tick. timeout is how long an answer
// is waited for: 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the text, literally.
//   - ignoring: another reading. The box has no rule for the
//     reception of COORD, which goes to everybody. In as-written whoever receives it takes the
//     sender for the leader; here only those that are weaker than the sender do.
//   - corrected: who answers and runs no election starts one (the source's example has 4 do so); nobody takes
//     notice of the COORD of one that is weaker than itself; nor, if it runs no election, of one that is weaker
//     than the leader that it knows, since two COORD may overtake each other; the COORD that it does
//     obey ends its own election; and who has got an OK waits for COORD for patience ticks and then begins again.
//
// # Where the text leaves something open
//
//   - COORD: see ignoring. Neither COORD nor a late OK is tied to an election; COORD does not stop
//     the timer (only OK does), and an OK stops whatever timer runs.
//   - There is one election for each suspicion: not again before it is told of a leader, or has ceased to suspect.
//   - That who suspects its leader takes it for the leader no more is said nowhere. It keeps it until it is
//     told of another; with forgets=1 it does not, and then who has doubted a leader that lives waits for ever.
//   - Nobody tells anybody twice that it leads, so that after a partition two leaders do not meet. That a leader
//     sends COORD again every repeat ticks is no source's; it is there to show that this is the cause.
//   - p starts the timer although there is nobody above it to ask.
//   - Nothing is said about a process that has been answered and never hears of a
//     leader. It waits for ever in as-written. Another reading is that it goes
//     on hearing nothing from a leader and so suspects again: that is patience.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good the box takes n-2 at least, if the
// second strongest notices first, and n(n-2) at most under synchronous time, for n=3 and n=4; with what is sent to the
// crashed one that is n(n-1), the O(n²) of the literature. Asynchronously several announce themselves: 4 and 12. In
// corrected everybody takes part, and the least is n(n-2).
//
// # Differences from the source
//
// None in as-written but what is said above, and the bounds on doubts and rounds. An act, the reception of a
// message and a timeout are one step each with all that they send.
//
// # Limitations
//
// The largest instances explored to the end are of corrected: the strongest that flaps (449,838 states), and
// n=4 with two crashes (75,975).
package bully
