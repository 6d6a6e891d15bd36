// Package counterexamples represents executions that show something, such as counterexamples and
// witnesses: as data that can be saved and replayed, and as pictures for people to read.
//
// A [Trace] is the data: the system, the property, the initial state and the events. Everything else
// is computed by running it again, so a trace file stays small and can be checked against the current
// code: [Replay] says at which step it no longer fits. An [Execution] is a trace that was run, with its states.
//
// [Execution.Text] draws a table with a column for each process and a row for each step, which shows
// only what changed, as in lecture notes:
//
//	C ← Candidate       the field C of the local state has a new value
//	(VoteForMe) →       a message is sent; its receiver is named if there could be others
//	(VoteForMe) ←       a message is received
//	timer retry set     timers: set, cancelled
//	stored ← 3          stable storage was written
//	» text              a handler marked the trace
//	✗                   something fails, or a message is lost
//	•                   the process took the step but did not change
//	┊                   the process is down
//	⋮                   steps that do not matter are left out, see [Slice]
//	(3)                 a step that does not matter, if such steps are shown
//
// Processes are named, inside states and messages too.
//
// [Execution.Mermaid] draws a sequence diagram for documents.
//
// [Execution.SVG] draws a space-time diagram: time downwards, a lifeline for each process, messages as
// slanted arrows from the step that sends to the step that receives, so that one that overtakes another
// crosses it. [Execution.HTML] wraps that diagram in a page for the browser, to step through it, see each
// state with what the step changed, and read each step in words. Both are a single file, need no network, and are
// the same every time; text from the model is shown but never executed.
//
// For other tools, [Execution.ITF] writes the states in the Informal Trace Format of Apalache, and [Execution.ShiViz]
// a log with vector clocks for ShiViz. [Execution.Record] adds to a trace everything that these show, so that
// [Trace.Recorded] can draw it without the system. A [Graph] holds all states and steps of a system instead of one
// execution, for Graphviz or in the Aldebaran format.
//
// # Limitations
//
//   - Setting a timer that is already set looks as if nothing had happened, because the state is the same.
//   - Trace files identify values by what [Format] prints. If several enabled events look the same, the
//     trace numbers them, so it fits as long as their order stays the same.
package counterexamples
