package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// walk takes random steps.
func walk(t *rapid.T, sys *system.System, most int) *counterexamples.Execution {
	var starts [][]uint32
	if err := sys.Initial(func(v []uint32) { starts = append(starts, slices.Clone(v)) }); err != nil {
		t.Fatal(err)
	}
	first := rapid.SampledFrom(starts).Draw(t, "initial")
	v := first
	var events []uint64
	for range rapid.IntRange(0, most).Draw(t, "steps") {
		enabled, err := sys.Events(v)
		if err != nil {
			t.Fatal(err)
		}
		if len(enabled) == 0 {
			break
		}
		n := rapid.SampledFrom(enabled).Draw(t, "event")
		events, v = append(events, n.Number), n.After
	}
	e, err := counterexamples.New(sys, first, events)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func compiled(t interface{ Fatal(...any) }, m model.Model) *system.System {
	sys, err := system.Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

// lines are those of the log of an execution, the header first.
func lines(t *rapid.T, e *counterexamples.Execution) []string {
	var b bytes.Buffer
	if err := Write(&b, e); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(b.String()), "\n")
}

func read(t interface{ Fatal(...any) }, lines []string) *Log {
	var l Log
	if err := l.Read("log", strings.NewReader(strings.Join(lines, "\n")+"\n")); err != nil {
		t.Fatal(err)
	}
	return &l
}

// checkLog checks a log, and again with all orders and losses tried.
func checkLog(t *rapid.T, m model.Model, l *Log) *Report {
	r, err := Check(t.Context(), m, l, Options{MaxStates: 5_000, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	s := &search{sys: compiled(t, m), opt: Options{MaxStates: 5_000, Memory: 1 << 30}}
	if err := s.prepare(m, l); err != nil {
		t.Fatal(err)
	}
	s.lone, s.losses = nil, allLosses
	naive := &Report{Lines: l.Len()}
	if err := s.run(t.Context(), naive); err != nil {
		t.Fatal(err)
	}
	if naive.Verdict != Unknown && r.Verdict != Unknown && naive.Verdict != r.Verdict {
		t.Fatalf("%s, and %s if all orders are tried\n%s", r.Verdict, naive.Verdict, strings.Join(r.Obstacles(), "\n"))
	}
	silent := func(o Obstacle) bool { return len(o.Reasons) == 0 }
	if r.Verdict == Illegal && (len(r.Why) == 0 || slices.ContainsFunc(r.Why, silent)) {
		t.Fatal("nothing is said of why it is illegal")
	}
	if r.Verdict == Legal { // its own log begins with what is told
		agrees(t, l, r)
	}
	return r
}

// agrees compares the lines one by one with what the execution would have logged.
func agrees(t *rapid.T, l *Log, r *Report) {
	told := map[string][]line{}
	for _, x := range l.lines {
		told[x.Process] = append(told[x.Process], x)
	}
	own := read(t, lines(t, r.Execution))
	did := map[string][]line{}
	for _, x := range own.lines {
		did[x.Process] = append(did[x.Process], x)
	}
	for p, all := range told {
		i := 0
		for _, x := range all {
			for i < len(did[p]) && (did[p][i].Event != x.Event || x.Name != "" && did[p][i].Name != x.Name) {
				i++
			}
			if i++; i > len(did[p]) {
				t.Fatalf("%s is not among what %s does in the execution", x.Line, p)
			}
		}
	}
}

// TestLogsOfRuns: the log of an execution is legal, also if fields or whole processes are left out of it.
func TestLogsOfRuns(t *testing.T) {
	long := 0
	checkertest.UntilEnough(t, func() bool { return long >= 20 }, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		if rapid.Bool().Draw(t, "lossy") {
			d.Faults = model.Faults{Lose: 3}
		}
		m := d.Instance()
		all := lines(t, walk(t, compiled(t, m), 25))
		drop := rapid.SampledFrom([]string{"", "before", "after", "message", "from", "states", "process"}).Draw(t, "without")
		for i := 1; i < len(all); i++ {
			all[i] = change(t, all[i], func(x map[string]any) {
				delete(x, drop)
				if drop == "states" {
					delete(x, "before")
					delete(x, "after")
				}
			}, drop != "process")
		}
		if drop == "process" { // p0 does not log
			all[0] = `{"log":1}`
			all = slices.DeleteFunc(all, func(x string) bool { return strings.Contains(x, `"process":"p0"`) })
		}
		r := checkLog(t, m, read(t, all))
		if r.Verdict == Illegal {
			t.Fatalf("%s: %d of %d\n%s\n%s", r.Verdict, r.Explained, r.Lines, strings.Join(r.Obstacles(), "\n"),
				strings.Join(all, "\n"))
		}
		if r.Lines >= 8 && r.Verdict == Legal {
			long++
		}
	})
}

// change changes a line of JSON.
func change(t *rapid.T, text string, how func(map[string]any), really bool) string {
	if !really {
		return text
	}
	var x map[string]any
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	how(x)
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestMutatedLogs: a log with a mistake is refused, or is that of another execution; with any reduction of the search
// the same.
func TestMutatedLogs(t *testing.T) {
	refused, lone, lossy := 0, 0, 0
	checkertest.UntilEnough(t, func() bool { return refused >= 20 && lone >= 10 && lossy >= 10 }, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		switch rapid.IntRange(0, 3).Draw(t, "as drawn, lossy, or sharing nothing") {
		case 0:
		case 1:
			d.Timing, d.Capacity, d.Faults.Lose = model.Timing{}, 0, 2
		default:
			d.Variables, d.Detector, d.Clocks, d.Timing, d.Capacity = 0, model.NoDetector, model.Clocks{}, model.Timing{}, 0
			d.Faults, d.Order = model.Faults{Crash: d.Faults.Crash, Recover: d.Faults.Recover, Lose: 2}, model.FIFO
		}
		m := d.Instance()
		all := lines(t, walk(t, compiled(t, m), 12))
		if len(all) < 3 {
			return
		}
		i := rapid.IntRange(1, len(all)-1).Draw(t, "line")
		switch rapid.IntRange(0, 4).Draw(t, "mistake") {
		case 0: // a line is missing
			all = slices.Delete(all, i, i+1)
		case 1: // twice
			all = slices.Insert(all, i, all[i])
		case 2: // in another order
			j := rapid.IntRange(1, len(all)-1).Draw(t, "with")
			all[i], all[j] = all[j], all[i]
		default: // another value
			all[i] = change(t, all[i], func(x map[string]any) {
				key := rapid.SampledFrom(slices.Sorted(maps.Keys(x))).Draw(t, "key")
				if local, ok := x[key].(map[string]any); ok && len(local) > 0 {
					x, key = local, rapid.SampledFrom(slices.Sorted(maps.Keys(local))).Draw(t, "field")
				}
				switch v := x[key].(type) {
				case float64:
					x[key] = v + 1
				case bool:
					x[key] = !v
				}
			}, true)
		}
		l := read(t, all)
		r := checkLog(t, m, l)
		if r.Verdict == Illegal {
			refused++
		}
		if newLone(m, d.N) != nil {
			lone++
		} else if d.Faults.Lose != 0 && d.Timing.Mode == model.Async && d.Capacity == 0 {
			lossy++
		}
	})
}

// TestLosses: losses that are needed before anything else happens on their channel.
func TestLosses(t *testing.T) {
	type state struct{ Sent, Got int }
	link := func(lines ...string) []string {
		return append([]string{`{"log":1,"processes":["sender","receiver"]}`}, lines...)
	}
	const send, got2 = `{"process":"sender","event":"act"}`, `{"process":"receiver","event":"act","before":{"Got":2}}`
	for _, test := range []struct {
		name  string
		i     model.Instance
		lines []string
	}{
		{"makes room", model.Instance{Network: model.Network{Capacity: 1}}, link(send, send)},
		{"lets time pass", model.Instance{Timing: model.Timing{Mode: model.Sync}},
			link(send, `{"process":"sender","event":"timeout"}`)},
		{"before the next is sent", model.Instance{}, link(send,
			`{"process":"receiver","event":"deliver","from":"sender"}`, got2, send)},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := test.i
			i.Names, i.Faults.Lose = []string{"sender", "receiver"}, 1
			i.Network.Topology = model.Graph(model.Link{From: 0, To: 1})
			i.Processes = []model.Algorithm{
				model.Process[state]{
					Init: func(*model.Context) state { return state{} },
					Acts: []model.Act[state]{{Name: "send", Enabled: func(_ *model.Context, s state) bool { return s.Sent < 2 },
						Do: func(p *model.Context, s state) state { s.Sent++; p.Send(1, s.Sent); p.SetTimer("late", 1); return s }}},
					Timeout: func(_ *model.Context, s state, _ string) state { return s },
				},
				model.Process[state]{
					Init:    func(*model.Context) state { return state{} },
					Acts:    []model.Act[state]{{Name: "look", Do: func(_ *model.Context, s state) state { return s }}},
					Receive: func(_ *model.Context, s state, _ model.ID, m model.Message) state { s.Got = m.(int); return s },
				},
			}
			r, err := Check(t.Context(), i, read(t, test.lines), Options{})
			if err != nil || r.Verdict != Legal {
				t.Errorf("%v, %v", r, err)
			}
		})
	}
}

