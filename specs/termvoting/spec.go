package termvoting

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants; see the package documentation.
const (
	weightsVariant     = "weights"
	roundsVariant      = "rounds"
	termsVariant       = "terms"
	undiscardedVariant = "undiscarded"
	amnesiaVariant     = "amnesia"
	timedVariant       = "timed"
	answeredVariant    = "answered"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "term-voting",
		Family:  "leader election",
		Summary: "Election by votes that carry more than half of the weight, in successive terms as in Raft",
		Source:  "000, Questões importantes, Split-brain; Ongaro and Ousterhout, USENIX ATC 2014",
		Params: []spec.Param{
			{Name: "n", Doc: "processes", Min: 1, Max: 5, Default: 3},
			{Name: "weights", Doc: "their weights, a digit for each; 0 is 1 for each", Min: 0, Max: 99999, Default: 0},
			{Name: "half", Doc: "1 if half of the weight is enough, 0 if it must be more", Min: 0, Max: 1, Default: 0},
			{Name: "elections", Doc: "how many elections may be started in all", Min: 1, Max: 5, Default: 2},
			{Name: "initiators", Doc: "who may start one: the sum of 2^(name-1); 0 is everybody", Min: 0, Max: 31, Default: 0},
			{Name: "timeout", Doc: "timed: ticks until process 1 starts an election", Min: 1, Max: 20, Default: 4},
			{Name: "stagger", Doc: "timed: how many ticks more each next process waits", Min: 0, Max: 10, Default: 2},
			{Name: "choices", Doc: "timed: how many values each timeout is chosen from", Min: 1, Max: 5, Default: 1},
			{Name: "beat", Doc: "timed: ticks between two messages of a leader", Min: 1, Max: 20, Default: 2},
			{Name: "cycle", Doc: "timed: how many terms are told apart, an odd number", Min: 5, Max: 15, Default: 7},
		},
		Variants: []spec.Variant{
			{Name: weightsVariant, Doc: "a majority of the weight, without terms; a vote is given once and for ever"},
			{Name: roundsVariant, Doc: "a majority of the weight, without terms; a process votes anew when it has seen " +
				"the end of an election, or starts one"},
			{Name: termsVariant, Doc: "with terms: a vote in each, kept in stable storage, and messages of earlier terms " +
				"are discarded"},
			{Name: undiscardedVariant, Doc: "with terms, and messages of earlier terms are not discarded"},
			{Name: amnesiaVariant, Doc: "with terms that a crash forgets, and the vote with them"},
			{Name: timedVariant, Doc: "with terms, and elections started by timers, which messages of the leader put off"},
			{Name: answeredVariant, Doc: "timed, and who discards a message answers with its term, as in Raft"},
		},
		Peers: []string{"n"},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	n, initiators := a.Int("n"), a.Int("initiators")
	weights, err := weightsOf(n, a.Int("weights"))
	if err != nil {
		return spec.Setup{}, err
	}
	if initiators >= 1<<n {
		return spec.Setup{}, fmt.Errorf("initiators=%d names processes beyond n=%d: it is at most %d", initiators, n, 1<<n-1)
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	r := rules{
		weights:   weights,
		enough:    total/2 + 1,
		terms:     a.Variant != weightsVariant && a.Variant != roundsVariant,
		again:     a.Variant == roundsVariant,
		discards:  a.Variant != undiscardedVariant,
		answers:   a.Variant == answeredVariant,
		forgets:   a.Variant == amnesiaVariant,
		elections: model.NewVariable("elections", a.Int("elections")),
		elected:   model.NewVariable("elected", make([]Set, 1+a.Int("elections"))),
	}
	if a.Int("half") == 1 {
		r.enough = (total + 1) / 2
	}
	i := model.Instance{Variables: []model.Shared{r.elections, r.elected}}
	if a.Variant == timedVariant || r.answers {
		if a.Int("cycle")%2 == 0 {
			return spec.Setup{}, fmt.Errorf("cycle=%d: it must be odd", a.Int("cycle"))
		}
		r.clock = clock{a.Int("timeout"), a.Int("stagger"), a.Int("choices"), a.Int("beat"), a.Int("cycle")}
		i.Variables = nil
		i.Timing = model.Timing{Mode: model.Sync, Max: 1}
	}
	for p := range n {
		r.may = append(r.may, initiators == 0 || initiators>>p&1 == 1)
		i.Names = append(i.Names, strconv.Itoa(p+1))
	}
	i.Processes = model.Replicate(n, process(r))
	return spec.Setup{Model: i, Properties: r.properties(a.Int("elections"))}, nil
}

// weightsOf reads the weights from the digits of a number.
func weightsOf(n, digits int) ([]int, error) {
	var weights []int
	if digits == 0 {
		for range n {
			weights = append(weights, 1)
		}
		return weights, nil
	}
	text := strconv.Itoa(digits)
	if len(text) != n {
		return nil, fmt.Errorf("weights=%d: that is %d digits, and there are n=%d processes", digits, len(text), n)
	}
	for _, digit := range text {
		weights = append(weights, int(digit-'0'))
	}
	return weights, nil
}
