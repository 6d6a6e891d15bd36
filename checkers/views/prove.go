package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model/system"
)

// Verdict is what is said of a property for every number of participants.
type Verdict string

// The verdicts.
const (
	// ForEvery: no configuration made of views violates it, and the tests of what that assumes passed.
	ForEvery Verdict = "for-every-n"
	// Violated: with some number of participants, by an execution.
	Violated Verdict = "violated"
	// Unknown: the views do not tell.
	Unknown Verdict = "unknown"
)

// Options bound what is done.
type Options struct {
	K        int // participants in a view; 0 is 2
	MaxViews int // 0 is 100,000
	// MaxConfigurations bounds those of K+1 participants, and of K+2, that are looked at; 0 is 500,000.
	MaxConfigurations int
	TestStates        int // reachable states that each test visits at most; 0 is 20,000
	Search            checkers.Options
}

// Result is the answer for one property.
type Result struct {
	Property checkers.Property
	Verdict  Verdict
	Why      string // it is unknown
	// N is the number of participants of the system of which Answer is the violation.
	N      int
	Answer *checkers.Result
}

// Report is what was found out.
type Report struct {
	Results        []Result
	K              int
	Views          int
	Configurations int // of K+1 participants that were made of views
	Wider          int // of K+2, of which the steps were looked at to confirm that the set is closed
	WiderAll       bool
	Tests          []Test
	Invariant      Table
	// Refused is why there is no closed set, and nothing of the above; yet with few participants a property is violated.
	Refused string

	of *closure
}

// Others is how many processes are no participants, and how many of them come before these.
func (r *Report) Others() (all, before int) {
	f := r.of.form
	return f.before + f.after, f.before
}

// Closed returns the views, of K participants.
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

// Beyond is the number of participants beyond which it is assumed, and tested, that a step does to some of them what
// a step of so many does.
func (r *Report) Beyond() int {
	for _, t := range r.Tests {
		if t.Wide > 0 {
			return r.K + 2
		}
	}
	return r.K + 1
}

// Words are what the verdict ForEvery says, of participants that a parameter counts.
func (r *Report) Words(param string) string {
	to, part := 0, ""
	for _, t := range r.Tests {
		if to = max(to, t.N); !t.All {
			part = ", not on all states"
		}
	}
	return fmt.Sprintf("for every %s, if it treats processes alike beyond %d; tested to %s = %d%s", param, r.Beyond(),
		param, to, part)
}

// Prove decides the properties of a family for every number of participants. The error is a *Refusal if that cannot be
// done in this way, and nothing is violated with up to K+1 of them.
func Prove(ctx context.Context, f Family, opt Options) (*Report, error) {
	opt.K, opt.MaxViews = cmp.Or(opt.K, 2), cmp.Or(opt.MaxViews, 100_000)
	opt.TestStates, opt.MaxConfigurations = cmp.Or(opt.TestStates, 20_000), cmp.Or(opt.MaxConfigurations, 500_000)
	c, err := newClosure(f, opt)
	if err == nil {
		err = c.run(ctx)
	}
	if refused := new(*Refusal); errors.As(err, refused) {
		return f.violations(ctx, opt, *refused)
	}
	if err != nil {
		return nil, err
	}
	r := &Report{K: opt.K, Views: len(c.views.all), Configurations: len(c.above.met.all),
		Invariant: c.table(), of: c}
	why, err := c.test(ctx, r, opt)
	if err != nil {
		return nil, err
	}
	if err := c.decide(ctx, r, opt, why); err != nil {
		return nil, err
	}
	return r, c.again(ctx)
}

// test tests what the verdicts assume. It says of each property why that is not so, under "" of all of them.
func (c *closure) test(ctx context.Context, r *Report, opt Options) (map[string]string, error) {
	why := map[string]string{}
	var missing []uint32
	var err error
	if r.Wider, r.WiderAll, missing, err = c.wider(ctx, opt.MaxConfigurations); err != nil {
		return nil, err
	}
	if missing != nil {
		why[""] = fmt.Sprintf("the set is not closed for %d participants at once: %s is missing", c.wide.n,
			c.show(missing))
		return why, nil
	}
	for n := c.top.n; n <= c.wide.n+1; n++ {
		m, err := c.member(n)
		if err != nil && n > c.wide.n {
			return why, ignoring(err) // there are no more of them
		}
		if err != nil {
			return nil, err
		}
		t, seen, err := c.reached(ctx, m, opt.TestStates)
		if err != nil {
			return nil, err
		}
		r.Tests = append(r.Tests, t)
		switch {
		case t.missing != nil:
			why[""] = fmt.Sprintf("n=%d is not like fewer: the closed set lacks %s", m.n, c.show(t.missing))
		case t.unmade != nil:
			why[""] = "views were not put together to a state that has them: " + m.state(t.unmade)
		case t.unmatched != "":
			why[""] = fmt.Sprintf("n=%d is not like fewer: no %d of them do what happens by %s", m.n, c.wide.n,
				t.unmatched)
		case t.Wide > 0 && !r.WiderAll:
			why[""] = fmt.Sprintf("it takes %d participants to see all steps, and only %d configurations of so many were "+
				"looked at", c.wide.n, r.Wider)
		default:
			shown, err := c.nonlocal(m, seen)
			if err != nil {
				return nil, err
			}
			for name, text := range shown {
				if why[name] == "" {
					why[name] = text
				}
			}
			continue
		}
		return why, nil
	}
	return why, nil
}

