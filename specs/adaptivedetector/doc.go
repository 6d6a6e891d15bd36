// Package adaptivedetector is a failure detector by heartbeats: each process sends them periodically, and suspects
// another when it has received none from it for longer than a timeout. The timeout follows the mean and standard
// deviation of measurements.
//
// Source: 002, 2.1.2, "Detectores de Falhas Não-Perfeitos", the classes FailureDetector, which
// calls itself an implementation of ◇P, and HeartbeatSystem.
//
// # The algorithm
//
// Every 500 ms a process sends all others a heartbeat with the time of sending. heartbeat_received notes the time of
// receipt, withdraws a suspicion of the sender, takes the difference of the two times as a sample (the last 100 are
// kept), and adapts the timeout for the sender: with 10 samples or more it is their mean plus 4 standard deviations,
// at least 100 ms and at most 60 s. Every 100 ms check_failures suspects each process whose last heartbeat is longer
// ago than its timeout. The initial timeout is 1 s.
//
// # Assumptions
//
// There is a reliable FIFO channel between every two processes. Processes crash and do not recover, except in
// corrected-restart-3; in as-written they must not, since the clock would restart with its process. Time is
// synchronous by default, and every message takes exactly one tick: the friendliest possible world, and already too
// much for the printed detector. Each HeartbeatSystem creates a NetworkSimulator, which is not in the text; here they
// are taken to be a single network.
//
// # Variants
//
//   - as-written: the printed code.
//   - gaps: a sample is the time since the last heartbeat of the same process, which is what the
//     timeout is compared with. No clock of another process is read. The first sample is the time
//     since the start.
//   - corrected: as gaps, and in addition a silence that was wrongly taken for a failure is a lower bound of the
//     timeout from then on (Floor), since statistics forget.
//
// # Time
//
// A tick is the time between two checks, 100 ms in the source; with the default parameters intervals and timeouts
// have the source's proportions. Both loops run on one timer: at the end of an interval a process first sends and
// then checks, in one step. They share no variable, so the order makes no difference. Processes start together.
//
// Clocks are read in whole ticks. A message that arrives between two checks is taken to arrive just before the second.
// Elapsed is the time since last_heartbeat as the next check will find it; a check advances it. It stops where its
// value no longer matters: one tick above the longest timeout and, in as-written, while the process is suspected.
//
// Clock readings are kept modulo a number of intervals (laps). Samples are exact as long as no message is in transit
// for as long as that, less twice the widest difference between clocks. The brute-force search in the test computes
// samples from the ages of messages, without any clock, and finds the same states. The clock of a process is always
// skew ticks ahead of that of the process before it: clocks do not drift, and are not set. Under async timing the
// ticks of two processes are unrelated; a sample is then any number below the modulus.
//
// # Quantisation
//
// Samples are whole ticks. The timeout is computed exactly from the samples and rounded down to whole ticks, which
// makes no difference to a comparison with whole numbers (TestFormula). TestQuantisation compares this detector with
// the formula in real time on random histories with lost heartbeats. Where delays are whole ticks the two never
// disagree; otherwise their timeouts differ by less than 2 ticks plus the margin times the largest deviation
// of the rounding errors, and they disagree only where a silence is about as long as the timeout.
//
// The parameters enough and keep are 10 and 100 in the source, and 2 in the cases, since a history of
// samples multiplies the states. With a constant delay the source's numbers can be explored, and
// give the same verdicts (TestSourceNumbers).
//
// # Where the text leaves something open
//
//   - A heartbeat of a process that is not in all_processes raises a KeyError (rtt_samples has no
//     such key). There is none here.
//   - Each method holds the lock from beginning to end; here each is one step.
//   - "rtt" is the time of one way. "Chen-Wei Algorithm" gives no reference; the algorithm of
//     Chen, Toueg and Aguilera, which the name suggests, estimates when the next heartbeat
//     arrives.
//   - The claim that the mean plus 4 deviations covers 99.99% is about a normal distribution, and is true of one. But
//     what is measured is not the silence between two heartbeats.
//
// # Properties
//
// The six of Chandra and Toueg; recovered-is-up: a process is up when the line "recovered" is printed about it;
// alive-or-suspected: the two sets complement each other; detection-time: the number of checks from a
// crash to the suspicion.
//
// # What exploration shows
//
// With a constant delay mistakes end if, and only if, the delay is at least an interval less a tick
// (TestConstantDelay): on a fast network the timeout falls to 100 ms between heartbeats that are 500 ms apart, and
// everybody is suspected between any two of them. If the initial timeout is never adapted (enough=0) the same detector
// is perfect. gaps is in ◇P if the delay is eventually constant, and in no class if it varies by 2 ticks. corrected is
// in ◇P even then, as long as the longest silence is below the upper bound of the timeout.
//
// TestLargestSample: the mean plus 4 deviations is at least the largest of up to 17 samples, whatever
// they are; from 18 on, and so with 100, it can be below the largest. The cases, with 2 samples, are on the safe
// side of that, and gaps fails all the same.
//
// # Differences from the source
//
// None in as-written except those described above. stop is never called.
//
// # Limitations
//
// Under async timing channels must have a capacity, and a process delays sending and checking until there is room.
// Under partial timing the unstable phase must be bounded (within). Verdicts are the same for 2, 3 and 4 ticks
// (TestBounds), and within keep heartbeats after it the detector forgets all earlier measurements, except for Floor.
// The upper bound of timeouts is smaller than the source's in most cases, which changes no verdict if it is
// long enough (TestBounds). The largest complete instances are the variant corrected with interval=2, initial=4,
// most=4 under async timing, 1,812,659 states, and with the default parameters and delays of 1 to 3 ticks, 476,028;
// neither is a case. Three processes are explored with constant delays, with a lost message and after an unstable
// phase of one tick; the other cases have two, since nothing from one process affects what is kept about another.
package adaptivedetector
