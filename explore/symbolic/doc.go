// Package symbolic searches a system without visiting its states one by one: it computes the set of reachable states
// as a decision diagram over the slots of their vectors. The diagram may have a few thousand nodes for 10^10 states.
//
// # Sets
//
// A node of a diagram stands for a set of vectors of the slots from some level on: it has an edge for each value of
// its slot, which leads to the set of what may follow that value. Equal sets are equal nodes (Bryant, "Graph-Based
// Algorithms for Boolean Function Manipulation", IEEE Transactions on Computers 35(8), 1986; Kam et al.,
// "Multi-valued decision diagrams", 1998). Each level is a slot. The order of the slots is chosen such that slots that
// change together are close; see order.go. No path skips a level.
//
// # Steps
//
// The steps of a System are products of functions of single slots: see Products. The known events of a group form a
// relation, a diagram with functions on its edges. The result of a function on a value is asked for when the value is
// first met. Events are learnt during the search: what a group sees in the states of a node is projected out of the
// node, and where the group sees something new, the System is asked for its events. All new events are added to the
// relation at once, since adding rows one by one takes quadratic time.
//
// # Saturation
//
// Nodes are closed from the lowest level to the highest, each under the relations that apply at its level, before any
// node above it. Every node that an image creates on the way is closed as well (Ciardo, Lüttgen and Siminiceanu,
// "Saturation: an efficient iteration strategy for symbolic state-space generation", TACAS 2001; with relations that
// are learnt: Ciardo and Yu, CHARME 2005). A node is closed if it contains everything that relations of its level and
// below lead to from it. Two rules ensure this.
//
//   - A row applies at the highest of the levels that it changes or depends on and of the levels that its group
//     reads. If it applied at a lower level, nodes there that were closed before the row was known would not be
//     closed under it.
//   - When a row is new, no node that was closed before contains a state to which it applies: what the group sees in
//     that state would have been learnt when the node was closed at the first level that the group reads.
//
// A union of closed nodes is closed, since relations apply to each vector separately.
//
// The System is asked only about reachable states: each vector of a node completes some vector of the levels above to
// a reachable state, since it is the result of steps that have been taken in full at the levels below. Functions of
// slots, however, may be applied to values for which the whole step turns out to be impossible; where they make no
// sense, they are undefined.
//
// # Questions
//
// A question depends on aspects of some slots. The set is projected to these aspects, the question is asked of one
// vector of the projection, and all vectors that have the same answer for the same reason are set aside; see ask.go.
// Only if the answer is true somewhere is the search repeated, level by level from the initial states, which takes
// more time and memory, until it finds a state at the least depth. A path is then found by going backwards from there.
//
// # Memory
//
// Nodes and the cache of operations lie outside the Go heap and are counted against the bound. From time to time,
// nodes that are not in use are freed. A node is in use if it can be reached from the stack, from the nodes that are
// held, or from what has been learnt.
package symbolic