// decide gives each property its verdict. Whatever the views do not rule out is sought in the system, with more and
// more participants.
func (c *closure) decide(ctx context.Context, r *Report, opt Options, why map[string]string) error {
	_, properties, err := c.family(c.top.n)
	if err != nil {
		return err
	}
	asked := map[string]bool{}
	for _, q := range c.top.checks {
		asked[q.name] = true
	}
	for _, p := range properties {
		res := Result{Property: p, Verdict: ForEvery}
		switch bad, open := c.open[p.Name()]; {
		case !asked[p.Name()]:
			res.Verdict = Unknown
			res.Why = fmt.Sprintf("it is of the kind %s: views tell of invariants and steps only", p.Kind())
		case why[""] != "" || why[p.Name()] != "":
			res.Verdict, res.Why = Unknown, cmp.Or(why[""], why[p.Name()])
		case open:
			res.Verdict, res.Why = Unknown, "the abstraction cannot tell: views allow "+bad
		}
		r.Results = append(r.Results, res)
	}
	for n := 1; n <= c.top.n+2; n++ {
		if err := c.family.seek(ctx, r, n, opt.Search); err != nil {
			return err
		}
	}
	return nil
}

// violations reports what is violated with few participants of a family of which the views do not tell; if nothing is,
// the error is the refusal.
func (f Family) violations(ctx context.Context, opt Options, refused *Refusal) (*Report, error) {
	r := &Report{K: opt.K, Refused: refused.Why}
	for n := 1; n <= opt.K+1; n++ {
		_, properties, err := f(n)
		if err != nil {
			continue // there is no such member
		}
		if r.Results == nil {
			for _, p := range properties {
				r.Results = append(r.Results, Result{Property: p, Verdict: Unknown, Why: refused.Why})
			}
		}
		if err := f.seek(ctx, r, n, opt.Search); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(r.Results, func(res Result) bool { return res.Verdict == Violated }) {
		return nil, refused
	}
	return r, nil
}

// seek looks for violations with n participants: of properties that the views do not decide, and where there are
// fewer participants than the views can tell of, of all.
func (f Family) seek(ctx context.Context, r *Report, n int, opt checkers.Options) error {
	m, properties, err := f(n)
	if err != nil {
		return ignoring(err)
	}
	wanted := map[string]*Result{}
	for i := range r.Results {
		res := &r.Results[i]
		if Askable(res.Property.Kind()) && (res.Verdict == Unknown || res.Verdict == ForEvery && n <= r.K) {
			wanted[res.Property.Name()] = res
		}
	}
	properties = slices.DeleteFunc(slices.Clone(properties), func(p checkers.Property) bool {
		return wanted[p.Name()] == nil
	})
	if len(properties) == 0 {
		return nil
	}
	b, err := checkers.Bind(m, properties)
	if err != nil {
		return ignoring(err)
	}
	report, err := b.Check(ctx, opt)
	if err != nil {
		return err
	}
	for _, answer := range report.Results {
		res := wanted[answer.Property.Name()]
		switch {
		case answer.Verdict == checkers.Violated:
			res.Verdict, res.Why, res.N, res.Answer = Violated, "", n, &answer
		case answer.Verdict == checkers.Unknown && res.Verdict == ForEvery:
			res.Verdict, res.Why = Unknown, fmt.Sprintf("n=%d was not decided: %s", n, answer.Explanation)
		}
	}
	return nil
}

// ignoring returns nil for an error of the family, which says that it has no such member.
func ignoring(err error) error {
	if errors.As(err, new(*Refusal)) || errors.As(err, new(*checkers.Failure)) {
		return err
	}
	return nil
}
