// Package disk searches transition systems whose states do not fit into memory, level by level, in files of a
// directory. Counts, levels, answers and least executions are those of explore.Search. Whoever has the same program
// can go on with a run after any end, and many processes can share its work.
//
// # A level
//
// The states of each level are divided into shards, by a hash of what they hold. A level is made of the one before
// in two steps, which are pure functions of files (delayed duplicate detection: Stern and Dill, "Using Magnetic
// Disk instead of Main Memory in the Murphi Verifier", CAV 1998; Korf, "Best-First Frontier Search with Delayed
// Duplicate Detection", AAAI 2004):
//
//   - [Run.Map] expands the states of one shard and writes the successors as sorted blocks, some for each shard.
//   - [Run.Reduce] merges the blocks for one shard, strikes off what is in the lists of states seen there, and
//     writes the rest: the shard's part of the next level. It asks the checks of states, and Map those of steps.
//
// [Run.Commit] then writes the manifest of the level, which names all files with their sizes and checksums. A level
// is there when its manifest is. Every file is put in its place by renaming, when it is complete, and holds the
// same bytes whoever wrote it: so a task may be done twice, at the same time too, or be killed and done again.
// [Run.Search] does all of this in one process.
//
// # States
//
// The numbers in the vectors of a System are those of one process. On disk, a state is a vector of numbers of
// values of the run: each slot has a dictionary, in which the values that are new in a level are numbered in the
// order of their encodings ([System.Describe]), after all earlier ones. So numbers are the same whoever finds a
// value, and the order of two states never changes.
//
// The numbers of a state are packed into words, with as many bits for each slot as its dictionary needs. A list of
// states is sorted, and codes each as the difference from the one before. Lists of small levels are merged, so that
// there are few; then each state is followed by its level.
//
// Values are made and not read: only the user's code knows their types. The file of the values of a level has, for
// each, the least state of the level before that has a successor with it. Whoever opens a run expands these states
// once more, level by level, which makes all values again, and is an error if it does not.
//
// # Executions
//
// No predecessors are stored. [Run.Path] expands the levels once more, backwards, with the costs of
// explore.Result.Path.
//
// # Limitations
//
//   - Dictionaries, and what the System keeps, are in memory. So are the states on shortest executions, while one
//     is looked for.
//   - Bounds on states and time are looked at between two levels, and what a level was cut in is done anew.
//   - All lists of a shard that are not merged are read for each level. Their number grows with that of the
//     levels of more than a million states.
//   - Files are not forced to the disk: after a power failure a run may be damaged, which is noticed.
package disk
