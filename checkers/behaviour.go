package checkers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// Behaviour is what a check that visited every state has asked the functions of a model and of its properties, what
// they answered, and what the check found. Its file is text, to be kept beside the code: the difference of two shows
// which behaviour changed, and Since tells whether any did.
type Behaviour struct {
	head behaviourHead
	rows *model.Behaviour
}

// behaviourHead is what stands before the rows.
type behaviourHead struct {
	// Subject is what was checked, in the words of whoever checked it.
	Subject     []string         `json:"subject"`
	Properties  []string         `json:"properties"`
	Verdict     Verdict          `json:"verdict"`
	States      uint64           `json:"states"`
	Transitions uint64           `json:"transitions"`
	Levels      string           `json:"levels"`
	MemoHits    uint64           `json:"memoHits"`
	Events      []string         `json:"events"`
	Classes     []string         `json:"classes"` // of failure detectors
	Results     []recordedResult `json:"results"`
	// Vacuities are those of the single properties, as far as they tell.
	Vacuities   []string `json:"vacuities"`
	Environment []string `json:"environment"`
	Ambiguous   []string `json:"ambiguous"`
	Encodings   string   `json:"encodings"`
	Contents    int      `json:"contents"`
	Functions   int      `json:"functions"`
	Questions   int      `json:"questions"`
}

// recordedResult is a Result. Traces stand in one line.
type recordedResult struct {
	Property    string        `json:"property"`
	Verdict     Verdict       `json:"verdict"`
	Explanation string        `json:"explanation,omitempty"`
	Vacuous     string        `json:"vacuous,omitempty"`
	Fairness    string        `json:"fairness,omitempty"`
	Manner      Manner        `json:"manner,omitempty"`
	Minimal     bool          `json:"minimal,omitempty"`
	Cost        *recordedCost `json:"cost,omitempty"`
	Trace       string        `json:"trace,omitempty"`
}

type recordedCost struct {
	Max              uint64 `json:"max"`
	Unbounded        bool   `json:"unbounded"`
	Endless          uint64 `json:"endless,omitempty"`
	EndlessUnbounded bool   `json:"endlessUnbounded,omitempty"`
	Min              uint64 `json:"min"`
	Ends             bool   `json:"ends"`
	Mean             string `json:"mean"`
	Chance           string `json:"chance"`
	Least            string `json:"least,omitempty"`
}

// MaxAnswers is how many answers of properties a Behaviour holds: more make a file that nobody reads. A property that
// looks at all of a state at once has as many as there are states.
const MaxAnswers = 100_000

// ErrUnfinished is the error of Record for a check that left something open.
var ErrUnfinished = errors.New("not every state was visited, or a property is unknown: there is no behaviour to keep")

// Record checks as Check does, with Options.KeepGoing, and returns the Behaviour too. subject says in lines what is
// checked; it counts as a change if it differs. If there is a report and no Behaviour, unkept says why: it is
// ErrUnfinished, or what keeps it from being written.
func Record(ctx context.Context, m model.Model, properties []Property, opt Options, subject []string) (r *Report, b *Behaviour, unkept, err error) {
	opt.KeepGoing, opt.Reduce = true, 0 // every row is wanted
	var at bound
	opt.Reduce &^= explore.Symmetry // what is kept is of all states
	r, err = check(ctx, m, nil, properties, opt, &at)
	if err != nil || r == nil {
		return r, nil, nil, err
	}
	if !r.Exhaustive || r.Verdict == Unknown || slices.ContainsFunc(r.Results, func(r Result) bool { return r.Verdict == Unknown }) {
		return r, nil, ErrUnfinished, nil
	}
	tooMany := func(n int) error {
		return fmt.Errorf("its properties gave %d different answers, and at most %d are kept: choose properties that look at less of a state, or smaller parameters", n, MaxAnswers)
	}
	if n := at.sys.Answers(); n > 2*MaxAnswers { // not worth writing down to be counted exactly
		return r, nil, tooMany(n), nil
	}
	rows, unkept := at.sys.Behaviour(counterexamples.Format)
	if unkept != nil {
		return r, nil, unkept, nil
	}
	if n := rows.Answers(); n > MaxAnswers {
		return r, nil, tooMany(n), nil
	}
	head, unkept := headOf(r, properties, at, subject)
	if unkept != nil {
		return r, nil, unkept, nil
	}
	return r, &Behaviour{head, rows}, nil, nil
}

// bound is a system with its properties.
type bound struct {
	sys       *model.System
	questions []question
	impure    bool // it was found out in the end: see askAgain
}

