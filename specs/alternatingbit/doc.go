// Package alternatingbit is the alternating bit protocol: reliable transfer, with one bit in each frame, over links
// that lose frames.
//
// Source: K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, A Note on Reliable Full-Duplex Transmission over
// Half-Duplex Links, CACM 12(5), 1969; here in one direction.
//
// # The algorithm
//
// The sender sends an item with a bit again and again until an acknowledgement with the same bit arrives; then it goes
// on to the next item, with the other bit. The receiver acknowledges every frame with the frame's bit. It delivers a
// frame that has the bit that it expects, and from then on expects the other bit.
//
// # Assumptions
//
// Links are FIFO and hold a few frames (capacity). They may lose or repeat frames without limit, but on a link that is
// used infinitely often something arrives infinitely often: delivering is strongly fair. Frames are not corrupted; a
// corruption that is noticed is as good as a loss. Nobody crashes.
//
// # Variants
//
//   - as-written.
//   - no-bit: every frame has the same bit.
//
// # Properties
//
// in-order-once: the items delivered are the first ones, each once and in order. acknowledged-is-delivered: the
// sender does not go on too early. all-acknowledged: in the end everything has arrived. messages is the cost until
// then: at least 2 for each item, and without an upper bound if links lose without limit.
//
// # What exploration shows
//
// Everything holds under any loss and repetition, as long as links are FIFO and the receiver does not crash. Otherwise
// an old frame that is overtaken by two others looks like a new one (unordered), and a receiver that has forgotten its
// bit delivers an item twice, or waits for one that the sender no longer sends (receiver-forgets).
//
// # Where the text leaves something open
//
// When the sender repeats a frame: here at any time, as long as there is room on the link.
//
// # Differences from the source
//
// There is one direction, and acknowledgements carry no items. The receiver delivers at most one item too many, since
// without the bit it would deliver for ever.
package alternatingbit
