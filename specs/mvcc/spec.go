package mvcc

import (
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants between the source's and the last; each has the changes of those before it.
const (
	deletesVariant = "deletes"
	keepsVariant   = "keeps"
	lockedVariant  = "locked"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:   "mvcc",
		Family: "clocks and stores",
		Summary: "Multi-version concurrency control with a hybrid logical clock: snapshot reads, deletes and garbage " +
			"collection",
		Source: "002, 1.1.4 Hybrid Logical Clocks, CockroachDBStyleMVCC",
		Params: []spec.Param{
			{Name: "clients", Doc: "threads that call the methods", Min: 1, Max: 3, Default: 1},
			{Name: "writes", Doc: "how often each writes", Min: 0, Max: 3, Default: 1},
			{Name: "deletes", Doc: "how often each deletes", Min: 0, Max: 2, Default: 1},
			{Name: "reads", Doc: "how often each reads", Min: 0, Max: 2, Default: 1},
			{Name: "collects", Doc: "how often each collects garbage", Min: 0, Max: 2, Default: 0},
			{Name: "ticks", Doc: "the physical clock shows 0 to this", Min: 0, Max: 3, Default: 1},
			{Name: "steady", Doc: "1 if the physical clock does not go back", Min: 0, Max: 1, Default: 1},
			{Name: "foreign", Doc: "1 if there are reads as of timestamps of another node, whose clock may be ahead", Min: 0,
				Max: 1, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "as the source prints it; its lock covers the clock only"},
			{Name: deletesVariant, Doc: "a delete hides what was written before it"},
			{Name: keepsVariant, Doc: "as deletes, and garbage collection keeps the version that is read as of the safe time"},
			{Name: lockedVariant, Doc: "as keeps, and each method holds a lock from beginning to end"},
			{Name: spec.Corrected, Doc: "as locked, and a read as of a time that is ahead of the clock moves the clock there"},
		},
		Build: build,
		Cases: cases(),
	}
}

func build(a spec.Args) (spec.Setup, error) {
	level := 0
	for i, v := range Spec().Variants {
		if v.Name == a.Variant {
			level = i
		}
	}
	o := rules{
		fuel:  Fuel{a.Int("writes"), a.Int("deletes"), a.Int("reads"), a.Int("collects")},
		ticks: a.Int("ticks"), steady: a.Int("steady") == 1, foreign: a.Int("foreign") == 1,
		hides: level >= 1, keeps: level >= 2, locked: level >= 3, follows: level >= 4,

		clock: model.NewVariable("clock", Timestamp{}),
		shown: model.NewVariable("shown", 0).Hidden(),
		data:  model.NewVariable[[]Version]("data", nil),
		log:   model.NewVariable[[]Version]("log", nil).Hidden(),
		reads: model.NewVariable[[]Read]("reads", nil).Hidden(),
		safe:  model.NewVariable("safe", Timestamp{}).Hidden(),
		until: model.NewVariable("until", Timestamp{}).Hidden(),
	}
	n := a.Int("clients")
	return spec.Setup{
		Model: model.Instance{
			Processes: model.Replicate(n, client(o)),
			Names:     []string{"P", "Q", "R"}[:n],
			Variables: []model.Shared{o.clock, o.shown, o.data, o.log, o.reads, o.safe, o.until},
		},
		Properties: properties(o),
	}, nil
}
