// Package lamportclock is Lamport's logical clocks, and a banking system whose replicas order their logs by them.
//
// Source: 002, 1.1.2: rules R1 to R3, the classes LamportClock and DistributedBankingSystem, the example of an
// execution, demonstrate_lamport_limitation. L. Lamport, "Time, Clocks, and the Ordering of Events in
// a Distributed System", CACM 21(7), 1978, for the total order.
//
// # The algorithm
//
// A process counts its events. It attaches its counter to what it sends, and a receiver advances to one more than the
// larger of both counters. A replica of the banking system stamps a transfer, logs it and sends it to the others; a
// replica that receives a transfer stamps the receipt, logs it and sorts its log.
//
// # Assumptions
//
// Reliable FIFO channels, no failures, unless a case says otherwise. Each method is a step: the clock has a lock.
//
// # Variants
//
//   - clock: the class LamportClock. Processes call tick, and send_timestamp with a message to any other, in any
//     order, up to the parameter events; a process that receives a message calls receive_timestamp.
//   - attach-only: rule R2 to the letter. It says that the message gets LC_i, and says nothing of incrementing, which
//     the class does. The example counts sending as an event (e2, e6), for which R1 increments; in this variant the
//     event before and the sending have the same timestamp.
//   - banking: the class DistributedBankingSystem. The log is sorted by e.get('timestamp', e.get('received_at')),
//     and a TRANSFER_RECEIVED has no timestamp: its key is when it was received. Sorting is stable.
//   - banking-original: the key is the timestamp of the original event.
//   - banking-corrected: the key is that timestamp and, for equal ones, the process: Lamport's total order. This is the
//     smallest change with which replicas agree.
//
// # Where the source leaves something open
//
//   - send_to_replica is not defined. A transfer is sent to all others, in one message each with the same
//     timestamp. With two replicas there is one other.
//   - The event log has no lock. If threads of one replica ran between tick and append, log entries
//     would also be out of order within a replica; here transfer_money and receive_transfer are a step each.
//   - Accounts and amounts are left out, since nothing depends on them: no balance is ever computed.
//   - The text says nothing about crashes. With stable=1 the clock (and the log) is in stable storage and coming back
//     is an event; with stable=0 a process starts afresh.
//
// # What is asked
//
// Of the clock: clock-condition (the fundamental property), monotone, converse (what the source says does not hold),
// total-order (no two events have the same timestamp, as the "total order" of the example wants), and
// total-order-with-process (the process breaks ties, and that order extends causality). jump is a guard against clocks
// that never affect each other.
//
// For the logs: sorted-log and no-ties (the key leaves nothing open); once; causal-log (no transfer precedes one that
// had happened before it); same-order (two replicas have any two transfers in the same order); log-only-grows (later
// entries do not move those already in a log); complete (at rest everybody has logged every transfer).
//
// # What exploration shows
//
//   - The clock condition holds, even with messages that are lost, duplicated or overtake each other, but not if a
//     process forgets its clock in a crash. The shortest execution against its converse is the one of
//     demonstrate_lamport_limitation: three events of two processes (case two).
//   - The total order that the example prints is not one: e3 = e4, and e7, which has timestamp 1, comes after e6,
//     which has 5. Sorted by its numbers it begins e1 = e7 (TestExample). Nor are they the numbers of the banking
//     system, which increments its clock twice for a receipt (TestExampleBanking).
//   - In banking, sorting moves nothing: the key of each entry is a timestamp of the replica's own clock, which
//     grows, so the log is already sorted. It is the order of arrival: log-only-grows holds, and causal-log and
//     same-order do not.
//   - With the initiators' timestamps the log respects causality, and ties still differ between replicas.
//     With processes to break them, all replicas agree, in any order of messages. But then a transfer may
//     arrive that belongs before what has been read from the log already. As long as one replica initiates,
//     and channels are FIFO, everything holds in banking and banking-corrected.
//
// # Differences from the source
//
// None apart from the bound on events. In the banking variants a handler takes two timestamps, and
// clock-condition is about the second one.
//
// # Limitations
//
// The past of events is part of the state. The largest instances explored completely are
// corrected-unordered (three replicas, two of which initiate two transfers each, 15032 states), and
// two processes with three events each (10036).
package lamportclock
