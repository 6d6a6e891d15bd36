// Package bullies has what the three entries on the bully algorithm share: their properties and the setup of their
// systems. Each entry has its own algorithm.
//
// The properties are the same for the versions of 000, 003 and 004:
//
//   - uniqueness, agreement: at every instant. In 000 and 003 agreement is violated wherever a leader may crash,
//     since a process that has not noticed the crash still has the old leader. 004 stops everybody first.
//   - uniqueness-in-the-end, agreement-in-the-end: from some time on.
//   - somebody-leads: infinitely often there is a leader that is up.
//   - everybody-knows: from some time on, every process that is up knows a leader that is up and takes
//     itself for the leader; in 003 it also has the state of the task.
//   - reunion: if no link stays cut, then eventually at most one process leads and everybody knows it.
//   - validity: a process that becomes the leader is the strongest that is up. validity-in-the-end: from some time on
//     only the strongest leads.
//   - stability: no leader leaves office while it is up. (000 requires more: that a new election happens only if the
//     leader fails. Every doubt and every recovery of a process violates that.)
//   - no-deadlock: when nothing more can happen, nobody waits for an announcement, the state, or the end of an
//     election, unless it works under a leader that is in office.
//   - no-deadlock-all-up: the same, for states in which everybody is up.
//   - election: a guard against vacuous models: somebody runs an election.
//   - messages (with priced=1): the cost of finding a leader, or of replacing the first one, until the new leader
//     leads and everybody knows it; messages to a crashed process do not count.
//
// Only processes that are up count. A process that has never taken part in an election and
// knows of no leader (with leader=0) wants nothing.
//
// # Suspicion
//
// None of the texts has code for it. Here it is the act elect: a process whose detector suspects its leader starts an
// election. The detector is part of the environment, by default a perfect one: a crashed process is eventually
// suspected, at any moment after the crash, and a process that is alive is not, except that one that has recovered
// may be suspected for a while longer. In addition, each process may start an election without cause (act doubt), up
// to `doubts` times. This models a wrong suspicion, a leader behind a cut link, or a first election: any set of
// initiators at any time.
//
// # Time
//
// A timer fires only when everything that must have arrived by then has arrived. In this model a handler's messages may
// leave up to Tp after it ran, while a timer that it sets runs from the moment it ran. If an election is called, or the
// next node is asked, while a message is handled, the answer takes up to 2·Tm+2·Tp, and a timeout of 2·Tm+Tp is too
// short (case handling of bully-boss, corrected-handling of bully-garcia-molina). If a suspicion starts the election,
// that timeout is exactly enough.
//
// # Bounds
//
// Under asynchronous timing, and under partially synchronous timing without a bound on when it stabilises, the
// corrected variants and all of 004 begin elections for ever and send messages that nobody receives. Bound them by
// rounds and switch off the poll (interval=0), or the exploration does not end. Once a process has begun its last
// election it starts no other, and the ...-in-the-end properties, somebody-leads, everybody-knows, reunion and
// no-deadlock promise nothing from then on: with rounds a violation is still the algorithm's, but a property that
// holds has been checked for few elections only. Processes need a detector (--detector none is not possible).
package bullies
