// Package itairodeh is election in a ring of processes that have no identifiers: each draws an identity at random. If a
// single process has drawn the largest it wins; otherwise those that have drawn it draw again.
//
// Sources: A. Itai, M. Rodeh, Symmetry Breaking in Distributed Networks, Information and Computation 88(1), 1990; W.
// Fokkink, J. Pang, Variations on Itai-Rodeh Leader Election for Anonymous Rings and their Analysis in PRISM, JUCS
// 12(8), 2006. Only their abstracts were at hand.
//
// # The algorithm
//
// An active process draws an identity from 1 to k and sends (identity, round, hop = 1, bit = true). A passive process
// passes on what it receives, with hop increased. An active process that receives a message with hop = n has its own
// back: it is the leader if bit is still true, and otherwise goes on to the next round. It compares any other message,
// by round and then by identity, with its own: an equal one it passes on with bit = false; if the message is larger,
// the process becomes passive and passes it on; if it is smaller, the process purges it.
//
// # Assumptions
//
// All processes know n, and none has an identifier. Links are reliable, in one direction. Choices are fair coins.
//
// # Variants
//
//   - as-written.
//   - without-rounds: no round numbers, which FIFO links make superfluous: Fokkink and Pang's algorithm A.
//   - without-bit: a process whose message has gone round is the leader.
//
// # Properties
//
// uniqueness; no-deadlock: if nothing more can happen, there is a leader, or some process has used up its rounds;
// elected: there can be a leader. The command mc probability itai-rodeh:without-rounds --property elected shows that
// there is one with probability one. As always with chance, that does not cover every execution: elected-certainly
// (of without-rounds) is violated by an execution in which all draw the same for ever.
//
// # What exploration shows
//
// As the sources say, there is at most one leader, and with probability one there is one, on FIFO links even without
// round numbers. On unordered links an old message can pass for a new one, and nobody is left: mc check
// itai-rodeh:without-rounds -p identities=3 --order unordered --max-depth 11 --property no-deadlock, 10 steps. With two
// identities a round elects somebody with probability 1/2 for two processes, 3/8 for three and 1/4 for four; the
// scheduler makes no difference (TestChances).
//
// # Differences from the source
//
// In the source round numbers grow without bound. Here a process that would begin a round beyond the last gives up
// instead, and does nothing more; the probability of that is exact. Without round numbers nothing is bounded.
package itairodeh
