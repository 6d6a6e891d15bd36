package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
)

// schema is the version of the JSON that the command prints.
const schema = 1

// encode renders v, which is one of this package's plain structs, as JSON.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic(err) // not a plain struct: a mistake in this package
	}
	return b.Bytes()
}

// ticksObject holds the numbers of a timing with ticks; see model.Timing.
type ticksObject struct {
	Min      int `json:"min"`
	Max      int `json:"max"`
	Handling int `json:"handling,omitempty"`
	Within   int `json:"within,omitempty"`
}

// checkObject is the answer of mc check; see the package documentation.
type checkObject struct {
	Schema  int            `json:"schema"`
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Case    string         `json:"case,omitempty"`
	Params  map[string]int `json:"params"`
	surroundingsObject
	Exhaustive   bool                   `json:"exhaustive"`
	Reduced      []string               `json:"reduced,omitempty"`
	Symmetry     string                 `json:"symmetry,omitempty"`
	Unreduced    []string               `json:"unreduced,omitempty"`
	Searches     []searchObject         `json:"searches,omitempty"` // if there were several
	Clipped      string                 `json:"clipped,omitempty"`
	Bound        explore.Bound          `json:"bound,omitempty"`
	Outlook      *outlookObject         `json:"outlook,omitempty"`
	Checkpoint   string                 `json:"checkpoint,omitempty"` // to go on from
	States       uint64                 `json:"states"`
	Transitions  uint64                 `json:"transitions"`
	Depth        int                    `json:"depth"`
	Levels       []uint64               `json:"levels"`
	Unexpanded   uint64                 `json:"unexpanded"`
	HandlerCalls int64                  `json:"handlerCalls"`
	MemoHits     uint64                 `json:"memoHits"`
	MemoryBytes  uint64                 `json:"memoryBytes"`
	DiskBytes    uint64                 `json:"diskBytes,omitempty"`
	Seconds      float64                `json:"seconds"`
	Properties   []propertyObject       `json:"properties"`
	Classes      []string               `json:"classes,omitempty"` // of failure detectors
	Events       []eventObject          `json:"events"`
	Vacuous      []string               `json:"vacuous,omitempty"` // what --strict turns down
	Verdict      checkers.Verdict       `json:"verdict,omitempty"`
	Error        string                 `json:"error,omitempty"`
	Trace        *counterexamples.Trace `json:"trace,omitempty"` // to where the error is
	Differs      []string               `json:"differs,omitempty"`
}

// searchObject is one of several searches.
type searchObject struct {
	Reduced     []string      `json:"reduced,omitempty"`
	Symmetry    string        `json:"symmetry,omitempty"`
	Complete    bool          `json:"complete"`
	Bound       explore.Bound `json:"bound,omitempty"`
	States      uint64        `json:"states"`
	Transitions uint64        `json:"transitions"`
	Depth       int           `json:"depth"`
	Unexpanded  uint64        `json:"unexpanded"`
	MemoryBytes uint64        `json:"memoryBytes"`
	Seconds     float64       `json:"seconds"`
	Properties  []string      `json:"properties"` // that it decided, or was to
}

func searches(r *checkers.Report) (all []searchObject) {
	if len(r.Searches) < 2 {
		return nil
	}
	for i, s := range r.Searches {
		all = append(all, searchObject{
			Reduced: reduced(s.Reduced), Symmetry: s.Symmetry, Complete: s.Complete, Bound: s.Bound, States: s.States,
			Transitions: s.Transitions, Depth: s.Depth, Unexpanded: s.Unexpanded, MemoryBytes: s.Bytes, Seconds: s.Elapsed.Seconds(),
			Properties: append([]string{}, r.Of(i)...),
		})
	}
	return all
}

// surroundingsObject is what an instance is explored in; all but the faults is absent for models without processes.
type surroundingsObject struct {
	Faults   faultsObject `json:"faults"`
	Order    string       `json:"order,omitempty"`
	Timing   string       `json:"timing,omitempty"`
	Ticks    *ticksObject `json:"ticks,omitempty"`
	Detector string       `json:"detector,omitempty"`
}

