// Package checkers is what is asked of a model, and the answers: properties,
// the check that decides them by exploring every reachable state, and the suites
// that keep them under go test.
//
// A [Property] is an invariant, a step property, the absence of deadlock, or that
// something can be reached. [Check] explores a model once for all its
// properties and returns a [Report] with a [Verdict] for each. Holds is only
// ever said when every reachable state was visited; where a bound cut the
// search short, what was not refuted is Unknown.
//
// [Verify] is Check for a test: it fails with the picture of a minimal
// counterexample, saves it, and replays it first the next time.
//
// User code in properties must be pure, like handlers: it runs once for each
// combination of values that it looks at, and is verified by running twice.
package checkers
