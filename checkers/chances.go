package checkers

import (
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/mdp"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Probability is a number that is known exactly, or between two bounds that are proven.
type Probability = mdp.Probability

// Chance is how probable it is that something comes.
type Chance struct {
	Property Property

	// Asked says that there is an answer. Otherwise Explanation says why not.
	Asked       bool
	Explanation string

	// Min and Max are the least and the greatest probability, over all schedulers that refuse nothing
	// for ever, that a Reachable property's wanted state comes; of others, that they are violated.
	Min, Max Probability
}

// ChanceReport is what Chances found out.
type ChanceReport struct {
	// Report is about the search; it has no Results.
	*Report

	Odds    system.Odds
	Chances []Chance // in the order of the properties

	// Decided says that everything could be asked that can be asked at all; otherwise Bound or Clipped of the Report say
	// what stood in the way.
	Decided bool

	// MDP is the Markov decision process, unless a bound was in the way. Its Nodes, Decisions and Branches are how many there are.
	MDP *mdp.Process

	// Solving is how long making and solving it took.
	Solving time.Duration

	goals     []goal
	questions []question
}

// goal is what a property says of states; undecided, if set, says why it does not of some, and is empty otherwise.
type goal struct {
	is        func(v []uint32) (bool, error)
	undecided func() string
}

// Chances explores m and returns how probable it is, at least and at most, that properties are violated, or of what is to be reached, that it is,
// when failures have the given odds and the choices of handlers are uniform. Everything else is up to a scheduler
// that knows all that was, and refuses nothing for ever; see model.Odds and explore.Process.Reach.
//
// Properties of states can be asked about: invariants and those that are made of them, NoDeadlock, and Reachable. Of liveness, costs and steps nothing is said.
//
// A bound of opt, or ctx, that ends the search leaves everything open. The error is a *Failure if the model is at
// fault, and other than that if the odds do not fit it.
func Chances(ctx context.Context, m model.Model, properties []Property, odds system.Odds, opt Options) (*ChanceReport, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	sys, err := system.Compile(m)
	if err != nil {
		return nil, fault(nil, err)
	}
	probabilistic, err := sys.Probabilistic(odds)
	if err != nil {
		return nil, err
	}
	r := &ChanceReport{Odds: odds}
	for _, p := range single(properties) {
		q, err := p.bind(sys)
		if err != nil {
			return nil, err
		}
		r.questions = append(r.questions, q)
		c := Chance{Property: p}
		switch check := explore.AtRest(waist{sys}, sys.Owed, q.check); {
		case q.inquiry != nil || check.State == nil:
			c.Explanation = fmt.Sprintf("a property of kind %s is not about single states", p.kind)
			r.goals = append(r.goals, goal{})
		default:
			r.goals = append(r.goals, goal{check.State, q.undecided})
		}
		r.Chances = append(r.Chances, c)
	}
	opt.Owed, opt.KeepGoing = sys.Owed, true
	found, err := explore.Search(ctx, waist{sys}, nil, opt)
	if found != nil {
		r.Report = newReport(sys, found)
	}
	if err != nil {
		return r, fault(sys, err)
	}
	err = r.solve(ctx, sys, probabilistic, found, opt)
	return r, fault(sys, err)
}

// solve makes the MDP and asks it.
func (r *ChanceReport) solve(ctx context.Context, sys *system.System, probabilistic system.Probabilistic,
	found *explore.Result, opt Options) error {
	began := time.Now()
	defer func() { r.Solving = time.Since(began) }()
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout-found.Elapsed)
		defer cancel()
	}
	if found.Complete && r.Clipped != "" {
		r.leaveOpen(clip(r.Clipped))
		return nil
	}
	options := mdp.Options{Initial: probabilistic.Initial, Decide: probabilistic.Decide}
	if opt.Memory > 0 {
		options.Memory = 1 // too little
		if opt.Memory > found.Bytes {
			options.Memory = opt.Memory - found.Bytes
		}
	}
	mdp, err := mdp.New(ctx, found, options)
	if err != nil {
		return r.open(found, err)
	}
	r.MDP, r.Decided = mdp, true
	r.Bytes += mdp.Bytes()
	for i := range r.Chances {
		c := &r.Chances[i]
		if r.goals[i].is == nil {
			continue
		}
		chance, err := mdp.Reach(ctx, r.goals[i].is)
		if err != nil {
			return r.open(found, err)
		}
		if open := r.goals[i].undecided; open != nil && open() != "" {
			c.Explanation, r.Decided = open(), false
			continue
		}
		c.Asked, c.Min, c.Max = true, chance.Min, chance.Max
	}
	if err := askAgain(ctx, sys, r.questions); err != nil {
		for i := range r.Chances {
			r.Chances[i] = Chance{Property: r.Chances[i].Property, Explanation: r.Chances[i].Explanation}
		}
		return r.open(found, err)
	}
	r.Calls = sys.Calls()
	return nil
}

// open says why there are no more answers; an error that does not is returned.
func (r *ChanceReport) open(found *explore.Result, err error) error {
	r.Decided = false
	why, err := undecided(found, err, r.Report)
	if err == nil {
		r.leaveOpen(why)
	}
	return err
}

func (r *ChanceReport) leaveOpen(why string) {
	for i := range r.Chances {
		if c := &r.Chances[i]; !c.Asked && c.Explanation == "" {
			c.Explanation = why
		}
	}
}
