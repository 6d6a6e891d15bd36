// Package yoyo is Santoro's YO-YO, a leader election on any connected graph: links point from smaller to larger
// identifiers, identifiers travel down the links and votes travel up, and a link over which a no was sent is reversed.
//
// Source: 000, "Algoritmo do YoYo", its box, the text and captions around it, and the remark on a failing link. Book:
// N. Santoro, Design and Analysis of Distributed Algorithms, 2007, 3.8.3, whose rules are taken here from encyclopedia
// articles and from the TLA+ module YoYoPruning of L. Yvoz and S. Merz (2024).
//
// # The algorithm
//
// Phase 1: each process sends its identifier to its neighbours and marks a link as incoming if the identifier received
// over it is smaller than its own, and as outgoing otherwise. Phase 2, repeatedly: a source (no incoming link) sends
// its identifier over all its links. An internal process waits for identifiers over all incoming links and forwards the
// smallest. A sink (no outgoing link) answers S (yes) to the neighbours that sent it the smallest, and N (no) to the
// others. An internal process waits for all votes; if there is an S it answers like a sink, otherwise it answers N to
// all. An N reverses the link over which it is sent. A source that received only S repeats phase 2.
//
// # Assumptions
//
// Distinct identifiers, reliable FIFO channels in both directions, no failures, a connected graph. The name of a
// process is its identifier, and the smallest wins (elsewhere in the notes the largest does). The box needs FIFO: both
// phases send bare identifiers, and one that overtakes another is taken for one of the other phase (case
// unordered-triangle; duplicates have the same effect).
//
// # Variants
//
//   - as-written: the box, literally. It never ends, and it does not say when a process leads. In the end there is one
//     source, the smallest process, which repeats phase 2 for ever without knowing that it is the only one.
//   - inactive-sinks: the captions list a last stage in which the sinks become inactive. Taken literally, a process
//     that was a sink in a round tells its neighbours with its votes that it drops out, and a source that received only
//     S and has no links left leads. This is wrong.
//   - pruning: the box, with the book's pruning, which the notes leave out: a sink with one link drops out when it
//     votes, and a process that receives the same identifier over several links keeps one of these links and drops the
//     others. A source that received only S and has no links left leads, and only it knows.
//   - paper: pruning, with the book's votes, in which one N is enough for an internal process to answer N to all; and a
//     process that receives an identifier before it has started starts.
//   - corrected: pruning; a process that receives an identifier before it has started starts; and the leader informs
//     the others, over all original links. The notes' conditions for an election require this.
//
// # Properties
//
// somebody-leads: if any process has started, some process that is up eventually leads. everybody-knows: likewise, all
// that are up eventually know a leader. one-source-in-the-end: if any process has started, from some time on the
// smallest process is a source and no other is; the leader counts as a source, a process that has dropped out does not.
// no-new-source: a process that is not a source in phase 2 does not become one; this holds without pruning but not with
// it (cases pruning-paw, paper-paw), as the TLA+ module says of its own version. validity: the leader is the smallest
// of all processes. no-deadlock: no process waits for an identifier or a vote, or in corrected for the announcement,
// when nothing is in transit.
//
// # Where the text leaves something open
//
//   - Who starts: every process does phase 1 on its own, at any time (certain=1, the default). With certain=0 each may
//     do it or not; initiators says which may. In paper and corrected any one process is enough.
//   - The box says only that sources repeat phase 2. Here every process does, in the role that its links then give it.
//   - A process knows its role once all its links are marked.
//   - An N reverses the link at its sender at once, and at its receiver when that has all its votes. If the identifier
//     of the next round arrives over the link before that, it is kept.
//   - Which of several redundant links pruning keeps: every choice is explored. Whether a sink is a leaf depends on the
//     links that it has when it votes, so a sink that drops its redundant links is a leaf one round later.
//   - With pruning, a process can end up with only outgoing links without having received only S. It is then a source.
//
// # Graphs
//
// The parameter graph is a sum of powers of two, one for each link: 1 for the link of 1 and 2, 2 for 1 and 3, 4 for 2
// and 3, 8 for 1 and 4, then 2 and 4, 3 and 4, and so on; 0 is the complete graph. As processes are named by their
// identifiers, this covers all numberings of all graphs. A graph need not be connected: then a link has failed before
// the start, and both its ends know. The figures of the notes are not part of the text, and the text about them gives
// only the roles of three processes and a link between 2 and 10; the cases have graphs of their own with the same
// features.
//
// # Failures
//
// The notes ask what happens if a link that holds the graph together stops working, and answer that there will be two
// elections and two leaders. That is so if it has failed before the start and both ends know (case failed-before). If
// it fails later and no process is told, a process that waits for an answer over it waits for ever: there are never two
// leaders, and perhaps none (cases cut-row, cut-valley), even if the graph stays connected (cut-triangle). The
// algorithm has no rule for learning of a failure, and none is invented here.
//
// # Differences from the source
//
// Receiving a message and everything that follows from it (votes, and the first identifier of the next round) are one
// step. The notes give no number of messages. Their votes are not the book's: an internal process with an S and an N
// answers S to those that sent the smallest. The smallest process is still the last source, at most one round later;
// TestRounds compares the two rules on all graphs of up to six processes. But two sources can both receive only S (case
// fork), so the number of sources is not necessarily halved in each round, on which the book's bound of O(m log n)
// messages depends.
//
// # Limitations
//
// The largest case is corrected-mixed, six processes and six links: 16 861 states, a few seconds with all properties.
// The largest complete instance is the complete graph of five in corrected, for uniqueness alone: 1 541 284 states.
// TestGraphs decides all 43 connected graphs of two to four processes. There is no second election: a process starts
// once.
package yoyo
