// Package physicalclock orders events by physical clocks, one of which is ahead of the other.
//
// Source: 002, 1.1.1, class PhysicalClockProblem (scenario_clock_skew) and the factors listed below it.
//
// # The algorithm
//
// Server A, whose clock is ahead, stamps a login and sends it to server B. B, whose clock is right, stamps an event of
// its own and then receives the message. If the received timestamp is larger than that of its event, B reports a
// message from the future and a wrong order of events.
//
// # Assumptions
//
// True time is a number that never decreases and that no server knows. Any amount of it passes before each event, up to
// the parameter ticks, where the execution ends. The clock of A shows true time plus skew, that of B true time. A
// message takes at least delay ticks and may never arrive. Two events of a server are at least apart ticks apart (a
// parameter): with 1 a clock is fine enough to distinguish them, with 0 it may not be.
//
// # Variants
//
//   - as-written: the received timestamp is compared with event_b_timestamp, which B took before it received the
//     message.
//   - corrected: the received timestamp is compared with the clock of B at the moment of receipt.
//
// # Where the source leaves something open
//
//   - The listing is one function that covers two servers. Here the two run concurrently, as servers do: A's event and
//     message, and B's event and receipt, happen in any order, except that B receives after an event of its own, as in
//     the listing.
//   - B takes no timestamp when it receives. A receipt is an event all the same, and its timestamp is the reading of
//     B's clock at that moment.
//   - There may be several events and messages (parameter events); event_b_timestamp is that of the latest.
//   - Of the factors that the source lists, drift and temperature are modelled by the skew, and the synchronisation of
//     clocks by the parameter corrections: the clock of A may be set right before one of its events.
//
// # What is asked
//
// never-inverted: no event has a lower timestamp than one that happened before it. clock-condition: it has a higher
// one. monotone is never-inverted at one server. real-order is what the source says is impossible: of two events at
// different moments, the earlier has the lower timestamp. no-message-from-the-future: the source's alarm is never
// raised. alarm-is-right: it is raised only when timestamps contradict causality; alarm-when-needed: it is raised
// whenever they do. received guards against a vacuous model. The converse of the clock condition is not checked: a time
// of day does not claim that an earlier event is a cause.
//
// # What exploration shows
//
//   - What counts is the skew relative to the minimum time that a message takes: never-inverted holds if and only if
//     delay >= skew, clock-condition if and only if delay > skew (TestThreshold, for 0 to 3 each). This is Lamport's
//     condition for physical clocks (1978, "Physical Clocks").
//   - A delay repairs causality but not the real order: with any skew an event of A can have a timestamp as large as
//     that of a later event of B.
//   - As printed, the alarm is also raised with correct clocks, if B has read its clock some time before it receives.
//     It misses nothing.
//   - Setting a clock right removes the skew, but makes the timestamps of its server go back.
//
// # Differences from the source
//
// Ticks replace half seconds, and the clock of A is ahead by one tick. What the source prints is a mark in the trace
// and is kept as a flag of B.
//
// # Limitations
//
// Skew is constant except for one correction, and one clock is right; only the difference of the two matters. Clocks
// that drift freely and jump are in the entry hybrid-logical-clock. The largest instance is corrected-set-right, 2715
// states.
package physicalclock
