// Package singlecopyregister is a register kept by one server, or by several servers that do not know of each other:
// the simplest systems that are, and are not, linearizable.
//
// Source: not from the notes; it is an example of linearizability (Herlihy and Wing, ACM TOPLAS 12(3), 1990). The
// system is that of the example single-copy-register of Stateright, a model checker written in Rust
// (examples/single-copy-register.rs, src/actor/register.rs).
//
// # The algorithm
//
// A client asks a server to write the client's number, waits for the answer, and asks a server to read. A server has a
// copy of the register, performs the operation and answers. With several servers, each client goes from one to the
// next.
//
// # Assumptions
//
// Channels are reliable and unordered. No failures.
//
// # Variants
//
//   - one-copy: one server.
//   - unreplicated: two servers or three, each with a copy of its own.
//
// # Step semantics
//
// As in Stateright, so that the numbers can be compared: the first operation of each client is called in the initial
// state, and a step is the delivery of one message together with everything that its receiver does: a server's answer,
// or a client's return and the call of its next operation. The history is part of the state, as a partial order. With
// two clients that write once each there are 93 states in both models.
//
// # What is asked
//
// linearizable, and the weaker sequentially-consistent; that every operation returns; and how many messages are sent
// until then: two for each operation.
//
// # What exploration shows
//
// One copy is linearizable as long as it is kept: even if a message is lost or the server crashes, but not if the
// server recovers without its memory, or if a write is delivered twice. Two copies are not even sequentially
// consistent: within four steps a client does not read what it wrote.
//
// # Limitations
//
// The largest instance among the cases has three clients with one write and one read each.
package singlecopyregister
