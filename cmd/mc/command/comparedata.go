package command

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// compareObject is the answer of mc compare; see the package documentation. All forms
// of the output are made of it.
type compareObject struct {
	Schema int              `json:"schema"`
	Runs   []comparedObject `json:"runs"`
}

// comparedObject is one system of one size.
type comparedObject struct {
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Params  map[string]int `json:"params"`
	surroundingsObject
	Exhaustive  bool               `json:"exhaustive"`
	Clipped     string             `json:"clipped,omitempty"`
	Bound       explore.Bound      `json:"bound,omitempty"`
	States      uint64             `json:"states"`
	Transitions uint64             `json:"transitions"`
	Depth       int                `json:"depth"`
	Seconds     float64            `json:"seconds"`
	Properties  []comparedProperty `json:"properties"`
	Error       string             `json:"error,omitempty"`
	Refused     string             `json:"refused,omitempty"`
}

// comparedProperty is the answer of a property.
type comparedProperty struct {
	Name        string           `json:"name"`
	Kind        checkers.Kind    `json:"kind"`
	Verdict     checkers.Verdict `json:"verdict"`
	Explanation string           `json:"explanation,omitempty"`
	Reason      string           `json:"reason,omitempty"`
	Steps       *int             `json:"steps,omitempty"`
	Loop        int              `json:"loop,omitempty"` // of the steps, those that go round
	Minimal     bool             `json:"minimal,omitempty"`
	Fairness    string           `json:"fairness,omitempty"`
	Manner      checkers.Manner  `json:"manner,omitempty"`
	Cost        *costObject      `json:"cost,omitempty"`
	Least       *leastObject     `json:"least,omitempty"`
}

// leastObject are the least failures that break a property.
type leastObject struct {
	Verdict   checkers.Verdict `json:"verdict"`
	Breaks    []brokenObject   `json:"breaks"`
	Undecided []faultsObject   `json:"undecided,omitempty"`
}

// brokenObject is a budget that breaks a property, in so many steps.
type brokenObject struct {
	Faults faultsObject `json:"faults"`
	Steps  int          `json:"steps"`
	Loop   int          `json:"loop,omitempty"`
	words  string       // Faults in words
}

// begun is what is known of a run before it is explored: nothing.
func begun(r *comparison) comparedObject {
	o := object(outcome{target: r.target})
	c := comparedObject{
		Spec: o.Spec, Variant: o.Variant, Params: o.Params, surroundingsObject: o.surroundingsObject, Properties: []comparedProperty{},
	}
	if r.refused != nil {
		c.Refused = strings.TrimPrefix(r.refused.Error(), r.spec.Name+": ")
		return c
	}
	c.Bound = explore.BoundInterrupt
	for _, p := range r.setup.Properties {
		c.Properties = append(c.Properties, comparedProperty{Name: p.Name(), Kind: p.Kind(), Verdict: checkers.Unknown, Reason: "not begun"})
	}
	return c
}

// comparedOf is what became of a run.
func comparedOf(r *comparison, report *checkers.Report, frontiers []checkers.Frontier, failure error) comparedObject {
	c := begun(r)
	c.Bound = explore.BoundNone
	if report != nil {
		c.Exhaustive, c.Clipped, c.Bound = report.Exhaustive, report.Clipped, report.Bound
		c.States, c.Transitions, c.Depth = report.States, report.Transitions, report.Depth
		c.Seconds = (report.Elapsed + report.Liveness).Seconds()
	}
	if failure != nil {
		c.Error = failure.Error()
		for i := range c.Properties {
			c.Properties[i].Reason = "the model is at fault"
		}
		return c
	}
	for i, result := range report.Results {
		c.Properties[i] = comparedProperty{
			Name: result.Property.Name(), Kind: result.Property.Kind(), Verdict: result.Verdict, Explanation: result.Explanation,
			Minimal: result.Minimal, Fairness: result.Fairness, Manner: result.Manner, Cost: costOf(result.Cost),
		}
		p := &c.Properties[i]
		if p.Cost != nil {
			p.Cost.Least = nil // lengths are compared, not executions
		}
		if result.Verdict == checkers.Unknown {
			p.Explanation, p.Reason = "", result.Explanation
		}
		if e := result.Execution; e != nil {
			n := e.Len()
			p.Steps = &n
			if loop := e.Trace.Loop; loop != nil {
				p.Loop = n - *loop
			}
		}
		at := slices.IndexFunc(frontiers, func(f checkers.Frontier) bool { return f.Property.Name() == p.Name })
		if at >= 0 {
			p.Least = leastOf(r, frontiers[at])
		}
	}
	return c
}

func leastOf(r *comparison, f checkers.Frontier) *leastObject {
	i, _ := r.network()
	budget := func(f model.Faults) faultsObject {
		i.Faults = f
		return faultsOf(i)
	}
	o := &leastObject{Verdict: f.Verdict, Breaks: []brokenObject{}}
	for _, b := range f.Least {
		e := b.Result.Execution
		broken := brokenObject{Faults: budget(b.Faults), Steps: e.Len(), words: b.Faults.String()}
		if loop := e.Trace.Loop; loop != nil {
			broken.Loop = e.Len() - *loop
		}
		o.Breaks = append(o.Breaks, broken)
	}
	for _, u := range f.Undecided {
		o.Undecided = append(o.Undecided, budget(u))
	}
	return o
}

