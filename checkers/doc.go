// Package checkers asks questions about a model: properties, the check that
// decides them by exploring every reachable state, and functions that do so
// under go test.
//
// A [Property] is an invariant, a step property, the absence of deadlock, the
// reachability of a state, or a liveness property, which says what every fair execution
// (see [Fairness]) eventually does. [Check] explores a model once for all its
// properties and returns a [Report] with a [Verdict] for each. The verdict is Holds
// only if every reachable state was visited; if a bound cut the search short, every
// property that was not decided by then is Unknown.
//
// A liveness property is decided on the graph of all transitions, which takes more
// memory and time; if the graph is incomplete, the verdict is Unknown. The counterexample is
// the shortest execution that violates the property: a lasso, which repeats a loop for ever, or an
// execution that ends.
//
// Properties of timestamps and of the happened-before order (package clocks, and [Causal] for your own) need
// an instance whose processes are observed: see [model.Causality].
//
// Processes that together implement an object, such as a register or a lock, are judged by the operations
// that they call and return from: see [Linearizable], [SequentiallyConsistent] and package objects.
//
// [Verify] is Check for a test: it fails with a picture of a minimal counterexample, saves it, and
// replays it first the next time. [VerifyAll] does so for several scenarios.
//
// [Explain] finds the steps of an execution that led to what a property looked at and, if the system is
// stuck, what blocks each process.
//
// Further questions about a model are answered by studies. Each is a package below this one and starts with
// [Bind]: random runs of systems that are too large to explore (runs), the fewest failures that break
// a property and one assumption changed at a time (sweep), small mistakes that the properties should
// notice (mutants), probabilities (chances), whether one system can do what another cannot
// (refine), and the graph of all states (stategraph).
//
// The functions of properties must be pure, like handlers: each runs once for each
// combination of values that it reads, and a second time to verify the result. They are called
// concurrently, those of several properties too, so they must not share a cache without a lock.
package checkers
