// Package walk steps through a system by hand: forward by an event of choice, back, and forward by another. In each
// state it says which events are possible and what each would do, which are not and which guard prevents them, which
// properties the execution violates so far and, by searching from there, what can still happen.
//
// A [Walk] is an execution given by the names of its events, so that it can be written down and repeated after the
// system has changed. If it no longer fits, a [Misfit] says where and why. Package
// [github.com/anel-mc/mc/checkers/walk/web] has a user interface for it.
package walk
