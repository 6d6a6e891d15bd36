// Package conditionalwrite is optimistic writing: clients read an item with its version, edit it, and write it on
// condition that its version is still the one they read.
//
// Source: 002, 1.1.3 "Vector Clocks", "Uso em Sistemas Reais", "Amazon DynamoDB", write_with_version_check.
// The idea is that of H. Kung and J. Robinson, On Optimistic Methods for Concurrency Control, ACM TODS
// 6(2), 1981.
//
// # The algorithm
//
// write_with_version_check asks the table to set the content, and the version to the expected version plus one, if
// the version of the item is the expected one. If it is, the function returns success; if not, it returns
// version_conflict.
//
// # Assumptions
//
// One item in one table, which handles a request in one step, does not fail, and is not replicated. A client reads
// the item, adds its edit to the content, and calls the function with the version that it has read; content is the
// list of edits, to show which are lost. After a conflict it starts again by reading, as often as attempts says.
// Requests and answers overtake each other, since each request has a connection of its own. They are not lost unless
// a case says so.
//
// With retries a request that is not answered in time is sent again, and only the answer to the last one counts, as
// in the library that the source calls. A request may time out at any moment, or with synchronous timing after 3 ticks,
// which is longer than a request and its answer take if the delay is at most 1. The answer to the last repetition is
// awaited for ever: the error that the function would raise is left out.
//
// # Variants
//
//   - as-written: the function.
//   - plain: the same without the condition. It always returns success.
//   - mixed: the first client writes without the condition and the others with it.
//   - corrected: the condition is also true if the item does not exist and version 0 is expected; and a client that
//     is told of a conflict reads the current item, and has succeeded if its edit is in it.
//
// # What is asked
//
//   - no-lost-update: an edit whose author was told of success is in the item.
//   - no-false-conflict: an edit whose author was told of a conflict is not. written-once: no edit is there twice.
//   - new-content-new-version: when the content changes the version grows.
//   - linearizable, sequentially-consistent: reads and calls of the function, from call to return, are operations
//     of a register with a version that is updated if the version is the expected one. An item that does not
//     exist reads as nothing, version 0. These two are asked with history=1.
//   - nobody-waits: no client waits when nothing more can happen. everybody-succeeds: in the end all edits of clients
//     that are up are written. all-written: it is possible that all edits are written.
//   - messages: how many a whole execution takes.
//
// # Where the text leaves something open
//
//   - How to read, and what to do after a conflict, is up to the caller. Reads are up to date here, except with
//     stale=1, where they may return the item before the last write; the library's default does not promise more.
//   - A condition on an attribute of an item that does not exist is false.
//   - The text says that the service uses a variation of vector clocks. What the code uses is one counter in one
//     place: it tells whether somebody else has written, but not whether two versions are concurrent.
//
// # Differences from the source
//
// The function raises errors other than the conflict; here there are none. The version is not stored but is the number
// of edits in the content. The two are equal, since a client that writes adds one edit to the content that it has
// read, and 1 to its version. TestBruteForce stores the version as a number.
//
// # Limitations
//
// The history makes many states: with it two clients that edit once take 301 states, two that edit twice 221155, and
// three that edit once 727248; without it the last two take 326 and 646. The largest case is retried-two, with 9948.
package conditionalwrite
