package command

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
)

// sarifLog is the part of SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format",
// with Errata 01) that the command writes. Properties are rules, and findings results. A result
// has a logical location only, its spec: where that is in which file a record does not know.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"` // an empty array if nothing was found, and never absent
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string            `json:"id"`
	ShortDescription     sarifMessage      `json:"shortDescription"`
	DefaultConfiguration sarifLevel        `json:"defaultConfiguration"`
	Properties           map[string]string `json:"properties,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

// sarifInvocation says whether the command did what it was to do: not if the model is at fault, or
// it was interrupted.
type sarifInvocation struct {
	ExecutionSuccessful        bool                `json:"executionSuccessful"`
	ExitCode                   int                 `json:"exitCode"`
	ToolExecutionNotifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Kind                string            `json:"kind"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	PartialFingerprints map[string]string `json:"partialFingerprints"` // the same result has the same in each run
	Properties          sarifProperties   `json:"properties"`
}

type sarifLocation struct {
	LogicalLocations []sarifLogical `json:"logicalLocations"`
}

type sarifLogical struct {
	Name               string `json:"name"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
}

type sarifProperties struct {
	Spec    string           `json:"spec"`
	Variant string           `json:"variant"`
	Case    string           `json:"case,omitempty"`
	Params  map[string]int   `json:"params"`
	Verdict checkers.Verdict `json:"verdict,omitempty"`
	States  uint64           `json:"states"`
	Command string           `json:"command"`
}

func (c *checking) sarif(outcomes []outcome, of int) []byte {
	code := c.exitCode(outcomes, of)
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: c.name, Version: buildVersion().Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: code != exitFault && code != exitInterrupted, ExitCode: code}},
		Results:     []sarifResult{},
	}
	notify := func(message string, locations []sarifLocation) {
		all := &run.Invocations[0].ToolExecutionNotifications
		*all = append(*all, sarifNotification{Level: "error", Message: sarifMessage{message}, Locations: locations})
	}
	for _, o := range outcomes {
		location := c.sarifLocation(o)
		for _, f := range c.findings(o) {
			text := sarifText(f)
			if f.standing == faulty {
				notify(text, location)
				continue
			}
			r := sarifResult{Message: sarifMessage{text}, Locations: location, Properties: c.sarifProperties(o, f)}
			r.RuleID, r.RuleIndex = run.rule(o, f)
			r.Kind, r.Level = sarifKind(f)
			r.PartialFingerprints = map[string]string{"mcInstance/v1": c.choice(o) + "#" + f.name}
			run.Results = append(run.Results, r)
		}
	}
	if rest := left(outcomes, of); rest != "" {
		notify(rest, nil)
	}
	return encode(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// sarifKind is the kind and level of a result: whatever is not a failure must have the level none.
func sarifKind(f finding) (kind, level string) {
	switch f.standing {
	case fails:
		return "fail", "error"
	case undecided:
		return "open", "none"
	}
	return "pass", "none"
}

// sarifText is the message of a finding: a sentence, since a viewer may show only the first, and the picture.
func sarifText(f finding) string {
	text := f.name + ": " + printable(f.message)
	if f.execution != nil && f.standing != passes {
		text += "\n\n" + picture(f.execution)
	}
	return strings.TrimRight(text, "\n")
}

// rule returns the rule of a finding and its index among the driver's, adding it to them if it is new.
func (run *sarifRun) rule(o outcome, f finding) (id string, at int) {
	id = o.spec.Name + "/" + f.name
	rules := &run.Tool.Driver.Rules
	if at = slices.IndexFunc(*rules, func(r sarifRule) bool { return r.ID == id }); at >= 0 {
		return id, at
	}
	r := sarifRule{ID: id, ShortDescription: sarifMessage{"Property " + f.name + " of " + o.spec.Name}, DefaultConfiguration: sarifLevel{"error"}}
	if f.kind != "" {
		r.ShortDescription.Text += ", of kind " + string(f.kind)
		r.Properties = map[string]string{"kind": string(f.kind)}
	}
	*rules = append(*rules, r)
	return id, len(*rules) - 1
}

func (c *checking) sarifLocation(o outcome) []sarifLocation {
	name := o.spec.Name + ":" + o.instance.Variant
	if o.kase != nil {
		name += "/" + o.kase.Name
	}
	return []sarifLocation{{LogicalLocations: []sarifLogical{{Name: o.spec.Name, FullyQualifiedName: name, Kind: "module"}}}}
}

func (c *checking) sarifProperties(o outcome, f finding) sarifProperties {
	p := sarifProperties{Spec: o.spec.Name, Variant: o.instance.Variant, Params: o.instance.Params, Verdict: f.verdict, Command: c.command(o, f)}
	if o.kase != nil {
		p.Case = o.kase.Name
	}
	if o.report != nil {
		p.States = o.report.States
	}
	return p
}
