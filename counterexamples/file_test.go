package counterexamples_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/google/go-cmp/cmp"
)

// full is a trace that uses every field.
func full(t testing.TB) counterexamples.Trace {
	e := pictureOf(t, "partition")
	tr := e.Trace
	loop := 2
	tr.Loop = &loop
	tr.Spec, tr.Variant, tr.Case = "gossip", "as-written", "small"
	tr.Params = map[string]int{"n": 3}
	tr.Environment = map[string]string{"order": "unordered"}
	tr.Property, tr.Kind, tr.Explanation = "agreement", "invariant", "p0 & p1 <differ>"
	tr.Steps[1].Choice, tr.Steps[1].Nth = 3, 1
	tr.Initial = 1
	return tr
}

func TestFile(t *testing.T) {
	tr := full(t)
	text := written(t, tr.Write)
	golden(t, "full.json", text)
	back, err := counterexamples.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tr, back); diff != "" {
		t.Errorf("written and read again, the trace is different (-before +after):\n%s", diff)
	}
	empty, err := counterexamples.Read(strings.NewReader(written(t, counterexamples.Trace{}.Write)))
	if want := (counterexamples.Trace{Schema: 1, Steps: []counterexamples.Event{}}); err != nil ||
		!cmp.Equal(empty, want) {
		t.Errorf("the empty trace comes back as %+v, %v", empty, err)
	}
}

// TestReadTruncated truncates a file at every byte.
func TestReadTruncated(t *testing.T) {
	text := written(t, full(t).Write)
	end := strings.LastIndexByte(text, '}')
	for n := range end + 1 {
		if _, err := counterexamples.Read(strings.NewReader(text[:n])); err == nil {
			t.Fatalf("a file cut after %d of %d bytes is taken for a trace", n, len(text))
		} else if want := "cut short"; n > 0 && !strings.Contains(err.Error(), want) {
			t.Errorf("cut after %d bytes: %v, want %q", n, err, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	good := written(t, full(t).Write)
	tests := []struct{ name, text, want string }{
		{"empty", " \n", "empty"},
		{"text", "hello\n", "not JSON"},
		{"picture", "#  event │ p0\n", "not JSON"},
		{"damaged", strings.Replace(good, ":", ";", 1), "not JSON"},
		{"number", "42", "a JSON number, not an object"},
		{"list", "[" + good + "]", "a JSON array, not an object"},
		{"null", "null", `no number "schema"`},
		{"foreign", `{"name": "package", "version": "1.0.0"}`, `no number "schema"`},
		{"steps null", `{"schema": 1, "spec": "anel1", "property": "uniqueness", "initial": 0, "steps": null}`, "no list"},
		{"steps twice", `{"schema": 1, "initial": 0, "steps": [], "Steps": null}`, `unknown field "Steps"`},
		{"params twice", strings.Replace(good, `"params"`, `"params": {"n": 3}, "params"`, 1), `"params" is there twice`},
		{"steps of another type", `{"schema": 1, "initial": 0, "steps": {}}`, "not a trace file"},
		{"report", `{"schema": 1, "spec": "anel1", "states": 9, "verdict": "violated"}`, `no "steps"`},
		{"more fields", strings.Replace(good, `"spec"`, `"states": 9, "spec"`, 1), `unknown field "states"`},
		{"schema as text", strings.Replace(good, `"schema": 1`, `"schema": "1"`, 1), `no number "schema"`},
		{"newer", strings.Replace(good, `"schema": 1`, `"schema": 2`, 1), "written by a newer version"},
		{"older", strings.Replace(good, `"schema": 1`, `"schema": 0`, 1), "check the system again"},
		{"wrong type", strings.Replace(good, `"loop": 2`, `"loop": "2"`, 1), "cannot unmarshal string"},
		{"trailing text", good + "x", "something stands behind the end"},
		{"two traces", good + good, "something stands behind the end"},
		{"unknown kind", strings.Replace(good, `"kind": "heal"`, `"kind": "mend"`, 1),
			`step 6 is an event of the unknown kind "mend"`},
		{"loop outside", strings.Replace(good, `"loop": 2`, `"loop": 7`, 1), "its loop starts after step 7 of 7"},
		{"negative initial", strings.Replace(good, `"initial": 1`, `"initial": -1`, 1), "starts in initial state -1"},
		{"negative choice", strings.Replace(good, `"choice": 3`, `"choice": -3`, 1), "step 2 has a negative number"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := counterexamples.Read(strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	if _, err := counterexamples.Read(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// FuzzRead looks for input that makes Read panic, or that is read as a trace but cannot be written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(written(f, full(f).Write)))
	f.Add([]byte(`{"schema":1,"steps":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		tr, err := counterexamples.Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		if _, err := counterexamples.Read(strings.NewReader(written(t, tr.Write))); err != nil {
			t.Errorf("a trace that was read cannot be read again: %v", err)
		}
	})
}
