package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/certificate"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs"
	"github.com/anel-mc/mc/specs/spec"
)

// writtenViews returns the certificate of invariants of an entry that hold for every n.
func writtenViews(t *testing.T, name string, params map[string]int, properties ...string) []byte {
	t.Helper()
	all := specs.All()
	return viewsOf(t, all[slices.IndexFunc(all, func(s spec.Spec) bool { return s.Name == name })], params, properties...)
}

func viewsOf(t *testing.T, s spec.Spec, params map[string]int, properties ...string) []byte {
	t.Helper()
	family := func(n int) (model.Model, []checkers.Property, error) {
		params := maps.Clone(params)
		params["n"] = n
		setup, err := s.Setup(spec.Instance{Params: params})
		return setup.Model, slices.DeleteFunc(setup.Properties, func(p checkers.Property) bool {
			return !slices.Contains(properties, p.Name())
		}), err
	}
	r, err := views.Prove(t.Context(), family, views.Options{MaxConfigurations: 5_000, TestStates: 500,
		Search: checkers.Options{MaxStates: 3000}})
	if err != nil {
		t.Fatal(err)
	}
	i, _, err := family(3)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	others, before := r.Others()
	h := certificate.Header{Spec: s.Name, Params: params, Properties: properties,
		Every: &certificate.Every{Param: "n", K: r.K, Beyond: r.Beyond(), Before: before, Others: others}}
	if err := certificate.WriteViews(&b, h, i.(model.Instance), r.Closed()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestViews: certificates with closed sets of views are valid, with the engine's counts.
func TestViews(t *testing.T) {
	for _, test := range []struct {
		name   string
		params map[string]int
		asked  string
		says   []string
	}{
		{"token-ring", map[string]int{"requests": 0}, "mutual-exclusion", []string{
			"mutual-exclusion holds for every n: the 16 views of 2",
			"the 96 steps of 44 configurations of 3", "the 12 states with n=2", "not checked here: that",
			"the certificate says that mc has tested"}},
		{"chang-roberts", map[string]int{}, "uniqueness", []string{"the 16 views", "60 configurations of 3"}},
		{"central-coordinator", map[string]int{"requests": 0}, "mutual-exclusion", []string{"196 configurations of 3"}},
		{"adaptive-detector", map[string]int{"interval": 1, "initial": 2, "most": 2, "enough": 0}, "strong-accuracy",
			[]string{"the 44 views", "1573 configurations of 3", "the 35 states with n=2"}},
		{"conditional-write", map[string]int{"history": 0}, "no-lost-update", []string{"the 71 views",
			"1703 configurations of 3"}},
		{"two-phase-commit", map[string]int{}, "agreement", []string{"579 configurations of 3",
			"2455 configurations of 4"}},
	} {
		if testing.Short() && test.name == "two-phase-commit" {
			continue
		}
		says, err := check(writtenViews(t, test.name, test.params, test.asked), specs.All(), new(progress))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for _, want := range test.says {
			if !strings.Contains(says, want) {
				t.Errorf("%s: %s\nwant %q", test.name, says, want)
			}
		}
	}
}

// TestTamperedViews: modified views are refused, with the reason.
func TestTamperedViews(t *testing.T) {
	whole := writtenViews(t, "token-ring", map[string]int{"requests": 0}, "mutual-exclusion")
	text := string(whole[:bytes.LastIndex(whole, []byte("sha256 "))])
	with := func(was, is string) []byte {
		if !strings.Contains(text, was) {
			t.Fatalf("%q is not in\n%s", was, text)
		}
		return sealed(strings.Replace(text, was, is, 1))
	}
	counted := func(n int, b []byte) []byte {
		b = b[:bytes.LastIndex(b, []byte("sha256 "))]
		return sealed(strings.Replace(string(b), `"states":16`, fmt.Sprintf(`"states":%d`, n), 1))
	}
	_, parameters, _ := strings.Cut(text, `"params":`)
	parameters = parameters[:strings.Index(parameters, "}")+1]
	for _, test := range []struct {
		name string
		b    []byte
		says string
	}{
		{"an initial view removed", counted(15, with("\n0 1 2\n", "\n")), "it lacks a view: an initial one"},
		{"another view removed", counted(15, with("\n0 1 6\n", "\n")), "it lacks a view: deliver {} from P"},
		{"a view changed", with("\n0 1 6\n", "\n0 1 1\n"), "it lacks a view: deliver {} from P"},
		{"a bad view added", counted(17, with("\n4 5 6\n", "\n4 5 6\n6 7 8\n")),
			"it has a view that is not reachable: that of cells [6 7 8]"},
		{"another property", with(`["mutual-exclusion"]`, `["no-deadlock"]`), "no-deadlock is not about single states"},
		{"another number", with(`"beyond":3`, `"beyond":4`), ""},
		{"a number that takes for ever", with(`"beyond":3`, `"beyond":1000000000`),
			"views of 2 are closed under steps of 3 or 4 participants, not of 1000000000"},
		{"no number", with(`"beyond":3`, `"beyond":0`), "not of 0"},
		{"no property", with(`["mutual-exclusion"]`, `[]`), "it names no property that holds for every n: the 16 views"},
		{"no parameters but the defaults", with(parameters, "null"), ""},
		{"other participants", with(`"before":0`, `"before":1`), "but not 1 before the participants"},
		{"too few in view", with(`"k":2`, `"k":1`), "views must have two"},
		{"another parameter", with(`"param":"n"`, `"param":"use"`), "with use=4 there are 3 processes"},
		{"a failure", with(`"environment":null`, `"environment":{"crash":"1"}`), "it lacks a view"},
		{"a failure that is not known", with(`"environment":null`, `"environment":{"delay":"1..1","timing":"partial"}`),
			"does not support"},
	} {
		_, err := check(test.b, specs.All(), new(progress))
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
	}
}

// crowding is a hub that notes who has said hello, and becomes wrong once it has noted enough, with the property that
// it is never wrong. Another property is violated if there is only one participant.
func crowding() spec.Spec {
	type hub struct {
		Seen  naming.IDSet
		Wrong bool
	}
	return spec.Spec{
		Name: "crowding", Variants: []spec.Variant{{Name: "only"}},
		Params: []spec.Param{{Name: "n", Min: 1, Max: 9, Default: 3}, {Name: "enough", Min: 1, Max: 9, Default: 3},
			{Name: "fragile", Max: 2}, {Name: "history", Max: 1}},
		Build: func(a spec.Args) (spec.Setup, error) {
			var links []model.Link
			for p := range a.Int("n") {
				links = append(links, model.Link{From: model.ID(p + 1), To: 0})
			}
			network := model.Network{Topology: model.Directed(links...)}
			processes := append([]model.Algorithm{model.Process[hub]{
				Name: "hub",
				Init: func(*model.Context) hub { return hub{} },
				Acts: []model.Act[hub]{{
					Name:    "notice",
					Enabled: func(_ *model.Context, s hub) bool { return s.Seen.Len() >= a.Int("enough") },
					Do:      func(_ *model.Context, s hub) hub { return hub{Wrong: true} },
				}},
				Receive: func(p *model.Context, s hub, from model.ID, _ model.Message) hub {
					if a.Int("fragile") == 1 && from > 1 {
						panic("who is that?")
					}
					if a.Int("fragile") == 2 && from > 1 {
						p.Send(from, true)
					}
					s.Seen = s.Seen.With(from)
					return s
				},
			}}, model.Replicate(a.Int("n"), model.Process[bool]{
				Name: "participant",
				Init: func(*model.Context) bool { return false },
				Acts: []model.Act[bool]{{
					Name:    "hello",
					Enabled: func(_ *model.Context, said bool) bool { return !said },
					Do:      func(p *model.Context, _ bool) bool { p.Send(0, true); return true },
				}},
				Receive: func(_ *model.Context, said bool, _ model.ID, _ model.Message) bool { return said },
			})...)
			i := model.Instance{History: a.Int("history") == 1, Network: network, Processes: processes}
			return spec.Setup{Model: i, Properties: []checkers.Property{
				checkers.AtMost("right", 1, func(_ model.ID, s hub) bool { return s.Wrong }),
				checkers.AtMost("few", 3, func(_ model.ID, said bool) bool { return said }),
				checkers.Invariant("any", func(model.State) error { return nil }),
				checkers.AtMost("several", 0, func(model.ID, bool) bool { return a.Int("n") == 1 }),
				checkers.AtMost("asking", 0, func(_ model.ID, s hub) bool {
					if s.Wrong {
						panic("no answer")
					}
					return false
				}),
			}}, nil
		},
	}
}

// TestCrowding: steps that only more participants can take, and violations with fewer, are refused, as are features
// that are not supported.
func TestCrowding(t *testing.T) {
	s := crowding()
	for of, want := range map[string]string{"right": "participants is that", "any": "and each violation of any is that"} {
		says, err := check(viewsOf(t, s, map[string]int{"enough": 3}, of), []spec.Spec{s}, new(progress))
		if err != nil || !strings.Contains(says, want) {
			t.Errorf("%s: %s, %v, want %q", of, says, err, want)
		}
	}
	b := viewsOf(t, s, map[string]int{"enough": 3}, "right")
	header := func(was, is string) []byte {
		return sealed(strings.Replace(string(b[:bytes.LastIndex(b, []byte("sha256 "))]), was, is, 1))
	}
	for _, test := range []struct {
		name string
		b    []byte
		says string
	}{
		{"as it is", b, ""},
		{"four notice", header(`"enough":3`, `"enough":4`), "it has a view that is not reachable"},
		{"three of four notice", header(`"beyond":3,`, `"beyond":4,`), "it lacks a view: act \"notice\""},
		{"only four notice, and are asked", sealed(strings.NewReplacer(`"enough":3`, `"enough":4`, `"beyond":3`,
			`"beyond":4`).Replace(string(b[:bytes.LastIndex(b, []byte("sha256 "))]))),
			"it has a view that is reached only with 4 participants: act \"notice\""},
		{"one alone", header(`["right"]`, `["several"]`), "it has a state that violates several"},
		{"more than a configuration has", header(`["right"]`, `["few"]`), "it takes 4 processes to violate few"},
		{"a property panics", header(`["right"]`, `["asking"]`), "no answer"},
		{"a history", header(`"enough":3`, `"enough":3,"history":1`), "a history of operations, which this program"},
		{"a handler panics with few", header(`"enough":3`, `"enough":3,"fragile":1`), "who is that?"},
		{"a handler sends where it cannot", header(`"enough":3`, `"enough":3,"fragile":2`), "it has no channel"},
	} {
		_, err := check(test.b, []spec.Spec{s}, new(progress))
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
	}
}

// TestNotJoined: values that their restrictions do not determine are refused.
func TestNotJoined(t *testing.T) {
	without := parse(sealed(version + `{"spec":"","variant":"","params":null,"environment":null,"properties":null,` +
		`"states":0,"every":{"param":"","k":2,"beyond":0,"before":0,"others":0}}` + "\n")).restrictions(3)
	for want, x := range map[string]any{
		"may name every participant that is left out":             []model.ID{},
		"is about a process that is in no view":                   naming.PerProcess[bool]{true, false},
		"a model.ID is 9, which names no process":                 model.ID(9),
		"a naming.IDSet is [9], which names no process":           naming.IDSet(1 << 9),
		"this program cannot join values of type map[string]bool": map[string]bool{},
	} {
		func() {
			defer func() {
				if is, ok := recover().(refusal); !ok || !strings.Contains(is.Error(), want) {
					t.Errorf("%v: %v, want %q", x, is, want)
				}
			}()
			t.Error(joinValues([]share{{without[0], reflect.ValueOf(x)}}))
		}()
	}
}

// TestBadViews: a closed set proves nothing if a configuration violates the property.
func TestBadViews(t *testing.T) {
	_, err := check(writtenViews(t, "token-ring", map[string]int{}, "one-token"), specs.All(), new(progress))
	want := "it has a state that violates one-token: there are 0 tokens"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}
