package bullies

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// Params returns the parameters that the entries share, followed by an entry's own.
func Params(own ...spec.Param) []spec.Param {
	return append([]spec.Param{
		{Name: "n", Doc: "processes", Min: 2, Max: 6, Default: 3},
		{Name: "leader", Doc: "who leads at the start; 0 is nobody, -1 the strongest", Min: -1, Max: 6, Default: -1},
		{
			Name: "doubts", Doc: "how often each process may start an election though nothing shows that the leader has failed",
			Min: 0, Max: 3, Default: 1,
		},
		{Name: "rounds", Doc: "how many elections each process may begin in all; 0 is without bound", Min: 0, Max: 6,
			Default: 0},
		{Name: "timeout", Doc: "ticks that a process waits for an answer", Min: 1, Max: 20, Default: 2},
		{
			Name: "patience",
			Doc: "ticks after which a process begins again when the election that it has lost does not end; not in all " +
				"variants",
			Min: 1, Max: 40, Default: 4,
		},
		{Name: "priced", Doc: "1 asks what it costs in messages to replace the first leader, or to find one", Min: 0, Max: 1,
			Default: 0},
	}, own...)
}

// Leader returns the process that leads at the start, or model.None.
func Leader(a spec.Args) (model.ID, error) {
	n, leader := a.Int("n"), a.Int("leader")
	if leader > n {
		return model.None, fmt.Errorf("leader=%d, and there are only n=%d processes", leader, n)
	}
	if leader == -1 {
		leader = n
	}
	return model.ID(leader - 1), nil // 0 becomes model.None
}

// Setup returns a system of processes that all run one algorithm, and its properties.
func Setup(a spec.Args, leader model.ID, algorithm model.Algorithm, timing model.Timing) spec.Setup {
	asked := Properties(a.Int("rounds"))
	if a.Int("priced") == 1 {
		asked = append(asked, price(leader))
	}
	var names []string
	for id := 1; id <= a.Int("n"); id++ {
		names = append(names, strconv.Itoa(id))
	}
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(a.Int("n"), algorithm),
			Names:     names,
			Timing:    timing,
			Views:     Views(),
			// Whoever has failed is suspected in the end, and nobody else is, apart from doubts.
			Detector: model.Perfect,
		},
		Properties: asked,
	}
}
