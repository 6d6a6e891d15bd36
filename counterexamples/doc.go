// Package counterexamples holds executions that show something, as data that
// can be saved and replayed, and as pictures for people to read.
//
// A [Trace] is the data: the system, the question, the initial state and
// the events. Everything else follows by re-execution, so a trace file
// stays small and can be checked against the current code: [Replay] says at which
// step it stopped fitting. An [Execution] is a trace that was run, with its states.
//
// [Execution.Text] draws a table with a column for each process and a row for each step,
// which shows only what changed, as the tables of lecture notes do:
//
//	C ← Candidate       the field C of the local state has a new value
//	(VoteForMe) →       a message is sent; with its receiver if it could be several
//	(VoteForMe) ←       a message is received
//	timer retry set     timers: set, cancelled
//	stored ← 3          stable storage was written
//	» text              a handler marked the trace
//	✗                   something fails, or a message is lost
//	•                   the process took the step and did not change
//	┊                   the process is down
//	⋮                   steps are left out that do not matter, see [Slice]
//	(3)                 a step that does not matter, if such steps are not left out
//
// Processes appear by name, also inside states and messages.
//
// [Execution.Mermaid] draws a sequence diagram for documents.
//
// [Execution.SVG] draws a space-time diagram: time downwards, a lifeline for each process, messages as
// slanted arrows from the step that sends to the step that receives, so that one that overtakes another
// crosses it. [Execution.HTML] is a page for the browser around that diagram, for stepping through it,
// seeing each state with what the step changed, and reading each step in words. Both are a single file, need no
// network, and look the same every time; text from the model is shown there and never executed.
//
// For other tools, [Execution.ITF] writes the states in the Informal Trace Format of Apalache, and [Execution.ShiViz]
// a log with vector clocks for ShiViz. [Execution.Record] adds to a trace what all of these show, and
// [Trace.Recorded] draws it without the system. A [Graph] has all states and steps of a system instead of one
// execution, for Graphviz or in the Aldebaran format.
//
// # Limitations
//
//   - Setting a timer that is already set looks as if nothing had happened:
//     the state is the same.
//   - Trace files identify values by what [Format] prints. If two enabled events
//     look the same, the trace counts them, so it fits as long as their order does.
package counterexamples
