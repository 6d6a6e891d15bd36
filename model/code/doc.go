// Package code makes a process of code that exists. A deterministic state machine in Go that knows nothing of the
// toolkit is checked as it is, exhaustively, with all the failures that an Instance may have.
//
// A [Process] says how the machine is created, how each input is applied to it, and what it outputs. One input, with
// all the output that it makes ready, is one step. The local state of the process is a [State]: what properties see of
// the machine, and the identity of a snapshot.
//
// # Identity, and how a machine is rebuilt
//
// A snapshot is everything that can be reached from the machine: unexported fields, through pointers, maps, slices
// and interfaces. Two snapshots are the same if they have the same contents and shape. Pointers and slices that share
// memory differ from those that lead to equal contents; cycles are followed once; maps are unordered; a nil slice or
// map differs from an empty one. The spare capacity of a slice is not part of the snapshot. An unlocked mutex has no
// contents. What cannot be compared (functions, channels, unsafe pointers, times) is refused, with its path, unless
// [Process.Ignore] leaves it out.
//
// A machine can often be neither copied nor restored from its snapshot. So for each snapshot, the package remembers the
// shortest known history of inputs that leads to it, and replays that history on a new machine. What an input does to a
// snapshot is remembered and so computed only once, however many states of the system it occurs in.
//
// No machine is kept. Memory grows with the number of calls (pairs of a snapshot and an input), and time with the
// number of replayed steps. [Process.MostCalls] and [Process.MostReplayed] bound them, and [Process.Stats] counts them.
//
// # Checked, not trusted
//
// The package assumes that the snapshot contains everything that matters and that the code is deterministic, and tests
// both. Each call is made twice, each time on a machine of its own, and those that send more than once 64 times: two
// runs of a loop over a map often take the same order. Once everything has been explored, calls are made again (see
// [checkers.Check]). All calls but the first follow a history that is drawn from all known steps between snapshots;
// [Process.Exhaustive] adds every known last step. An error shows the histories and the first difference.
//
// This is a search for counterexamples, not a proof: a difference that shows only between two particular histories is
// not found unless these two are compared.
//
// # Limitations
//
// The code must run in the goroutine that calls it: it must not start goroutines that outlive an input, nor use the
// network. Global variables are noticed if they change what an input does. A search on disk is refused if repeating the
// steps that led to a snapshot does not yield that snapshot again.
//
// [checkers.Check]: https://pkg.go.dev/github.com/anel-mc/mc/checkers#Check
package code
