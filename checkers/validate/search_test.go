package validate

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
)

// TestLosses: losses that are needed before anything else can happen on their channel.
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

// TestDuplicates: a line about the second copy of a message is explained even where other deliveries are not logged.
func TestDuplicates(t *testing.T) {
	m := ring(2)
	m.Faults.Duplicate = 1
	for _, logged := range []string{`[]`, `["act"]`} {
		log := []string{`{"log":1,"logged":` + logged + `}`, `{"process":"p1","event":"duplicate","from":"p0"}`}
		r, err := Check(t.Context(), m, read(t, log), Options{})
		if err != nil || r.Verdict != Legal {
			t.Errorf("%s: %v, %v", logged, r, err)
		}
	}
}

// TestReasons: the reasons given for lines that cannot be explained.
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
		{`{"process":"p0","event":"start","sends":[{}]}`, `it sends nothing, and the log has [{}]`},
		{`{"process":"p0","event":"act","sends":[]}`, `it sends token{Turn: 1} to p1, and the log has []`},
		{`{"process":"p0","event":"act","sends":[{"to":"p0"}]}`, `it sends token{Turn: 1} to p1, and the log has [{"to":"p0"}]`},
		{`{"process":"p0","event":"act","sends":[{"message":{"Turns":1}}]}`, `and the log has [{"message":{"Turns":1}}]`},
		{`{"process":"p0","event":"act","timers":["late"]}`, `after it, the timers that are set are none, and the log has ["late"]`},
		{`{"process":"p0","event":"act","stored":1}`, `after it, what is stored is nothing, and the log has 1`},
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

