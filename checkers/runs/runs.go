// Package runs makes random runs of a model, for instances that are too large to explore, and shrinks those that
// violate a property. Random runs never show that a property holds.
package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/counterexamples/words"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/random"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Found is the verdict on a Reachable for which random runs found a witness. Random runs never say Holds: nothing is
// known about what they did not find.
const Found checkers.Verdict = "found"

// Options tune Check. The zero value has the documented defaults. The result depends only on Seed, Runs, Steps and
// ShrinkStates, unless it is cut short.
type Options struct {
	// Seed chooses the runs.
	Seed uint64

	// Runs is the number of runs, and Steps the maximum length of one; 0 means DefaultRuns and DefaultSteps.
	Runs, Steps int

	// Workers is the number of concurrent runs, and bounds the searches of shrinking; 0 means GOMAXPROCS.
	Workers int

	// Timeout ends the runs; 0 means never. Violations found by then are shrunk afterwards, until the deadline of Check's
	// context (the runs end half a second before that), or for half a second after an interruption.
	Timeout time.Duration

	// Memory ends the runs when the heap of the program reaches this many bytes; 0 means never.
	Memory uint64

	// ShrinkStates bounds each search for a shorter violation; there are three for each property. 0 means
	// DefaultShrinkStates.
	ShrinkStates uint64

	// ShrinkTimeout bounds the shrinking of one violation; 0 means a minute. It is meant for slow models: if it is
	// reached, the result depends on the machine.
	ShrinkTimeout time.Duration

	// Progress, if set, is called about every 200ms while runs are made.
	Progress func(random.Progress)

	// Shrinking, if set, is called before a violation is shrunk, with its number of steps.
	Shrinking func(p checkers.Property, steps int)
}

// The defaults of Options.
const (
	DefaultRuns         = 10_000
	DefaultSteps        = 1000
	DefaultShrinkStates = 1 << 20

	defaultShrinkTimeout = time.Minute
)

func (o Options) complete() Options {
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	o.Steps = cmp.Or(o.Steps, DefaultSteps)
	o.ShrinkStates = cmp.Or(o.ShrinkStates, DefaultShrinkStates)
	o.ShrinkTimeout = cmp.Or(o.ShrinkTimeout, defaultShrinkTimeout)
	return o
}

// Report is the result of random runs.
type Report struct {
	// Verdict is Violated if any property is, Found if every property is a Reachable and has a witness, and otherwise
	// Unknown.
	Verdict checkers.Verdict

	// Results are the results, in the order of the properties.
	Results []Result

	// Seed, Runs and Steps are from the options, with defaults filled in.
	Seed        uint64
	Runs, Steps int

	// Bound is what cut the runs short, if anything did.
	Bound explore.Bound

	Made    int    // runs made: fewer than Runs if every property was decided, or a bound was reached
	Taken   uint64 // steps of all runs
	Longest int    // steps of the longest run
	Ended   int    // runs that ended in a state in which nothing can happen, or of which the Constraint is false

	// States is the number of distinct states encountered. If MoreStates is true, it is a lower bound.
	States     uint64
	MoreStates bool

	Calls     int64 // how often user code of the model ran, verification included
	Elapsed   time.Duration
	Shrinking time.Duration // time for shrinking, after Elapsed

	// Events counts the steps of every class of events that the model has; a class with 0 never occurred.
	Events []checkers.EventCount
}

// Result is the result for one property.
type Result struct {
	Property checkers.Property

	// Verdict is Violated, Unknown or, for Reachable, Found.
	Verdict checkers.Verdict

	// Asked says that runs can decide the property at all.
	Asked bool

	// Explanation says what is wrong, in the property's own words, or what Unknown means here.
	Explanation string

	// Execution is the counterexample or witness after shrinking; nil if there is none.
	Execution *counterexamples.Execution

	// Run is the number, from 1, of the run that showed it, after RunSteps steps; 0 if none did.
	Run, RunSteps int

	// Shortest is the set of executions among which Execution has the fewest steps.
	Shortest Extent
}

