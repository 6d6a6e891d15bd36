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
	"github.com/anel-mc/mc/model/system/systemtest"
)

func compiled(t rapid.TB, m model.Model) *system.System {
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

func read(t rapid.TB, lines []string) *Log {
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

// TestLogsOfRuns: the log of an execution is legal, even if fields or whole processes are left out.
func TestLogsOfRuns(t *testing.T) {
	long := 0
	systemtest.UntilEnough(t, func() bool { return long >= 20 }, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		if rapid.Bool().Draw(t, "lossy") {
			d.Faults = model.Faults{Lose: 3}
		}
		m := d.Instance()
		if rapid.Bool().Draw(t, "unprintable") {
			for p := range m.Processes {
				m.Names = append(m.Names, fmt.Sprintf("p%d\u200d\\", p))
			}
		}
		all := lines(t, checkertest.Walk(t, compiled(t, m), 0, 25))
		drop := rapid.SampledFrom([]string{"", "before", "after", "message", "from", "states", "sends", "timers", "stored",
			"process"}).Draw(t, "without")
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
			all = slices.DeleteFunc(all, func(x string) bool { return strings.Contains(x, `"process":"p0`) })
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

// TestMutatedLogs: a log with a mistake is refused, or is that of another execution; every reduction of the search
// gives the same answer.
func TestMutatedLogs(t *testing.T) {
	refused, lone, lossy := map[string]int{}, 0, 0
	keys := []string{"process", "event", "from", "type", "message", "before", "after", "sends", "timers", "stored"}
	enough := func() bool {
		few := func(key string) bool { return refused[key] < 2 && !testing.Short() }
		return refused[""] >= 2 && !slices.ContainsFunc(keys, few) && lone >= 10 && lossy >= 10
	}
	systemtest.UntilEnough(t, enough, func(t *rapid.T) {
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
		all := lines(t, checkertest.Walk(t, compiled(t, m), 0, 12))
		if len(all) < 3 {
			return
		}
		i := rapid.IntRange(1, len(all)-1).Draw(t, "line")
		key := ""
		switch rapid.IntRange(0, 9).Draw(t, "mistake") {
		case 0: // a line is missing
			all = slices.Delete(all, i, i+1)
		case 1: // twice
			all = slices.Insert(all, i, all[i])
		case 2: // in another order
			j := rapid.IntRange(1, len(all)-1).Draw(t, "with")
			all[i], all[j] = all[j], all[i]
		default: // another value
			key = rapid.SampledFrom(keys).Draw(t, "key")
			having := slices.DeleteFunc(slices.Clone(all[1:]), func(x string) bool { return !strings.Contains(x, `"`+key+`":`) })
			if len(having) == 0 {
				return
			}
			i = slices.Index(all, rapid.SampledFrom(having).Draw(t, "of"))
			all[i] = change(t, all[i], func(x map[string]any) { x[key] = spoil(t, d.N, x[key]) }, true)
		}
		l := read(t, all)
		r := checkLog(t, m, l)
		if r.Verdict == Illegal {
			refused[key]++
		}
		if newLone(m, d.N) != nil {
			lone++
		} else if d.Faults.Lose != 0 && d.Timing.Mode == model.Async && d.Capacity == 0 {
			lossy++
		}
	})
}

// spoil returns another value than the one given, mostly, where there are n processes.
func spoil(t *rapid.T, n int, v any) any {
	switch v := v.(type) {
	case float64:
		return v + 1
	case bool:
		return !v
	case string:
		if slices.Contains(kinds, model.Kind(v)) {
			return rapid.SampledFrom(local).Draw(t, "kind")
		}
		if strings.HasPrefix(v, "p") {
			return fmt.Sprint("p", rapid.IntRange(0, n-1).Draw(t, "process"))
		}
		return v + "x"
	case []any:
		if at := rapid.IntRange(-1, len(v)-1).Draw(t, "element"); at >= 0 {
			v[at] = spoil(t, n, v[at])
			return v
		}
		return v[:len(v)/2]
	case map[string]any:
		if len(v) > 0 {
			key := rapid.SampledFrom(slices.Sorted(maps.Keys(v))).Draw(t, "field")
			v[key] = spoil(t, n, v[key])
		}
	}
	return v
}
