// Package abdregister is a replicated register: each server has a copy, and the register works as long as a majority
// of the servers does.
//
// Source: none of the notes; the catalogue asks for it as an example of linearizability. H. Attiya, A.
// Bar-Noy, D. Dolev, "Sharing Memory Robustly in Message-Passing Systems", Journal of the ACM 42(1),
// 1995, for several writers (Lynch and Shvartsman, FTCS 1997), in the form of the example linearizable-register of
// Stateright, a model checker written in Rust (examples/linearizable-register.rs).
//
// # The algorithm
//
// Each server has a copy with a stamp: a number, and the server that chose it. A client asks one server, which performs
// the operation in two phases. First it asks all servers for their copies, and waits for a majority, including its
// own. Then it sends a copy to all servers, which record it if theirs is older, and again waits for a majority. For a
// write this copy is the new value, with a stamp greater than all that the server has seen; for a read it is the latest
// copy that the server has seen, and its value is then returned to the client. So a value is known to a majority before
// a read returns it, and every later majority overlaps with that one.
//
// # Assumptions
//
// Channels are reliable and unordered. Fewer than half of the servers crash, and no server with a client crashes: a
// client does not turn to another server.
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
// history is part of the state, as a partial order. With two servers and two clients that write once and read once
// both tools count 544 states.
//
// # What is asked
//
// linearizable, and the weaker sequentially-consistent; whether every operation returns, and how many
// messages are sent until then: with n servers 4n-2 for each operation, and 2n for a read without
// the second phase.
//
// # What exploration shows
//
// With the second phase nothing breaks linearizability except a server that forgets its copy; losses, crashes and
// partitions only make clients wait. Without it, two consecutive reads can return the new value and then the old one,
// with three servers and unordered channels. With FIFO channels three servers are not enough for that: the server of a
// reader that learns of a write from the writer's server has received its Record, too, and this server is in all
// majorities but one.
//
// # Limitations
//
// The largest instance explored completely is three servers, a writer and a client that reads twice: 1,459,524
// states. Four servers and more were not explored.
package abdregister
