// Package lamportmutex is mutual exclusion by a queue of timestamped requests in every
// process: a process enters when its own request is first in its queue and everybody has
// said something later.
//
// Sources: 000, "Exclusão Mútua", which names the algorithm in its to-do list and does not
// print it; L. Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System",
// CACM 21(7), 1978, "Ordering the Events Totally": conditions I to III and rules 1 to 5.
//
// # The algorithm
//
// To request, a process stamps a request with its clock, sends it to all others and puts it into its own queue. A
// process that receives a request puts it into its queue and sends a stamped acknowledgement. To release, a process
// removes its request from its queue and sends a stamped release to all others, who remove its request from theirs. A
// process has the resource when its request is before all others in its own queue, in the order of stamps and then
// processes, and it has received a message stamped later from everybody.
//
// # Assumptions
//
// Messages between two processes are received in the order of sending, and all are received. No
// failures. Nobody keeps the resource for ever: entering and leaving must happen, a
// request need not.
//
// # Variants
//
//   - as-written: the five rules.
//   - footnotes: with the paper's two footnotes. An acknowledgement is not sent if a message
//     stamped later than the request has already been sent to the requester. And from processes that come
//     after it in the order of processes, a process need only have received a message with the same stamp.
//
// # Where the text leaves something open
//
//   - Clocks (IR1, IR2): what a process sends and what it receives are its events. Sending to all others is one
//     event, and an acknowledgement is one after the receipt. The clock advances by one for each, and before that to
//     the stamp of what is received if that is later. Beginning to use the resource is not an event.
//   - The paper starts with one process that has been granted the resource, and whose request is in
//     all queues with a stamp before every clock: parameter holder, stamp -1, clocks
//     starting at 0. holder=0 starts with empty queues, which is what later descriptions do.
//     The first use of the holder does not count as one of its requests.
//   - "Removes any request": all requests of that process. With FIFO channels there is one.
//   - Rule 5 (ii) is kept as the set Later of those from which a message stamped later than the process's
//     own request has been received since that request. A message received before the request cannot be stamped
//     later, since the clock was beyond it. (The set includes the equal stamps of the second footnote.)
//   - Rule 5 grants "when" both conditions hold, here by a step of its own.
//
// # What is asked
//
// Condition I is mutual-exclusion, II is granted-in-order (no request is granted while one that is before it waits),
// III is no-starvation, for each process, since the order prefers lower ones. progress is 000's weaker condition,
// that some process gets in. overtaken is how often others enter while a process waits, the maximum over all
// processes, and overtaken-once-known counts from the moment when none of its requests is in transit. messages is the
// cost of all entries together: 3(n-1) for each, and with the footnotes at least 2.17 for each of two processes' three
// entries (13 for 6).
//
// Once a request is known, each other process enters at most once before it. Counted from the request itself, the same
// process may enter twice: its first entry does not need a message that shows the requester's present clock (an old
// release is enough), so its next request may be stamped before, or as early as, a request that is in transit. This
// contradicts neither condition II, since none of these requests happened before the other, nor III.
//
// With unordered channels nothing holds but the guards: an acknowledgement that overtakes an earlier request of its
// sender is taken for proof that there is none, and a release that overtakes its request leaves it in a queue for
// ever. There is no corrected variant, since the paper states the assumption. Losses have the same effect, on
// exclusion too, if a process asks twice (lost-message; with one request each they do not, lost-message-3). A process
// that comes back without its queue gives way to nobody, and one that waits for its acknowledgement is stuck even
// when everybody is up again (comes-back). A duplicate does no harm: FIFO channels deliver it before anything else,
// and repeating the effect of a message changes nothing, except for the acknowledgement, and a second entry of the
// same request in the queue, which the release removes with the first.
//
// # Differences from the source
//
// None apart from the bound on requests, which bounds the clocks.
//
// # Limitations
//
// The largest instances explored completely are three processes with one request each (529372
// states; 358915 with the footnotes), two with three each (14824), and, unordered, two
// with two each (228683). The paper's start, unordered channels and failures with three processes are
// explored for two that ask: clocks tell apart most of the orders in which the same
// messages may come. Three processes with two requests each are too many for a test.
package lamportmutex
