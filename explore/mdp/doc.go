// Package mdp computes minimum and maximum probabilities from a complete search.
//
// A [Process] groups transitions into decisions of a scheduler and branches of chance, as its caller specifies.
// [Process.Reach] returns the minimum and maximum probability of reaching a state: proven bounds, and the exact
// number if that is affordable.
//
// # Limitations
//
//   - Building or querying a Process uses one goroutine. A Process is in the Go heap; the memory that it and its
//     queries take is estimated, not counted.
package mdp
