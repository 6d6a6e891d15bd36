// Package yoyo is Santoro's election on any connected graph: links point from smaller to larger identifiers,
// identifiers go down them, votes go up, and a link over which a no has gone is reversed.
//
// Source: 000, "Algoritmo do YoYo", its box, the text and the captions around it, and the remark on
// a link that fails. Book: N. Santoro, Design and Analysis of Distributed Algorithms, 2007, 3.8.3,
// whose rules are taken here from encyclopedia articles and from the TLA+ module YoYoPruning of L.
// Yvoz and S. Merz (2024).
//
// # The algorithm
//
// Phase 1: each process sends its identifier to its neighbours and marks a link as incoming if the identifier that
// comes over it is smaller than its own, and as outgoing otherwise. Phase 2, repeatedly: a source (no incoming link)
// sends its identifier over all its links. An internal process waits for identifiers over all incoming links and
// forwards the smallest. A sink (no outgoing link) answers S to those that sent it the smallest, and N to the others.
// An internal process waits for all votes; if there is an S it answers like a sink, and otherwise N to everybody. N
// reverses its link. A source that received only S repeats phase 2.
//
// # Assumptions
//
// Distinct identifiers, reliable FIFO channels in both directions, no failures, a connected graph. The name of a
// process is its identifier, and the smallest wins (elsewhere in the notes the largest does). The box needs FIFO:
// both phases send bare identifiers, and one that overtakes is taken for the other kind (case unordered-triangle, and
// likewise with duplicates).
//
// # Variants
//
//   - as-written: the box, literally. It never ends and nobody is said to lead. What remains is one source, the
//     smallest process, which repeats phase 2 for ever without knowing that it is the only one.
//   - inactive-sinks: the captions list a last stage in which the sinks become inactive. Literally: a process that
//     was a sink in a round tells its neighbours with its votes that it drops out, and a source that received only S
//     and has no links left leads. It is wrong.
//   - pruning: the box, with the book's pruning, which the notes leave out: a sink with one link drops out with its
//     vote, and a process that receives the same identifier over several links keeps any one of them and has the
//     others dropped. A source that received only S and has no links left leads, and only it knows.
//   - paper: pruning, with the votes of the book, in which one N is enough for an internal process to answer N to
//     everybody; and a process that receives an identifier before it has started starts.
//   - corrected: pruning; a process that receives an identifier before it has started starts; and the leader tells
//     the others, over all links that there were at the start. This is what the notes' conditions of an election
//     require.
//
// # Properties
//
// somebody-leads: if any process has started, some process that is up eventually leads. everybody-knows: and all that
// are up know a leader. one-source-in-the-end: if any has started, from some time on the smallest process is a source
// and no other is; the leader counts as a source, and a process that has dropped out does not. no-new-source: a
// process that is not a source in phase 2 does not become one; it holds without pruning, and with pruning it does not
// (cases pruning-paw, paper-paw), as the TLA+ module says of its own. validity: the leader is the smallest of all
// processes. no-deadlock: nobody waits for an identifier or a vote, or in corrected for the announcement, when
// nothing is in transit.
//
// # Where the text leaves something open
//
//   - Who starts: every process does phase 1, by itself and at any time (certain=1, the default). With
//     certain=0 each may or may not; initiators says which may at all. In paper and corrected any is enough.
//   - The box says only of sources that they repeat phase 2. Here everybody does, in the role that its links give it
//     then.
//   - A process knows its role when all its links are marked.
//   - N reverses the link at the sender at once, and at the receiver when it has all its votes. Before that the
//     identifier of the next round may come over the link; it is kept.
//   - Which of equal links pruning keeps: every choice is explored. A sink is a leaf by the links that it
//     has when it votes, so that one that has redundant links dropped is a leaf one round later.
//   - With pruning, a process can end up with only outgoing links without having received only S. It is a source.
//
// # Graphs
//
// The parameter graph is a sum of powers of two, one for each link: 1 for the link of 1 and 2, 2 for 1 and 3, 4 for 2
// and 3, 8 for 1 and 4, then 2 and 4, 3 and 4, and so on; 0 is the complete graph. As processes are named by their
// identifiers, these are all numberings of all graphs. A graph need not be connected: that means that a link has
// failed before the start, and that its ends know. The figures of the notes are not part of the text, and what the
// text says of them gives only the roles of three processes and a link of 2 and 10; the cases have graphs of their
// own with the same traits.
//
// # Failures
//
// The notes ask what happens if a link that holds the graph together stops working, and answer that there will be two
// elections and two leaders. That is so if it has failed before the start and both ends know (case failed-before). If
// it fails later and nobody is told, whoever waits for an answer over it waits for ever: there are never two leaders
// and perhaps none (cases cut-row, cut-valley), even if the graph stays connected (cut-triangle). The algorithm has
// no rule for learning of a failure, and none is invented here.
//
// # Differences from the source
//
// Receiving a message and everything that follows from it (votes, and the first identifier of the next round) are one
// step. The notes give no number of messages. Their votes are not the book's: an internal process with an S and an N
// answers S to those that sent the smallest. The smallest process is still the last source, up to one round later;
// TestRounds compares the two on all graphs of up to six. But two sources can both receive only S (case fork), so the
// sources need not be halved in each round, on which the book's O(m log n) messages rest.
//
// # Limitations
//
// The largest case is corrected-mixed, six processes and six links: 16 861 states, a few seconds with all
// properties. The largest complete instance is the complete graph of five in corrected, for uniqueness alone: 1 541 284
// states. TestGraphs decides all 43 connected graphs of two to four. There is no second election: a process
// starts once.
package yoyo