// Extent is a set of executions.
type Extent string

// The extents.
const (
	// OfAll: all executions of the system.
	OfAll Extent = "all"
	// OfRun: all executions of events of the run that was shrunk, in any order and number.
	OfRun Extent = "run"
	// OfKept: all executions of those events of the run that could not be left out.
	OfKept Extent = "kept"
	// OfNone: not known, since shrinking was cut short.
	OfNone Extent = ""
)

// String says in words which executions are not shorter.
func (e Extent) String() string {
	switch e {
	case OfAll:
		return "no execution is shorter"
	case OfRun:
		return "no execution of the events of the run is shorter"
	case OfKept:
		return "no execution of these events is shorter"
	}
	return "there may be a shorter one"
}

// Check makes random runs of m and evaluates the properties on the way. It reaches states that a full exploration
// cannot, and proves only what it finds. A run that violates a property, or reaches a wanted state, is shrunk to a
// shortest execution, among all executions if ShrinkStates suffices for that. Every such execution is replayed on a
// newly compiled system.
//
// Properties of all executions together (liveness, costs, the past) cannot be decided by single runs: they are
// Unknown.
//
// When ctx is cancelled, Check returns what it has found so far. The error is a *Failure if the model is at fault;
// the report then says how far the runs came. If a function of the model does not return, the error names it, and
// wraps that of ctx.
func Check(ctx context.Context, m model.Model, properties []checkers.Property, opt Options) (*Report, error) {
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return nil, err
	}
	r := &running{Bound: b, m: m, sys: b.System(), begun: random.Begun(b.Explored()), opt: opt.complete(),
		questions: b.Questions()}
	return r.run(ctx, properties)
}

// run makes the runs and reports on them.
func (r *running) run(ctx context.Context, properties []checkers.Property) (*Report, error) {
	var checks []explore.Check
	for _, q := range r.questions {
		if check, ok := q.Check(); ok {
			checks = append(checks, check)
		}
	}
	found, err := stuck.Study(ctx, timeToRun(ctx, r.opt.Timeout), func(ctx context.Context) (*random.Simulation, error) {
		return random.Simulate(ctx, r.begun, checks, random.Options{
			Seed: r.opt.Seed, Runs: r.opt.Runs, Steps: r.opt.Steps, Workers: r.opt.Workers,
			Memory: r.opt.Memory, Progress: stuck.Until(ctx, r.opt.Progress),
			Owed: r.sys.Owed, Fault: r.sys.Fault, Owner: r.sys.Owner,
		})
	})
	if found == nil {
		return nil, r.Fault(err)
	}
	report := r.report(found)
	if err != nil {
		return report, r.Fault(err)
	}
	began := time.Now()
	err = r.answer(ctx, found, properties, report)
	report.Shrinking = time.Since(began)
	if err == nil && report.Bound == explore.BoundNone {
		_, err = stuck.Study(ctx, 0, r.again)
		report.Calls = r.sys.Calls()
	}
	if err != nil {
		report.Results, err = nil, r.Fault(err)
	}
	report.Verdict = report.overall()
	return report, err
}

// again calls the functions again whose answers are remembered. It is no error if there is no time for all of that.
func (r *running) again(ctx context.Context) (struct{}, error) {
	err := r.AskAgain(ctx)
	if checkers.Unfinished(err) != explore.BoundNone {
		err = nil // nothing is proved anyway
	}
	return struct{}{}, err
}

// running is a call of Check.
type running struct {
	*checkers.Bound
	m         model.Model
	sys       *system.System
	begun     explore.System // the explored system in the form for random runs
	opt       Options
	questions []checkers.Question
}

func (r *running) report(found *random.Simulation) *Report {
	report := &Report{Verdict: checkers.Unknown, Seed: r.opt.Seed, Runs: r.opt.Runs, Steps: r.opt.Steps,
		Bound: found.Bound,
		Made:  found.Runs, Taken: found.Steps, Longest: found.Longest, Ended: found.Ended,
		States: found.States, MoreStates: found.MoreStates, Calls: r.sys.Calls(), Elapsed: found.Elapsed}
	report.Events = r.Events(found.PerClass)
	return report
}

