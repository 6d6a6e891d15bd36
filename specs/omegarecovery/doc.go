// Package omegarecovery is the election of a leader among processes that crash and recover: everybody sends
// heartbeats with the number of its incarnation, and the process with the fewest incarnations, among those heard from
// in an interval, leads.
//
// Source: 001, 5.3, "Eleição de Líder no Modelo Crash-Recovery", Algoritmo 5.3.
//
// # The algorithm
//
// A process keeps its incarnation in stable storage, initially 1, and adds 1 to it when it recovers. At the end of
// each interval (IntervaloHeartbeats) it chooses a leader among the candidates whose heartbeats it has received since
// the last one ended: the one with the fewest incarnations and, among equals, the least identifier. If the leader
// changes, the interval grows by a tick. Then it empties the set of candidates and sends everybody a heartbeat, as it
// also does when it starts and when it recovers.
//
// # Assumptions
//
// Reliable FIFO channels between every two processes, crashes with recovery, partially synchronous
// time, which is the default here. Messages to a process that is down wait for it or are lost.
//
// # Variants
//
//   - as-written: as printed. Candidatos is initially empty, and a process that receives a heartbeat only replaces an
//     existing entry by one with a higher incarnation. So the set is always empty, and the criterion has nothing to
//     choose from: nobody (⊥) is chosen.
//   - enters: a heartbeat makes its sender a candidate if it is none, which is the smallest change
//     that lets anybody be elected. (So does another reading of the print, in which the second line
//     below the condition is not part of it: it is the same thing on FIFO channels.) A process that
//     recovers does not start the timer, as printed: StartTimer only stands below Init.
//   - corrected: a process that recovers starts the timer, too. (It is the same if the loop is taken
//     to repeat by itself, with or without StartTimer.)
//   - others: corrected, but heartbeats go to all other processes, as the text says ("todos os
//     demais"), and not to all, Π, as the algorithm is printed. Then no process is a candidate of
//     its own.
//
// # Where the text leaves something open
//
//   - How a process receives its own heartbeat: in the step in which it sends it (self=1), or
//     through a channel like any other (self=2).
//   - IntervaloHeartbeats is not initialised in print. It is a parameter here, and since it is not
//     stored, a process that recovers begins with it again.
//   - What the criterion chooses among no candidates: nobody. That counts as a change of leader if there was one.
//   - A call of the election returns the leader; the properties look at it directly.
//   - Raising and storing the incarnation is one step, so that no crash comes between them.
//
// # Failures without end
//
// The chapter is about processes that crash and recover again and again. A budget of crashes and recoveries, as every
// entry has, ends; with unstable=1 process 0 may fail at any time for ever. Its failures are acts of its own: it
// stops its timer, loses everything but its incarnation and what it receives while it is down, and recovers a tick
// later. A process that fails and stays down is left to the budget. Incarnations are not counted beyond the parameter
// incarnations. That decides nothing as long as only the unstable process gets that far, since then a number is only
// ever compared with a lower one (TestIncarnations, which also shows what happens otherwise).
//
// # Properties
//
// eventual-accuracy (each correct process has a leader that is up) and eventual-agreement (all have the same) are the
// chapter's; eventual-stablest says that it is the one that the criterion would choose among those that are up. They
// are about the end, when nobody but the unstable process fails any more, and are asked of all processes that are up
// except that one. A leader that fails again and again refutes accuracy. incarnations-grow: they are counted and
// stored as the chapter says. longest-interval asks whether the model reached its longest interval, most: where it
// holds, most is no bound at all.
//
// # Differences from the source
//
//   - most and incarnations bound what the algorithm counts for ever. If a process that has had many wrong leaders is
//     eventually the right one, another has to wait longer than it sends, so a most that is the same for all would
//     decide verdicts. With two processes, no crashes and self=1 it does not, since the leader has never had another
//     one. The other cases under partial timing are stable within some ticks, and longest-interval holds. Under
//     asynchronous timing durations mean nothing, and heartbeats can be lost whatever the interval is.
//   - capacity bounds the messages on a channel: a process does not send before there is room. This
//     is for timings in which a message may take for ever; with 0 there is no bound.
//
// # Limitations
//
// The largest complete instances have three processes under synchronous timing: 304249 states with one crash and one
// recovery, 300060 with an unstable process. Under partial timing there are three where nobody crashes (97693, stable
// within a tick), and two otherwise: three that fail and recover have more than a million.
package omegarecovery
