package views_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/views"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/model/system"
)

// peer is the local state of a participant of a random system.
type peer struct {
	Phase int
	Fuel  int      // messages that it may still send
	Last  model.ID // whom it has heard of last
}

// hub is the local state of the process that the participants of some random systems share.
type hub struct {
	Phase int
	Seen  naming.IDSet
	Queue []model.ID
	Marks map[model.ID]int
	Of    naming.PerProcess[bool]
}

// note is a message: a number, and somebody.
type note struct {
	X   int
	Who model.ID
}

// random is a family of systems drawn by a seed. The participants behave alike, and look at each other only one at a
// time.
type random struct {
	seed  uint64
	ring  bool
	order model.Order
	crash int
	fuel  int
}

func draw(t *rapid.T) random {
	return random{
		seed:  rapid.Uint64().Draw(t, "seed"),
		ring:  rapid.Bool().Draw(t, "ring"),
		order: rapid.SampledFrom([]model.Order{model.FIFO, model.Unordered}).Draw(t, "order"),
		crash: rapid.IntRange(0, 1).Draw(t, "crash"),
		fuel:  rapid.IntRange(1, 2).Draw(t, "fuel"),
	}
}

// roll returns a number below n that depends on what is given.
func (r random) roll(n int, of ...int) int {
	x := r.seed
	for _, y := range of {
		x = (x ^ uint64(y+7)) * 0x9e3779b97f4a7c15
		x ^= x >> 29
	}
	return int(x % uint64(n))
}

func (r random) participant() model.Process[peer] {
	to := func(p *model.Context, s peer, x int, who model.ID) peer {
		if s.Fuel == 0 {
			return s
		}
		s.Fuel--
		if r.ring {
			p.Send(p.Right(), note{x, who})
		} else {
			p.Send(0, note{x, who})
		}
		return s
	}
	return model.Process[peer]{
		Name: "participant",
		Init: func(p *model.Context) peer { return peer{Fuel: r.fuel, Last: model.None} },
		Acts: []model.Act[peer]{{
			Name:    "begin",
			Enabled: func(p *model.Context, s peer) bool { return s.Phase == 0 && s.Fuel > 0 },
			Do: func(p *model.Context, s peer) peer {
				s.Phase = 1 + r.roll(2, 1)
				return to(p, s, r.roll(3, 2), p.Self())
			},
		}},
		Receive: func(p *model.Context, s peer, _ model.ID, m model.Message) peer {
			n := m.(note)
			if r.roll(2, 3, n.X) == 0 {
				s.Last = n.Who
			}
			mine := 0
			if n.Who == p.Self() {
				mine = 1
			}
			s.Phase = r.roll(3, 4, s.Phase, n.X, mine)
			if r.roll(2, 5, s.Phase, n.X) == 0 {
				s = to(p, s, r.roll(3, 6, n.X), n.Who)
			}
			return s
		},
	}
}

func (r random) hub() model.Process[hub] {
	return model.Process[hub]{
		Name: "hub",
		Init: func(p *model.Context) hub { return hub{Of: make(naming.PerProcess[bool], p.N())} },
		Receive: func(p *model.Context, s hub, from model.ID, m model.Message) hub {
			n := m.(note)
			switch r.roll(4, 7, n.X, s.Phase) {
			case 0:
				s.Seen = s.Seen.With(from)
			case 1:
				s.Queue = append(append([]model.ID(nil), s.Queue...), from)
			case 2:
				marks := map[model.ID]int{from: 1}
				for q, x := range s.Marks {
					if q != from {
						marks[q] = x
					}
				}
				s.Marks = marks
			case 3:
				of := append(naming.PerProcess[bool](nil), s.Of...)
				of[from] = !of[from]
				s.Of = of
			}
			s.Phase = r.roll(3, 8, s.Phase, n.X)
			if r.roll(2, 9, n.X, s.Phase) == 0 && len(s.Queue) > 0 {
				p.Send(s.Queue[0], note{r.roll(3, 10, n.X), from})
				s.Queue = s.Queue[1:]
			}
			return s
		},
	}
}

