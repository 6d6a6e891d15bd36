// Package validate holds logs against a model: is there an execution of the model that these logs could be?
//
// A log tells, process by process, what happened there. Everything else is open: events that are not logged, fields
// that are missing, and the order of events of different processes, of which only as much is known as messages force.
// So the answer is found by a search among the executions of the model for one that agrees with every line. If there is
// none, the report has the longest beginning that can be explained, and says for the next line of each process why it
// does not fit there.
//
// The format of logs is described in docs/logs.md.
package validate
