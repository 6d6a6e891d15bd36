package command

import (
	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
)

// checkObject is the answer of mc check; see the package documentation.
type checkObject struct {
	Schema int `json:"schema"`
	identityObject
	surroundingsObject
	searchObject
	Properties []propertyObject       `json:"properties"`
	Classes    []string               `json:"classes,omitempty"` // of failure detectors
	Events     []eventObject          `json:"events"`
	Vacuous    []string               `json:"vacuous,omitempty"` // what --strict rejects
	Verdict    checkers.Verdict       `json:"verdict,omitempty"`
	Error      string                 `json:"error,omitempty"`
	Trace      *counterexamples.Trace `json:"trace,omitempty"` // leads to the error
	Differs    []string               `json:"differs,omitempty"`
}

// searchObject says how far a search got, and what it cost.
type searchObject struct {
	Engine       string         `json:"engine"`
	Chosen       string         `json:"chosen,omitempty"` // by --engine auto, and why
	Exhaustive   bool           `json:"exhaustive"`
	Reduced      []string       `json:"reduced,omitempty"`
	Symmetry     string         `json:"symmetry,omitempty"`
	Unreduced    []string       `json:"unreduced,omitempty"`
	Searches     []partObject   `json:"searches,omitempty"` // if there were several
	Clipped      string         `json:"clipped,omitempty"`
	Outside      uint64         `json:"outside,omitempty"` // of the model's Constraint
	Bound        explore.Bound  `json:"bound,omitempty"`
	Smaller      []growthObject `json:"smaller,omitempty"`
	Disk         string         `json:"disk,omitempty"` // where mc resume can continue
	States       uint64         `json:"states"`
	Transitions  uint64         `json:"transitions"`
	Depth        int            `json:"depth"`
	Levels       []uint64       `json:"levels"`
	Unexpanded   uint64         `json:"unexpanded"`
	HandlerCalls int64          `json:"handlerCalls"`
	MemoHits     uint64         `json:"memoHits"`
	MemoryBytes  uint64         `json:"memoryBytes"`
	DiskBytes    uint64         `json:"diskBytes,omitempty"`
	Seconds      float64        `json:"seconds"`
	Spent        []spentObject  `json:"spent"`
	Dominant     string         `json:"dominant,omitempty"`

	Symbolic *symbolicObject `json:"symbolic,omitempty"`
}

// spentObject is the time that some part of a check took, summed over all workers.
type spentObject struct {
	What    string  `json:"what"`
	Seconds float64 `json:"seconds"`
}

func spentOf(r *checkers.Report) []spentObject {
	all := []spentObject{}
	for _, s := range r.Spent {
		all = append(all, spentObject{s.What, s.Time.Seconds()})
	}
	return all
}

// partObject is one of several searches.
type partObject struct {
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
	Properties  []string      `json:"properties"` // that it decided, or was to decide
}

func partsOf(r *checkers.Report) (all []partObject) {
	if len(r.Searches) < 2 {
		return nil
	}
	for i, s := range r.Searches {
		all = append(all, partObject{
			Reduced: reduced(s.Reduced), Symmetry: s.Symmetry, Complete: s.Complete, Bound: s.Bound,
			States: s.States, Transitions: s.Transitions, Depth: s.Depth, Unexpanded: s.Unexpanded,
			MemoryBytes: s.Bytes, Seconds: s.Elapsed.Seconds(), Properties: append([]string{}, r.Of(i)...),
		})
	}
	return all
}

// propertyObject is the answer of a property, with the execution that shows it.
type propertyObject struct {
	propertyAnswer
	Vacuous  string                 `json:"vacuous,omitempty"`
	Bound    explore.Bound          `json:"bound,omitempty"`
	Relevant []int                  `json:"relevant,omitempty"` // with --explain: the steps that mattered, from 1
	Why      []string               `json:"why,omitempty"`      // with --explain
	Trace    *counterexamples.Trace `json:"trace,omitempty"`
}

// object returns the outcome of a target for JSON.
func (o outcome) object() checkObject {
	c := checkObject{
		Schema: schema, identityObject: o.identity(), surroundingsObject: o.surroundings(),
		searchObject: searchObject{Levels: []uint64{}}, Properties: []propertyObject{}, Events: []eventObject{},
		Differs: o.differs,
	}
	if r := o.report; r != nil {
		c.searchObject = searchObject{
			Exhaustive: r.Exhaustive, Reduced: reduced(r.Reduced), Symmetry: r.Symmetry, Unreduced: r.Unreduced,
			Searches: partsOf(r),
			Clipped:  r.Clipped, Outside: r.Outside, Bound: r.Bound, Smaller: growthObjects(o.smaller), Disk: o.disk,
			States: r.States, Transitions: r.Transitions, Depth: r.Depth, Levels: append([]uint64{}, r.Levels...),
			Unexpanded: r.Unexpanded, HandlerCalls: r.Calls, MemoHits: r.MemoHits, MemoryBytes: r.Bytes, DiskBytes: r.DiskBytes,
			Seconds: (r.Elapsed + r.Liveness).Seconds(), Spent: spentOf(r), Dominant: r.Dominant,
		}
		c.Engine, c.Symbolic = symbolicOf(r)
		c.Chosen = o.chosen
		for _, p := range r.Results {
			c.Properties = append(c.Properties, propertyOf(p, r.Bound))
		}
		c.Events, c.Classes, c.Vacuous, c.Verdict = eventsOf(r.Events), r.Classes, o.vacuities(), r.Verdict
	}
	if o.failure != nil {
		c.Verdict, c.Error, c.Trace = "", o.failure.Error(), traceTo(o.failure)
	}
	return c
}

func propertyOf(r checkers.Result, bound explore.Bound) propertyObject {
	p := propertyObject{propertyAnswer: answerTo(r), Vacuous: r.Vacuous}
	p.Cost = costOf(r.Cost) // with its executions
	if r.Verdict == checkers.Unknown {
		p.Bound = bound
	}
	if e := r.Execution; e != nil {
		p.Trace = &e.Trace
		p.Relevant, p.Why = explained(e)
	}
	return p
}
