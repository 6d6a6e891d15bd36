// Package peterson is Peterson's mutual exclusion of two processes that share memory.
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
// A read or write of one variable is one step, and takes effect at once: memory is sequentially consistent. The two
// parts of the condition are read one after the other, Qj first, again and again. A process stays in its critical
// section for a finite time and may stay in its remainder for ever. Nobody crashes.
//
// # Variants
//
//   - as-written.
//   - assignments-swapped: TURN := i before Qi := true.
//   - no-turn: without TURN, so that a process waits until the other's Q is false.
//
// # Properties
//
// mutual-exclusion; somebody-enters, no process that wants to enter is kept out by one that does not or by both waiting
// for each other; no-starvation; and overtaken: how often the other gets in ahead of one that has made both
// assignments, which is at most once.
//
// # What exploration shows
//
// Everything holds as written. With the assignments swapped both are in the critical section after 9 steps, and nothing
// else is violated, so that tests of progress do not notice. Without TURN both wait for ever.
//
// # Differences from the source
//
// None.
package peterson
