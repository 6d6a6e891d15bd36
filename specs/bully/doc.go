// Package bully is the election in which the strongest process that answers silences all others: a process that wants
// to lead asks those with larger identifiers whether they are alive, gives up if one is, and otherwise tells
// everybody that it leads.
//
// Source: 000, "Algoritmo do Brigão" with the remarks below the box, and "Estabilidade". Paper: H. Garcia-Molina,
// Elections in a distributed computing system, IEEE Transactions on Computers C-31(1), 1982. The versions of two other
// sources are entries of their own: bully-boss (003) and bully-garcia-molina (004). The documentation of
// specs/internal/bullies has the properties of all three, how processes come to suspect, and how to bound an
// exploration.
//
// # The algorithm
//
// If p suspects the leader, it sends (ELECTION,p) to all larger processes and starts a timer. (OK,p) stops the timer;
// if it expires, p sends (COORD,p) to everybody. A process that receives (ELECTION,q) sends (OK,q). A process that
// recovers starts an election.
//
// # Assumptions
//
// Complete graph, reliable FIFO channels, distinct identifiers 1 to n, which are the names in a trace. The source
// states no bounds on time, and asynchronous timing is the default; for the corrected variant the default is
// synchronous timing in which messages take up to Tm = 1 tick. timeout is how long a process waits for an answer:
// 2·Tm+Tp is 2 ticks, and 3 if handling takes 1.
//
// # Variants
//
//   - as-written: the text, literally.
//   - ignoring: another reading. The box has no rule for receiving COORD, which goes to everybody. In as-written
//     every receiver takes the sender for the leader; here only those that are weaker than the sender do.
//   - corrected: a process that answers and runs no election starts one (the source's example has 4 do so). A process
//     ignores the COORD of a weaker process and, while it runs no election, that of a process weaker than the leader
//     that it knows, since two COORD may overtake each other. A COORD that a process obeys ends its own
//     election. A process that has got an OK waits for COORD for patience ticks and then begins again.
//
// # Where the text leaves something open
//
//   - COORD: see ignoring. Neither COORD nor a late OK is tied to an election; COORD does not stop
//     the timer (only OK does), and an OK stops whatever timer runs.
//   - There is one election for each suspicion: a process starts no other before it is told of a leader or ceases to
//     suspect.
//   - The text does not say that a process which suspects its leader no longer takes it for the leader. Here a process
//     keeps its leader until it is told of another. With forgets=1 it does not, and then a process that has doubted a
//     leader which is alive waits for ever.
//   - Nobody announces twice that it leads, so after a partition two leaders do not learn of each other. In no source
//     does a leader send COORD again every repeat ticks; the parameter is there to show that this is the cause.
//   - p starts the timer although there is nobody above it to ask.
//   - The text says nothing about a process that has been answered and never hears of a leader. In as-written it waits
//     for ever. Another reading is that it still hears nothing from a leader and so suspects again: that is
//     patience.
//
// # Messages
//
// The text counts none. After the strongest has crashed for good the box takes at least n-2 messages, if the second
// strongest notices first, and at most n(n-2) under synchronous timing, for n=3 and n=4. Including messages to the
// crashed process that is n(n-1), the O(n²) of the literature. Under asynchronous timing several processes may announce
// themselves, and the maximum is 4 and 12. In corrected everybody takes part, and the minimum is n(n-2).
//
// # Differences from the source
//
// None in as-written except those described above, and the bounds on doubts and rounds. An act, receiving a message and
// a timeout are one step each, with all that they send.
//
// # Limitations
//
// The largest instances explored to the end are of corrected: the strongest process crashing and recovering twice
// (449,838 states), and n=4 with two crashes (75,975).
package bully
