// Package changroberts is the election of Chang and Roberts on a ring: each
// message carries an identifier and is dropped by the first process with a larger
// one, so that only the largest identifier travels all the way round.
//
// Source: 000, "Algoritmos em Anéis", box "Algoritmo de Chang e Robert", and the
// exercise below it. Paper: E. Chang, R. Roberts, An improved algorithm for
// decentralized extrema-finding in circular configurations of processes, CACM
// 22(5), 1979.
//
// # The algorithm
//
// When p thinks that the leader is dead it sends (p) to the right. A process p that
// receives (q) declares itself the leader if q = p, passes (q) on if q > p, and
// otherwise drops it.
//
// # Assumptions
//
// A ring in which messages travel to the right, reliable FIFO channels, no failures,
// distinct identifiers 1 to n. The name of a process in a trace is its identifier.
//
// # Variants
//
//   - as-written: the box, literally. A process that drops a smaller (q) does nothing
//     else, whether it has started an election itself or not; only the leader knows
//     that it leads.
//   - passive: a process that has forwarded a larger identifier is out of the election and can no longer start, as in
//     other texts and in the TLA+ examples. The box does not say so. No verdict of a case depends on it, only the
//     number of states: 3^n if the identifiers ascend.
//   - announcement: the source's exercise ("the others do not necessarily get to know; how would you correct it so
//     that it terminates?"). A process that declares itself the leader sends an announcement round the ring.
//   - corrected: as announcement, and a process that drops a smaller (q) without having started starts then. That
//     is the paper's rule: a process that has not sent its own number yet sends it when it receives a smaller one.
//
// # Where the text leaves something open
//
//   - Literally a process may think that the leader is dead again and again, and the channels would grow for ever.
//     Here each may start once.
//   - Does every process eventually think so? By default a suspicion is optional: it may happen at any time, or
//     never. With certain=1 each of the initiators suspects sooner or later. The parameter initiators says which
//     processes may suspect at all.
//   - The text does not exclude that a process starts after it has declared itself the leader, or after it has
//     forwarded a larger identifier; only the variant passive does.
//
// # Arrangements of identifiers
//
// The parameter arrangement numbers the orders in which identifiers can stand on
// the ring, up to rotation: 1 comes first and the rest in lexicographic order, so 0 is
// 1, 2, …, n (each message but the largest is dropped by the next process, the best case)
// and the last, (n-1)!-1 or -1 for short, is 1, n, …, 2 (each message travels as
// far as it can, the worst case and the answer to the source's first exercise).
//
// # Properties
//
// uniqueness, agreement and validity (the leader has the largest identifier) are asked of every state; termination
// and everybody-knows of states in which nothing more can happen, termination-all-up of those among them in which
// everybody is up. As liveness, about processes that are up: uniqueness-in-the-end: from some time on there is at
// most one leader; somebody-leads-in-the-end: a state with a candidate is followed by one with a leader;
// everybody-knows-in-the-end: from some time on, if there is a candidate, every process knows a leader, and that
// leader is up. The older somebody-leads only asks whether there can be a leader at all.
//
// # Failures
//
// The source assumes none. A crash breaks the ring, whichever process crashes; a lost message, or one that is on a
// link when it fails for a moment, is not sent again. Uniqueness, agreement and validity hold under all failures
// explored: the message of any other process would have to pass the process with the largest identifier, whose place on
// the ring nobody takes. A message delivered twice does no harm. The order of messages does not matter.
//
// # Differences from the source
//
// None in as-written, apart from the bound on suspicions. Receiving a message and
// everything that follows from it are one step.
package changroberts
