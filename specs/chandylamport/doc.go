// Package chandylamport records a state of a whole system while it runs: each process records its own state, and a
// marker on each channel separates messages sent before the recording from those sent after it.
//
// Source: K. M. Chandy, L. Lamport, Distributed Snapshots: Determining Global States of Distributed Systems, ACM TOCS
// 3(1), 1985, section 3: the marker-sending and the marker-receiving rule. The paper was not at hand.
//
// # The algorithm
//
// A process that records its state sends one marker along each outgoing channel before any further message. A process
// that receives a marker along a channel and has not recorded its state does so, and records the channel as empty;
// otherwise it records as the channel's state the messages received along it since it recorded its own. Any process
// may begin.
//
// # Assumptions
//
// Channels are reliable and FIFO; every process can be reached from every other. The system whose state is recorded
// passes tokens around, like the source's example.
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
// channel contains what was sent and not yet received. Both together say that the recorded state could have been
// reached (the source's theorem 1). tokens-conserved is the purpose: a quantity that never changes has the same value
// in the recorded state. completes: once somebody has begun, everybody completes. markers is the cost: one marker for
// each channel.
//
// # What exploration shows
//
// Everything holds, with any initiators. If messages overtake each other, a snapshot may contain a token twice, or not
// at all.
//
// # Differences from the source
//
// Tokens are all alike, so the recorded state of a channel is a number. A process counts the tokens that it has sent to
// and received from each other process, for the properties; the algorithm does not read these counts. Nobody collects
// the recorded states (the source leaves that open, too).
package chandylamport
