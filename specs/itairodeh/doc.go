// Package itairodeh is election in a ring of processes that have no identifiers: each draws one at random, the
// largest wins if a single process has drawn it, and otherwise those that have draw again.
//
// Sources: A. Itai, M. Rodeh, Symmetry Breaking in Distributed Networks, Information and Computation 88(1), 1990; W.
// Fokkink, J. Pang, Variations on Itai-Rodeh Leader Election for Anonymous Rings and their Analysis in PRISM, JUCS
// 12(8), 2006. Only their abstracts were at hand.
//
// # The algorithm
//
// An active process draws an identity from 1 to k and sends (identity, round, hop = 1, bit = true). A passive process
// passes on what it receives, with hop increased. An active one that receives a message with hop = n has its own: it
// is the leader if bit is still true, and otherwise goes on to the next round. It passes on what has its own round
// and identity with bit = false; if that is larger, by rounds first, it becomes passive and passes it on; if that is
// smaller it purges it.
//
// # Assumptions
//
// Everybody knows n, and nobody knows who it is. Links are reliable, in one direction. Choices are fair coins.
//
// # Variants
//
//   - as-written.
//   - without-rounds: no round numbers, which FIFO links make superfluous: Fokkink and Pang's algorithm A.
//   - without-bit: a message that has come round makes a leader.
//
// # Properties
//
// uniqueness; no-deadlock: if nothing more happens, there is a leader, or somebody has used up its rounds; elected.
// That it is reached with probability one is asked by mc probability itai-rodeh:without-rounds --property elected. As
// always with chance, not every execution does: elected-certainly, asked without-rounds, is violated by an execution in
// which all draw the same for ever.
//
// # What exploration shows
//
// As the sources say: one leader at most, with probability one there is one, on FIFO links also without round
// numbers. On others an old message stands for a new one, and nobody is left: mc check itai-rodeh:without-rounds -p
// identities=3 --order unordered --max-depth 11 --property no-deadlock, 10 steps. A round elects somebody with
// probability 1/2 of two processes, 3/8 of three and 1/4 of four, if there are two identities; schedulers make no
// difference (TestChances).
//
// # Differences from the source
//
// Round numbers grow without bound. Here a process that would begin a round beyond the last gives up instead, and
// does nothing any more; how probable that is, is exact. Without round numbers nothing is bounded.
package itairodeh
