// Package command is the command mc, for any list of specs: a binary with specs
// of its own is a main that calls [Run] with them.
//
//	func main() {
//		list := append(specs.All(), mine.Spec)
//		os.Exit(command.Run(context.Background(), list, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
//	}
//
// In its help and hints the command goes by the name that its binary has.
//
// # Exit codes
//
//	0    every property holds; with --all, every case gave what its record declares
//	1    a property is violated; with --all, a case gave something else
//	2    wrong use or bad input, or a file or the output could not be written
//	3    nothing is violated, but a bound was reached: unknown
//	4    the model is at fault: impure, panicked, not plain values
//	130  interrupted (ctrl-C, SIGTERM); the partial result was printed
//
// Where several apply, 130 goes before 4, 4 before 2, 2 before 1, 1 before 3. With --all
// the code compares with the records, because every spec has cases that are
// meant to be violated: 0 would never be seen otherwise. mc replay ends with 1
// if the trace still shows the violation, with 0 if it runs but the violation is
// gone, and with 2 if it does not fit the system any more; for a witness of something that
// is to be reachable, with 0 if it still shows it, and with 1 if not.
//
// A reader that goes away (mc check … | head -1) ends the command as it ends others:
// by SIGPIPE, or quietly with 141 where there are no signals.
//
// # Output
//
// Results go to standard output, in one write at the end; progress and errors go to standard
// error, progress only if it is a terminal. Colours are used on terminals, unless NO_COLOR is set
// in the environment or TERM is "dumb".
//
// With --format json, mc check writes one object, whose keys have a fixed order:
//
//	schema        1
//	spec, variant, params
//	case          with --case and --all
//	faults        the budgets that are not 0 by the names of the flags (-1 is unlimited), and crashOnly
//	order, timing absent for models without processes
//	ticks         of a timing with ticks: min, max, handling, within
//	detector      the failure detector, if there is one
//	exhaustive    every reachable state was visited
//	bound         "states", "depth", "memory", "time" or "interrupt", if one was reached
//	states, transitions, depth, levels, unexpanded, handlerCalls, memoHits, memoryBytes, seconds
//	properties    name, kind, verdict; explanation where there is more to say; reason of an
//	              unknown; steps, minimal and trace of a counterexample or witness; of a liveness
//	              property the fairness assumed, and the manner in which it is violated:
//	              "deadlock" (the execution ends), "livelock" or "starvation"
//	events        kind, process, name, count, owed of every class of events
//	verdict       of all properties together; absent with error
//	error         what is wrong with the model; trace then leads there
//	differs       with --case and --all: where the outcome is not what the record declares
//
// mc frontier writes spec, variant, params, most (the largest budget), and for each property
// name, kind, verdict, least (faults, steps, trace) and undecided.
//
// With --all it is an array of them. Errors are an object too, on standard output:
// schema, error, exit. A trace is what --out writes: see counterexamples.Trace.
//
// # Memory
//
// Without --memory the tables of the search may take three quarters of the memory of the
// machine or container (GOMEMLIMIT where it is set), and no more than nine tenths of
// what is available when the search begins: a state space that is too large ends as
// unknown, not with the process killed.
package command
