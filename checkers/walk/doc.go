// Package walk goes through a system by hand: from a state to one of those that can follow, back, and another way. It
// says what can happen in a state and what each event would do, what cannot and which guard says no, which properties
// the execution shows so far, and, by searching from there, what can still come.
//
// A [Walk] is an execution, given by the names of its events, so that it can be written down and walked again after the
// system has changed; if it no longer fits, a [Misfit] says where and why. It knows nothing of browsers: package
// [github.com/anel-mc/mc/checkers/walk/web] makes a page of it.
package walk
