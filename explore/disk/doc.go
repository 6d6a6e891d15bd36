// Package disk searches transition systems whose states do not fit into memory, level by level, in the files of a
// directory. Counts, levels, answers and least executions are those of explore.Search. However a run ends, it can be
// resumed by the same program, and many processes can share its work.
//
// # A level
//
// The states of each level are divided into shards by a hash of their content. A level is computed from the one before
// in two steps, which are pure functions of files (delayed duplicate detection: Stern and Dill, "Using Magnetic Disk
// instead of Main Memory in the Murphi Verifier", CAV 1998; Korf, "Best-First Frontier Search with Delayed Duplicate
// Detection", AAAI 2004):
//
//   - [Run.Map] expands the states of one shard and writes the successors as sorted blocks, a few for each shard. It
//     evaluates the checks of steps and of quiescent states.
//   - [Run.Reduce] merges the blocks for one shard, removes the states that are in the lists of states already seen
//     there, and writes the rest, which is the shard's part of the next level. It evaluates the checks of states.
//
// [Run.Commit] then writes the manifest of the level, which names all files with their sizes and checksums. A level is
// complete when its manifest exists. Every file is renamed to its final name when it is complete, and its content does
// not depend on who wrote it. So a task may be done twice, even concurrently, or be killed and done again.
// [Run.Search] does all of this in one process.
//
// The checksum of a file covers its name and run.json, which says what is searched, by which program. So a file is not
// taken for one with another name, or for one of another run, while the directory as a whole may be moved.
//
// # States
//
// The numbers in the vectors of a System are valid only in one process. On disk, a state is a vector of numbers that
// belong to the run. Each slot has a dictionary of its values. The values that are new in a level are numbered in the
// order of their encodings ([System.Describe]), after all earlier ones. So the number of a value does not depend on who
// finds it, and the order of two states never changes.
//
// The numbers of a state are packed into words, with as many bits for each slot as its dictionary needs. A list of
// states is sorted, and each state is coded as the difference from the one before. The lists of small levels are merged
// to keep the number of lists small; in a merged list, each state is followed by its level.
//
// Values cannot be read back from their encodings: only the user's code knows their types. Instead, the file of the
// values of a level has, for each value, the least state of the level before that has a successor with it. A process
// that opens a run expands these states again, level by level, which recreates all values; it is an error if it does
// not.
//
// An encoding may name something that it does not spell out, as the type of a Go value. What the names stand for
// ([System.Names]) is kept with each Map and each level, and a process for which one stands for something else is
// refused.
//
// # Executions
//
// No predecessors are stored. [Run.Path] expands the levels again, backwards, with the costs of explore.Result.Path.
//
// # Limitations
//
//   - Dictionaries, and what the System memoizes, are in memory. So are the states on shortest executions while
//     [Run.Path] looks for the least one.
//   - Bounds on states, depth and memory are checked only between levels. If a search ends within a level, the next one
//     repeats the tasks of that level that were not finished.
//   - Each level reads all lists of a shard that have not been merged. Their number grows with the number of levels of
//     more than a million states.
//   - Files are not synced to the disk: after a power failure a run may be damaged, which is detected when a damaged
//     file is read. A search that is over is answered from the manifest of its last level, without reading others.
package disk