// TestReasons: what is said of lines that cannot be.
func TestReasons(t *testing.T) {
	m := ring(2)
	for _, test := range []struct{ lines, want string }{
		{`{"process":"p1","event":"deliver","from":"p0"}`, "nothing is on its way from p0 to p1"},
		{`{"process":"p1","event":"timeout"}`, "no timer of p1 is set"},
		{`{"process":"p1","event":"act","name":"pass"}`, `act "pass": not it has the token`},
		{`{"process":"p0","event":"act","after":{"Turn":2}}`, `act "pass": after it, the state Turn is 1, and the log has 2`},
		{`{"process":"p0","event":"act","before":{"Has":false}}`, "before it, the state Has is true, and the log has false"},
		{`{"process":"p0","event":"act"}` + "\n" + `{"process":"p1","event":"deliver","type":"Pong"}`, "its message is a token"},
		{`{"process":"p0","event":"act"}` + "\n" + `{"process":"p1","event":"deliver","message":{"Turn":7}}`,
			"its message: Turn is 1, and the log has 7"},
		{`{"process":"p0","event":"start","after":{"Turn":7}}`, "after it, the state Turn is 0, and the log has 7"},
	} {
		r, err := Check(t.Context(), m, read(t, []string{`{"log":1,"processes":["p0","p1"]}`, test.lines}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(r.Obstacles(), "\n"); r.Verdict != Illegal || !strings.Contains(said, test.want) {
			t.Errorf("%s: %s\n%s\nwant %s", test.lines, r.Verdict, said, test.want)
		}
	}
}

type token struct{ Turn int }

type holder struct {
	Has  bool
	Turn int
}

// ring passes a token round, and counts to 9 and begins again.
func ring(n int) model.Instance {
	has := func(_ *model.Context, s holder) bool { return s.Has }
	process := model.Process[holder]{
		Init: func(p *model.Context) holder { return holder{Has: p.Self() == 0} },
		Acts: []model.Act[holder]{{Name: "pass",
			When: []model.Condition[holder]{{Name: "it has the token", Holds: has}},
			Do: func(p *model.Context, s holder) holder {
				s.Turn = (s.Turn + 1) % 10
				p.Send(p.Right(), token{s.Turn})
				return holder{false, s.Turn}
			}}},
		Receive: func(_ *model.Context, s holder, _ model.ID, m model.Message) holder {
			return holder{true, m.(token).Turn}
		},
	}
	return model.Instance{Network: model.Network{Topology: model.Ring()}, Processes: model.Replicate(n, process)}
}

// TestLongLog: a log of 20,000 lines is explained in as many steps, and so is one with a mistake at its end.
func TestLongLog(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"log":1}` + "\n")
	turn := 0
	for i := range 10_000 {
		turn = (turn + 1) % 10
		fmt.Fprintf(&b, `{"process":"p%d","event":"act","name":"pass","after":{"Has":false,"Turn":%d}}`+"\n", i%3, turn)
		fmt.Fprintf(&b, `{"process":"p%d","event":"deliver","type":"token","after":{"Has":true,"Turn":%d}}`+"\n", (i+1)%3, turn)
	}
	for _, test := range []struct {
		last string
		want Verdict
	}{{"", Legal}, {`{"process":"p0","event":"deliver"}`, Illegal}} {
		r, err := Check(t.Context(), ring(3), read(t, []string{b.String() + test.last}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != test.want || r.Explained != 20_000 || r.States > 20_001 {
			t.Errorf("%s, %d lines explained, %d states", r.Verdict, r.Explained, r.States)
		}
	}
}

// BenchmarkCheck has logs of 100,000 lines, which tell every state.
func BenchmarkCheck(b *testing.B) {
	var text strings.Builder
	turn := 0
	for i := range 50_000 {
		turn = (turn + 1) % 10
		fmt.Fprintf(&text, `{"process":"p%d","event":"act","name":"pass","after":{"Has":false,"Turn":%d}}`+"\n", i%3, turn)
		fmt.Fprintf(&text, `{"process":"p%d","event":"deliver","after":{"Has":true,"Turn":%d}}`+"\n", (i+1)%3, turn)
	}
	for b.Loop() {
		r, err := Check(b.Context(), ring(3), read(b, []string{text.String()}), Options{})
		if err != nil || r.Verdict != Legal {
			b.Fatal(err, r)
		}
	}
}
