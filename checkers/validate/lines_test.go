package validate

import (
	"bytes"
	"strings"
	"sync"
	"testing"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// TestUnreadable: what a line cannot say is an error, and is not passed over.
func TestUnreadable(t *testing.T) {
	const started = "a start has no name, from, type, suspect, message or before"
	for text, want := range map[string]string{
		`{"process":"p0","event":"start","before":null}`:                      started,
		`{"process":"p0","event":"start","from":"p1"}`:                        started,
		`{"process":"p0","event":"start","name":"x"}`:                         started,
		`{"process":"p0","event":"start","type":"x"}`:                         started,
		`{"process":"p0","event":"start","suspect":"p1"}`:                     started,
		`{"process":"p0","event":"start","message":1}`:                        started,
		`{"process":"p0","event":"act","process":"p1"}`:                       `the key "process" is there twice`,
		`{"process":"p0","event":"act","after":{"A":[{"B":1,"B":2}]}}`:        `the key "B" is there twice`,
		`{"process":"p0","event":"act","sends":[{"to":"p1","to":"p0"}]}`:      `the key "to" is there twice`,
		`{"Process":"p0","event":"act"}`:                                      `unknown field "Process"`,
		`{"process":"p0","event":"act","sends":[{"To":"p1"}]}`:                `unknown field "To"`,
		`{"log":1,"Spec":"anel1"}`:                                            `unknown field "Spec"`,
		`{"log":1,"params":{"n":2,"n":3}}`:                                    `the key "n" is there twice`,
		"{\"process\":\"p0\",\"event\":\"act\",\"after\":{\"Key\":\"\xff\"}}": "bytes that are not UTF-8",
	} {
		var l Log
		if err := l.Read("log", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "log:1: ") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	// Values are the model's, so their keys may be written in any way.
	marked := "\ufeff" + `{"process":"p0","event":"act","name":"pass","before":{"Has":true},"note":{"A":1,"a":2}}`
	if r, err := Check(t.Context(), ring(2), read(t, []string{marked}), Options{}); err != nil || r.Verdict != Legal {
		t.Errorf("%v, %v", r, err)
	}
	if _, err := Check(t.Context(), ring(2), &Log{}, Options{}); err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Error(err)
	}
}

// TestBytes: strings that are not UTF-8 are told apart, in states, in what String returns, and in messages.
func TestBytes(t *testing.T) {
	of := func(key string) model.Instance {
		return model.Instance{Network: model.Network{Topology: model.Graph(model.Link{})},
			Processes: model.Replicate(1, model.Process[hashed]{
				Init: func(*model.Context) hashed { return hashed{} },
				Acts: []model.Act[hashed]{{Name: "set", Enabled: func(_ *model.Context, s hashed) bool { return s.Key == "" },
					Do: func(p *model.Context, _ hashed) hashed {
						p.Send(0, label(key))
						return hashed{Key: key, Sum: sum(key)}
					}}},
				Receive: func(_ *model.Context, s hashed, _ model.ID, _ model.Message) hashed { return s },
			})}
	}
	var b bytes.Buffer
	w, err := NewWriter(&b, []string{"p0"}, Header{})
	if err != nil {
		t.Fatal(err)
	}
	const key = "\xff\x01"
	set := system.Step{Event: model.Event{Kind: model.Acted, Name: "set"}, Sends: []system.Send{{Message: label(key)}}}
	err = w.Event(set, hashed{}, counterexamples.Local{State: hashed{Key: key, Sum: sum(key)}})
	if err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	const state, sent = `"Key":[255,1],"Sum":[255,1]`, `,"message":[255,1]`
	unsent := strings.Replace(whole, sent, "", 1)
	for _, log := range []string{whole, strings.Replace(whole, state, "", 1),
		strings.Replace(unsent, state, `"Key":[255,1]`, 1), strings.Replace(unsent, state, `"Sum":[255,1]`, 1)} {
		for _, other := range []string{key, "\xfe\x01", "\xff\x02", "\ufffd\x01"} {
			r, err := Check(t.Context(), of(other), read(t, []string{log}), Options{})
			if want := map[bool]Verdict{true: Legal, false: Illegal}[other == key]; err != nil || r.Verdict != want {
				t.Errorf("%q: %v, %v, want %s of\n%s", other, r, err, want, log)
			}
		}
	}
}

type hashed struct {
	Key string
	Sum sum
}

// label is a string, and sum is shown as one.
type (
	label string
	sum   string
)

func (s sum) String() string { return string(s) }

// TestWriterRefuses: what could not be read again is not written.
func TestWriterRefuses(t *testing.T) {
	for _, names := range [][]string{{"a", "a"}, {"a", ""}, {"\xff"}} {
		_, err := NewWriter(new(bytes.Buffer), names, Header{})
		if err == nil || !strings.Contains(err.Error(), "different") {
			t.Errorf("%q: %v", names, err)
		}
	}
	if _, err := NewWriter(new(bytes.Buffer), nil, Header{Logged: []model.Kind{"zip"}}); err == nil {
		t.Error("there is no event of kind zip")
	}
	for _, c := range []struct {
		s     system.Step
		after counterexamples.Local
		want  string
	}{
		{system.Step{Event: model.Event{Kind: "zap"}}, counterexamples.Local{}, `there is no event "zap"`},
		{system.Step{Event: model.Event{Kind: model.Acted, Process: 2}}, counterexamples.Local{}, "there is no process 2"},
		{system.Step{Event: model.Event{Kind: model.Deliver, From: 2}}, counterexamples.Local{}, "there is no process 2"},
		{system.Step{Event: model.Event{Kind: model.Trust, Suspect: -1}}, counterexamples.Local{}, "there is no process -1"},
		{system.Step{Event: model.Event{Kind: model.Acted}, Sends: []system.Send{{To: 9}}}, counterexamples.Local{},
			"there is no process 9"},
		{system.Step{Event: model.Event{Kind: model.Acted, Name: "\xff"}}, counterexamples.Local{},
			`the name "\xff" is not UTF-8`},
		{system.Step{}, counterexamples.Local{Timers: []string{"\xff"}}, `the name "\xff" is not UTF-8`},
		{system.Step{}, counterexamples.Local{State: map[string]int{"\xff": 1}}, `a map[string]int has the key "\xff"`},
	} {
		w, err := NewWriter(new(bytes.Buffer), []string{"a", "b"}, Header{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Event(c.s, nil, c.after); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.s, err, c.want)
		}
	}
}

// TestWriterShared: goroutines may share a Writer, and an event has the keys of its kind whatever else its step says.
func TestWriterShared(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b, []string{"a", "b", "c", "d"}, Header{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for p := range model.ID(4) {
		all.Go(func() {
			for range 100 { // From and Suspect are process 0, which an act does not have
				if err := w.Event(system.Step{Event: model.Event{Kind: model.Acted, Process: p, Name: "go"}}, nil,
					counterexamples.Local{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	first := `{"process":"` + read(t, lines).lines[0].Process + `","event":"act","name":"go","sends":[]}`
	if len(lines) != 401 || lines[1] != first {
		t.Errorf("%d lines, the second is %s", len(lines), lines[1])
	}
}