// faultsObject holds the budgets; -1 is unlimited.
type faultsObject struct {
	Crash     int      `json:"crash,omitempty"`
	Recover   int      `json:"recover,omitempty"`
	Lose      int      `json:"lose,omitempty"`
	Duplicate int      `json:"duplicate,omitempty"`
	Cut       int      `json:"cut,omitempty"`
	Partition int      `json:"partition,omitempty"`
	Heal      int      `json:"heal,omitempty"`
	SetBack   int      `json:"setBack,omitempty"`
	CrashOnly []string `json:"crashOnly,omitempty"`
}

type propertyObject struct {
	Name        string                 `json:"name"`
	Kind        checkers.Kind          `json:"kind"`
	Verdict     checkers.Verdict       `json:"verdict"`
	Explanation string                 `json:"explanation,omitempty"`
	Vacuous     string                 `json:"vacuous,omitempty"`
	Reason      string                 `json:"reason,omitempty"`
	Bound       explore.Bound          `json:"bound,omitempty"`
	Steps       *int                   `json:"steps,omitempty"`
	Minimal     bool                   `json:"minimal,omitempty"`
	Fairness    string                 `json:"fairness,omitempty"`
	Manner      checkers.Manner        `json:"manner,omitempty"`
	Cost        *costObject            `json:"cost,omitempty"`
	Relevant    []int                  `json:"relevant,omitempty"` // with --explain: the steps that led to what was read, from 1
	Why         []string               `json:"why,omitempty"`      // with --explain
	Trace       *counterexamples.Trace `json:"trace,omitempty"`
}

// costObject is a CostRange; a number that there is not is absent.
type costObject struct {
	Min              *uint64                `json:"min,omitempty"`
	Max              *uint64                `json:"max,omitempty"`
	Unbounded        bool                   `json:"unbounded,omitempty"`
	Endless          uint64                 `json:"endless,omitempty"`
	EndlessUnbounded bool                   `json:"endlessUnbounded,omitempty"`
	Mean             *float64               `json:"mean,omitempty"`
	Chance           *float64               `json:"chance,omitempty"`
	Least            *counterexamples.Trace `json:"least,omitempty"` // an execution that costs Min
}

// costs is the inverse of costOf, but for Least and a mean without bound.
func (o *costObject) costs() checkers.CostRange {
	c := checkers.CostRange{Unbounded: o.Unbounded, Endless: o.Endless, EndlessUnbounded: o.EndlessUnbounded, Mean: math.NaN(), Chance: math.NaN()}
	if o.Max != nil {
		c.Max = *o.Max
	}
	if o.Min != nil {
		c.Min, c.Ends = *o.Min, true
	}
	if o.Mean != nil {
		c.Mean = *o.Mean
	}
	if o.Chance != nil {
		c.Chance = *o.Chance
	}
	return c
}

func costOf(c *checkers.CostRange) *costObject {
	if c == nil {
		return nil
	}
	o := &costObject{Unbounded: c.Unbounded, Endless: c.Endless, EndlessUnbounded: c.EndlessUnbounded}
	if !c.Unbounded {
		o.Max = &c.Max
	}
	if c.Ends {
		o.Min = &c.Min
	}
	if c.Least != nil {
		o.Least = &c.Least.Trace
	}
	if !math.IsNaN(c.Mean) && !math.IsInf(c.Mean, 0) {
		o.Mean = &c.Mean
	}
	if !math.IsNaN(c.Chance) {
		o.Chance = &c.Chance
	}
	return o
}

type eventObject struct {
	Kind    model.Kind `json:"kind"`
	Process string     `json:"process,omitempty"`
	Name    string     `json:"name,omitempty"`
	Owed    bool       `json:"owed"`
	Count   uint64     `json:"count"`
}

