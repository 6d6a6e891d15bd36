package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/stuck"
	"github.com/anel-mc/mc/model/system"
)

// Verdict is the answer to a property for every number of participants.
type Verdict string

// The verdicts.
const (
	// ForEvery: no configuration made of views violates it, and the tests of the underlying assumptions passed.
	ForEvery Verdict = "for-every-n"
	// Violated: with some number of participants, an execution violates it.
	Violated Verdict = "violated"
	// Unknown: views cannot decide it.
	Unknown Verdict = "unknown"
)

// Options bound the effort of Prove.
type Options struct {
	K        int // participants in a view; 0 means 2
	MaxViews int // 0 means 100,000
	// MaxConfigurations bounds the number of configurations of K+1 participants, and of those of K+2; 0 means 500,000.
	MaxConfigurations int
	TestStates        int // how many reachable states each test visits at most; 0 means 20,000
	Search            checkers.Options
}

// Result is the result for one property.
type Result struct {
	Property checkers.Property
	Verdict  Verdict
	Why      string // why the verdict is Unknown
	// N is the number of participants of the system that Answer says violates the property; above K+3, it need not be
	// the least.
	N      int
	Answer *checkers.Result
}

// Report is the result of Prove.
type Report struct {
	Results        []Result
	K              int
	Views          int
	Configurations int  // of K+1 participants, made of views
	Wider          int  // of K+2 participants, whose steps were taken to confirm that the set is closed
	WiderAll       bool // whether these were all
	Tests          []Test
	Invariant      Table
	// Refused says why there is no closed set. If it is set, only Results and K are valid, and some property is violated
	// with few participants.
	Refused string

	of *closure
}

// Others returns the number of processes that are not participants, and how many of them have smaller IDs than these.
func (r *Report) Others() (all, before int) {
	f := r.of.form
	return f.before + f.after, f.before
}

// Closed returns the views in the closed set, each of K participants.
func (r *Report) Closed() (all [][]system.Part) {
	f, s := r.of.form, r.of.view
	for _, v := range r.of.views.all {
		var parts []system.Part
		for i, at := range s.roles {
			parts = append(parts, system.Part{At: system.Place{Kind: at.kind, A: f.id(s.m, at.a), B: f.id(s.m, at.b),
				Index: at.index}, Holds: r.of.parts.value(v[i])})
		}
		all = append(all, parts)
	}
	return all
}

// Beyond returns the number of participants beyond which it is assumed, and tested, that every step changes any K of
// them in the same way as some step of only so many participants.
func (r *Report) Beyond() int {
	for _, t := range r.Tests {
		if t.Wide > 0 {
			return r.K + 2
		}
	}
	return r.K + 1
}

// Words describes the verdict ForEvery, with param as the name of the number of participants.
func (r *Report) Words(param string) string {
	to, part, runs := 0, "", ""
	for _, t := range r.Tests {
		switch {
		case t.Runs:
			runs = fmt.Sprintf(", and in random runs to %s = %d", param, t.N)
			continue
		case !t.All:
			part = ", not on all states"
		}
		to = t.N
	}
	return fmt.Sprintf("for every %s, if it treats processes alike beyond %d; tested to %s = %d%s%s", param, r.Beyond(),
		param, to, part, runs)
}

// Prove decides the properties of a family for every number of participants. The error is a *Refusal if views cannot
// decide the family and no property is violated with up to K+1 participants. Once ctx is done, the error wraps its own,
// and names a function of the model that does not return.
func Prove(ctx context.Context, f Family, opt Options) (*Report, error) {
	opt.K, opt.MaxViews = cmp.Or(opt.K, 2), cmp.Or(opt.MaxViews, 100_000)
	opt.TestStates, opt.MaxConfigurations = cmp.Or(opt.TestStates, 20_000), cmp.Or(opt.MaxConfigurations, 500_000)
	r, err := stuck.Study(ctx, 0, func(ctx context.Context) (*Report, error) {
		r, err := f.prove(ctx, opt)
		if refused := new(*Refusal); errors.As(err, refused) {
			return f.violations(ctx, opt, *refused)
		}
		return r, err
	})
	if errors.As(err, new(*stuck.Unreturned)) {
		err = fmt.Errorf("%w\n  the state need not be reachable: functions are asked about others, too, and must return", err)
	}
	return r, err
}