// family is the random system with n participants, with properties of one and of two of them.
func (r random) family(n int) (model.Model, []checkers.Property, error) {
	if n < 1 {
		return nil, nil, errors.New("there are none")
	}
	i := model.Instance{Network: model.Network{Order: r.order}}
	i.Faults.Crash = r.crash
	if r.ring {
		i.Network.Topology = model.Unidirectional()
		i.Processes = model.Replicate(n, r.participant())
	} else {
		i.Processes = append([]model.Algorithm{r.hub()}, model.Replicate(n, r.participant())...)
		var star []model.Link
		for p := 1; p <= n; p++ {
			star = append(star, model.Link{From: 0, To: model.ID(p)})
		}
		i.Network.Topology = model.Graph(star...)
	}
	return i, []checkers.Property{
		checkers.AtMost("one-in-1", 1, func(_ model.ID, s peer) bool { return s.Phase == 1 }),
		checkers.AtMost("none-in-2", 0, func(_ model.ID, s peer) bool { return s.Phase == 2 }),
		checkers.AtMost("one-heard", 1, func(_ model.ID, s peer) bool { return s.Last != model.None }),
		checkers.Agree("agree", func(_ model.ID, s peer) (int, bool) { return s.Fuel, s.Phase == 2 }),
	}, nil
}

// TestRandomFamilies: what is said to hold for every n holds for up to 5 participants, and what is said to be
// violated is. (That every state has its views in the closed set, unless something is reported, is tested by Prove
// itself.)
func TestRandomFamilies(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		r := draw(t)
		report, err := views.Prove(context.Background(), r.family,
			views.Options{MaxViews: 300, MaxConfigurations: 1000, TestStates: 40, Search: checkers.Options{MaxStates: 3000}})
		if errors.As(err, new(*views.Refusal)) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		verdicts := map[string]views.Verdict{}
		for _, res := range report.Results {
			verdicts[res.Property.Name()] = res.Verdict
			if res.Verdict == views.ForEvery {
				proved++
			}
		}
		for n := 1; n <= 5; n++ {
			m, properties, err := r.family(n)
			if err != nil {
				t.Fatal(err)
			}
			found, err := checkers.Check(context.Background(), m, properties, checkers.Options{MaxStates: 5_000})
			if err != nil {
				t.Fatal(err)
			}
			for _, res := range found.Results {
				if name := res.Property.Name(); res.Verdict == checkers.Violated && verdicts[name] == views.ForEvery {
					t.Fatalf("%+v: %s is said to hold for every n, and is violated with n=%d: %s", r, name, n, res.Explanation)
				}
			}
		}
	})
	t.Logf("%d verdicts for every n", proved)
	if proved == 0 && !testing.Short() { // a fifth of the draws may happen to prove nothing
		t.Error("nothing was proved of any family")
	}
}

// queue is a coordinator that grants its resource; greedy, also while somebody has it and two are waiting.
func queue(greedy bool) views.Family {
	type coordinator struct {
		Free  bool
		Queue []model.ID
	}
	type ask struct{}
	type grant struct{}
	return func(n int) (model.Model, []checkers.Property, error) {
		i := model.Instance{Processes: append([]model.Algorithm{model.Process[coordinator]{
			Name: "coordinator",
			Init: func(*model.Context) coordinator { return coordinator{Free: true} },
			Acts: []model.Act[coordinator]{{
				Name: "grant",
				Enabled: func(_ *model.Context, s coordinator) bool {
					return s.Free && len(s.Queue) > 0 || greedy && len(s.Queue) > 1
				},
				Do: func(p *model.Context, s coordinator) coordinator {
					p.Send(s.Queue[0], grant{})
					return coordinator{Queue: s.Queue[1:]}
				},
			}},
			Receive: func(_ *model.Context, s coordinator, from model.ID, m model.Message) coordinator {
				if _, is := m.(ask); is {
					s.Queue = append(append([]model.ID{}, s.Queue...), from)
				} else {
					s.Free = true
				}
				return s
			},
		}}, model.Replicate(n, model.Process[string]{
			Name: "participant",
			Init: func(*model.Context) string { return "outside" },
			Acts: []model.Act[string]{{
				Name:    "ask",
				Enabled: func(_ *model.Context, s string) bool { return s == "outside" },
				Do:      func(p *model.Context, _ string) string { p.Send(0, ask{}); return "waiting" },
			}, {
				Name:    "leave",
				Enabled: func(_ *model.Context, s string) bool { return s == "inside" },
				Do:      func(p *model.Context, _ string) string { p.Send(0, grant{}); return "outside" },
			}},
			Receive: func(*model.Context, string, model.ID, model.Message) string { return "inside" },
		})...)}
		in := func(_ model.ID, s string) bool { return s == "inside" }
		return i, []checkers.Property{
			checkers.AtMost("exclusion", 1, in),
			checkers.AtMost("not-four", 3, in),
			checkers.NoDeadlock("no-deadlock", func(model.State) error { return nil }),
		}, nil
	}
}

