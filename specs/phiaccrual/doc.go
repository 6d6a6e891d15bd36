// Package phiaccrual is the phi accrual failure detector, which says how suspicious a silence is, instead of yes or no:
// phi is the negative logarithm of the probability that an interval between heartbeats is longer than the silence. A
// threshold turns it into yes or no.
//
// Source: 002, 2.1.4, "Phi Accrual Failure Detector", class PhiAccrualFailureDetector and the demonstration below it.
// The detector is that of N. Hayashibara, X. Défago, R. Yared and T. Katayama, "The φ Accrual Failure Detector", SRDS
// 2004; its text was not available, and nothing here depends on its wording.
//
// # The algorithm
//
// heartbeat records the interval since the last heartbeat; the last 1000 intervals are kept. phi is 0 until there are
// two intervals. Then it is -log10 of the probability that a normal distribution with their mean and standard
// deviation, taken to be at least 0.5 s, exceeds the time since the last heartbeat; that probability is taken to be at
// least 1e-10. is_available is phi < threshold, 8 by default.
//
// The formula is right: 1 - CDF is the right tail, and the deviation cannot be 0. A threshold is a margin in standard
// deviations: phi reaches 8 when the silence is 5.612 deviations above the mean, and 1 at 1.282 (TestFormula). Only the
// receiver's own clock is read.
//
// # Assumptions
//
// The class has no network. Here each process sends all others a heartbeat in every interval, and
// has a detector for each of them. Reliable FIFO channels; processes crash and do not recover. Time
// is synchronous by default, and every message takes exactly one tick.
//
// # Variants
//
//   - as-written: the printed class.
//   - seeded: a detector begins as if a heartbeat had just arrived and two intervals of the usual length (interval) had
//     been seen.
//   - corrected: seeded, and the tail is computed as such (erfc), not as 1 minus something, so
//     that it needs no lower bound of 1e-10.
//
// # Time and quantisation
//
// A tick is the time between two looks at phi, and the unit in which clocks are read; a heartbeat that arrives between
// two looks is taken to arrive just before the second. With the default parameters it is half a second: heartbeats once
// a second and a deviation of at least 0.5 s, as in the demonstration. Elapsed is the time since the last heartbeat as
// the next look will find it; it stops growing where a larger value would change nothing. Intervals longer than most
// ticks count as most; the property longest-interval says whether that happens, and where it holds, most does not
// restrict anything. It is violated in the cases of async timing and of unlimited loss, in which a silence has no bound
// and so exceeds any margin.
//
// Phi itself is not quantised: it is the source's formula on whole ticks, and the value rounded to tenths in a state is
// for the pictures only. TestQuantisation follows random histories in real time and in ticks: the silences at which the
// threshold is reached differ by at most 2 ticks plus the effect of rounding on the deviation. TestDemonstration checks
// against values computed by the source's own class.
//
// The parameter samples is 1000 in the source and 2 in the cases, since a history of intervals multiplies the states.
// With fewer samples phi fluctuates more, since a single interval weighs more.
//
// # Where the text leaves something open
//
//   - A call of is_available returns the answer for that moment. A process suspects another (Unavailable) when the last
//     look says that it is not available, and looks in every tick and after each heartbeat.
//   - The demonstration's comment says that a process is unavailable when phi > 8; in the code, and here, it is
//     unavailable at 8 already.
//   - min_std_dev=0 with regular heartbeats divides by zero (a ZeroDivisionError in the code), and
//     max_sample_size=1 leaves phi at 0 for ever. Both are excluded here: deviation is 1 or more,
//     samples 2 or more.
//
// # Properties
//
// The six of Chandra and Toueg, and detection-time, the number of looks from a crash until the
// process is unavailable.
//
// # What exploration shows
//
// As printed, the detector is in no class under any timing: a process that crashes before its third heartbeat has
// arrived is available for ever. So is every process if the threshold is above 10, which phi cannot exceed. Corrected,
// it is perfect under synchronous time if the delays vary by less than the margin given by threshold and least
// deviation, and otherwise makes mistakes for ever: a late interval is only one among many, however many are kept
// (TestLateAgain; TestThresholds compares with all sequences of arrivals). Under partial synchrony it is in ◇P on the
// same condition, but not without it, as ◇P must not depend on a known bound. A lost heartbeat makes the detection of a
// later crash slower: 17 ticks instead of 10 with samples=2.
//
// # Differences from the source
//
// None in as-written except as said above.
//
// # Limitations
//
// Under async timing channels must have a capacity, and a process delays sending and looking until there is room. No
// case has recovery: the time for which a process was down would be an interval like any other, without a bound, and
// would delay the detection of its next crash. Under partial timing the instability must be bounded (within). The
// largest complete instances are corrected with threshold=1 and delays of 1 to 4 ticks, 119,439 states, which is not a
// case, and corrected-partial-3, 35,922. The cases with three processes have constant delays, a lost heartbeat, or an
// initial phase too short for mistakes. More processes would add little, since what is kept about one process does not
// depend on another.
package phiaccrual
