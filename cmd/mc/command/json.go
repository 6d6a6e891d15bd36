package command

import (
	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// schema is the version of the JSON that the command prints.
const schema = 1

// errorObject is an error as JSON.
type errorObject struct {
	Schema int    `json:"schema"`
	Error  string `json:"error"`
	Exit   int    `json:"exit"`
}

// identityObject identifies an instance.
type identityObject struct {
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Case    string         `json:"case,omitempty"`
	Params  map[string]int `json:"params"`
}

// surroundingsObject is the environment of an instance. Models without processes have only faults.
type surroundingsObject struct {
	Faults   faultsObject `json:"faults"`
	Order    string       `json:"order,omitempty"`
	Timing   string       `json:"timing,omitempty"`
	Ticks    *ticksObject `json:"ticks,omitempty"`
	Detector string       `json:"detector,omitempty"`
}

// ticksObject holds the numbers of a timing with ticks: see model.Timing.
type ticksObject struct {
	Min      int `json:"min"`
	Max      int `json:"max"`
	Handling int `json:"handling,omitempty"`
	Within   int `json:"within,omitempty"`
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

// eventObject is a class of events, and how often they happened.
type eventObject struct {
	Kind    model.Kind `json:"kind"`
	Process string     `json:"process,omitempty"`
	Name    string     `json:"name,omitempty"`
	Owed    bool       `json:"owed"`
	Count   uint64     `json:"count"`
}

func eventsOf(events []checkers.EventCount) []eventObject {
	all := []eventObject{}
	for _, e := range events {
		all = append(all, eventObject{e.Kind, e.Process, e.Name, e.Owed, e.Count})
	}
	return all
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

// identity returns the identity of the target.
func (t target) identity() identityObject {
	o := identityObject{Spec: t.spec.Name, Variant: t.instance.Variant, Params: t.instance.Params}
	if t.testCase != nil {
		o.Case = t.testCase.Name
	}
	return o
}

// surroundings returns the environment of the target.
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
