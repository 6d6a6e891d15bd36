// Package bullies is what the three entries of the bully algorithm share: their properties, and how their systems are
// put together. The algorithms are their own.
//
// Properties, for 000's, 003's and 004's alike:
//
//   - uniqueness, agreement: at every instant. In 000 and 003 agreement is violated wherever a leader may crash,
//     since a process that has not noticed yet still knows the old one. 004 stops everybody first.
//   - uniqueness-in-the-end, agreement-in-the-end: from some time on.
//   - somebody-leads: again and again there is a leader that is up.
//   - everybody-knows: from some time on everybody that is up knows a leader that is up and takes
//     itself for the leader; in 003 they also have the state of the task.
//   - reunion: if no link stays cut, then eventually at most one leads and everybody knows it.
//   - validity: a process that becomes the leader is the strongest that is up. validity-in-the-end: from some time on
//     only the strongest leads.
//   - stability: no leader leaves office while it is up. (000 requires more, that a new election only happens if the
//     leader fails: every doubt and every return of a process causes one without that.)
//   - no-deadlock: nobody waits for an announcement, the state, or the end of an election
//     when nothing is owed any more, unless it works under a leader that is in office.
//   - no-deadlock-all-up: the same, of states in which everybody is up.
//   - election: a guard against empty models, somebody runs an election.
//   - messages (with priced=1): the cost of finding a leader, or another one than the first, until it leads and
//     everybody knows it; messages to a crashed process do not count.
//
// Only processes that are up count. A process that has never taken part in an election and
// knows of no leader (with leader=0) wants nothing.
//
// # Suspicion
//
// None of the texts has code for it. Here it is the act elect: a process whose detector suspects its leader starts an
// election. The detector belongs to the environment, by default a perfect one: a process that has crashed is
// eventually suspected, at any moment, and one that is alive is not; but one that has come back may be suspected for
// a while longer. In addition, each process may start an election without cause doubts times (act doubt), which
// models a wrong suspicion, a leader behind a cut link, or a first election: any set of initiators at any time.
//
// # Time
//
// A timer fires when everything that must have arrived by then has. In this model a handler's messages may leave up
// to Tp after it ran, while a timer that it sets runs from then. If an election is called, or the next node is asked,
// while a message is handled, the answer to that takes up to 2·Tm+2·Tp, and a timeout of 2·Tm+Tp is too short (cases
// handling of bully-boss and corrected-handling of bully-garcia-molina). If a suspicion starts the election, it is
// exactly enough.
//
// # Bounds
//
// Under asynchronous time, and under partial time without a bound on when it begins, the corrected variants and all
// of 004 begin elections for ever and send messages that nobody receives: bound them by rounds, and switch off the
// poll (interval=0), or the exploration does not end. A process that has begun its last election starts no other;
// from then on the properties of the end, somebody-leads, everybody-knows, reunion and no-deadlock promise nothing:
// with rounds a violation is the algorithm's, and what holds was asked of few elections. Processes need a detector
// (--detector none is not possible).
package bullies
