// Package orset is the observed-remove set, a replicated data type that converges without coordination (a CRDT), with
// messages that contain the whole state. Variants show why that needs tombstones.
//
// Source: M. Shapiro, N. Preguiça, C. Baquero, M. Zawirski, A Comprehensive Study of Convergent and Commutative
// Replicated Data Types, INRIA RR-7506, 2011, section 3.3, sets: the observed-remove set, which is operation-based
// there, and the two-phase set. The report was not available.
//
// # The algorithm
//
// Each add has a unique tag. A replica keeps the tags that were added and the tags that were removed; a remove removes
// the tags that the replica has seen. The element is in the set if it has a tag that is not removed. After each update
// a replica sends its state to all others, which merge it into theirs by taking the union of both parts.
//
// # Assumptions
//
// Messages arrive in any order, unless they are lost, and may arrive twice.
//
// # Variants
//
//   - as-written.
//   - two-phase: all adds have the same tag.
//   - no-tombstones: a remove deletes the tags and keeps no record of them.
//   - collects-tombstones: a replica deletes removed tags and their tombstones once it has sent the tombstones to all
//     others.
//
// # Properties
//
// strong-convergence: replicas that know the same updates have the same set, at any time. add-wins: the element is in
// the set exactly if an add is known that no known remove had seen. converges: in the end all replicas have the same
// set. concurrent: an add and a remove that do not know of each other can occur.
//
// # What exploration shows
//
// The set is right and converges, in any order of messages and with duplicates. Without tombstones a removed element
// comes back. A tombstone that was sent to all others may be forgotten if there are two replicas and links are FIFO,
// but not if there are three, or if messages overtake each other.
//
// # Differences from the source
//
// The source's observed-remove set sends operations, and needs no tombstones because a remove arrives after the adds
// that it has seen. Here replicas send their states, as those of the source's two-phase set do.
//
// There is one element, since elements do not affect each other. The updates that a replica knows, and what was known
// when each was made, are recorded for the properties only.
package orset
