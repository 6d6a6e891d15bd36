// Package random makes random runs of systems, where a search would not come to its end.
//
// A run is chosen by the seed and its number alone; the checks are asked on the way ([Simulate]). How the next event is
// chosen stands at walker.choose. What a run shows is made short in two steps: [Reduce] leaves out
// what is not needed, and a breadth-first search among the events that remain, or that the run had ([Restrict]),
// finds the shortest execution of these.
package random
