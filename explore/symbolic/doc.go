// Package symbolic searches a system without visiting its states one by one: it computes the set of those that can be
// reached, as a decision diagram over the slots of their vectors, which may have a few thousand nodes for 10^10
// states.
//
// # Sets
//
// A node of a diagram stands for a set of vectors of the slots from a level on: it has an edge for each value of its
// slot, to what may follow that value. Equal sets are equal nodes (Bryant, "Graph-Based Algorithms for Boolean
// Function Manipulation", IEEE Transactions on Computers 35(8), 1986; Kam et al., "Multi-valued decision diagrams",
// 1998). A level is a slot, in an order that is chosen for what changes together; see order.go. No level is left out
// of a path.
//
// # Steps
//
// The steps of a System are products of functions of single slots: see Products. Those of a group of events that are
// known make a relation, a diagram with functions on its edges; what a function makes of a value is asked for when it
// is met. What is known is learnt on the way. Whatever a group sees in the states of a node is projected out of it,
// and the System is asked for events where that is new, all at once, since adding rows to a relation one by one takes
// the square of their number.
//
// # Saturation
//
// Nodes are closed from the lowest level to the highest: each under the relations that apply at its level, before any
// node above it, and so is every node that an image makes on the way (Ciardo, Lüttgen and Siminiceanu, "Saturation:
// an efficient iteration strategy for symbolic state-space generation", TACAS 2001; with relations that are learnt:
// Ciardo and Yu, CHARME 2005). A node is closed if it holds all that relations of its level and below lead to. Two
// things make that true.
//
//   - A row applies at the highest level of those that it changes or depends on, and of those that its group reads.
//     If it applied at a lower one, nodes would remain there that were closed before it was known.
//   - When a row is new, no node that was closed before has a state to which it applies: what the group sees in that
//     state would have been learnt when the node was closed at the level at which the group reads first.
//
// A union of closed nodes is closed, since relations apply to vectors one by one.
//
// Only what can be reached is ever asked of the System: each vector of a node continues one of a level above it, by
// steps that have been taken in full below. Only functions of slots are applied to values where the step may turn out
// not to be possible, and they have no result where they make no sense.
//
// # Questions
//
// A question is about aspects of some slots. The set is projected to these, one vector of what is left is asked, and
// all that have the same answer for the same reason are put aside; see ask.go. If it is true somewhere, and only
// then, the search is made once more, level by level from the initial states, which takes longer and more memory,
// until a state is found at the least depth; from there it goes back.
//
// # Memory
//
// Nodes and the cache of operations lie outside the Go heap and are counted against the bound. Nodes that are not in
// use are freed from time to time; what is in use though no finished node has it is on the stack or held.
package symbolic