// vacuities asks the single properties whether they say something.
func (b bound) vacuities() []string {
	all := make([]string, len(b.questions))
	for i, q := range b.questions {
		if q.vacuous != nil {
			all[i] = q.vacuous()
		}
	}
	return all
}

func headOf(r *Report, properties []Property, at bound, subject []string) (behaviourHead, error) {
	h := behaviourHead{Subject: subject, Properties: terms(properties), Verdict: r.Verdict, States: r.States, Transitions: r.Transitions,
		MemoHits: r.MemoHits, Classes: r.Classes, Vacuities: at.vacuities()}
	h.Levels = strings.Trim(fmt.Sprint(r.Levels), "[]")
	for _, e := range r.Events {
		h.Events = append(h.Events, eventLine(e))
	}
	for _, result := range r.Results {
		c := recordedResult{Property: result.Property.name, Verdict: result.Verdict, Explanation: result.Explanation, Vacuous: result.Vacuous,
			Fairness: result.Fairness, Manner: result.Manner, Minimal: result.Minimal}
		var err error
		if c.Trace, err = traceLine(result.Execution); err != nil {
			return h, err
		}
		if cost := result.Cost; cost != nil {
			c.Cost = &recordedCost{Max: cost.Max, Unbounded: cost.Unbounded, Endless: cost.Endless, EndlessUnbounded: cost.EndlessUnbounded,
				Min: cost.Min, Ends: cost.Ends, Mean: strconv.FormatFloat(cost.Mean, 'g', -1, 64), Chance: strconv.FormatFloat(cost.Chance, 'g', -1, 64)}
			if c.Cost.Least, err = traceLine(cost.Least); err != nil {
				return h, err
			}
		}
		h.Results = append(h.Results, c)
	}
	return h, nil
}

func eventLine(e EventCount) string { return fmt.Sprintf("%d %s", e.Count, e.Class) }

// terms are what properties are made with, but for functions, which are asked: for a Behaviour.
func terms(properties []Property) []string {
	var all []string
	for _, p := range properties {
		line := fmt.Sprintf("%s, %s", p.name, p.kind)
		if l := p.live; l != nil {
			line += fmt.Sprintf(", weak %v, strong %v, per process %v, %d assumed", l.fairness.Weak != nil, l.fairness.Strong != nil, l.fairness.PerProcess, len(l.assuming))
		}
		if p.trait != "" {
			line += fmt.Sprintf(", trait %s", p.trait)
		}
		if p.terms != "" {
			line += ", " + p.terms
		}
		all = append(all, line)
		for _, part := range terms(p.parts) {
			all = append(all, "part of "+p.name+": "+part)
		}
	}
	return all
}

// Comparison is what Since found.
type Comparison struct {
	// Report is what the check of then reported, if nothing has changed; then it is what a check of now
	// would report, with Options.KeepGoing. Its Calls are those of the comparison; memory and times are 0.
	Report *Report
	// Changes are what has changed, if anything. If it was more than functions, these were not asked.
	Changes []model.Change
	// Functions is how many inputs of functions there are in the Behaviour, Answers how many answers of properties.
	Functions, Answers int
}

// Since compares a model and properties with those whose behaviour b is. The functions of the model and of the properties are
// asked for every row anew, and no state is explored. If all answers are as they were, the verdicts stand: see
// model.System.Changes for why. What is taken on trust is that b was written by Record, and that the
// engine and the semantics of steps are those of then; the schema of the file counts with them.
// The error says that b is damaged, or that the model is not valid; it may be a *Failure.
func (b *Behaviour) Since(m model.Model, properties []Property, subject []string) (*Comparison, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	at, err := bind(m, nil, single(properties))
	if err != nil {
		return nil, err
	}
	c := &Comparison{Functions: len(b.rows.Functions), Answers: b.rows.Answers()}
	for _, lines := range []struct {
		where       string
		before, now []string
	}{{"subject", b.head.Subject, subject}, {"properties", b.head.Properties, terms(properties)}} {
		if !slices.Equal(lines.before, lines.now) {
			c.Changes = append(c.Changes, model.LineChange(lines.where, lines.before, lines.now))
		}
	}
	if c.Changes != nil {
		return c, nil
	}
	if c.Changes, err = at.sys.Changes(b.rows, counterexamples.Format); err != nil || c.Changes != nil {
		return c, damaged(err)
	}
	for i, q := range at.questions {
		if q.undecided != nil && q.undecided() != "" {
			c.Changes = append(c.Changes, model.LineChange("properties", nil, []string{q.undecided()}))
		}
		if i >= len(b.head.Vacuities) {
			return nil, damaged(model.ErrDamaged)
		}
	}
	if now := at.vacuities(); !slices.Equal(now, b.head.Vacuities) {
		c.Changes = append(c.Changes, model.LineChange("what passes vacuously", b.head.Vacuities, now))
	}
	if c.Changes == nil {
		c.Report, err = b.report(at.sys, properties)
	}
	return c, damaged(err)
}

