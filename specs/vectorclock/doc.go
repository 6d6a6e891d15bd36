// Package vectorclock is vector clocks: timestamps that are ordered exactly as events happened.
//
// Source: 002, 1.1.3: the definition, compare_vector_clocks, the class VectorClock. F. Mattern,
// "Virtual Time and Global States of Distributed Systems", 1989. The class
// DistributedVersionControl of the same section is the entry versioned-documents.
//
// # The algorithm
//
// A process counts its own events and keeps the largest count of every other process that it has heard of. It
// attaches all of this to what it sends. A receiver takes the larger of both counts for each process, and counts the
// receipt. One vector is before another if no component is larger and they are not equal.
//
// # Assumptions
//
// Channels are FIFO and reliable unless a case says otherwise; nothing depends on it. The number of processes is
// known and does not change.
//
// # Variants
//
//   - as-written: the class and the function as printed. Processes call tick, and get_timestamp with a message to any
//     other, in any order, up to the parameter events; a process that receives a message calls update. With asks=1 it
//     calls is_concurrent with the vector first.
//   - corrected: compare_vector_clocks has a fourth answer for equal vectors, and a process that holds the lock may
//     take it again (as with threading.RLock).
//   - attach-only: the rule for sending to the letter, which attaches the vector and counts nothing, unlike
//     get_timestamp. The definition says that V_i[i] is the number of events executed by P_i, and
//     sending is one.
//
// # Where the source leaves something open
//
//   - Each method except is_concurrent is a step, since it holds the lock. is_concurrent holds it and calls
//     happens_before, which takes it as well: the steps are the call (deliver), happens_before, and update. Meanwhile
//     the process does nothing else, since everything else takes the lock.
//   - is_concurrent compares the last event of the process with what is received. Before the first event the
//     vector is all zeros, which is before everything.
//   - Vectors are lists. If one is shorter, since its process knows of fewer processes, the printed
//     comparisons fail with an IndexError, unless they are over before they come to it (TestLengths); nothing
//     takes a missing entry for 0. The definition has one N for all, so that this cannot happen by itself.
//   - Nothing is said about crashes. With stable=1 the vector is in stable storage and coming back is an event; with
//     0 a process starts afresh.
//
// # What is asked
//
// causality: of any two events, one happened before the other if and only if its vector is less (by
// _static_happens_before); monotone; counts-events: V_i[i] is the number of events of P_i, and
// V_i[j] how many of P_j it knows of; compare: compare_vector_clocks tells the truth of any two
// events; compare-with-itself: an event is not concurrent with itself; concurrent-and-ordered is
// there against empty models. With asks=1 also is-concurrent (its answers are true), no-deadlock,
// and that both answers are given.
//
// # What exploration shows
//
//   - The vectors are right: causality, counts-events and compare hold in every instance without amnesia, even with
//     messages that are lost, duplicated or overtake each other.
//   - Equal vectors are "CONCURRENT", for compare_vector_clocks and for is_concurrent (TestCompare): code that takes
//     concurrent for a conflict has one between a version and itself.
//   - is_concurrent never returns: threading.Lock is not reentrant, so the process waits for itself, and everybody
//     who needs its clock waits, too.
//
// # Differences from the source
//
// None but for the number of events.
//
// # Limitations
//
// The past of events is part of the state. The largest instance of a case is two processes with
// three events each, 10036 states; three with two each have 440030, where everything holds in
// corrected, too.
package vectorclock
