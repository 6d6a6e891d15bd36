// Package peterson is Peterson's algorithm, mutual exclusion for two processes with shared memory.
//
// Source: G. L. Peterson, Myths About the Mutual Exclusion Problem, Information Processing Letters 12(3), 1981, the
// two-process solution.
//
// # The algorithm
//
// Process i, whose partner is j, runs Qi := true; TURN := i; wait until not Qj or TURN = j; its critical section;
// Qi := false.
//
// # Assumptions
//
// A read or write of one variable is one step, and takes effect at once: memory is sequentially consistent. A waiting
// process reads the two parts of the condition one after the other, Qj first, in a loop. A process stays in its
// critical section for a finite time and may stay in its remainder for ever. Processes do not crash.
//
// # Variants
//
//   - as-written.
//   - assignments-swapped: TURN := i before Qi := true.
//   - no-turn: without TURN, so that a process waits until the other's Q is false.
//
// # Properties
//
// mutual-exclusion; somebody-enters: a process that wants to enter is not kept out by one that does not, nor do both
// wait for each other; no-starvation; and overtaken: how often the other process enters ahead of one that has made both
// assignments, which is at most once.
//
// # What exploration shows
//
// Everything holds as written. With the assignments swapped both processes are in the critical section after 9 steps;
// nothing else is violated, so tests of progress do not notice. Without TURN both can wait for ever.
//
// # Differences from the source
//
// None.
package peterson
