// Package vectorclock is vector clocks: timestamps whose order is exactly the happened-before order of events.
//
// Source: 002, 1.1.3: the definition, compare_vector_clocks, the class VectorClock. F. Mattern,
// "Virtual Time and Global States of Distributed Systems", 1989. The class
// DistributedVersionControl of the same section is the entry versioned-documents.
//
// # The algorithm
//
// A process counts its own events and keeps, for every other process, the largest count that it has heard of. It
// attaches this vector to every message. A receiver takes the larger of both counts for each process, and counts the
// receipt as an event. One vector is before another if none of its components is larger and the two are not equal.
//
// # Assumptions
//
// Channels are FIFO and reliable unless a case says otherwise; nothing depends on this. The number of processes is
// known and does not change.
//
// # Variants
//
//   - as-written: the class and the function as printed. Processes call tick, and get_timestamp before they send a
//     message to any other process, in any order, up to the number of times given by the parameter events; a process
//     that receives a message calls update. With asks=1 it first calls is_concurrent with the received vector.
//   - corrected: compare_vector_clocks has a fourth answer for equal vectors, and a process that holds the lock may
//     take it again (as with threading.RLock).
//   - attach-only: the rule for sending taken literally, which attaches the vector and counts nothing, unlike
//     get_timestamp. But the definition says that V_i[i] is the number of events executed by P_i, and sending is an
//     event.
//
// # Where the source leaves something open
//
//   - Each method except is_concurrent is a step, since it holds the lock. is_concurrent holds the lock and calls
//     happens_before, which takes it as well: the steps are the call (deliver), happens_before, and update. In between
//     the process does nothing else, since all other methods take the lock.
//   - is_concurrent compares the last event of the process with the received vector. Before the first event the vector
//     is all zeros, which is before everything.
//   - Vectors are lists. If one is shorter because its process knows of fewer processes, the printed comparisons fail
//     with an IndexError, unless they end before they reach the missing entry (TestLengths); a missing entry never
//     counts as 0. The definition has one N for all processes, so this cannot happen here.
//   - Nothing is said about crashes. With stable=1 the vector is in stable storage and recovering counts as an event;
//     with stable=0 a recovered process starts afresh.
//
// # What is asked
//
// causality: of any two events, one happened before the other if and only if its vector is less (by
// _static_happens_before); monotone: a process's vector only grows; counts-events: V_i[i] is the number of events of
// P_i, and V_i[j] the number of events of P_j that it knows of; compare: compare_vector_clocks is right about any two
// events; compare-with-itself: an event is not concurrent with itself; concurrent-and-ordered guards against vacuous
// models. With asks=1 there are also is-concurrent (its answers are right), no-deadlock, and a check that both answers
// occur.
//
// # What exploration shows
//
//   - The vectors are right: causality, counts-events and compare hold in every instance without amnesia, even if
//     messages are lost or duplicated or overtake each other.
//   - Equal vectors are "CONCURRENT", for compare_vector_clocks and for is_concurrent (TestCompare): code that treats
//     concurrent versions as a conflict finds one between a version and itself.
//   - is_concurrent never returns: threading.Lock is not reentrant, so the process waits for itself, and whatever else
//     needs its clock waits, too.
//
// # Differences from the source
//
// None except the bound on the number of events.
//
// # Limitations
//
// The causal past of each event is part of the state. The largest instance of a case is two processes with three events
// each, 10036 states; three processes with two events each have 440030 states, and everything holds there in corrected,
// too.
package vectorclock
