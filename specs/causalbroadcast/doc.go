// Package causalbroadcast is broadcast in causal order, by vectors that count deliveries, and in total order, by a
// sequencer.
//
// Sources: K. Birman, A. Schiper, P. Stephenson, Lightweight Causal and Atomic Group Multicast, ACM TOCS 9(3), 1991,
// the rules of CBCAST; and, for the fixed sequencer, X. Défago, A. Schiper, P. Urbán, Total Order Broadcast and
// Multicast Algorithms, ACM Computing Surveys 36(4), 2004. The papers were not at hand.
//
// # The algorithms
//
// Causal: a process counts in a vector the messages of each process that it has delivered (its own as it broadcasts
// them), and sends the vector with each message. A message of process k waits until it is the next of k and
// everything else counted in its vector has been delivered. Total: processes send their messages to the first process,
// which numbers them and sends them to all others; they deliver by number.
//
// # Assumptions
//
// Links are reliable but not FIFO. Nobody crashes.
//
// # Variants
//
//   - as-written: causal.
//   - fifo-only: a message waits until it is the next of its sender, and for nothing else.
//   - no-delay: a message waits for nothing.
//   - total: by a sequencer.
//   - total-no-delay: numbered messages wait for nothing.
//
// # Properties
//
// causal-order: nobody delivers a message before one that its sender had broadcast or delivered before it.
// total-order (of the sequencer's variants): any two processes deliver the messages that both deliver in the same
// order. all-delivered: in the end everybody has delivered everything. once: nobody delivers a message twice.
// orders-differ shows that causal order is no total order. messages: n-1 for each broadcast, and one more by way of the
// sequencer.
//
// # What exploration shows
//
// Causal order holds on any links, even with duplicates; FIFO links alone do not give it. The sequencer's order is the
// same everywhere, but causal only if links are FIFO: two messages of one sender may reach the sequencer in either
// order.
//
// # Differences from the source
//
// There is no group membership. Each message carries the set of messages that it comes after, for the properties; the
// algorithms do not read it.
package causalbroadcast
