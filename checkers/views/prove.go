package views

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
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
	K          int // participants in a view; 0 is 2
	MaxViews   int // 0 is 100,000
	TestStates int // reachable states that each test visits at most; 0 is 20,000
	Search     checkers.Options
}

// Test is a test of the assumption on the reachable states of one instance.
type Test struct {
	N      int
	States int
	All    bool // these were all states
	Steps  int  // steps of views that were looked for in configurations of K+1 participants

	Missing   string // a view of a state that is not in the closed set, if there is one
	Unmatched string // a step that no configuration has, if there is one
	missing   []uint32
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
	Over           int // events that were passed over, since their handlers failed in a configuration
	Tests          []Test
	Invariant      Table
}

// TestedTo is the largest number of participants of which states were looked at.
func (r *Report) TestedTo() int {
	to := 0
	for _, t := range r.Tests {
		to = max(to, t.N)
	}
	return to
}

// Prove decides the properties of a family for every number of participants. The error is a *Refusal if that cannot be
// done in this way.
func Prove(ctx context.Context, f Family, opt Options) (*Report, error) {
	if opt.K == 0 {
		opt.K = 2
	}
	if opt.MaxViews == 0 {
		opt.MaxViews = 100_000
	}
	if opt.TestStates == 0 {
		opt.TestStates = 20_000
	}
	c, err := newClosure(f, opt.K, opt.MaxViews)
	if err != nil {
		return nil, err
	}
	if err := c.run(ctx); err != nil {
		return nil, err
	}
	r := &Report{K: opt.K, Views: len(c.views.all), Configurations: len(c.above.met.all), Over: c.over}
	why, err := c.test(ctx, r, opt)
	if err != nil {
		return nil, err
	}
	r.Invariant = c.table()
	return r, c.decide(ctx, r, opt, why)
}

// test tests what the closed set assumes, and says why it is not so, or nothing.
func (c *closure) test(ctx context.Context, r *Report, opt Options) (why string, err error) {
	for n := c.top.n; n <= c.top.n+2; n++ {
		t, err := c.reached(ctx, n, opt.TestStates)
		if outOfRange(err) && len(r.Tests) > 0 {
			break
		}
		if err != nil {
			return "", err
		}
		r.Tests = append(r.Tests, t)
		switch {
		case t.Missing != "":
			return fmt.Sprintf("n=%d is not alike: it has a view that is not in the closed set, %s", n, t.Missing), nil
		case t.Unmatched != "":
			return fmt.Sprintf("n=%d is not alike: it has a step that is not in any %d of its participants, from %s", n,
				c.top.n, t.Unmatched), nil
		}
	}
	var missing []uint32
	r.Wider, r.WiderAll, missing, err = c.wider(ctx, opt.TestStates)
	if missing != nil {
		why = fmt.Sprintf("the set is not closed with %d participants at once: %s is missing", c.top.n+1, c.show(missing))
	}
	return why, err
}

func outOfRange(err error) bool {
	var refused *Refusal
	var failure *checkers.Failure
	return err != nil && !errors.As(err, &refused) && !errors.As(err, &failure)
}

// decide gives each property its verdict. Whatever the views do not rule out is sought in the system, with more and
// more participants.
func (c *closure) decide(ctx context.Context, r *Report, opt Options, why string) error {
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
		case why != "":
			res.Verdict, res.Why = Unknown, why
		case open:
			res.Verdict, res.Why = Unknown, "the abstraction cannot tell: views allow "+bad
		}
		r.Results = append(r.Results, res)
	}
	for n := 1; n <= c.top.n+2; n++ {
		if err := c.seek(ctx, r, n, opt.Search); err != nil && !outOfRange(err) {
			return err
		}
	}
	return nil
}

// seek looks for violations with n participants: of properties that the views do not decide, and where there are
// fewer participants than the views can tell of, of all.
func (c *closure) seek(ctx context.Context, r *Report, n int, opt checkers.Options) error {
	m, properties, err := c.family(n)
	if err != nil {
		return err
	}
	wanted := map[string]*Result{}
	for i := range r.Results {
		res := &r.Results[i]
		if askable(res.Property.Kind()) && (res.Verdict == Unknown || res.Verdict == ForEvery && n < c.top.n) {
			wanted[res.Property.Name()] = res
		}
	}
	properties = slices.DeleteFunc(slices.Clone(properties), func(p checkers.Property) bool {
		return wanted[p.Name()] == nil
	})
	if len(properties) == 0 {
		return nil
	}
	report, err := checkers.Check(ctx, m, properties, opt)
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

// state writes a state in one line.
func state(m *member, v []uint32) string {
	s := m.sys.State(v)
	var all []string
	for p, name := range m.sys.Processes() {
		all = append(all, name+": "+show(m.sys.Take(m.places[m.process(p)], v[m.slots[m.process(p)]])))
	}
	_ = s
	return strings.Join(all, ", ")
}
