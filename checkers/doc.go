// Package checkers asks questions about a model: properties, the check that
// decides them by exploring every reachable state, and functions that do so
// under go test.
//
// A [Property] is an invariant, a step property, the absence of deadlock, the
// reachability of something, or a liveness property, which says what every fair execution
// (see [Fairness]) eventually does. [Check] explores a model once for all its
// properties and returns a [Report] with a [Verdict] for each. The verdict is Holds
// only if every reachable state was visited; if a bound cut the
// search short, what was not refuted is Unknown.
//
// A liveness property is decided on the graph of all transitions, which takes more
// memory and time; if the graph is incomplete, the verdict is Unknown. The counterexample is a lasso (an
// execution that goes round for ever from some state on) or an execution that ends, with the
// fewest steps of all.
//
// Properties of timestamps and of the happened-before order (package clocks, [Causal] for others) need an
// instance whose processes are observed: see [model.Causality].
//
// If processes together implement an object, such as a register or a lock, it is judged by the operations
// that they called and returned from: [Linearizable], [SequentiallyConsistent], with the objects of
// package objects.
//
// [Verify] is Check for a test: it fails with a picture of a minimal
// counterexample, saves it, and replays it first the next time. [VerifyAll] does so for several scenarios.
//
// [Explain] finds the steps of an execution that led to what a property looked at and, if the system is
// stuck, what blocks each process.
//
// Further questions about a model and its properties are studies, each in a folder of its own, which
// start with [Bind]: random runs of what is too large (runs), the fewest failures that break
// something and one assumption changed at a time (sweep), small mistakes that properties should
// notice (mutants), probabilities (chances), whether one system can do what another cannot
// (refine), and the graph of all states (stategraph).
//
// The functions of properties must be pure, like handlers: they run once for each
// combination of values that they look at, and are verified by running twice.
package checkers
