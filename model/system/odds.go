package system

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Odds are the probabilities of failures, each between 0 and 1. Without odds, the scheduler decides when a failure
// strikes; with odds for a kind of failure, a coin does. All coins are independent. A kind that is nil stays up to the
// scheduler, like everything else that it decides: which event is next, when crashed processes recover, which failures
// without odds happen. Budgets stay as they are. Choices of handlers (Choose) are uniform, with or without odds. Of the
// coins for one delivery, Lose is tossed first, then Crash, then Duplicate.
//
// The failures must be in the instance's budget of Faults. Once that is spent, no more coins are tossed, so the budget
// is part of the question; with Unlimited, failures are independent.
type Odds struct {
	_ struct{}

	// Lose is tossed for each delivery, also that of a message that stays in its channel: the message is lost instead. It
	// is not tossed for a process that is down, at which it is lost anyway.
	Lose *big.Rat

	// Duplicate is tossed for each delivery: the message also stays in its channel.
	Duplicate *big.Rat

	// Crash is tossed for each act, delivery and timeout of a process that may crash, also for the delivery of a message
	// that stays in its channel: it crashes instead, and does not do what it was about to do.
	Crash *big.Rat

	// CrashOnce is tossed once for each process that may crash, at a time that the scheduler chooses and may postpone
	// for ever: it is the probability that the process fails in the whole execution. It cannot be combined with Crash.
	CrashOnce *big.Rat
}

// oddsFlags are the names of the kinds of odds in ParseOdds.
var oddsFlags = [...]string{"lose", "duplicate", "crash", "crash-once"}

func (o *Odds) kinds() [len(oddsFlags)]**big.Rat {
	return [...]**big.Rat{&o.Lose, &o.Duplicate, &o.Crash, &o.CrashOnce}
}

// None reports whether there are no odds.
func (o Odds) None() bool {
	return o == Odds{}
}

// String returns a text like "lose=1/10,crash-once=1/10000", which ParseOdds reads.
func (o Odds) String() string {
	var parts []string
	for i, p := range o.kinds() {
		if *p != nil {
			parts = append(parts, oddsFlags[i]+"="+(*p).RatString())
		}
	}
	return strings.Join(parts, ",")
}

// rational parses a decimal number or a fraction of limited length.
var rational = regexp.MustCompile(`^[0-9]{1,40}(/[0-9]{1,40}|(\.[0-9]{1,60})?([eE]-?[0-9]{1,3})?)$`)

// ParseOdds reads odds separated by commas, such as lose=0.1,crash=1/100. The kinds are lose, duplicate, crash and
// crash-once.
func ParseOdds(text string) (Odds, error) {
	var o Odds
	var wrong []error
	if strings.TrimSpace(text) == "" {
		return o, nil
	}
	kinds := o.kinds()
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		at := slices.Index(oddsFlags[:], name)
		switch {
		case at < 0:
			wrong = append(wrong, fmt.Errorf("there are no odds of %q: there are %s", name, strings.Join(oddsFlags[:], ", ")))
		case *kinds[at] != nil:
			wrong = append(wrong, fmt.Errorf("the odds of %s are given twice", name))
		case !rational.MatchString(value):
			wrong = append(wrong, fmt.Errorf("the odds %q are not a number: write %s=1/100 or %s=0.01", part, name, name))
		default:
			p, ok := new(big.Rat).SetString(value)
			if !ok {
				wrong = append(wrong, fmt.Errorf("the odds %q are not a number: is the denominator 0?", part))
				continue
			}
			*kinds[at] = p
		}
	}
	return o, errors.Join(append(wrong, o.Validate())...)
}

// Validate reports everything that is wrong with o, or nil.
func (o Odds) Validate() error {
	var wrong []error
	one := big.NewRat(1, 1)
	for i, p := range o.kinds() {
		if *p != nil && ((*p).Sign() < 0 || (*p).Cmp(one) > 0) {
			wrong = append(wrong, fmt.Errorf("the odds of %s are %s: a probability is between 0 and 1", oddsFlags[i],
				(*p).RatString()))
		}
	}
	if o.Crash != nil && o.CrashOnce != nil {
		wrong = append(wrong, errors.New("there are odds of crash and of crash-once: it is the one or the other"))
	}
	return errors.Join(wrong...)
}

// fit reports odds of failures that are not in the budget f.
func (o Odds) fit(f model.Faults) error {
	var wrong []error
	for i, n := range []int{f.Lose, f.Duplicate, f.Crash, f.Crash} {
		kind := [...]model.Kind{model.Lose, model.Duplicate, model.Crash, model.Crash}[i]
		if *o.kinds()[i] != nil && n == 0 {
			wrong = append(wrong, fmt.Errorf("there are odds of %s, and no budget of it: --%s unlimited leaves it to the "+
				"odds how many there are", oddsFlags[i], kind))
		}
	}
	return errors.Join(wrong...)
}

// Probabilistic separates chance from choice in the states of a System: it groups the events of a state into
// decisions. A scheduler takes one of these, and chance takes one of its branches. It may be used by one goroutine at
// a time. Its methods are the funcs of mdp.Options.
type Probabilistic interface {
	// Initial emits the initial states. The choices in a process's Init are up to chance; in which of several initial
	// states a Machine starts is not.
	Initial(emit func(v []uint32, decision int, p *big.Rat)) error

	// Decide emits the decisions in a state. thrown has the once-only coins tossed on the way, as bits. Obligations are
	// those of System.Obligation; only owed decisions have one.
	Decide(v []uint32, thrown uint64,
		emit func(owed bool, obligation uint64, events []int, odds []*big.Rat, thrown []uint64)) error
}

// Probabilistic returns a Probabilistic for one goroutine, or an error that says why odds do not fit the system.
func (s *System) Probabilistic(o Odds) (Probabilistic, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return s.front.(interface {
		probabilistic(o Odds) (Probabilistic, error)
	}).probabilistic(o)
}
