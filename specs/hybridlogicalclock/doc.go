// Package hybridlogicalclock is hybrid logical clocks: timestamps that respect causality, as
// Lamport's do, and stay near a physical clock.
//
// Source: 002, 1.1.4, class HybridLogicalClock and its advantages listed at the end of the section.
// S. Kulkarni et al., "Logical Physical Clocks", OPODIS 2014. The classes DistributedDatabase and
// CockroachDBStyleMVCC are entries of their own.
//
// # The algorithm
//
// A timestamp is a physical time and a counter. now takes the reading of the physical clock if that is larger than
// the physical time of the last timestamp, and otherwise increments the counter. update, on receiving a timestamp,
// takes the largest physical time of the clock, the last timestamp and the one received, and a counter larger than
// those of the timestamps with that physical time.
//
// # Assumptions
//
// Channels are FIFO and reliable unless a case says otherwise. Physical clocks are positive numbers, and
// physical_time begins with 0, before all of them. A clock may stand still for any number of events, and advance by any
// number of ticks. (int(time.time() * 1e9) does stand still: at this size a double cannot represent
// nanoseconds.) The parameter spread bounds how far apart two clocks may be at the same moment; set-backs is how many
// times clocks may be set back.
//
// # How clocks are modelled
//
// What a clock did between two readings makes no difference, so clocks have no steps of their own. Each reading is a
// choice among all that the clock may show by now: at least its last reading; with a spread, at most that far below
// the highest reading of any clock so far; after a set-back, anything from 1 on, and then the spread no longer binds
// this clock. No reading is larger than the parameter ticks. The algorithm only compares readings, so ticks as large
// as the number of events (sends and receipts) lose nothing: such a case is about all clocks whatsoever, and holds
// without a bound on time (cases one-each, set-back, corrected-any-clocks, alone). A crash does not stop a physical
// clock.
//
// With environment=1 the clocks are those of the toolkit, with steps of their own and --set-back, and events happen
// only at readings up to ticks: beyond that, a clock is no longer read. Both ways of modelling clocks give the
// same verdicts.
//
// # Variants
//
//   - as-written: the class as printed.
//   - corrected: the condition of update's first branch, that the maximum is both the clock's and physical_time, loses
//     its first half. This is the paper's rule (TestUpdate, for all values from 0 to 3).
//
// # Where the source leaves something open
//
//   - Each method is a step, since it holds the lock. An internal event of a process is a call of now, whose
//     timestamp is sent to another process. An event that is not sent to anybody is the same as one whose message does
//     not arrive.
//   - Nothing is said about crashes. With stable=1 the hybrid clock is in stable storage and coming back is an event;
//     with 0 a process starts afresh, except for its physical clock.
//
// # What is asked
//
// monotone, causality and distinct, all by compare; bounded-drift: the physical part is not below
// the clock, nor further ahead of it than spread (no bound if spread is none); two theorems of the
// paper that make precise what the source calls boundedness: physical-is-the-largest-known and
// bounded-counter (no more than the events with the same physical part that happened before).
// drift-as-large-as-allowed shows that the bound is reached. The converse of causality is not
// asked: hybrid clocks do not have it, as Lamport's do not.
//
// # What exploration shows
//
//   - As printed, update forgets its counter whenever physical_time is ahead of the clock. If it is ahead of the
//     message, too, the last branch sets the counter to 0, as if the clock were the largest; if it equals that of the
//     message, the second branch takes the counter of the message alone. Timestamps go back or are given twice, and
//     an event has the timestamp of one that happened before it. For that no clock need be set back, nor be more than
//     a tick off (spread). TestUpdate says for which values it happens.
//   - It holds as long as no timestamp is ahead of a clock that receives it: if clocks agree exactly (exact,
//     exact-three), which is impossible in practice. With one event each it also holds for clocks that are never set
//     back (one-each).
//   - now alone is right with any clock (alone), and so is compare (TestCompare).
//   - Corrected, all holds with any clocks. bounded-drift holds as long as clocks keep within spread, and a
//     clock that is set back leaves its process behind by as much as that (corrected-spread-set-back). The
//     physical part is right even as printed: what is lost is the counter.
//   - A crash must not lose the hybrid clock: that the physical clock has advanced does not help if it was behind, or
//     stands still (corrected-forgotten).
//
// # Differences from the source
//
// Small numbers in place of nanoseconds, and a bound on events.
//
// # Limitations
//
// The past of events and the readings are part of the state. For all clocks whatsoever that is
// decided for one event of each of two processes; with two events each for readings up to 3 (13830
// states), and with three processes for up to 2.
package hybridlogicalclock
