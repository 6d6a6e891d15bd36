// Package random makes random runs of systems that are too large to search.
//
// A run is determined by the seed and its number alone; the checks are evaluated along the way ([Simulate]). For how
// the next event is chosen, see walker.choose. A run is shortened in two steps: [Reduce] leaves out unneeded events,
// and a breadth-first search among those that remain, or among all events of the run ([Restrict]), finds the shortest
// execution.
package random
