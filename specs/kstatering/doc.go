// Package kstatering is Dijkstra's self-stabilising ring: from any initial state it reaches a state with exactly
// one privilege, which then goes round for ever.
//
// Source: E. W. Dijkstra, Self-stabilizing Systems in Spite of Distributed Control, CACM 17(11), 1974, "Solution with
// K-state machines (K > N)"; read in the transcription of EWD426.
//
// # The algorithm
//
// n machines (the source's 0 to N) in a ring have K states each. The bottom machine is privileged if the state of its
// left neighbour equals its own, and its move adds 1 to its state, modulo K. Each other machine is privileged if the
// state of its left neighbour differs from its own, and its move is to take over that state. A daemon chooses which of
// the privileged machines moves.
//
// # Assumptions
//
// A machine reads the state of its left neighbour and moves in one step. The system begins in any state. The daemon is
// central and unfair: some privileged machine must move, but none in particular.
//
// # Variants
//
//   - as-written.
//   - distributed-daemon: any set of privileged machines may move at once, each having seen the old state.
//   - all-alike: the bottom machine, the exceptional one, follows the rule of the others.
//
// # Properties
//
// Legitimate states are those with exactly one privilege. privilege-present: in each state someone can move. closure:
// a legitimate state is followed by legitimate ones (requirement 2). machine-0-privileged and so on: each machine
// is privileged infinitely often, which requirements 3 and 4 ask to be possible. convergence: after finitely many
// moves, whatever the daemon does, the state is legitimate, which is what self-stabilizing means. moves is how many
// moves that takes: the maximum is for the worst daemon and the worst initial state.
//
// # What exploration shows
//
//   - All requirements hold if K > N, as the source says, which is K ≥ n here, for central and distributed daemons.
//   - With a central daemon K = n-1 is enough, in all rings of 3 to 6 machines, as the source's note 1 says (K ≥
//     N), and K = n-2 is not. With a distributed one, of which the source does not speak, K = n-1 is not:
//     TestStates has the whole table. This is a finding.
//   - The worst daemon can make 13, 24 and 38 moves with four, five and six machines. These are 3n(n-1)/2 - n - 1.
//
// # Other people's numbers
//
// TLA+ Examples, ewd426: TokenRing with 46,656 distinct states, and 248,832 in all. These are the numbers of six
// machines with six states: 46,656 initial states, and as many transitions as here, 202,176 (testdata/cases.txt), make
// 248,832.
//
// # Differences from the source
//
// None. It numbers machines from 0 to N; n is N+1.
package kstatering
