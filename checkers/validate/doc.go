// Package validate checks logs against a model: is there an execution of the model that could have written these logs?
//
// A log records, process by process, what happened there. Everything else is open: events that are not logged, fields
// that are missing, and the order of events of different processes, except where messages imply it. The answer is
// found by searching the executions of the model for one that agrees with every line. If there is none, the report has
// the longest prefix that can be explained, and says for the next line of each process why it does not fit there.
//
// The format of logs is described in docs/logs.md.
package validate