// damaged says what to do about a file that does not hang together.
func damaged(err error) error {
	if errors.Is(err, model.ErrDamaged) {
		return fmt.Errorf("the behaviour is damaged: %w: check the system again and keep the new one", err)
	}
	return err
}

// report is the one of then, with its executions run anew.
func (b *Behaviour) report(sys *model.System, properties []Property) (*Report, error) {
	h := &b.head
	r := &Report{Verdict: h.Verdict, Exhaustive: true, States: h.States, Transitions: h.Transitions, Classes: h.Classes, MemoHits: h.MemoHits}
	for _, word := range strings.Fields(h.Levels) {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return nil, model.ErrDamaged
		}
		r.Levels = append(r.Levels, n)
	}
	r.Depth = len(r.Levels) - 1
	if len(h.Events) != len(sys.Classes()) || len(h.Results) != len(properties) {
		return nil, model.ErrDamaged
	}
	for i, class := range sys.Classes() {
		e := EventCount{Class: class}
		_, err := fmt.Sscan(h.Events[i], &e.Count)
		if err != nil || eventLine(e) != h.Events[i] {
			return nil, model.ErrDamaged
		}
		r.Events = append(r.Events, e)
	}
	for i, p := range properties {
		result, err := h.Results[i].result(sys, p)
		if err != nil {
			return nil, err
		}
		r.Results = append(r.Results, result)
	}
	if overall(r) != r.Verdict || r.Verdict == Unknown {
		return nil, model.ErrDamaged
	}
	r.Calls = sys.Calls()
	return r, nil
}

func (c recordedResult) result(sys *model.System, p Property) (r Result, err error) {
	r = Result{Property: p, Verdict: c.Verdict, Explanation: c.Explanation, Vacuous: c.Vacuous, Fairness: c.Fairness, Manner: c.Manner, Minimal: c.Minimal}
	if c.Property != p.name || c.Verdict != Holds && c.Verdict != Violated {
		return r, model.ErrDamaged
	}
	if r.Execution, err = executionOf(sys, c.Trace); err != nil || c.Cost == nil {
		return r, err
	}
	r.Cost = &CostRange{Max: c.Cost.Max, Unbounded: c.Cost.Unbounded, Endless: c.Cost.Endless, EndlessUnbounded: c.Cost.EndlessUnbounded,
		Min: c.Cost.Min, Ends: c.Cost.Ends}
	for _, x := range []struct {
		to   *float64
		text string
	}{{&r.Cost.Mean, c.Cost.Mean}, {&r.Cost.Chance, c.Cost.Chance}} {
		if *x.to, err = strconv.ParseFloat(x.text, 64); err != nil {
			return r, model.ErrDamaged
		}
	}
	r.Cost.Least, err = executionOf(sys, c.Cost.Least)
	return r, err
}

// traceLine is the trace of an execution in one line; empty if there is none.
func traceLine(e *counterexamples.Execution) (string, error) {
	if e == nil {
		return "", nil
	}
	var line strings.Builder
	err := e.Trace.WriteLine(&line)
	return line.String(), err
}

// executionOf is the inverse of traceLine.
func executionOf(sys *model.System, line string) (*counterexamples.Execution, error) {
	if line == "" {
		return nil, nil
	}
	t, err := counterexamples.Read(strings.NewReader(line))
	if err == nil {
		var e *counterexamples.Execution
		if e, err = counterexamples.Replay(sys, t); err == nil {
			return e, nil
		}
	}
	return nil, fmt.Errorf("%w: %v", model.ErrDamaged, err)
}

// bind compiles a model and binds single properties to it.
func bind(m model.Model, symmetry *model.Symmetry, properties []Property) (b bound, err error) {
	if b.sys, err = model.Compile(m); err != nil {
		return b, fault(nil, err)
	}
	if symmetry != nil {
		b.sys.Assume(*symmetry)
	}
	b.questions = make([]question, len(properties))
	for i, p := range properties {
		if b.questions[i], err = p.bind(b.sys); err != nil {
			return b, err
		}
	}
	return b, nil
}
