// Package alternatingbit is the alternating bit protocol: reliable transfer over links that lose frames, with one bit
// in each frame.
//
// Source: K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, A Note on Reliable Full-Duplex Transmission over
// Half-Duplex Links, CACM 12(5), 1969; here in one direction.
//
// # The algorithm
//
// The sender sends an item with a bit again and again, until an acknowledgement with the same bit arrives; then it goes
// on to the next item, with the other bit. The receiver acknowledges every frame with its bit, and delivers those that
// have the bit that it expects, which is the other one from then on.
//
// # Assumptions
//
// Links are FIFO and hold a few frames (capacity). They may lose frames, or repeat them, without limit, but if one is
// used again and again, something arrives again and again: delivering is strongly fair. Frames are not corrupted, or
// it is noticed, and they are as good as lost. Nobody crashes.
//
// # Variants
//
//   - as-written.
//   - no-bit: every frame has the same bit.
//
// # Properties
//
// in-order-once: what is delivered are the first items, each once, in their order. acknowledged-is-delivered: the
// sender does not go on too early. all-acknowledged: in the end everything has arrived. messages is what it costs until
// then: 2 for each item at least. There is no bound if links lose without limit.
//
// # What exploration shows
//
// Everything holds under any loss and repetition, as long as links are FIFO and the receiver does not crash: an old
// frame that is overtaken by two others looks like a new one (unordered), and a receiver that has forgotten its bit
// delivers an item twice, or waits for one that the sender does not send any more (receiver-forgets).
//
// # Where the text leaves something open
//
// When the sender sends again: at any time, as long as there is room on the link.
//
// # Differences from the source
//
// One direction, in which acknowledgements carry no items. The receiver delivers at most one item too many, since
// without its bit it would deliver for ever.
package alternatingbit
