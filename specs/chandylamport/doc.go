// Package chandylamport records a state of a whole system while it goes on: each process records its own state, and a
// marker on each channel separates what was sent before from what is sent after.
//
// Source: K. M. Chandy, L. Lamport, Distributed Snapshots: Determining Global States of Distributed Systems, ACM TOCS
// 3(1), 1985, section 3: the marker-sending and the marker-receiving rule. The paper was not at hand.
//
// # The algorithm
//
// A process that records its state sends one marker along each outgoing channel before any further message. A process
// that receives a marker along a channel records its state if it has not done so, and the channel as empty; otherwise
// it records of the channel the messages that came along it since it recorded its state. Any process may begin.
//
// # Assumptions
//
// Channels are reliable and FIFO; every process can be reached from every other. The system that is recorded passes
// tokens around, like the source's example.
//
// # Variants
//
//   - as-written.
//   - marker-late: the markers are sent in a later step, and tokens may be sent in between.
//   - channels-not-recorded: only the processes record something.
//
// # Properties
//
// cut-is-consistent: as recorded, no process has received what has not been sent. channels-are-exact: as recorded, a
// channel has what was sent and not yet received. Both together say that the recorded state could have been reached
// (the source's theorem 1). tokens-conserved is what they are for: a quantity that never changes has its value in the
// recorded state. completes: once somebody has begun, everybody completes. markers is what that costs: one for each
// channel.
//
// # What exploration shows
//
// Everything holds, with any initiators. If messages overtake each other, a snapshot has a token twice, or not at all.
//
// # Differences from the source
//
// Tokens are all alike, so the recorded state of a channel is a number. A process knows how many tokens it has sent to
// and received from each other one, for the properties; the algorithm does not look at that. Nobody collects the
// recorded states (the source leaves that to others, too).
package chandylamport
