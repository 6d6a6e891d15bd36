// Package physicalclock is the order of events by physical clocks of which one is ahead of the other.
//
// Source: 002, 1.1.1, class PhysicalClockProblem (scenario_clock_skew) and the factors listed below it.
//
// # The algorithm
//
// Server A, whose clock is ahead, stamps a login and sends it to server B. B, whose clock is right, stamps an event
// of its own and receives. If the timestamp received is larger than that of its event, B
// reports a message from the future, and that the order of events is wrong.
//
// # Assumptions
//
// True time is a number that never decreases and that no server knows. Any amount of it passes before each event, up
// to the parameter ticks, where the execution ends. The clock of A shows true time plus skew, that of B true time. A
// message takes at least delay ticks, or for ever. Two events of a server are at least apart ticks apart: with 1 a
// clock is fine enough to distinguish them, with 0 it may not be.
//
// # Variants
//
//   - as-written: what is received is compared with event_b_timestamp, which B took before it received.
//   - corrected: it is compared with the clock of B at that moment.
//
// # Where the source leaves something open
//
//   - The listing is one function, and runs on two servers. Here the two run side by side, as servers do: A's event
//     and message, B's event and receipt happen in any order, except that B receives after an event of its own, since
//     the listing has them in this order.
//   - B takes no timestamp when it receives. A receipt is an event all the same, and its timestamp is what the clock of
//     B shows then.
//   - Events and messages may be more than one of each (parameter events); event_b_timestamp is that of the latest.
//   - Of the factors that the source lists, drift and temperature are the skew, and the synchronisation
//     of clocks is corrections: the clock of A may be set right before an event of it.
//
// # What is asked
//
// never-inverted: no event has a lower timestamp than one that happened before it, clock-condition
// that it has a higher one. monotone is never-inverted at one server. real-order is what the source
// says cannot be had: of two events at different moments, the earlier one has the lower timestamp.
// no-message-from-the-future is the source's alarm, alarm-is-right that it is only given when
// timestamps contradict causality, and alarm-when-needed that it is given whenever they do.
// received is there against an empty model. The converse of the clock condition is not asked: a
// time of day does not claim that what is earlier is a cause.
//
// # What exploration shows
//
//   - What counts is the skew against the minimum time that a message takes: never-inverted holds if and only if
//     delay >= skew, clock-condition if and only if delay > skew (TestThreshold, for 0 to 3 each). This is Lamport's
//     condition for physical clocks (1978, "Physical Clocks").
//   - A delay repairs causality and not the real order: with any skew there is an event of A that has a timestamp as
//     large as a later one of B.
//   - As printed the alarm is also given with correct clocks, if B has looked at its clock a while before it
//     receives. It misses nothing.
//   - Setting a clock right repairs the skew and lets the timestamps of its server go back.
//
// # Differences from the source
//
// Ticks in place of half seconds, and the clock of A is ahead by one of them. What is printed is a mark in the trace
// and stays as a flag of B.
//
// # Limitations
//
// Skew is constant but for one correction, and one clock is right; only the difference of the two matters. Clocks
// that drift freely and jump are in the entry hybrid-logical-clock. The largest instance is
// corrected-set-right, 2715 states.
package physicalclock