func (r *Report) overall() checkers.Verdict {
	v := Found
	if len(r.Results) == 0 {
		v = checkers.Unknown
	}
	for _, result := range r.Results {
		switch result.Verdict {
		case checkers.Violated:
			return checkers.Violated
		case checkers.Unknown:
			v = checkers.Unknown
		}
	}
	return v
}

// answer fills in the results.
func (r *running) answer(ctx context.Context, found *random.Simulation, properties []checkers.Property,
	report *Report) error {
	longer, cancel := lingering(ctx, timeToReduce)
	defer cancel()
	var results []Result
	asked := 0
	for _, q := range r.questions {
		check, ok := q.Check()
		result := Result{Property: q.Property, Verdict: checkers.Unknown, Asked: ok, Explanation: r.unknown(q, report)}
		if ok {
			if run := found.Found[asked]; run != nil {
				var err error
				if r.opt.Shrinking != nil {
					r.opt.Shrinking(q.Property, len(run.Events))
				}
				result, err = stuck.Study(longer, r.opt.ShrinkTimeout, func(limited context.Context) (Result, error) {
					return r.shrink(ctx, limited, q.Property, check, *run)
				})
				if err != nil {
					return err
				}
			}
			asked++
		}
		if q.Of == len(results) {
			results = append(results, result)
			continue
		}
		other := &results[q.Of] // of another part of the same property
		if result.Verdict == checkers.Violated && (other.Verdict != checkers.Violated ||
			result.Execution.Len() < other.Execution.Len()) {
			*other = result
		}
	}
	for i, p := range properties {
		result := &results[i]
		result.Property = p
		if e := result.Execution; e != nil {
			e.Trace.Property, e.Trace.Kind, e.Trace.Explanation = p.Name(), string(p.Kind()), result.Explanation
		}
	}
	report.Results = results
	return nil
}

// unknown says what it means that nothing was found for a property.
func (r *running) unknown(q checkers.Question, report *Report) string {
	kind := q.Property.Kind()
	if _, ok := q.Check(); !ok {
		return fmt.Sprintf("no single run says anything about a property of kind %s: only exploring every state does", kind)
	}
	what := "not violated"
	if kind == checkers.KindReachable {
		what = "not found"
	}
	what = fmt.Sprintf("%s in %s of up to %s, which proves nothing", what, words.Count(report.Made, "run"),
		words.Count(r.opt.Steps, "step"))
	if why := q.Undecided(); why != "" {
		what += "; " + why
	}
	return what
}

// confirmed replays an execution on a newly compiled system, so that no remembered answer from other runs affects
// what is shown. It returns the replayed execution with what is wrong at its end or, if shown is false, with the reason
// why that is not known.
func (r *running) confirmed(e *counterexamples.Execution, p checkers.Property) (again *counterexamples.Execution,
	explanation string, shown bool, err error) {
	b, err := checkers.Bind(r.m, nil)
	if err != nil {
		return nil, "", false, err
	}
	again, err = counterexamples.Replay(b.System(), e.Trace)
	switch {
	case errors.As(err, new(*counterexamples.Stale)):
		return nil, "", false, unlike(p, err)
	case err != nil:
		return nil, "", false, b.Fault(err)
	}
	explanation, shown, err = checkers.Shows(again, p)
	if err == nil && !shown && explanation == "" {
		err = unlike(p, errors.New("it does not show it"))
	}
	return again, explanation, shown, err
}

// unlike is the error of an execution that differs when it is replayed.
func unlike(p checkers.Property, why error) error {
	return &checkers.Failure{Err: fmt.Errorf("an execution that shows property %s does not do so when it is "+
		"replayed: %w\n"+
		"  a handler or the property depends on something else than its arguments", p.Name(), why)}
}
