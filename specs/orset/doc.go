// Package orset is the observed-remove set, a replicated data type that converges without coordination (a CRDT), and
// what becomes of it without its tombstones.
//
// Source: M. Shapiro, N. Preguiça, C. Baquero, M. Zawirski, A Comprehensive Study of Convergent and Commutative
// Replicated Data Types, INRIA RR-7506, 2011, section 3.3, sets: the observed-remove set, state-based, and the
// two-phase set. The report was not at hand.
//
// # The algorithm
//
// Each add has a tag of its own. A replica keeps the tags that were added and those that were removed: a remove is of
// the tags that it has seen. The element is in the set if it has a tag that is not removed. After each update a
// replica sends its state to all others, which merge it into theirs: the union of both parts.
//
// # Assumptions
//
// Messages arrive in any order, if they are not lost; they may come twice.
//
// # Variants
//
//   - as-written.
//   - two-phase: all adds have the same tag.
//   - no-tombstones: a remove deletes the tags, and keeps nothing.
//   - collects-tombstones: a replica deletes what is removed, and the tombstones, once it has sent them to
//     everybody.
//
// # Properties
//
// strong-convergence: replicas that know of the same updates have the same set, at any time. add-wins is what the
// element should be: in the set if an add is known that no known remove had seen. converges: in the end all have the
// same. concurrent shows that an add and a remove may not know of each other.
//
// # What exploration shows
//
// The set is right and converges, whatever the order, and with duplicates. Without tombstones a removed element comes
// back. A tombstone that everybody was sent may be forgotten if there are two replicas and links are FIFO, and not if
// there are three, or messages overtake each other.
//
// # Differences from the source
//
// One element, as elements have nothing to do with each other. The updates that a replica knows of, and what was
// known when each was made, are recorded for the properties only.
package orset
