// Package mdp asks a complete search how probable something is, at least and at most.
//
// A [Process] groups the transitions into decisions of a scheduler and branches of chance, as its caller says, and
// [Process.Reach] returns the least and the greatest probability of coming to a state: bounds that are
// proven, and the exact number where that can be afforded. See there for how.
//
// # Limitations
//
//   - A Process is made and asked by one goroutine and lies in the Go heap. What it and a question take is
//     estimated, not counted, for the bound on memory.
package mdp
