// Package conditionalwrite is optimistic writing: clients read an item with its version, edit it, and write it on
// condition that the version is still the one they read.
//
// Source: 002, 1.1.3 "Vector Clocks", "Uso em Sistemas Reais", "Amazon DynamoDB", write_with_version_check.
// The idea is that of H. Kung and J. Robinson, On Optimistic Methods for Concurrency Control, ACM TODS
// 6(2), 1981.
//
// # The algorithm
//
// write_with_version_check asks the table to set content and version, the latter to the expected version plus one, if
// the version of the item is the expected one. If it is, the function returns success, and if the condition fails,
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
// in the library that the source calls: "in time" means at any moment, or with synchronous timing 3 ticks, which is
// longer than a request and its answer take if the delay is at most 1. The last one is awaited for ever: the error
// that the function raises then is left out.
//
// # Variants
//
//   - as-written: the function.
//   - plain: the same without the condition. It always says success.
//   - mixed: the first client writes without the condition and the others with it.
//   - corrected: the condition is also true of an item that is not there if version 0 is expected; and a client that
//     is told of a conflict reads the current item, and has succeeded if its edit is in it.
//
// # What is asked
//
//   - no-lost-update: an edit whose author was told of success is in the item.
//   - no-false-conflict: one whose author was told of a conflict is not. written-once: no edit is there twice.
//   - new-content-new-version: when the content changes the version grows.
//   - linearizable, sequentially-consistent: reads and calls of the function, from call to return, are those
//     of a register with a version that is updated if the version is the expected one. An item that is not
//     there reads as nothing, version 0. These two are asked with history=1.
//   - nobody-waits, everybody-succeeds, all-written: the system does not come to rest while a client waits;
//     in the end all edits of clients that are up are written, without exception; they can be.
//   - messages: how many a whole execution takes.
//
// # Where the text leaves something open
//
//   - How to read, and what to do after a conflict, is up to the caller. Reads are up to date here, except with
//     stale=1, where they may be those before the last write; the library's default does not promise more.
//   - A condition on an attribute of an item that is not there is false.
//   - The text says that the service uses a variation of vector clocks. What the code uses is one counter in one
//     place: it tells whether somebody else has written, but not whether two versions are concurrent.
//
// # Differences from the source
//
// Errors other than the conflict are raised by the function, and there are none here. The version is no number of its
// own but that of the edits in the content, which it is equal to: whoever writes adds one edit to the content that it
// has read, and 1 to its version. TestBruteForce counts with a number.
//
// # Limitations
//
// The history makes many states: with it two clients that edit once take 301 states and two that edit twice
// 221155, three that edit once 727248; without it 326 and 646. The largest of the cases is
// retried-two, 9948.
package conditionalwrite
