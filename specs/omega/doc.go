// Package omega is leader election by a failure detector: each process takes as its leader the process with the least
// identifier among those that it does not suspect.
//
// Source: 001, 5.2, "Um Detector de Falhas Ω para o Modelo Crash", Algoritmo 5.2, on Algoritmo 5.1.
//
// # The algorithm
//
// A process keeps a set of suspects and a leader, initially none (⊥). When the detector notifies it that another
// process is suspected, it adds that process to the suspects; when notified that the process is correct, it removes it.
// Whenever its leader is not the process that the criterion chooses among those that are not suspects, it changes its
// leader (the act elect). The criterion is the least identifier.
//
// Both algorithms are layers of one process: functions that take and return the state of their layer. The functions of
// the detector also return its notifications, to which the elector reacts in the same step. The detector is that of the
// entry eventually-perfect, where it is discussed; it is repeated here, since entries do not depend on each other.
//
// # Assumptions
//
// Those of the detector: processes crash and do not recover, channels are reliable and FIFO, time
// is partially synchronous, which is the default of as-written and corrected.
//
// # Variants
//
//   - as-written: on the detector as printed, whose interval never changes.
//   - corrected: on the detector with an interval that is raised by a tick for each mistake.
//   - abstract: on a detector of the environment, which may do whatever its class allows: an eventually perfect one, as
//     the chapter assumes, or any other that the environment is configured with. There are no messages then.
//
// # Where the text leaves something open
//
//   - "Upon" a condition: choosing the leader is a step of its own after the notification. Liveness is checked under
//     strong fairness of this step: a process does not put it off for ever because its detector keeps changing its
//     mind.
//   - What the criterion chooses when all processes are suspected: none. This happens only if a process also tests
//     itself (self=1), as the printed loop of Algoritmo 5.1 says and the text below it does not.
//   - A call of the election returns the leader; the properties read the leader directly.
//
// # Properties
//
// The chapter's two properties are about the end of an execution: eventual-accuracy (each correct process has a correct
// leader) and eventual-agreement (all have the same). eventual-least: it is the correct process with the least
// identifier. crashed-not-elected: eventually no process has a crashed process as its leader. several-leaders: two
// processes may have different leaders at the same time, as the chapter says; this is reachable except under
// synchronous timing with two processes and an interval that is long enough.
//
// leader-changes is a cost: the number of changes of leader by all processes together, counting the first leader of
// each as a change; leader-changes-when-stable counts only changes after the system has become stable.
//
// # How often leaders change
//
// Before the system is stable there is no bound, and there cannot be one: the detector may err as often as it likes.
// The number of changes is bounded where the number of mistakes is: from the moment of stability on, if the interval
// can become a round trip (5 for two processes on Algoritmo 5.1, 4 on any eventually perfect detector, and 9 for three
// of which two may crash: process p finds the p before it suspected, corrected and crashed, 2p+1 changes); from the
// start if that moment has a bound (corrected-2-within: 5), or if no process is ever suspected wrongly (sync-2: 3,
// sync-3 and abstract-perfect: 5, one for each process and one more for each that has lost its leader). With an
// interval that is too short, without timing, or on a detector that promises nothing, it is not bounded even then.
//
// # Differences from the source
//
// The bounds on tests and intervals, window and most; see the entry eventually-perfect. ∆ is 1.
//
// # Limitations
//
// The largest complete instances have three processes: 96153 states on Algoritmo 5.1 under
// synchronous timing, 3976 on an eventually perfect detector with two crashes. Under partial timing
// Algoritmo 5.1 is explored with two.
package omega
