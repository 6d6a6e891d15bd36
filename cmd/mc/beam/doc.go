// Command mc, built here, is mc with one verb more: mc beam does the tasks of a run on disk as pipelines of Apache
// Beam, on any runner that there is for Go. It is a module of its own, since Beam needs some hundred others.
//
// A pipeline does some levels. Each of them is, as in package disk,
//
//	shards of a level -> Map -> blocks, by shard -> Reduce -> shards that are done -> Commit -> shards of the next
//
// where each of the former is a GroupByKey, so that a step begins when the one before has ended. The blocks travel
// through Beam, some of them together if they are small. All else is in the directory of the run, which all workers
// must see: the states, the values, and what each task leaves for the next. That is what decides how the search goes
// on, and not what Beam counts. A runner may do anything twice, and it is the same both times.
//
// A model travels by its name and parameters, in the manifest of the run; so workers must be the same program.
package main
