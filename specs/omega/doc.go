// Package omega is the election of a leader by a failure detector: the leader of every process is the one with the
// least identifier that it does not suspect.
//
// Source: 001, 5.2, "Um Detector de Falhas Ω para o Modelo Crash", Algoritmo 5.2, on Algoritmo 5.1.
//
// # The algorithm
//
// A process keeps a set of suspects and a leader, initially nobody (⊥). When the detector notifies it that a process
// is suspected it adds it to the suspects, and when it is notified that one is correct it removes it. Whenever its
// leader is not the one that the criterion chooses among those that are not suspects, it changes the leader (the act
// elect). The criterion is the least identifier.
//
// Both algorithms are layers of one process: functions from the state of the layer to its state. Those of the
// detector return its notifications, to which the elector reacts in the same step. The detector is that of the entry
// eventually-perfect, where it is discussed; it is repeated here, since an entry depends on no other.
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
//   - abstract: on a detector that belongs to the environment and may do whatever its class allows:
//     an eventually perfect one, which is what the chapter assumes, or any other that the
//     environment is told to have. There are no messages then.
//
// # Where the text leaves something open
//
//   - "Upon" a condition: choosing the leader is a step of its own after the notification. Liveness
//     is asked under strong fairness of it: a process does not pass it over for ever because its
//     detector changes its mind in between.
//   - What the criterion chooses when everybody is suspected: nobody. It happens only if a process
//     tests itself, too (self=1), as the printed loop of Algoritmo 5.1 says and the text below it
//     does not.
//   - A call of the election returns the leader; the properties look at it directly.
//
// # Properties
//
// The chapter's two, which are about the end: eventual-accuracy (each correct process has a correct leader) and
// eventual-agreement (all have the same). eventual-least: it is the correct process with the least identifier.
// crashed-not-elected: in the end, a process that has crashed is nobody's leader. several-leaders: two processes may
// have different leaders at the same time, as the chapter says; this can be reached except under synchronous timing
// with two processes and an interval that is long enough.
//
// leader-changes is a cost: how often processes change their leaders, all together, counting the first leader of each
// as a change; leader-changes-when-stable is that of what comes after the system has become stable.
//
// # How often leaders change
//
// Before the system is stable there is no bound, and there cannot be one: the detector may err as often as it likes.
// It is bounded where mistakes are: from the moment of stability on, if the interval can become a round trip (5 for
// two processes on Algoritmo 5.1, 4 on any eventually perfect detector, and 9 for three of which two may crash:
// process p finds the p before it suspected, corrected and crashed, 2p+1 changes); from the start where that moment
// has a bound (corrected-2-within: 5), and where nobody is ever suspected wrongly (sync-2: 3, sync-3 and
// abstract-perfect: 5, one for each process and one more for those that have lost their leader). With an interval
// that is too short, without timing, and on a detector that promises nothing it is not bounded even then.
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
