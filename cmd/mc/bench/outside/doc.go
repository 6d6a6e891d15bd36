// Package outside has models written as their users write them, from sources outside of the catalogue, to measure what
// they take. Each file has one, and a function that makes it for n.
package outside
