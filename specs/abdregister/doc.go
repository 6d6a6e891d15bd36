// Package abdregister is a register of which each server has a copy, and that works as long as a majority of the
// servers does.
//
// Source: none of the notes; the catalogue asks for it as an example of linearizability. H. Attiya, A.
// Bar-Noy, D. Dolev, "Sharing Memory Robustly in Message-Passing Systems", Journal of the ACM 42(1),
// 1995, for several writers (Lynch and Shvartsman, FTCS 1997), in the form of the example linearizable-register of
// Stateright, a model checker written in Rust (examples/linearizable-register.rs).
//
// # The algorithm
//
// Each server has a copy with a stamp: a number, and the server that chose it. A client asks one server, which does
// the operation in two phases. First it asks all servers for their copies, and waits for a majority, including its
// own. Then it sends a copy to all, to be recorded by those with an older one, and waits for a majority again: for a
// write that is the new value with a stamp greater than all that it has seen; for a read it is the latest copy that
// it has seen, which the client then gets. So whatever a read has returned is known to a majority before it returns,
// and every later majority overlaps with that one.
//
// # Assumptions
//
// Channels are reliable and unordered. Fewer than half of the servers crash, and no server at which a
// client is: a client does not ask another one.
//
// # Variants
//
//   - write-back: as above.
//   - no-write-back: a read returns the latest copy at once, without the second phase.
//
// # Step semantics
//
// As in Stateright, so that the numbers can be compared: the first operation of each client is called in the initial
// state; a step is the delivery of one message with all that its receiver does; a server receives what it sends to
// itself in the same step; a server takes the next request of a client when it is done with the previous one. The
// history is part of the state, in its partial order. With two servers and two clients that write once and read once
// there are 544 states in both.
//
// # What is asked
//
// linearizable, and the weaker sequentially-consistent; whether every operation returns, and how many
// messages are sent until then: 4n-2 for each operation with n servers, and 2n for a read without
// the second phase.
//
// # What exploration shows
//
// With the second phase nothing breaks linearizability except a server that forgets its copy; losses, crashes and
// partitions only make clients wait. Without it, two consecutive reads can return the new value and then the old one,
// with three servers and unordered channels. With FIFO channels three servers are not enough for that: a reader that
// learns of a write from the writer's server has its record, too, and so its own server is in all majorities but one.
//
// # Limitations
//
// The largest instance explored completely is three servers, a writer and a client that reads twice: 1,459,524
// states. Four servers and more were not explored.
package abdregister
