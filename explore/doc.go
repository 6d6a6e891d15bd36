// Package explore searches transition systems breadth-first: it visits every reachable
// state, evaluates the given checks on it, and returns the
// least execution that answers a check. States are vectors of integers; what
// they mean is the business of the package that made the [System].
//
// # The search
//
// States have ids in the order of discovery, so the list of all states is also the
// queue of the search, and a level of the search is a range of ids. A level is
// processed in rounds of some thousand parents, each in three phases:
//
//  1. Expand. Workers take blocks of parents in order. For each parent they
//     call the [Stepper] and look up the successors in the set of visited
//     states, which does not change in this phase. Those not found are the block's
//     candidates.
//  2. Dedup. Duplicates among the candidates of all blocks, in order, are removed. The
//     workers share this by hash: equal candidates have the same worker.
//  3. Commit. The remaining candidates get the next ids, in order, and are stored. The
//     index of the set is shared out by hash again.
//
// Candidates in order of blocks, of parents in a block, and of events of a
// parent are what a sequential search would find in that order. So ids, counts,
// and everything that follows from them, are those of a sequential search,
// with any number of workers and any size of blocks and rounds. The phases
// also need no lock: in the first, all workers only read the set, and in the last
// each part of it is written by one worker. Only inner nodes (see below) are
// added during the first phase. Their numbers depend on timing, so
// nothing that is returned may depend on them.
//
// When something ends a search within a round (an error, a bound, a
// cancelled context), the round is kept up to the first unfinished
// parent, and everything after it is discarded. That is why errors, and the bounds
// on states and depth, are the same on every run.
//
// A search terminates when there is a finite number of reachable states, since
// each is expanded once; there are 2^40 ids, so it also terminates otherwise.
//
// # Memory
//
// A state takes 4 to 8 bytes, its predecessor a quarter of one, the index between 5 and 7, and what it
// shares with other states next to nothing or a lot, depending on the system: see
// the order of slots below.
//
// Trees. The vector's slots are grouped by up to four, evenly; each group's values are
// interned as one number, a node; the nodes are grouped in the same way, until
// two are left. This pair, 64 bits, stands for the vector, exactly: nothing is
// hashed away (tree compression: Laarman, van de Pol and Weber, "Parallel
// Recursive State Compression for Free", SPIN 2011; here with nodes of four
// children, which makes trees half as deep). A successor differs
// from its parent in a few slots, so only the nodes above these are looked up
// anew, starting from the parent's, which a worker holds while it expands it.
//
// Nodes are stored in pages, four of each size, with an open-addressing index of 4 bytes per entry. Workers read them
// without a lock and add to them under one; new nodes are rare, since states combine few parts.
//
// Pairs and predecessors are stored in pages of 2^14 states, in the order of ids. When a page is full it is packed:
// pairs with as many bits as the nodes in it need, ascending predecessors with about two bits (page). The first page
// begins with 2^10 states and is copied while it grows. Packed pages are stored side by side and never moved.
//
// The index from pairs to ids is a hash table of buckets of one cache line: 15 tags of one byte, 15 ids of 24 bits,
// and a filter of 24 bits that tells which pairs went on to the next bucket because this one was full. A look-up
// compares all tags of a bucket at once and goes to the pair of an id only when its tag matches, so that an absent
// pair costs one cache miss and a present one two. Beyond 2^24 states the 24 bits are the upper ones of an id, and all
// of the few pairs that a slot may stand for, which are adjacent, are compared: 64 at a billion states. The table is
// cut into 64 shards of the same size, which all grow by half when one is 90% full. Then all pairs are inserted again,
// in the order of their ids: pages are read in sequence, and the cache misses of many insertions overlap.
//
// All large arrays are free of pointers and, on Linux, mapped outside the Go
// heap, in huge pages if available. The garbage collector
// neither scans them nor lets the heap double because of them, and the memory
// bound is exact: it is checked before an array is allocated, and if it or the
// system refuses, the search ends with BoundMemory. They are unmapped when the
// Result is no longer reachable.
//
// The order of slots matters. The number of nodes is small when the two halves of the vector, and their quarters, each
// take few different values; that is, when slots that are correlated or change together are adjacent. In a ring of 11
// processes and 11 channels (Chang and Roberts, 6,979,304 states), with the channels between two processes beside one
// of the two, the total is 11.2 bytes per state; with all processes before all channels, it is
// more than twice as much.
//
// # Transitions that are not followed
//
// A System may declare more than it must: see [Capabilities]. If it declares which of its events are independent, most
// transitions are known in advance to lead to states that are found anyway. They are only counted: there is nothing to
// compress and nothing to look up. No state, count or order depends on it.
//
// # States that are left out
//
// With PartialOrder, a state need not be expanded with all of its events: see por.go. In a ring of 11, 39,716 states
// stand for 6,979,304. With Symmetry, states that differ only in what cannot matter count as one: see symmetry.go.
//
// # Least executions
//
// [Result.Path] returns the least of all shortest executions that demonstrate a check: by faults, then by context
// switches, then by a fixed order. It goes back from the goals level by level, expanding each level once more, and
// keeps the states that are on shortest paths, each with the least cost from there on, which depends on who took the
// step before in a way that needs only a few more bits: see layer. Then it follows the least cost forward.
//
// # Further questions
//
// A [Result] gives packages that ask more than checks do access to the states and their predecessors, and an
// [Expander], which generates their transitions again. Package graph decides liveness and costs, package mdp
// probabilities. Package random makes random runs without a search.
//
// # Limitations
//
//   - At most 2^40-2 states and 2^32-1 nodes; beyond these a search ends with a bound.
//   - Inner nodes are never removed, not even those of successors that a bound
//     kept out.
//   - A call of Step or of a Check is never interrupted; the search ends when
//     it returns. All successors of one state are held in memory together.
package explore