// prove is Prove, with the options filled in, for a family that views can decide.
func (f Family) prove(ctx context.Context, opt Options) (*Report, error) {
	c, err := newClosure(f, opt)
	if err != nil {
		return nil, err
	}
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	r := &Report{K: opt.K, Views: len(c.views.all), Configurations: len(c.joiner.listed.all),
		Invariant: c.table(), of: c}
	why, err := c.test(ctx, r, opt)
	if err != nil {
		return nil, err
	}
	if err := c.decide(ctx, r, opt, why); err != nil {
		return nil, err
	}
	return r, c.askAgain(ctx)
}

// test tests the assumptions of the verdict ForEvery. It returns, by property, why they fail; under "" is a reason
// for all properties.
func (c *closure) test(ctx context.Context, r *Report, opt Options) (map[string]string, error) {
	why := map[string]string{}
	var missing []uint32
	var err error
	if r.Wider, r.WiderAll, missing, err = c.testPlusTwo(ctx, opt.MaxConfigurations); err != nil {
		return nil, err
	}
	if missing != nil {
		why[""] = fmt.Sprintf("the set is not closed for %d participants at once: %s is missing", c.plusTwo.n,
			c.show(missing))
		return why, nil
	}
	for n := c.plusOne.n; n <= c.largest(); n++ {
		m, err := c.member(n)
		if err != nil && n > c.plusTwo.n {
			return why, ignoreAbsent(err) // the family has no members this large
		}
		if err != nil {
			return nil, err
		}
		var t Test
		var seen *set
		if n <= c.plusTwo.n+1 {
			t, seen, err = c.testReachable(ctx, m, opt.TestStates)
		} else {
			t, seen, err = c.testRuns(ctx, m, opt.TestStates/2+1)
		}
		if err != nil {
			return nil, err
		}
		r.Tests = append(r.Tests, t)
		switch {
		case t.missing != nil:
			why[""] = fmt.Sprintf("n=%d is not like fewer: the closed set lacks %s", m.n, c.show(t.missing))
		case t.unjoined != nil:
			why[""] = "views were not put together to a state that has them: " + m.state(t.unjoined)
		case t.unmatched != "":
			why[""] = fmt.Sprintf("n=%d is not like fewer: no %d of them do what happens by %s", m.n, c.plusTwo.n,
				t.unmatched)
		case t.Wide > 0 && !r.WiderAll:
			why[""] = fmt.Sprintf("it takes %d participants to see all steps, and only %d configurations of so many were "+
				"looked at", c.plusTwo.n, r.Wider)
		default:
			shown, err := c.nonlocal(m, seen)
			if err != nil {
				return nil, err
			}
			for name, text := range shown {
				why[name] = cmp.Or(why[name], text)
			}
			continue
		}
		return why, nil
	}
	return why, nil
}

// largest returns the largest number of participants that are tested.
func (c *closure) largest() int { return c.plusTwo.n + 4 }

// decide gives each property its verdict, given what test has returned.
func (c *closure) decide(ctx context.Context, r *Report, opt Options, why map[string]string) error {
	_, properties, err := c.family(c.plusOne.n)
	if err != nil {
		return err
	}
	for _, p := range properties {
		res := Result{Property: p, Verdict: ForEvery}
		if res.Why = c.doubt(p, why); res.Why != "" {
			res.Verdict = Unknown
		}
		r.Results = append(r.Results, res)
	}
	unlike := 0 // the number of participants that are not like fewer
	if why[""] != "" && len(r.Tests) > 0 {
		unlike = r.Tests[len(r.Tests)-1].N
	}
	for n := 1; n <= c.largest(); n++ {
		if err := c.search(ctx, r, opt, n, n == unlike); err != nil {
			return err
		}
	}
	return nil
}

