package counterexamples_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// itfTrace is a trace as ADR-015 defines it.
type itfTrace struct {
	Meta   map[string]any   `json:"#meta"`
	Params []string         `json:"params"`
	Vars   []string         `json:"vars"`
	States []map[string]any `json:"states"`
	Loop   *int             `json:"loop"`
}

// checkITF checks a trace against ADR-015 and against the execution.
func checkITF(t failer, e *counterexamples.Execution) {
	t.Helper()
	text := written(t, e.ITF)
	if text != written(t, e.ITF) {
		t.Fatal("not the same twice")
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var trace itfTrace
	if err := d.Decode(&trace); err != nil {
		t.Fatal(err, text)
	}
	want := e.Len() + 1
	if e.Trace.Loop != nil {
		want--
		if trace.Loop == nil || *trace.Loop != *e.Trace.Loop {
			t.Fatal("the loop is ", trace.Loop)
		}
	} else if trace.Loop != nil {
		t.Fatal("a loop where there is none")
	}
	if len(trace.States) != want || trace.Meta["format"] != "ITF" || len(trace.Vars) == 0 {
		t.Fatal("not a trace of ", want, " states: ", text)
	}
	seen := map[string]bool{}
	for _, v := range trace.Vars {
		if seen[v] || strings.HasPrefix(v, "#") || v == "" {
			t.Fatal("not a variable: ", v)
		}
		seen[v] = true
	}
	for i, s := range trace.States {
		meta, _ := s["#meta"].(map[string]any)
		if meta["index"] != float64(i) {
			t.Fatal("the index of state ", i, " is ", meta["index"])
		}
		delete(s, "#meta")
		for v, x := range s {
			if !seen[v] {
				t.Fatal("state ", i, " has the undeclared variable ", v)
			}
			if wrong := notITF(x); wrong != "" {
				t.Fatal(v, " of state ", i, ": ", wrong)
			}
		}
		if len(s) != len(trace.Vars) {
			t.Fatal("state ", i, " does not have every variable")
		}
	}
}

var digits = regexp.MustCompile(`^-?[0-9]+$`)

// notITF says why a value is not an expression of ADR-015, or returns "".
func notITF(x any) string {
	all := func(xs []any) string {
		for _, x := range xs {
			if wrong := notITF(x); wrong != "" {
				return wrong
			}
		}
		return ""
	}
	switch x := x.(type) {
	case bool, string:
		return ""
	case []any:
		return all(x)
	case map[string]any:
		for k, v := range x {
			if !strings.HasPrefix(k, "#") {
				if wrong := notITF(v); wrong != "" {
					return wrong
				}
				continue
			}
			list, isList := v.([]any)
			text, isText := v.(string)
			switch {
			case len(x) != 1:
				return "something stands beside " + k
			case k == "#bigint" && isText && digits.MatchString(text), k == "#unserializable" && isText:
				return ""
			case (k == "#tup" || k == "#set") && isList:
				return all(list)
			case k == "#map" && isList:
				for _, p := range list {
					if pair, ok := p.([]any); !ok || len(pair) != 2 || notITF(pair) != "" {
						return "not a pair of a map"
					}
				}
				return ""
			}
			return "not an expression: " + k
		}
		return ""
	}
	return "a number or null" // integers are #bigint since 2023
}

func TestRandomITF(t *testing.T) {
	onWalks(t, func(t *rapid.T, e *counterexamples.Execution, _ *system.System) {
		checkITF(t, e)
		checkShiViz(t, e)
	})
}

// TestITFValues writes values of every kind as the state of a machine.
func TestITFValues(t *testing.T) {
	type value struct{ V any }
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, `{"tag":"None","value":{}}`},
		{true, `true`},
		{1 << 60, `{"#bigint":"1152921504606846976"}`},
		{-3, `{"#bigint":"-3"}`},
		{uint64(1<<64 - 1), `{"#bigint":"18446744073709551615"}`},
		{0.5, `{"#unserializable":"0.5"}`},
		{"a\n<\"é", `"a\n<\"é"`},
		{"\xff", `"\\xff"`},
		{colour(2), `{"tag":"colour","value":{"#bigint":"2"}}`},
		{candidate, `{"tag":"role","value":"Candidate"}`},
		{fussy(7), `{"tag":"fussy","value":{"#bigint":"7"}}`},
		{step("wait"), `{"tag":"step","value":"wait"}`},
		{VoteForMe{}, `{"tag":"VoteForMe","value":{}}`},
		{Request{3}, `{"tag":"Request","value":{"N":{"#bigint":"3"}}}`},
		{&Request{3}, `{"tag":"*Request","value":{"tag":"Some","value":{"N":{"#bigint":"3"}}}}`},
		{struct{ a, B bool }{true, false}, `{"a":true,"B":false}`},
		{[]int{1, 2}, `[{"#bigint":"1"},{"#bigint":"2"}]`},
		{[]int(nil), `[]`},
		{[2]role{follower, elected}, `["Follower","Elected"]`},
		{map[string]struct{}{"b": {}, "a": {}}, `{"#set":["a","b"]}`},
		{map[int]bool{10: true, 9: true}, `{"#map":[[{"#bigint":"9"},true],[{"#bigint":"10"},true]]}`},
		{map[Request]int(nil), `{"#map":[]}`},
		{blank{N: 1}, `{"tag":"blank","value":{"N":{"#bigint":"1"}}}`},
		{[]any{1, nil, Request{1}},
			`[{"#bigint":"1"},{"tag":"None","value":{}},{"tag":"Request","value":{"N":{"#bigint":"1"}}}]`},
		{model.ID(1), `{"#bigint":"1"}`}, // a machine has no processes to name
	} {
		m := model.Machine[value]{
			Init:    func() []value { return []value{{test.value}} },
			Actions: []model.Action[value]{{Name: "stay", Do: func(s value, _ int) value { return s }}},
		}
		e := run(t, compile(t, m))
		checkITF(t, e)
		if got := written(t, e.ITF); !strings.Contains(got, `"V": `+test.want+"\n") {
			t.Errorf("%#v is not %s, but\n%s", test.value, test.want, got)
		}
	}
}

// TestITFNames: names of processes may clash with those of variables, or be reserved by the format.
func TestITFNames(t *testing.T) {
	m := peterson()
	m.Names = []string{"#flag", "channels"}
	e := run(t, compile(t, m), `act "set flag"`)
	checkITF(t, e)
	var trace itfTrace
	if err := json.Unmarshal([]byte(written(t, e.ITF)), &trace); err != nil ||
		!slices.Equal(trace.Vars, []string{"flag", "channels", "flag_", "turn"}) {
		t.Errorf("the variables are %q, %v", trace.Vars, err)
	}
}