func verdicts(t *testing.T, f views.Family) (*views.Report, map[string]string) {
	t.Helper()
	r, err := views.Prove(context.Background(), f, views.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, res := range r.Results {
		all[res.Property.Name()] = strings.TrimSpace(fmt.Sprintf("%s %s", res.Verdict, res.Why))
	}
	return r, all
}

// TestQueue: mutual exclusion holds for every n; that no four are inside cannot be decided on three participants.
func TestQueue(t *testing.T) {
	r, all := verdicts(t, queue(false))
	if all["exclusion"] != "for-every-n" {
		t.Errorf("exclusion: %s", all["exclusion"])
	}
	if !strings.Contains(all["not-four"], "it takes 4 processes") {
		t.Errorf("not-four: %s", all["not-four"])
	}
	if !strings.HasPrefix(all["no-deadlock"], "unknown it is of the kind deadlock") {
		t.Errorf("no-deadlock: %s", all["no-deadlock"])
	}
	want := "for every n, if it treats processes alike beyond 3; tested to n = 5, and in random runs to n = 8"
	if got := r.Words("n"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestGreedy: what the views allow is confirmed with the smallest number of participants that can do it.
func TestGreedy(t *testing.T) {
	r, all := verdicts(t, queue(true))
	if all["exclusion"] != "violated" {
		t.Fatalf("exclusion: %s", all["exclusion"])
	}
	if res := r.Results[0]; res.N != 3 || res.Answer.Execution == nil {
		t.Errorf("violated with n=%d", res.N)
	}
}

// leaver is queue whose participants come to where says when they leave.
func leaver(where func(p *model.Context) string) views.Family {
	return func(n int) (model.Model, []checkers.Property, error) {
		m, properties, err := queue(false)(n)
		i := m.(model.Instance)
		for k, p := range i.Processes[1:] {
			participant := p.(model.Process[string])
			participant.Acts = slices.Clone(participant.Acts)
			leave := participant.Acts[1].Do
			participant.Acts[1].Do = func(p *model.Context, s string) string {
				leave(p, s)
				return where(p)
			}
			i.Processes[k+1] = participant
		}
		return i, properties[:1], err
	}
}

// TestImpure: an impure handler is an error, even if it shows only in configurations, or only in the end.
func TestImpure(t *testing.T) {
	calls, late := 0, false
	counts := leaver(func(p *model.Context) string { calls++; return fmt.Sprint("outside", calls) })
	for name, f := range map[string]views.Family{
		"impure": func(n int) (model.Model, []checkers.Property, error) {
			m, _, err := counts(n)
			waits := checkers.NoDeadlock("no-deadlock", func(model.State) error { return nil }) // nothing is searched for it
			return m, []checkers.Property{waits}, err
		},
		"later": func(n int) (model.Model, []checkers.Property, error) {
			late = late || n == 1 // which is the last question
			return leaver(func(*model.Context) string { return map[bool]string{false: "outside", true: "gone"}[late] })(n)
		},
	} {
		_, err := views.Prove(t.Context(), f, views.Options{TestStates: 1})
		var fault *model.Error
		if !errors.As(err, &fault) || fault.Kind != system.Impure {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnsearched: few participants that could not be searched are no reason to say that a property holds of them.
func TestUnsearched(t *testing.T) {
	r, err := views.Prove(t.Context(), leaver(func(*model.Context) string { return "outside" }),
		views.Options{TestStates: 1, Search: checkers.Options{Workers: -1}})
	if err == nil {
		t.Errorf("%s, though nothing was searched", r.Results[0].Verdict)
	}
}

// TestManyStarts: random runs start in many initial states, and do not list all 390,625 of them.
func TestManyStarts(t *testing.T) {
	type state struct{ X int }
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := views.Prove(ctx, func(n int) (model.Model, []checkers.Property, error) {
		p := model.Process[state]{Init: func(c *model.Context) state { return state{c.Choose(5)} },
			Acts: []model.Act[state]{{Name: "end", Enabled: func(_ *model.Context, s state) bool { return s.X < 5 },
				Do: func(*model.Context, state) state { return state{5} }}}}
		return model.Instance{Processes: model.Replicate(n, p), Network: model.Network{Topology: model.Directed()}},
			[]checkers.Property{checkers.Invariant("true", func(model.State) error { return nil })}, nil
	}, views.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if last := r.Tests[len(r.Tests)-1]; !last.Runs || last.States <= 1<<8 {
		t.Errorf("%+v", last)
	}
}