// doubt returns why the views do not prove a property, or "" if they do.
func (c *closure) doubt(p checkers.Property, why map[string]string) string {
	bad, open := c.open[p.Name()]
	takes, _ := p.Takes()
	switch {
	case !slices.ContainsFunc(c.plusOne.checks, func(q asked) bool { return q.name == p.Name() }):
		return fmt.Sprintf("it is of the kind %s: views decide only invariants and steps", p.Kind())
	case takes > c.plusOne.n:
		return fmt.Sprintf("it takes %d processes to violate it, and views of %d decide about %d", takes, c.opt.K,
			c.plusOne.n)
	case why[""] != "":
		return why[""]
	case why[p.Name()] != "":
		return why[p.Name()]
	case open:
		return "the abstraction cannot tell: views allow " + bad
	}
	return ""
}

// search looks for violations with n participants: of properties that are not proved, if there are few participants or
// a test failed or saw a violation with so many; and of properties that are proved, if views say nothing about so few
// or the test with so many was not complete.
func (c *closure) search(ctx context.Context, r *Report, opt Options, n int, unlike bool) error {
	few := n <= c.plusOne.n+2
	partly := slices.ContainsFunc(r.Tests, func(t Test) bool { return t.N == n && !t.All })
	whole, limited := opt.Search, opt.Search
	if !few { // many states, of which only the first are of interest unless a violation was seen
		whole.MaxStates = cmp.Or(whole.MaxStates, 1<<20)
		limited.MaxStates = min(whole.MaxStates, uint64(opt.TestStates))
	}
	// It may take k+2 participants, and not all of their configurations were looked at.
	must := func(res *Result) bool {
		_, known := res.Property.Takes()
		return n <= r.K || n == c.plusTwo.n && !r.WiderAll && !known
	}
	if err := c.family.search(ctx, r, n, whole, func(res *Result) bool {
		if res.Verdict == ForEvery {
			return n <= r.K
		}
		return few || unlike || c.reached[res.Property.Name()] == n
	}, must); err != nil {
		return err
	}
	return c.family.search(ctx, r, n, limited, func(res *Result) bool {
		return res.Verdict == ForEvery && n > r.K && partly
	}, must)
}

// violations looks for violations with few participants in a family that views cannot decide. If there are none, the
// error is the refusal.
func (f Family) violations(ctx context.Context, opt Options, refused *Refusal) (*Report, error) {
	r := &Report{K: opt.K, Refused: refused.Why}
	for n := 1; n <= opt.K+1; n++ {
		_, properties, err := f(n)
		if err != nil {
			continue // the family has no such member
		}
		if r.Results == nil {
			for _, p := range properties {
				r.Results = append(r.Results, Result{Property: p, Verdict: Unknown, Why: refused.Why})
			}
		}
		all := func(*Result) bool { return true }
		if err := f.search(ctx, r, n, opt.Search, all, all); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(r.Results, func(res Result) bool { return res.Verdict == Violated }) {
		return nil, refused
	}
	return r, nil
}

// search checks the properties that are wanted with n participants. Those that seemed proved, and must be decided, are
// unknown if they are not.
func (f Family) search(ctx context.Context, r *Report, n int, opt checkers.Options,
	wanted, must func(*Result) bool) error {
	m, properties, err := f(n)
	if err != nil {
		return ignoreAbsent(err)
	}
	open := map[string]*Result{}
	for i := range r.Results {
		res := &r.Results[i]
		if Askable(res.Property.Kind()) && res.Verdict != Violated && wanted(res) {
			open[res.Property.Name()] = res
		}
	}
	properties = slices.DeleteFunc(slices.Clone(properties), func(p checkers.Property) bool {
		return open[p.Name()] == nil
	})
	if len(properties) == 0 {
		return nil
	}
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return ignoreAbsent(err)
	}
	report, err := b.Check(ctx, opt)
	if err != nil {
		return err
	}
	for _, answer := range report.Results {
		res := open[answer.Property.Name()]
		switch {
		case answer.Verdict == checkers.Violated:
			res.Verdict, res.Why, res.N, res.Answer = Violated, "", n, &answer
		case answer.Verdict == checkers.Unknown && res.Verdict == ForEvery && must(res):
			res.Verdict, res.Why = Unknown, fmt.Sprintf("n=%d was not decided: %s", n, answer.Explanation)
		}
	}
	return nil
}

// ignoreAbsent returns nil for an error of the family itself, which says that it has no such member.
func ignoreAbsent(err error) error {
	if errors.As(err, new(*Refusal)) || errors.As(err, new(*checkers.Failure)) {
		return err
	}
	return nil
}
