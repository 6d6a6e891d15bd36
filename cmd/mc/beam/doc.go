// Command mc, built here, is mc with an additional verb: mc beam runs the tasks of a run on disk as pipelines of Apache
// Beam, on any runner that supports Go. It is a module of its own, since Beam needs about a hundred others.
//
// A pipeline covers some levels. Each level is, as in package disk,
//
//	shards of a level -> Map -> blocks, by shard -> Reduce -> shards that are done -> Commit -> shards of the next
//
// where a GroupByKey follows each step, so that a step begins only when the one before has ended. The blocks travel
// through Beam, small ones together. Everything else is in the directory of the run, which all workers must share: the
// states, the values, and what each task leaves for the next. How the search continues depends on that directory, not
// on anything that Beam counts. A runner may run any task twice, with the same result.
//
// The manifest of the run identifies the model by name and parameters, so all workers must run the same program.
package main