// visited reports whether every state was visited that the model's own bounds leave.
func (c comparedObject) visited() bool {
	return c.Error == "" && (c.Exhaustive || c.Clipped != "")
}

// undecided reports whether anything is unknown.
func (c comparedObject) undecided() bool {
	return !c.visited() || slices.ContainsFunc(c.Properties, func(p comparedProperty) bool {
		return p.Verdict == checkers.Unknown || p.Least != nil && len(p.Least.Undecided) > 0
	})
}

// words say what p costs, as CostRange does, in lines that belong together (see keep); empty if it is no cost.
func (p comparedProperty) words() string {
	if p.Cost == nil {
		return ""
	}
	c := p.Cost.costs()
	text := keep(c.String())
	if mean := mean(c, "mean %s"); mean != "" {
		text += ", " + keep(mean)
	}
	return text
}

// words are the least failures in words.
func (l leastObject) words() string {
	var parts []string
	for _, b := range l.Breaks {
		what := b.words
		if b.Faults.none() {
			what = "no failure"
		}
		var each []string
		for _, kind := range strings.Split(what, ", ") {
			each = append(each, keep(kind))
		}
		parts = append(parts, strings.Join(each, ", ")+" "+keep("("+long(b.Steps, b.Loop)+")"))
	}
	if len(l.Undecided) > 0 {
		parts = append(parts, keep(fmt.Sprintf("? %d unknown", len(l.Undecided))))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, "; ")
}

// none reports whether nothing can fail.
func (f faultsObject) none() bool {
	return f.Crash == 0 && f.Recover == 0 && f.Lose == 0 && f.Duplicate == 0 && f.Cut == 0 && f.Partition == 0 && f.Heal == 0 && f.SetBack == 0
}

// long is the length of an execution: its steps, and those of its loop by themselves.
func long(n, loop int) string {
	if loop > 0 {
		return fmt.Sprintf("%d+%d", n-loop, loop)
	}
	return steps(n)
}

// compareHeader names the columns of mc compare --format csv.
func compareHeader() []string {
	return []string{"spec", "variant", "params", "environment", "exhaustive", "bound", "states", "transitions", "depth",
		"property", "kind", "verdict", "steps", "loop", "min", "mean", "max", "unbounded", "chance", "endless", "least", "reason"}
}

// table is a record for each property of each run; of a run without properties, one too.
func (o compareObject) table(runs []*comparison) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// A strings.Builder takes everything.
	_ = w.Write(compareHeader())
	for i, c := range o.Runs {
		properties := c.Properties
		if len(properties) == 0 {
			properties = []comparedProperty{{Reason: c.Refused}}
		}
		of := []string{c.Spec, c.Variant, pairs(runs[i].spec, c.Params), around(runs[i]), strconv.FormatBool(c.Exhaustive), string(c.Bound),
			fmt.Sprint(c.States), fmt.Sprint(c.Transitions), fmt.Sprint(c.Depth)}
		if c.Refused != "" {
			of = append(of[:4], "", "", "", "", "")
		}
		for _, p := range properties {
			if c.Error != "" {
				p.Reason = c.Error
			}
			_ = w.Write(slices.Concat(of, p.fields()))
		}
	}
	w.Flush()
	return []byte(b.String())
}

// fields are the columns that are about a property. What there is not, is empty.
func (p comparedProperty) fields() []string {
	var length, loop, least, mean, most, unbounded, chance, endless, failures string
	if p.Steps != nil {
		length, loop = strconv.Itoa(*p.Steps), strconv.Itoa(p.Loop)
	}
	if c := p.Cost; c != nil {
		unbounded = strconv.FormatBool(c.Unbounded)
		if c.Min != nil {
			least = fmt.Sprint(*c.Min)
		}
		if c.Mean != nil {
			mean = strconv.FormatFloat(*c.Mean, 'g', -1, 64)
		}
		if c.Max != nil {
			most = fmt.Sprint(*c.Max)
		}
		if c.Chance != nil {
			chance = strconv.FormatFloat(*c.Chance, 'g', -1, 64)
		}
		switch {
		case c.EndlessUnbounded:
			endless = "unbounded"
		case c.Endless > 0:
			endless = fmt.Sprint(c.Endless)
		}
	}
	if p.Least != nil {
		failures = plain(p.Least.words())
	}
	return []string{p.Name, string(p.Kind), string(p.Verdict), length, loop, least, mean, most, unbounded, chance, endless, failures, p.Reason}
}

// pairs writes n=3 candidates=0, in the order of the record.
func pairs(s spec.Spec, params map[string]int) string {
	var parts []string
	for _, p := range s.Params {
		if v, ok := params[p.Name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	return strings.Join(parts, " ")
}

// around writes what was changed of the environment as flags.
func around(r *comparison) string {
	var parts []string
	flags := r.instance.Environment.Flags()
	for _, f := range environmentFlags {
		if v, ok := flags[f.name]; ok {
			parts = append(parts, fmt.Sprintf("--%s %s", f.name, quote(v)))
		}
	}
	return strings.Join(parts, " ")
}
