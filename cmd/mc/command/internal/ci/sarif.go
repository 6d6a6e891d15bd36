package ci

import (
	"slices"
	"strings"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
)

// sarifLog is the part of SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", with Errata 01) that the
// command writes. Properties are rules, and findings are results. A result has only a logical location, its spec, since
// a record does not know its file.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"` // never absent: an empty array if there are none
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

// sarifInvocation says whether the command succeeded. It did not if the model is at fault or it was interrupted.
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
	PartialFingerprints map[string]string `json:"partialFingerprints"` // the same for the same result in every run
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
	Spec    string         `json:"spec"`
	Variant string         `json:"variant"`
	Case    string         `json:"case,omitempty"`
	Params  map[string]int `json:"params"`
	Verdict string         `json:"verdict,omitempty"`
	States  uint64         `json:"states"`
	Command string         `json:"command"`
}

func sarif(r Report) []byte {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: r.Program, Version: r.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{ExecutionSuccessful: r.Complete, ExitCode: r.ExitCode}},
		Results:     []sarifResult{},
	}
	notify := func(message string, locations []sarifLocation) {
		all := &run.Invocations[0].ToolExecutionNotifications
		*all = append(*all, sarifNotification{Level: "error", Message: sarifMessage{message}, Locations: locations})
	}
	for _, t := range r.Targets {
		location := sarifLocationOf(r, t)
		for _, f := range t.Findings {
			text := sarifText(f)
			if f.Standing == Faulty {
				notify(text, location)
				continue
			}
			result := sarifResult{Message: sarifMessage{text}, Locations: location, Properties: sarifPropertiesOf(r, t, f)}
			result.RuleID, result.RuleIndex = run.rule(r.Spec, f)
			result.Kind, result.Level = sarifKind(f)
			result.PartialFingerprints = map[string]string{"mcInstance/v1": t.Choice + "#" + f.Name}
			run.Results = append(run.Results, result)
		}
	}
	if r.Left != "" {
		notify(r.Left, nil)
	}
	return term.JSON(sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	})
}

// sarifKind returns the kind and level of a result. Results other than failures must have the level none.
func sarifKind(f Finding) (kind, level string) {
	switch f.Standing {
	case Fails:
		return "fail", "error"
	case Undecided:
		return "open", "none"
	}
	return "pass", "none"
}

// sarifText returns the message of a finding: a sentence, which may be all that a viewer shows, and then the picture.
func sarifText(f Finding) string {
	text := f.Name + ": " + counterexamples.Printable(f.Message)
	if f.Picture != "" && f.Standing != Passes {
		text += "\n\n" + f.Picture
	}
	return strings.TrimRight(text, "\n")
}

// rule returns the rule of a finding and its index among those of the driver, to which it is added if it is new.
func (run *sarifRun) rule(spec string, f Finding) (id string, at int) {
	id = spec + "/" + f.Name
	rules := &run.Tool.Driver.Rules
	if at = slices.IndexFunc(*rules, func(r sarifRule) bool { return r.ID == id }); at >= 0 {
		return id, at
	}
	r := sarifRule{ID: id, ShortDescription: sarifMessage{"Property " + f.Name + " of " + spec},
		DefaultConfiguration: sarifLevel{"error"}}
	if f.Kind != "" {
		r.ShortDescription.Text += ", of kind " + f.Kind
		r.Properties = map[string]string{"kind": f.Kind}
	}
	*rules = append(*rules, r)
	return id, len(*rules) - 1
}

func sarifLocationOf(r Report, t Target) []sarifLocation {
	name := r.Spec + ":" + t.Variant
	if t.Case != "" {
		name += "/" + t.Case
	}
	return []sarifLocation{{LogicalLocations: []sarifLogical{{Name: r.Spec, FullyQualifiedName: name, Kind: "module"}}}}
}

func sarifPropertiesOf(r Report, t Target, f Finding) sarifProperties {
	p := sarifProperties{Spec: r.Spec, Variant: t.Variant, Case: t.Case, Params: t.Params, Verdict: f.Verdict,
		Command: f.Command}
	if t.Search != nil {
		p.States = t.Search.States
	}
	return p
}
