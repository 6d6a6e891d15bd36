// Package omegarecovery is leader election among processes that crash and recover: every process sends heartbeats with
// its incarnation number, and the leader is the process with the fewest incarnations among those heard from in an
// interval.
//
// Source: 001, 5.3, "Eleição de Líder no Modelo Crash-Recovery", Algoritmo 5.3.
//
// # The algorithm
//
// A process keeps its incarnation in stable storage, initially 1, and adds 1 to it when it recovers. At the end of each
// interval (IntervaloHeartbeats) it chooses a leader among the candidates whose heartbeats it has received during the
// interval: the one with the fewest incarnations and, among equals, the least identifier. If the leader changes, the
// interval grows by a tick. Then it empties the set of candidates and sends a heartbeat to all processes, as it also
// does when it starts and when it recovers.
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
//     choose from: no process (⊥) is chosen.
//   - enters: a heartbeat makes its sender a candidate if it is not one yet, which is the smallest change that lets any
//     process be elected. (Another reading of the printed algorithm, in which the second line below the condition does
//     not depend on it, has the same effect on FIFO channels.) A process that recovers does not start the timer, as
//     printed: StartTimer appears only below Init.
//   - corrected: a process that recovers starts the timer, too. (Reading the loop as repeating by itself, with or
//     without StartTimer, has the same effect.)
//   - others: corrected, but heartbeats go to all other processes, as the text says ("todos os demais"), and not to
//     all, Π, as the algorithm is printed. Then no process is its own candidate.
//
// # Where the text leaves something open
//
//   - How a process receives its own heartbeat: in the step in which it sends it (self=1), or
//     through a channel like any other (self=2).
//   - IntervaloHeartbeats is not initialised in the printed algorithm. Its initial value is a parameter here, and since
//     it is not stored, a process that recovers begins with that value again.
//   - What the criterion chooses if there are no candidates: no process. That counts as a change of leader if there was
//     one.
//   - A call of the election returns the leader; the properties read the leader directly.
//   - Raising and storing the incarnation is one step, so no crash comes in between.
//
// # Failures without end
//
// The chapter is about processes that crash and recover again and again. The budget of crashes and recoveries that
// every entry has is finite; with unstable=1, process 0 may fail at any time, for ever. Its failures are acts of its
// own: it stops its timer, loses everything except its incarnation, also what it receives while it is down, and
// recovers a tick later. Processes that fail and stay down are left to the budget. Incarnations are not counted beyond
// the parameter incarnations. This does not affect verdicts as long as only the unstable process gets that far, since
// then its number is only ever compared with lower ones (TestIncarnations, which also shows what happens otherwise).
//
// # Properties
//
// eventual-accuracy (each correct process has a leader that is up) and eventual-agreement (all have the same) are the
// chapter's; eventual-stablest says that this leader is the process that the criterion would choose among those that
// are up. They are about the end, when only the unstable process still fails, and apply to all processes that are up
// except that one. A leader that fails again and again refutes accuracy. incarnations-grow: incarnations are counted
// and stored as the chapter says. longest-interval says that no interval would have to grow beyond the model's longest,
// most: where it holds, most does not restrict anything.
//
// # Differences from the source
//
//   - most and incarnations bound numbers that grow for ever in the algorithm. If a process that has had many wrong
//     leaders eventually becomes the right one, others have to wait longer than the interval at which it sends, so a
//     bound most that is the same for all would affect verdicts. With two processes, no crashes and self=1 it does not,
//     since the leader has never had another leader. The other cases under partial timing are stable within some ticks,
//     and longest-interval holds. Under asynchronous timing durations mean nothing, and heartbeats can be lost whatever
//     the interval is.
//   - capacity bounds the messages on a channel: a process does not send before there is room. This is for timings in
//     which a message may take arbitrarily long; with 0 there is no bound.
//
// # Limitations
//
// The largest complete instances have three processes under synchronous timing: 304249 states with one crash and one
// recovery, 300060 with an unstable process. Under partial timing they have three processes if none crashes (97693,
// stable within a tick), and two otherwise: three processes that fail and recover have more than a million states.
package omegarecovery