// TestReasonsLater: that a message or a timer is not due yet is no reason. What is wrong once it is due is one, unless
// ticks are logged.
func TestReasonsLater(t *testing.T) {
	i := model.Instance{Timing: model.Timing{Mode: model.Sync, Min: 2, Max: 3},
		Processes: model.Replicate(3, model.Process[int]{
			Init: func(*model.Context) int { return 0 },
			Acts: []model.Act[int]{{Name: "send",
				Enabled: func(p *model.Context, s int) bool { return s == 0 && p.Self() == 0 },
				Do:      func(p *model.Context, s int) int { p.Send(1, "hello"); p.SetTimer("late", 4); return 1 }}},
			Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s + 1 },
			Timeout: func(_ *model.Context, s int, _ string) int { return s + 1 },
		})}
	const send, ticks = `{"process":"p0","event":"act","name":"send"}` + "\n", `{"event":"tick"}` + "\n"
	for _, test := range []struct{ lines, want string }{
		{send + `{"process":"p1","event":"deliver","after":7}`,
			`after 2 ticks, deliver "hello" from p0: after it, the state is 1, and the log has 7`},
		{send + `{"process":"p1","event":"deliver","from":"p2"}`, "nothing is on its way from p2 to p1"},
		{send + `{"process":"p2","event":"deliver"}`, "nothing is on its way to p2"},
		{send + ticks + `{"process":"p1","event":"deliver","after":7}`, "no message on its way to p1 is due yet"},
		{send + ticks + `{"process":"p1","event":"deliver","from":"p0","after":7}`,
			"no message on its way from p0 to p1 is due yet"},
		{send + `{"process":"p1","event":"deliver"}` + "\n" + `{"process":"p0","event":"timeout","after":7}`,
			`after 2 ticks, timeout "late": after it, the state is 2, and the log has 7`},
		{send + `{"process":"p2","event":"timeout"}`, "no timer of p2 is set"},
	} {
		r, err := Check(t.Context(), i, read(t, []string{test.lines}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(r.Obstacles(), "\n"); r.Verdict != Illegal || !strings.Contains(said, "  "+test.want) {
			t.Errorf("%s: %s\n%s\nwant %s", test.lines, r.Verdict, said, test.want)
		}
	}
}

// TestSends: sent messages are logged in any order, with as much of each as is known.
func TestSends(t *testing.T) {
	type note struct{ A, B int }
	i := model.Instance{Processes: model.Replicate(3, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "send", Enabled: func(p *model.Context, s int) bool { return s == 0 && p.Self() == 0 },
			Do: func(p *model.Context, s int) int {
				p.Send(p.Right(), note{1, 1})
				p.Send(p.Right(), note{1, 2})
				p.Send(p.Left(), note{2, 2})
				return 1
			}}},
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
	})}
	for sends, want := range map[string]Verdict{
		`{}, {}, {}`: Legal,
		`{}, {}`:     Illegal,
		`{"message":{"B":2}}, {"message":{"A":1}}, {"message":{"A":1,"B":2}}`: Legal, // the first cannot take the last
		`{"message":{"B":2}}, {"message":{"B":2}}, {"message":{"B":2}}`:       Illegal,
		`{"to":"p2"}, {"to":"p1","type":"note"}, {"to":"p1"}`:                 Legal,
		`{"to":"p2"}, {"to":"p2"}, {"to":"p1"}`:                               Illegal,
	} {
		r, err := Check(t.Context(), i, read(t, []string{`{"process":"p0","event":"act","sends":[` + sends + `]}`}), Options{})
		if err != nil || r.Verdict != want {
			t.Errorf("%s: %v, %v", sends, r, err)
		}
	}
	for line, want := range map[string]string{
		`{"process":"p0","event":"act","sends":[{"to":"p7"}]}`: "log:1: there is no process",
		`{"event":"lose","timers":[]}`:                         "log:1: what was sent, timers and what is stored",
	} {
		_, err := Check(t.Context(), i, read(t, []string{line}), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", line, err)
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

// endless repeats a line for ever.
type endless string

func (e endless) Read(b []byte) (int, error) {
	return copy(b, strings.Repeat(string(e), len(b)/len(e))), nil
}

// TestEndless: a log that does not fit into memory is an error that names the line, and so is a line that does not
// end.
func TestEndless(t *testing.T) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	l := Log{Memory: m.HeapAlloc + 8<<20}
	err := l.Read("log", endless(`{"process":"p0","event":"act","after":{"Has":false}}`+"\n"))
	if err == nil || !regexp.MustCompile(`^log:\d{4,}: the lines up to here take all of the memory`).MatchString(err.Error()) {
		t.Error(err)
	}
	err = (&Log{}).Read("log", endless("{"))
	if err == nil || err.Error() != "log:1: the line has more than 1048576 bytes, which no event has" {
		t.Error(err)
	}
}

type ping struct{}

// TestLogged: a process logs what the header of its file says, or one that names it, whatever other headers say.
func TestLogged(t *testing.T) {
	m := model.Instance{Names: []string{"a", "b"}, Processes: model.Replicate(2, model.Process[int]{
		Init:    func(*model.Context) int { return 0 },
		Acts:    []model.Act[int]{{Name: "go", Do: func(c *model.Context, s int) int { c.Broadcast(&ping{}); return s }}},
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return 1 },
	})}
	// The act of a is after a delivery, which is not in its log.
	const acts, both, all = `{"log":1,"logged":["act"]}`, `{"log":1,"logged":["act","deliver"]}`, `{"log":1}`
	const a, b = `{"process":"a","event":"act","before":1}`, `{"process":"b","event":"act"}`
	const named = `{"log":1,"processes":["a"],"logged":["act"]}`
	for _, c := range []struct {
		want  Verdict
		files []string
	}{
		{Legal, []string{acts + "\n" + a, both + "\n" + b}}, {Legal, []string{acts + "\n" + a, all + "\n" + b}},
		{Legal, []string{both + "\n" + b, acts + "\n" + a}},
		{Illegal, []string{both + "\n" + a, acts + "\n" + b}}, {Illegal, []string{all + "\n" + a, acts + "\n" + b}},
		{Illegal, []string{a, acts + "\n" + b}}, {Legal, []string{a, named + "\n" + b}},
	} {
		var l Log
		for i, f := range c.files {
			if err := l.Read(fmt.Sprint(i), strings.NewReader(f)); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Check(t.Context(), m, &l, Options{})
		if err != nil || r.Verdict != c.want {
			t.Errorf("%q: %v, %v, want %v", c.files, r, err, c.want)
		}
	}
}

// TestPointers: a message that is a pointer has the type of what it points to.
func TestPointers(t *testing.T) {
	m := model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init:    func(c *model.Context) int { c.Send(0, &ping{}); return 0 },
		Receive: func(_ *model.Context, s int, _ model.ID, _ model.Message) int { return s },
	}), Network: model.Network{Topology: model.Graph(model.Link{})}}
	r, err := Check(t.Context(), m, read(t, []string{`{"process":"p0","event":"deliver","type":"ping"}`}), Options{})
	if err != nil || r.Verdict != Legal {
		t.Errorf("%v, %v", r, err)
	}
}
