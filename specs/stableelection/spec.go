package stableelection

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/naming"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	strongestVariant    = "strongest"
	incarnationsVariant = "incarnations"
	uptimeVariant       = "uptime"
	cappedVariant       = "capped-uptime"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "stable-election",
		Family:  "leader election",
		Summary: "Election on a failure detector, of the strongest process or of the one that has been up longest",
		Source:  "000, Questões importantes, Estabilidade; 001, 5.2 and 5.3",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 2, Max: 6, Default: 3},
			{Name: "flapper", Doc: "the process that fails and returns again and again, without end; 0 is nobody, and " +
				"processes crash and recover within the fault budget", Min: 0, Max: 6, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: strongestVariant, Doc: "000's bully: of those that are not suspected, the largest identifier leads"},
			{Name: incarnationsVariant, Doc: "001's criterion: fewest incarnations lead, and of equals the smallest identifier"},
			{Name: uptimeVariant, Doc: "000's repair: whoever has been up longest leads, and of equals the largest identifier"},
			{Name: cappedVariant, Doc: "000's repair with an uptime that counts up to a limit, so that a failure is " +
				"forgotten after a while"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n := a.Int("n")
	r := rules{
		flapper: a.Int("flapper"),
		uptime:  a.Variant == uptimeVariant || a.Variant == cappedVariant,
		ignored: a.Variant == strongestVariant,
		highest: a.Variant != incarnationsVariant,
		capped:  a.Variant == cappedVariant,
		shows:   model.NewVariable("shows", slices.Repeat(View{1}, n)),
		starts:  model.NewVariable("starts", 0),
	}
	if r.flapper > n {
		return spec.Setup{}, fmt.Errorf("flapper=%d, and there are only n=%d processes", r.flapper, n)
	}
	i := model.Instance{
		Processes: model.Replicate(n, process(n, r)),
		Detector:  model.Perfect,
		Variables: []model.Shared{r.shows},
	}
	if r.uptime {
		i.Variables = append(i.Variables, r.starts)
	}
	if r.flapper == 0 {
		i.Faults = model.Faults{Crash: 1, Recover: 1}
	}
	for id := range n {
		i.Names = append(i.Names, strconv.Itoa(id+1))
	}
	return spec.Setup{Model: i, Properties: properties(n, r)}, nil
}

func properties(n int, r rules) []checkers.Property {
	all := append(r.instant(), r.lasting()...)
	all = append(all, checkers.NoDeadlock("no-deadlock", func(s model.State) error {
		for p, l := range model.Locals[State](s) {
			if l.Leader == 0 && !l.Down {
				return fmt.Errorf("%s knows no leader, and nothing is left to be learnt", s.Name(p))
			}
		}
		return nil
	}))
	// At first every process is up, and the one with the best identifier leads.
	first := model.ID(0)
	if r.highest {
		first = model.ID(n - 1)
	}
	all = append(all, checkers.Reachable("replaced", func(s model.State) bool {
		for p, l := range model.Locals[State](s) {
			if leads(p, l) && p != first {
				return true
			}
		}
		return false
	}))
	return append(all, costs(n)...)
}

// costs returns two costs: how often a process demotes a leader, and how many things all processes together learn about
// each other from when nobody leads until somebody does.
func costs(n int) []checkers.Property {
	var each []checkers.Property
	for p := range model.ID(n) {
		each = append(each, checkers.Cost(fmt.Sprintf("demotions by %d", p+1), checkers.Counting{
			Step: func(before model.State, e model.Event, after model.State) int {
				if e.Process == p && demotes(p, before, after) {
					return 1
				}
				return 0
			},
		}))
	}
	vacant := func(s model.State) bool {
		for p, l := range model.Locals[State](s) {
			if leads(p, l) {
				return false
			}
		}
		return true
	}
	return []checkers.Property{
		checkers.All("demotions", each...),
		checkers.Cost("learnt", checkers.Counting{
			Step: func(_ model.State, e model.Event, _ model.State) int {
				if e.Kind == model.Suspect || e.Kind == model.Trust || strings.HasPrefix(e.Name, looking) {
					return 1
				}
				return 0
			},
			From: vacant, While: vacant,
		}),
	}
}

func leads(p model.ID, s State) bool { return s.Leader == naming.Ordinal(p+1) }

