package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// sarifRules returns two tables for the objects that the command writes, by path: the properties that the schema of
// SARIF 2.1.0 requires, and those used that it allows. Paths leave out arrays.
func sarifRules() (required, known map[string][]string) {
	required = map[string][]string{
		"": {"version", "runs"}, "runs": {"tool"}, "runs.tool": {"driver"}, "runs.tool.driver": {"name"},
		"runs.tool.driver.rules":                  {"id"},
		"runs.tool.driver.rules.shortDescription": {"text"}, "runs.invocations": {"executionSuccessful"},
		"runs.invocations.toolExecutionNotifications": {"message"}, "runs.results": {"message"},
		"runs.invocations.toolExecutionNotifications.message": {"text"}, "runs.results.message": {"text"},
	}
	known = map[string][]string{
		"": {"$schema"}, "runs": {"invocations", "results"}, "runs.tool.driver": {"version", "rules"},
		"runs.tool.driver.rules":                      {"shortDescription", "defaultConfiguration", "properties"},
		"runs.tool.driver.rules.defaultConfiguration": {"level"},
		"runs.invocations":                            {"exitCode", "toolExecutionNotifications"},
		"runs.invocations.toolExecutionNotifications": {"level", "locations"},
		"runs.results": {"ruleId", "ruleIndex", "kind", "level", "locations",
			"partialFingerprints", "properties"},
	}
	for _, at := range []string{"runs.results.locations", "runs.invocations.toolExecutionNotifications.locations"} {
		known[at] = []string{"logicalLocations"}
		known[at+".logicalLocations"] = []string{"name", "fullyQualifiedName", "kind"}
	}
	return required, known
}

// conforms checks an object of SARIF against the rules.
func conforms(t *testing.T, at string, value any) {
	required, known := sarifRules()
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			conforms(t, at, x)
		}
	case map[string]any:
		if strings.HasSuffix(at, "properties") || strings.HasSuffix(at, "partialFingerprints") {
			return // property bags may have anything
		}
		for _, name := range required[at] {
			if v[name] == nil {
				t.Errorf("%s has no %s", at, name)
			}
		}
		for name, x := range v {
			if !slices.Contains(required[at], name) && !slices.Contains(known[at], name) {
				t.Errorf("%s has %s, which is not in the schema, or not known to this test", at, name)
			}
			conforms(t, strings.TrimPrefix(at+"."+name, "."), x)
		}
	case nil:
		t.Errorf("%s is null", at)
	}
}

type sarif struct {
	Version string `json:"version"`
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name  string `json:"name"`
				Rules []struct {
					ID string `json:"id"`
				} `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		Invocations []struct {
			ExecutionSuccessful        bool  `json:"executionSuccessful"`
			ExitCode                   int   `json:"exitCode"`
			ToolExecutionNotifications []any `json:"toolExecutionNotifications"`
		} `json:"invocations"`
		Results []struct {
			RuleID    string `json:"ruleId"`
			RuleIndex int    `json:"ruleIndex"`
			Kind      string `json:"kind"`
			Level     string `json:"level"`
			Message   struct {
				Text string `json:"text"`
			} `json:"message"`
			Locations           []any             `json:"locations"`
			PartialFingerprints map[string]string `json:"partialFingerprints"`
		} `json:"results"`
	} `json:"runs"`
}

func readSARIF(t *testing.T, b []byte) sarif {
	t.Helper()
	var whole any
	if err := json.Unmarshal(b, &whole); err != nil {
		t.Fatalf("%v in\n%s", err, b)
	}
	conforms(t, "", whole)
	var s sarif
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	if s.Version != "2.1.0" || len(s.Runs) != 1 || s.Runs[0].Results == nil {
		t.Fatalf("%+v", s)
	}
	prints := map[string]bool{}
	for _, r := range s.Runs[0].Results {
		rules := s.Runs[0].Tool.Driver.Rules
		if r.RuleIndex < 0 || r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		// §3.27.10: the level of results other than failures is none.
		if !slices.Contains([]string{"pass", "fail", "open"}, r.Kind) || (r.Kind == "fail") != (r.Level == "error") ||
			r.Kind != "fail" && r.Level != "none" {
			t.Errorf("a result of kind %s has level %s", r.Kind, r.Level)
		}
		if print := r.PartialFingerprints["mcInstance/v1"]; print == "" || prints[print] {
			t.Errorf("the fingerprint %q is not its own", print)
		} else {
			prints[print] = true
		}
		if r.Message.Text == "" || len(r.Locations) != 1 {
			t.Errorf("%+v", r)
		}
	}
	return s
}

func TestSARIF(t *testing.T) {
	r := readSARIF(t, troubled(t, 1, "trouble", "--format", "sarif")).Runs[0]
	if len(r.Results) != 2 || r.Results[0].Kind != "fail" || r.Results[1].Kind != "pass" ||
		!r.Invocations[0].ExecutionSuccessful || r.Invocations[0].ExitCode != 1 {
		t.Errorf("%+v", r)
	}
	if text := r.Results[0].Message.Text; !strings.Contains(text, `]]> \x1b[31m\x00 a,b`) || !strings.Contains(text, "│") {
		t.Errorf("the message is %s", text)
	}
	r = readSARIF(t, troubled(t, 1, "trouble", "--all", "--format", "sarif")).Runs[0]
	if len(r.Results) != 7 || len(r.Tool.Driver.Rules) != 3 {
		t.Errorf("all cases: %+v", r)
	}
	r = readSARIF(t, troubled(t, 3, "trouble:idle", "--strict", "--format", "sarif")).Runs[0]
	if len(r.Results) != 3 || r.Results[1].Kind != "open" {
		t.Errorf("strict: %+v", r)
	}
	r = readSARIF(t, troubled(t, 4, "trouble:fault", "--format", "sarif")).Runs[0]
	if len(r.Results) != 0 || r.Invocations[0].ExecutionSuccessful ||
		len(r.Invocations[0].ToolExecutionNotifications) != 1 {
		t.Errorf("fault: %+v", r)
	}
}
