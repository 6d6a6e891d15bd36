// Package explore searches transition systems breadth-first: it visits every reachable state, evaluates the given
// checks on it, and returns the least execution that demonstrates a check. A state is a vector of integers; what the
// integers mean is known only to the package that built the [System].
//
// # The search
//
// States are numbered in the order of discovery. The list of all states is therefore also the queue of the search,
// and each level of the search is a range of ids. A level is processed in rounds of some thousand parents, each in
// three phases:
//
//  1. Expand. Workers take blocks of parents in order. For each parent they call the [Stepper] and look up the
//     successors in the set of visited states, which does not change during this phase. The successors that are not
//     in the set are the block's candidates.
//  2. Dedup. Duplicates among the candidates of all blocks are removed, in order. The workers divide this by hash, so
//     that equal candidates meet at the same worker.
//  3. Commit. The remaining candidates get the next ids, in order, and are stored. The index of the set is again
//     divided among the workers by hash.
//
// Candidates are ordered by block, within a block by parent, and within a parent by event. This is the order in which
// a sequential search would find them. So ids, counts and everything derived from them are those of a sequential
// search, for any number of workers and any size of blocks and rounds. The phases also need no locks: during the
// first, all workers only read the set, and during the last, each part of it is written by one worker. The only
// exception is the inner nodes (see below), which are added during the first phase. Their numbers depend on timing,
// so nothing that is returned may depend on them.
//
// If something ends a search within a round (an error, a bound, a cancelled context), the round is kept up to the
// first unfinished parent, and everything after it is discarded. This is why errors, and the bounds on states and
// depth, give the same result on every run.
//
// If the number of reachable states is finite, a search terminates because it expands each of them once. Otherwise it
// terminates because there are only 2^40 ids.
//
// # Memory
//
// A state takes 4 to 8 bytes, its predecessor a quarter of a byte, and its entry in the index between 2.6 and 4. What
// it shares with other states takes next to nothing or a lot, depending on the system: see the order of slots below.
//
// Trees. The slots of a vector are divided evenly into groups of up to four. The values of each group are interned as
// one number, a node; the nodes are grouped in the same way, and so on until two are left. This pair, 64 bits, stands
// for the vector exactly: it is no fingerprint. This is the tree compression of Laarman, van de Pol and Weber
// ("Parallel Recursive State Compression for Free", SPIN 2011), but with nodes of four children, which makes trees
// half as deep. A successor differs from its parent in a few slots, so only the nodes above these slots have to be
// looked up. The others are those of the parent, which a worker keeps unpacked while it expands it. Each half of the
// pair is numbered by itself, so that its numbers are small.
//
// Nodes are stored in pages, four of each size, with an open-addressing index of 4 bytes per entry. Workers read them
// without a lock and add to them under one. New nodes are rare, because states are combinations of few parts.
//
// Pairs and predecessors are stored in pages of 2^14 states, in the order of ids. A full page is packed: pairs take
// as many bits as the nodes in the page need, and predecessors, which ascend, about two bits each (see page). The
// first page has room for 2^10 states at first and is copied as it grows. Packed pages are stored side by side and
// never moved.
//
// The index of the pairs is a compact hash table; see index.go and layout.go. The hash of a pair has as many bits as
// the pair and is a bijection, and its upper bits say in which bucket the pair is. So a slot of the bucket has to hold
// only the other bits, the tag: 16 to 20 in searches of a million states. This is exact, and a look-up reads one cache
// line, whether or not the pair is there. Which id it has is not needed, since a search asks only which successors are
// new. Graphs and partial orders do need ids, and have them put beside the tags. The table is divided into 64 shards
// of equal size, all of which grow by a third when they are 88% full. Buckets are in the order of hashes, so this
// reads and writes in sequence.
//
// All large arrays are free of pointers and, on Linux, mapped outside the Go heap, in huge pages where available. The
// garbage collector neither scans them nor lets the heap double because of them, and the bound on memory is exact: it
// is checked before an array is allocated. If the bound or the operating system refuses, the search ends with
// BoundMemory. The arrays are unmapped when the Result is no longer reachable.
//
// The order of slots matters. There are few nodes when each half of the vector, and each quarter, takes few different
// values; that is, when slots that are correlated or change together are adjacent. In a ring of 11 processes and 11
// channels (Chang and Roberts, 6,979,304 states), the total is 9.0 bytes per state if the channels between two
// processes are next to one of the two, and more than twice as much if all processes come before all channels.
//
// # Transitions that are not followed
//
// A System may declare more than it must: see [Capabilities]. If it declares which of its events are independent,
// most transitions are known in advance to lead to states that are found anyway. They are only counted: their targets
// are neither compressed nor looked up. No state, count or order depends on this.
//
// # States that are left out
//
// With PartialOrder, many states are expanded with only some of their events: see por.go. In a ring of 11, 39,716
// states then stand for 6,979,304. With Symmetry, all states of an orbit count as one: see symmetry.go.
//
// # Least executions
//
// [Result.Path] returns the least of all shortest executions that demonstrate a check: the one with the fewest
// faults, then the fewest context switches, then the first in a fixed order. It works backwards from the goals, level
// by level, expanding each level once more. It keeps the states that lie on shortest paths, each with the least cost
// of the rest of the path. Whether a step is a context switch depends on who took the previous one, and recording
// this takes only a little more: see layer and package least. Then it follows the least cost forwards.
//
// # Further questions
//
// For packages that ask more than checks can, a [Result] gives access to the states and their predecessors, and an
// [Expander] generates their transitions again. Package graph decides liveness and costs, package mdp computes
// probabilities. Package random makes random runs without a search. Packages symbolic and disk are other searches of
// the same systems, with decision diagrams and in files.
//
// # Limitations
//
//   - A search stores at most 2^40-2 states and 2^32-1 nodes; it ends with a bound when it needs more.
//   - Inner nodes are never removed, not even those of successors that were discarded because of a bound.
//   - A call of Step or of a Check is never interrupted; the search ends when it returns. All successors of one state
//     are held in memory together.
package explore