// steady reports whether p is not the flapper.
func (r rules) steady(p model.ID) bool { return int(p) != r.flapper-1 }

// up reports whether the process with this identifier is up; a flapper that has failed is not.
func up(s model.State, id naming.Ordinal) bool {
	l, up := model.Local[State](s, model.ID(id-1))
	return up && !l.Down
}

// instant returns the properties of single states and steps.
func (r rules) instant() []checkers.Property {
	return []checkers.Property{
		checkers.Step("stability", stability),
		checkers.AtMost("uniqueness", 1, leads),
		checkers.Agree("agreement", func(p model.ID, s State) (naming.Ordinal, bool) {
			return s.Leader, s.Leader != 0 && r.steady(p)
		}),
	}
}

// lasting returns the properties of what executions come to in the end. They ask what is known
// only of the steady processes that are up.
func (r rules) lasting() []checkers.Property {
	everybody := func(good func(s model.State, p model.ID, l State) bool) func(s model.State) bool {
		return func(s model.State) bool {
			for p, l := range model.Locals[State](s) {
				if r.steady(p) && !good(s, p, l) {
					return false
				}
			}
			return true
		}
	}
	agreed := func(s model.State) bool {
		leader := naming.Ordinal(0)
		return everybody(func(_ model.State, _ model.ID, l State) bool {
			if leader == 0 {
				leader = l.Leader
			}
			return l.Leader == 0 || l.Leader == leader
		})(s)
	}
	all := []checkers.Property{
		checkers.EventuallyAlways("uniqueness-in-the-end", func(s model.State) bool {
			leaders := 0
			for p, l := range model.Locals[State](s) {
				if leads(p, l) {
					leaders++
				}
			}
			return leaders < 2
		}),
		checkers.EventuallyAlways("agreement-in-the-end", agreed),
		checkers.EventuallyAlways("everybody-knows",
			everybody(func(_ model.State, _ model.ID, l State) bool { return l.Leader != 0 })),
		checkers.EventuallyAlways("accuracy-in-the-end",
			everybody(func(s model.State, _ model.ID, l State) bool { return l.Leader == 0 || up(s, l.Leader) })),
		checkers.EventuallyAlways("somebody-leads", func(s model.State) bool {
			some := false
			for p, l := range model.Locals[State](s) {
				if leads(p, l) {
					return true
				}
				some = some || r.steady(p)
			}
			return !some
		}),
	}
	if r.flapper > 0 {
		// With strong fairness of looking, processes also see what is so only now and then.
		all = append(all, checkers.EventuallyAlways("settles", agreed).Under(checkers.Fairness{
			Strong: func(e model.Event) bool { return strings.HasPrefix(e.Name, looking) },
		}))
	}
	if r.ignored {
		all = append(all, checkers.EventuallyAlways("strongest-in-the-end",
			everybody(func(s model.State, _ model.ID, l State) bool {
				for id := l.Leader + 1; int(id) <= s.N(); id++ {
					if up(s, id) {
						return false
					}
				}
				return l.Leader > 0
			})))
	}
	return all
}

// stability returns an error if a process leaves a leader that has been up since it became one. An
// event changes what one process knows.
func stability(before model.State, e model.Event, after model.State) error {
	if e.Process == model.None {
		return nil
	}
	was, wasUp := model.Local[State](before, e.Process)
	is, isUp := model.Local[State](after, e.Process)
	if !wasUp || !isUp || was.Leader <= 0 || is.Leader <= 0 || is.Leader == was.Leader {
		return nil
	}
	leader := model.ID(was.Leader - 1)
	if l, up := model.Local[State](before, leader); up && !l.Down && l.Known[leader] <= was.Known[leader] {
		return fmt.Errorf("%s leaves leader %d for %d, and %d has not failed", before.Name(e.Process), was.Leader, is.Leader,
			was.Leader)
	}
	return nil
}

// demotes reports whether process p leaves a leader for another although, as far as p knows, the first has not failed.
func demotes(p model.ID, before, after model.State) bool {
	was, wasUp := model.Local[State](before, p)
	is, isUp := model.Local[State](after, p)
	if !wasUp || !isUp || was.Leader <= 0 || is.Leader <= 0 || is.Leader == was.Leader {
		return false
	}
	now := is.Known[was.Leader-1]
	return now > 0 && now <= was.Known[was.Leader-1]
}
