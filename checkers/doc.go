// Package checkers is what is asked of a model, and the answers: properties,
// the check that decides them by exploring every reachable state, and the suites
// that keep them under go test.
//
// A [Property] is an invariant, a step property, the absence of deadlock, that
// something can be reached, or a liveness property: what every execution comes to that is
// fair (see [Fairness]). [Check] explores a model once for all its
// properties and returns a [Report] with a [Verdict] for each. Holds is only
// ever said when every reachable state was visited; where a bound cut the
// search short, what was not refuted is Unknown.
//
// A liveness property is decided on the graph of all transitions, which takes some more
// memory and time; without all of it, it is Unknown. Its counterexample is a lasso, an
// execution that goes round for ever from some state on, or one that ends, with the fewest
// steps of all.
//
// The properties of timestamps and of the order in which events happened before one another
// ([ClockCondition], [CharacterizesCausality], [Causal] for others) are asked of an instance whose
// processes are observed: see [model.Causality].
//
// What the processes offer together as one object, a register or a lock, is judged by the operations
// that they called and returned from: [Linearizable], [SequentiallyConsistent], with the objects of
// package objects.
//
// [Verify] is Check for a test: it fails with the picture of a minimal
// counterexample, saves it, and replays it first the next time. [VerifyAll] does so for several scenarios.
//
// [Explain] finds out which steps of an execution led to what a property looked at, and what stands in the way of
// each process where nothing happens any more.
//
// What else is asked of a model and its properties are studies, each in a folder of its own, which
// begin with [Bind]: random runs of what is too large (runs), the least failures that break
// something and one assumption changed at a time (sweep), small mistakes that properties should
// notice (mutants), probabilities (chances), whether one system can do what another cannot
// (refine), and the graph of all states (stategraph).
//
// User code in properties must be pure, like handlers: it runs once for each
// combination of values that it looks at, and is verified by running twice.
package checkers
