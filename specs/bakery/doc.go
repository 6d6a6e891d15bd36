// Package bakery is Lamport's bakery: mutual exclusion for n processes that take tickets, in memory whose reads and
// writes may overlap.
//
// Source: L. Lamport, A New Solution of Dijkstra's Concurrent Programming Problem, CACM 17(8), 1974. The program is
// taken from the quotation in the module Bakery of TLA+ Examples. The paper itself was not at hand: the assumptions
// about memory and failures were written down without it.
//
// # The algorithm
//
// Process i sets choosing[i] := 1, number[i] := 1 + maximum(number[1], …, number[N]), choosing[i] := 0. Then for each j
// it waits at L2 while choosing[j] ≠ 0, and at L3 while number[j] ≠ 0 and (number[j], j) < (number[i], i). After its
// critical section it sets number[i] := 0.
//
// # Assumptions
//
// Each cell is written by its owner only. If a read overlaps a write, the write takes effect correctly, and the read
// may return anything: here 0 to top, or 0 or 1 from choosing. A process may fail at any time: it halts in its
// noncritical section, and reads of its memory return anything for a while, and then 0.
//
// # Variants
//
//   - as-written.
//   - no-choosing: without the first and third assignments and without L2.
//   - no-tie-break: L3 waits only while number[j] ≠ 0 and number[j] < number[i].
//
// # Properties
//
// mutual-exclusion; somebody-enters; no-starvation; and overtaken: how often others enter ahead of a process that has
// left the doorway, that is, has set choosing[i] := 0. First come, first served means at most once for each of the
// others, which may have been in the doorway, too. tickets-exceed-n shows that tickets are not bounded by the number
// of processes.
//
// # Other people's numbers
//
// TLA+ Examples gives 655,200 states for MCBakery.cfg. These are not the reachable states but the initial states of
// ISpec: all those that satisfy the inductive invariant for two processes and tickets up to 2.
//
// # Where the text leaves something open
//
// The order in which the maximum reads the numbers: here it is ascending, each in a step of its own.
//
// # Differences from the source
//
// The loops leave out the process itself. Tickets grow without bound as long as somebody always waits; here processes
// enter a bounded number of times, which also bounds the tickets.
package bakery
