// Package random makes random runs of systems that are too large to search.
//
// The seed and its number alone determine a run; the checks are evaluated along the way ([Simulate]). For how the next
// event is chosen, see walker.choose. What a run shows is shortened in two steps: [Reduce] leaves out
// unneeded events, and a breadth-first search among those that remain, or among all events of the run ([Restrict]),
// finds the shortest execution.
package random