func objects(outcomes []outcome) []checkObject {
	all := []checkObject{}
	for _, o := range outcomes {
		all = append(all, object(o))
	}
	return all
}

func object(o outcome) checkObject {
	c := checkObject{
		Schema: schema, Spec: o.spec.Name, Variant: o.instance.Variant, Params: o.instance.Params,
		Levels: []uint64{}, Properties: []propertyObject{}, Events: []eventObject{}, Differs: o.differs,
	}
	if o.kase != nil {
		c.Case = o.kase.Name
	}
	c.surroundingsObject = o.surroundings()
	if r := o.report; r != nil {
		c.Exhaustive, c.Clipped, c.Bound = r.Exhaustive, r.Clipped, r.Bound
		c.Outlook = outlookOf(o)
		c.Reduced, c.Symmetry, c.Unreduced = reduced(r.Reduced), r.Symmetry, r.Unreduced
		c.Searches = searches(r)
		c.States, c.Transitions, c.Depth, c.Unexpanded = r.States, r.Transitions, r.Depth, r.Unexpanded
		c.Levels = append(c.Levels, r.Levels...)
		c.MemoHits = r.MemoHits
		c.HandlerCalls, c.MemoryBytes, c.DiskBytes, c.Seconds = r.Calls, r.Bytes, r.DiskBytes, (r.Elapsed + r.Liveness).Seconds()
		for _, p := range r.Results {
			c.Properties = append(c.Properties, property(p, r.Bound))
		}
		for _, e := range r.Events {
			c.Events = append(c.Events, eventObject{e.Kind, e.Process, e.Name, e.Owed, e.Count})
		}
		c.Classes, c.Vacuous = r.Classes, o.vacuities()
		c.Verdict = r.Verdict
	}
	c.Checkpoint = o.checkpoint
	if o.failure != nil {
		c.Verdict, c.Error = "", o.failure.Error()
		var f *checkers.Failure
		if errors.As(o.failure, &f) && f.Execution != nil {
			c.Trace = &f.Execution.Trace
		}
	}
	return c
}

func property(r checkers.Result, bound explore.Bound) propertyObject {
	p := propertyObject{Name: r.Property.Name(), Kind: r.Property.Kind(), Verdict: r.Verdict, Vacuous: r.Vacuous, Minimal: r.Minimal,
		Fairness: r.Fairness, Manner: r.Manner, Cost: costOf(r.Cost)}
	if r.Verdict == checkers.Unknown {
		p.Reason, p.Bound = r.Explanation, bound
	} else {
		p.Explanation = r.Explanation
	}
	if e := r.Execution; e != nil {
		steps := e.Len()
		p.Steps, p.Trace = &steps, &e.Trace
		p.Relevant, p.Why = explained(e)
	}
	return p
}

func faultsOf(i model.Instance) faultsObject {
	f := faultsObject{
		Crash: i.Faults.Crash, Recover: i.Faults.Recover, Lose: i.Faults.Lose, Duplicate: i.Faults.Duplicate,
		Cut: i.Faults.Cut, Partition: i.Faults.Partition, Heal: i.Faults.Heal, SetBack: i.Faults.SetBack,
	}
	for _, p := range i.Faults.CrashOnly {
		f.CrashOnly = append(f.CrashOnly, i.ProcessNames()[p])
	}
	return f
}

// surroundings names what the target is explored in.
func (t target) surroundings() surroundingsObject {
	i, ok := t.network()
	if !ok {
		return surroundingsObject{}
	}
	o := surroundingsObject{Faults: faultsOf(i), Order: i.Network.Order.String(), Timing: i.Timing.Mode.String()}
	if of := i.Timing; of.Mode != model.Async {
		o.Ticks = &ticksObject{Min: of.Min, Max: of.Max, Handling: of.Handling, Within: of.Within}
	}
	if i.Detector != model.NoDetector {
		o.Detector = i.Detector.String()
	}
	return o
}
