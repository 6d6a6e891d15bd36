// Package code makes processes of code that exists: a deterministic state machine in Go, which knows nothing of the
// toolkit, is checked as it is, exhaustively, with all failures that an Instance may have.
//
// A [Process] says how the machine is made, how each input is applied, and what it gives out. One input, and all that
// it makes ready, is one step. Its local state is a [State]: what properties see of the machine, and the identity of
// a snapshot.
//
// # Identity, and how a machine is rebuilt
//
// A snapshot is all that can be reached from the machine: unexported fields, through pointers, maps, slices and
// interfaces. Two are the same if contents and shape are: what two pointers share is told from what they do not,
// cycles end, maps have no order, a nil slice or map differs from an empty one. The spare capacity of a slice is no
// part of it, and neither is where in a slice of numbers another begins. Mutexes that are not locked are nothing.
// What cannot be compared (functions, channels, unsafe pointers, times) is refused with its path, until
// [Process.Ignore] leaves it out.
//
// A machine can often neither be copied nor be made of its snapshot. So the room remembers for each snapshot the
// shortest known history of inputs that leads there, and has a new machine go through it. What an input does to a
// snapshot is remembered, and so is paid for once, however many states of the system it occurs in.
//
// No machine is kept. What is remembered grows with the calls, pairs of a snapshot and an input, and the time with
// the steps that are replayed: [Process.MostCalls] and [Process.MostReplayed] bound them, [Process.Stats] counts them.
//
// # Checked, not trusted
//
// That the snapshot says all that matters, and that the code is deterministic, is an assumption, and is tried. Each
// call is made twice, both times with a machine of its own. When all has been explored, calls are asked again (see
// [checkers.Check]), and then each is made after other histories that lead to its snapshot, which are drawn from all
// steps between snapshots that are known; [Process.Exhaustive] takes all known last steps. An error names both
// histories, and the first difference between the machines.
//
// That is a search for counterexamples and no proof: what only shows after two particular histories that were not
// compared is not found.
//
// # Limitations
//
// The code must be driven by one goroutine: it may not start others that go on after an input, nor use the network.
// Global variables are noticed when they change what an input does. A search of code on disk is refused if the steps
// that led to a snapshot do not make it again.
//
// [checkers.Check]: https://pkg.go.dev/github.com/anel-mc/mc/checkers#Check
package code
