// Package graph asks a complete search what its executions come to in the end, and what they cost.
//
// What executions come to in the end is asked of all transitions: [New] expands every state once more, in parallel,
// and keeps where each transition leads and which obligation it belongs to, 6 bytes each. [Graph.Lasso] finds a fair
// execution that stays in a region for ever, if there is one. That is decided on the strongly connected components of
// the region (fair.go), so a cycle is never missed for the way on which it was come upon. In a ring of 11 processes
// (6,979,304 states; see package explore), with every event weakly fair, the graph and one question together take 0.8
// times as long as the search.
//
// The lasso is the shortest of all, stem and loop together, not only of those that some
// depth-first search meets (loop.go). To find it is NP-hard when there are many
// obligations, so it is looked for until 8 edges have been looked at per
// transition, and at least 2^30 (some 5 seconds), or a product with 2^21 nodes was met, or the
// context ends; then the best so far is returned, which is not Minimal. There always is one, since the first is built,
// not searched: a tour through one component that settles one obligation after the other.
//
// The other questions are those of costs ([Graph.Cost]), of the longest chain of messages ([Graph.Chains]), and of
// visits to several sets of states ([Graph.VisitAll]).
//
// A state has its id of the search for a number. Of a question, there is a scratch, which frees what it took when it
// is answered.
//
// # Limitations
//
//   - A Graph needs memory for all transitions, even if the search kept its states on disk. It has numbers of 32 bits
//     for its states, and at most 2^16-1 obligations.
//   - The search for a shortest loop may take some 150 MiB that are not counted. It, and the search for
//     components, use one goroutine.
package graph
