// Package eventuallyperfect is a failure detector by tests: in each interval a process asks everybody for an answer,
// suspects those that have not answered by its end, and is meant to lengthen the interval each time it
// finds that it was mistaken.
//
// Sources: 001, 5.1, "O Detector de Falhas ◊P", Algoritmo 5.1; 002, 2.1.1, problematic_failure_detection.
//
// # The algorithm
//
// A process keeps the set of those that have answered since the last interval ended (Corretos, here Correct), the set
// of those that it suspects (Suspeitos, Suspects) and the interval (IntervaloMonit, Interval). At the end of an
// interval it raises the interval if a process is in both sets, which shows a mistake; it starts suspecting those in
// neither, stops suspecting those in both, and notifies the layer above of each change (a remark in the traces); it
// sends everybody a test (RequisTeste, Test); and it forgets who has answered. A process that receives a test sends an
// answer (RespostaTeste, Answer).
//
// # Assumptions
//
// Reliable FIFO channels between every two processes; processes crash and do not recover. The
// chapter assumes partially synchronous time (its GST), which is the default here.
//
// # Variants
//
//   - as-written: the printed algorithm adds ∆ to a variable Timeout, which it does not initialise
//     and never reads; the loop waits for IntervaloMonit, which nothing changes. Literally, the
//     interval is fixed. Timeout is not part of the state, since nothing depends on it; a remark in
//     the traces says where it is raised.
//   - corrected: ∆ is added to IntervaloMonit, as the text below the algorithm says.
//   - once: 002's problematic_failure_detection, which every process calls once, at the start, for every other one:
//     it sends a test (the function's heartbeat), waits for the answer for the length of the interval (timeout), and
//     marks those that have not answered as failed. The function does nothing else: no mark is taken back, and there
//     is no second test.
//
// # Where the text leaves something open
//
//   - The printed loop runs through all processes, Π, and sends each a test; the text below it
//     speaks of "the others". With self=0 a process tests the others; with self=1 it tests itself,
//     too, over a channel like any other.
//   - Whether the loop's body runs at the start or only after the first interval. Here it is the latter. The former
//     would differ only in the first interval, since everybody is in Corretos then and nobody is suspected.
//   - All intervals begin at the same moment under timings with ticks. Processes do nothing but answer each other, so
//     the phases make no difference to what one of them finds.
//   - The parentheses of the loop's conditions do not match in print; there is only one way to read
//     them.
//   - Answers are not distinguished: one to an earlier test counts for the interval in which it arrives. This is
//     literal, and it matters: see the case sync-late-answers.
//   - The text says that the interval grows for ever, and that it will eventually be large enough. Both are true: the
//     property longest-interval is violated under partial timing, whatever the parameter most is, and holds if the
//     system is stable from the start or within a number of ticks.
//
// # Properties
//
// The six of Chandra and Toueg; mistakes-are-mistakes, the text's sentence that a process in both sets can only have
// been suspected wrongly (not for once, which has one set); trusts-itself, if a process tests itself.
// longest-interval asks whether the interval would grow beyond most: where it holds, most is no bound at all. Where it
// does not, verdicts are the same for every most that is a round trip or longer (TestBounds).
//
// # What 002's function shows
//
// Its comments list why an answer may not come: A, the other has crashed; B and C, it or the network is slow; D and
// E, the question or the answer is lost; and they say that any decision can be wrong. It can if one of B to E is
// possible: once-slow, once-lost-message, once-async. If none is, messages take a bounded time and the timeout is a
// round trip, then a process that is marked has crashed (once-sync). The function has another fault, which the comments
// do not name: a process that crashes after it has answered is never marked.
//
// # Differences from the source
//
//   - The algorithm sends tests whether or not earlier ones were answered. If a message may take for ever, the
//     channels would grow without bound. The parameter window bounds how many tests of a process may be unanswered;
//     beyond that it is not tested again. An answer only says that its sender is there, so for every
//     schedule of the unbounded algorithm there is one with window=1 in which answers arrive in the same intervals,
//     if the interval is at least a round trip or time is asynchronous. If the interval is shorter and messages
//     arrive in time, answers to several tests at a time matter: such cases have window=0, which is the algorithm as
//     printed. So must those in which messages are lost: with a window, a process whose answer is lost would never be
//     tested again.
//   - The interval is not raised beyond the parameter most.
//
// The body of the loop is one step, and so are receiving a test and answering it.
//
// # Limitations
//
// The largest complete instances have three processes: 116809 states under asynchronous timing, 15700 under
// synchronous timing with an interval of a round trip. Under partial timing that is stable within 3 ticks they have
// 138425 with a fixed interval, and 238336 with one that grows from a round trip. With a shorter first interval, or
// without a bound on when the system is stable, they have more than 1.5 million.
package eventuallyperfect
