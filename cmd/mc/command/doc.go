// Package command implements the command mc for any list of specs. To build a binary with specs of your own, write a
// main function that calls [Run] with them, as in its example.
//
// Help and hints use the name of the binary.
//
// # Exit codes
//
//	0    every property holds; with --all, every case has the outcome that its record declares
//	1    a property is violated; with --all, a case has another outcome
//	2    wrong usage or bad input, or a file or the output could not be written
//	3    nothing is violated, but a bound was reached: unknown; with --strict, also if something passes vacuously
//	4    the model is at fault: it is impure, panicked, or uses values that are not plain
//	130  interrupted (ctrl-C, SIGTERM, SIGHUP); the partial result was printed
//
// If several apply, 130 takes precedence over 4, 4 over 2, 2 over 1, and 1 over 3. With --all the code depends on the
// records, because every spec has cases that are meant to be violated. mc replay exits with 1 if the trace still shows
// the violation, 0 if it runs but the violation is gone, and 2 if it no longer fits the system; for a witness of
// reachability, with 0 if it still is one, and 1 if not.
//
// A property holds vacuously if what it is about never occurs (checkers.Result.Vacuous): mc check says so, and it
// counts as a pass. With --strict the code is then 3 instead of 0. It is 3, too, if everything holds, every state was
// visited, and some events of the model never happen (checkers.Report.Vacuities).
//
// With --mutants the code is that of the model itself: a mutant that no property notices is not a violation. It is 3
// instead of 0 if some mutants were not tried, and with --strict also if one is unnoticed or unknown.
//
// With --for-all-n the code is 0 only if every selected property has the verdict for-every-n, which rests on an
// assumption that is tested, not proved (docs/for-every-n.md). It is 3 if the views cannot decide.
//
// mc frontier and mc sweep exit with 1 if a property is violated under any of the assumptions that they try, 3 if none
// is violated but something is unknown, and 0 if every property holds under all of them.
//
// mc simulate proves nothing: it exits with 1 if a run violates a property, and otherwise with 3. It exits with 0 only
// if all properties are about reachability and were reached.
//
// mc graph exits with 0 if the graph was written, whatever is violated in it, and 3 if a bound was reached, in which
// case nothing is written.
//
// mc validate exits with 0 if the logs are consistent with an execution of the model, and 1 if they are not.
//
// mc compare exits with 0 if everything was decided, whatever the verdicts, and 3 if anything is unknown.
//
// If the reader of the output goes away (mc check … | head -1), the command ends like any other: by SIGPIPE, or quietly
// with 141 where there are no signals.
//
// # Output
//
// Results go to standard output, all at the end. If the command is interrupted and nobody reads them for five seconds,
// or nobody opens the pipe of --out, they are lost. Errors go to standard error, and so does progress if that is
// a terminal, unless TERM is "dumb". Terminals get colours, unless that is so or NO_COLOR is set in the environment.
//
// With --format json, mc check writes one object whose keys have a fixed order:
//
//	schema        1
//	spec, variant, params
//	case          with --case and --all
//	faults        the budgets other than 0, by the names of the flags (-1 is unlimited), and crashOnly
//	order, timing absent for models without processes
//	ticks         of a timing with ticks: min, max, handling, within
//	detector      the failure detector, if there is one
//	classes       of failure detectors that it is in, if that was asked
//	engine        "explicit" or "symbolic"
//	chosen        with --engine auto, if there are many states: which engine was chosen, and why
//	exhaustive    every reachable state was visited, or is in the set that was computed
//	reduced       the reductions that were used; "every" and all counts refer to what they leave
//	symmetry      the permutations of processes, if symmetry reduction was used
//	unreduced     reductions that were requested or would be worthwhile but were not used, and why
//	searches      if there were several: for each reduced, symmetry, complete, bound ("pause": it stopped for another),
//	              its counts, and the properties that it decided, or was to decide; all other counts are those of the
//	              last search whose end decided something
//	clipped       the model's own bound that left something out, if one did: its Constraint, or clocks
//	outside       the number of states in which the Constraint is false
//	bound         "states", "depth", "memory", "time", "interrupt" or, with --disk, "disk" (a file could not be read or
//	              written), if one was reached
//	smaller       with a bound: the sizes of instances with a lower parameter (param) or budget, if these are small
//	disk          with --disk, the directory in which mc resume can continue, if a bound was reached
//	states, transitions, depth, levels, unexpanded, handlerCalls, memoHits, memoryBytes, seconds;
//	              diskBytes if --disk was used; with --engine symbolic, transitions, depth and levels are not known
//	spent         for each part (what): seconds, summed over all workers; dominant, what to do about one that took most
//	symbolic      with --engine symbolic: states, with any number of digits; nodes of their decision diagram, and
//	              peakNodes, the most at any time; and events, how many were learnt
//	properties    name, kind, verdict; explanation if there is more to say, or reason of an unknown; steps of a
//	              counterexample or witness, loop (how many of them repeat for ever), and whether it is minimal; for a
//	              liveness property the fairness assumed, and how it is violated: "deadlock" (the execution ends),
//	              "livelock" or "starvation"; cost; vacuous, the reason if it holds vacuously; trace
//	              with --explain: relevant, the steps that led to what the property looked at, from 1, and why, in words
//	events        kind, process, name, count and owed of every class of events
//	vacuous       what --strict rejects, if anything
//	verdict       of all properties together; absent with error
//	error         what is wrong with the model; trace then leads there
//	differs       with --case and --all: where the outcome differs from what the record declares
//
// With --for-all-n it writes schema, spec, variant, params without the one that forAll names, the environment, k
// (participants in a view), views, configurations (of k+1 participants, and of k+2), beyond (more participants are
// assumed to behave alike), tests (n, states, all, and runs if these are of random runs), properties (name, kind,
// verdict, which is for-every-n, violated or unknown, reason, and for a violation n, explanation and trace) and, with
// --show-invariant, invariant (columns, rows, always).
//
// With --mutants it writes schema, unmutated (the object above), asked (the names of the properties that can notice
// something), mutants, of (how many mutants there are; fewer are listed if a bound was reached), the numbers of those
// noticed, broken, unnoticed, same and unknown, bound and seconds. Each mutant has name, process, handler, at (the act,
// message or timer), mistake, what and number, fate ("noticed", "broke the model", "not noticed", "changes nothing",
// "unknown"), the property that notices it and the steps of its shortest counterexample, explanation, the costs that
// change, states and bound.
//
// With a range in -p, mc check writes spec, variant, ranges, rows and all. A row has the params that have a range and
// are the same for all its instances, the number of instances, and the number of rejected combinations; the minimum
// and maximum number of states; and for each property name, kind, in how many instances it holds, is violated and is
// unknown, and its cost over all of them; and bounds, in how many of them which bound was reached. all is such a row
// over all instances but those that were not begun, of which there are left. error is what is wrong with the model.
//
// mc frontier writes spec, variant, params, most (the largest budget), and for each property name, kind, verdict, least
// (faults, steps, loop, trace) and undecided.
//
// mc sweep writes spec, variant, params, and rows, the first of which is the base: its change, in words, and
// environment, as flags; faults, order, timing, ticks, detector, exhaustive, clipped, bound, states, transitions,
// depth, seconds, error and refused as for mc compare; and properties, also as there, each with its flip ("breaks",
// "mends", or "moves" if a cost has a different range; absent if the answer is the same or unknown) and, if the change
// breaks it, the trace, and the file in which it was saved. With --format csv there is a line for each property of each
// row, with the columns of mc compare, and change and flip.
//
// mc simulate writes spec, variant, params, faults, order, timing, ticks, detector, what was requested (seed, runs,
// and the maximum steps of a run), bound, what was done (made, the number of runs; taken, steps in total; longest;
// ended, runs that ended by themselves; states, with moreStates if there are more), handlerCalls, seconds, and for
// each property name, kind, verdict ("violated", "found" or "unknown"), explanation or reason, the run that showed it
// with its runSteps, and steps and trace after shrinking, which is the shortest of "all" executions, of those made of
// events of the "run", or of those made of the events "kept" of it; and smaller, an instance that violates the same:
// params, faults, steps, trace. Then follow events, verdict and error as above.
//
// mc probability writes spec, variant, params, odds, faults, order, timing, ticks, detector, exhaustive, clipped,
// bound, states, transitions, the nodes, decisions and branches of the Markov decision process, seconds, and for each
// property name, kind, and min and max, or the reason why these are not known. Each of min and max has the bounds low
// and high, and exact, a fraction, if that was computed.
//
// mc compare writes runs, one for each system of each size: spec, variant, params, faults, order, timing, ticks,
// detector, exhaustive, clipped, bound, states, transitions, depth and seconds as mc check does, and for each property
// name, kind, verdict, explanation or reason, fairness and manner; steps of the counterexample or witness, how many of
// them are its loop, and whether it is minimal; cost (min, max, mean and unbounded for the executions that end, the
// chance of being one of these, endless and endlessUnbounded for the others; see checkers.CostRange); and least, with
// --least: verdict, breaks (faults, steps, loop) and undecided. error is what is wrong with the model. refused says why
// there is no such instance; then there are no properties. A run that was not begun is unknown, with the bound
// "interrupt". With --difference it writes difference, an object for each direction: of and than (spec, variant,
// params), verdict ("holds" if every trace of the first is one of the second), reason and bound of an unknown, pairs
// and depth of the search, and for a difference steps, trace, and instead, the events that the second system can do in
// place of the last one. With --format csv there is a line for each property of each run; the first line names the
// columns, and what does not apply is empty.
//
// mc validate writes spec, variant, params, verdict ("legal", "illegal" or "unknown"), how many lines there are and how
// many of them are explained, states, bound and clipped of an unknown; why, with the place of a line that cannot come
// next, the line, and reasons; and the trace that agrees with what is explained.
//
// With --all, mc check writes an array of its objects. Errors are an object too, on standard output: schema, error and
// exit. A trace is a counterexamples.Trace.
//
// With --out, or -o, the execution, or the graph of mc graph, goes to a file: in the format of its extension (.html,
// .svg, .mmd, .txt, .itf.json, .log, .jsonl, .json); or else in that of --format, if it is one for executions; or else
// as a trace. If --format is one for executions, nothing else is printed.
//
// # Explanations
//
// With --explain, mc check, mc show and mc replay say why an execution shows what it does (checkers.Explain). Tables
// and Mermaid diagrams leave out the steps that do not contribute, and keep the numbers of the rest; with --explain=dim
// they dim them, as HTML and SVG always do. Formats for other tools, and traces that --out saves, have every step.
//
// # Other tools
//
// mc show and mc check write an execution for other tools: --format itf is the Informal Trace Format of
// Apalache and Quint (counterexamples.Execution.ITF), --format shiviz a log for ShiViz
// (counterexamples.Execution.ShiViz). mc graph writes the whole state graph: --format dot for Graphviz
// (counterexamples.Graph.DOT), --format aut in the Aldebaran format (counterexamples.Graph.AUT).
// mc probability --prism writes a Markov decision process in PRISM's explicit format (chances.Report.Prism).
// Without --format, mc show and mc graph use the extension of --out: .itf.json, .log, .aut.
//
// # Disk
//
// With --disk DIR, a search that reaches its bound on memory moves to files in DIR; with --disk-only it uses them from
// the start (see package disk). The answers are the same, but take longer. Properties of transitions (liveness, costs)
// are decided in memory only: if the search moves to DIR, they are unknown. mc resume DIR continues from the last
// complete level, however the command ended, and ends with the same report and exit code, except for times, memory and
// the numbers of calls. The files stay, and can be resumed again. The program must be the same. If a file is missing,
// truncated, changed, or of another run, an error names it, with exit code 2.
//
// mc task runs such a search as tasks, for a scheduler.
//
// # Continuous integration
//
// Four formats of mc check are for builds. They have an entry for each case and property, which passes or fails like
// the exit code: with --all, a violation that the record declares passes. Entries about a target as a whole have a name
// in parentheses: the (model) is at fault, the number of (states) is unknown or not as declared, some (events) never
// happen and --strict was given, an (exploration) decided no property, some (cases) were not begun.
//
//	junit     XML as Jenkins and GitLab read it: a suite for each target. A violation is a failure with its
//	          picture; an unknown, or a model that is at fault, is an error
//	sarif     SARIF 2.1.0: a rule for each property. Results are of the kind fail, open (unknown) or pass; a
//	          model that is at fault is a notification. Their location is logical (the spec), so GitHub's code
//	          scanning, which requires a file, does not accept them
//	github    workflow commands of GitHub Actions: an error for each violation, a warning for each unknown, and
//	          one notice for everything that passes
//	markdown  a table, and folded counterexamples: mc check … --format markdown >> $GITHUB_STEP_SUMMARY
//
// # Memory
//
// Without --memory, the tables of a search may take three quarters of the memory of the machine or container (or of
// GOMEMLIMIT, if it is set), and at most nine tenths of what is available when the search begins. So a state space that
// is too large ends as unknown, not with the process killed.
package command
