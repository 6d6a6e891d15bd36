// Package random makes random runs of systems that are too large to search.
//
// A run is determined by the seed and its own number alone. The checks are evaluated on the way; see [Simulate]. For
// how the next event is chosen, see walker.choose. A run is shortened in two steps: [Reduce] leaves out events that
// are not needed, and then a breadth-first search among the remaining events, or among all events of the run
// ([Restrict]), finds the shortest execution.
package random
