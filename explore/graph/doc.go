// Package graph decides liveness and costs of the executions that a complete search has found.
//
// Liveness needs all transitions. [New] expands every state again, in parallel, and stores the target and the
// obligation of each transition in 2 to 5 bytes; equal transitions are stored once. [Graph.Lasso] finds a fair
// execution that stays in a region for ever, if there is one. This is decided on the strongly connected components of
// the region (fair.go), so no cycle is missed because of the path by which it was reached. In a ring of 11 processes
// (6,979,304 states; see package explore), with every event weakly fair, the graph and one query together take 0.8
// times as long as the search.
//
// The lasso is the shortest of all, stem and loop together, not only of those that some depth-first search encounters
// (loop.go). Finding it is NP-hard in the number of obligations. So the search gives up after looking at 8 edges or
// nodes per transition, but at least 2^30 (some 5 seconds), when the product that it searches has 2^21 nodes, or when
// the context ends. It then returns the best lasso found so far, which is not Minimal. There always is one: the first
// lasso is constructed rather than searched for, as a tour through one component that meets one obligation after
// another.
//
// Other queries are about costs ([Graph.Cost]), the longest chain of messages ([Graph.Chains]), and visits to several
// sets of states ([Graph.VisitAll]).
//
// States are numbered by their ids in the search. The memory of a query is freed when the query is answered.
//
// # Limitations
//
//   - A Graph needs memory for all transitions. Its states have numbers of 32 bits, and it has at most 2^16-1
//     obligations.
//   - The search for a shortest loop may take some 150 MiB that are not counted, and 28 bytes for each state and 12
//     for each edge of a fair loop, which are counted. It uses one goroutine, and so does the search for components.
package graph
