package spec

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Environment has the settings that can be changed for any entry from outside, such as the fault budget, the order of
// channels and the timing. Fields that are nil or empty leave what the entry's Build sets.
type Environment struct {
	_ struct{}

	Crash, Recover, Lose, Duplicate, Cut, Partition, Heal, SetBack *int

	// Order is "fifo" or "unordered".
	Order string

	// Timing is "async", "sync" or "partial".
	Timing string

	// Delay is how many ticks a message takes, "MIN..MAX" or "MAX", which means "0..MAX"; the default is "0..1" if the
	// timing is changed from async.
	Delay string

	// Handling and Within are those of model.Timing.
	Handling, Within *int

	// Detector is the failure detector: "none", "perfect", "eventually-perfect" or
	// "arbitrary".
	Detector string

	// CrashOnly restricts which processes may crash, by name.
	CrashOnly []string
}

// Budget is a fault budget for an Environment.
func Budget(n int) *int { return &n }

// Empty reports whether e changes nothing.
func (e Environment) Empty() bool {
	return e.Crash == nil && e.Recover == nil && e.Lose == nil && e.Duplicate == nil && e.Cut == nil &&
		e.Partition == nil && e.Heal == nil && e.SetBack == nil && e.Detector == "" &&
		e.Order == "" && e.Timing == "" && e.Delay == "" && e.Handling == nil && e.Within == nil && len(e.CrashOnly) == 0
}

// apply returns m in environment e.
func (e Environment) apply(m model.Model) (model.Model, error) {
	if e.Empty() {
		return m, nil
	}
	i, ok := m.(model.Instance)
	if !ok {
		return nil, fmt.Errorf("it is not made of processes and channels: it has no environment to change (faults, " +
			"order, timing)")
	}
	numbers := e.numbers()
	for kind, n := range i.Faults.Budgets() {
		if given := *numbers[Flag(kind)]; given != nil {
			*n = *given
		}
	}
	switch e.Order {
	case "":
	case model.FIFO.String():
		i.Network.Order = model.FIFO
	case model.Unordered.String():
		i.Network.Order = model.Unordered
	default:
		return nil, fmt.Errorf("there is no order %q: it is fifo or unordered", e.Order)
	}
	detectors := []model.Detector{model.NoDetector, model.Perfect, model.EventuallyPerfect, model.Arbitrary}
	if e.Detector != "" {
		at := slices.IndexFunc(detectors, func(d model.Detector) bool { return d.String() == e.Detector })
		if at < 0 {
			return nil, fmt.Errorf("there is no failure detector %q: it is %s", e.Detector,
				list(detectors, model.Detector.String))
		}
		i.Detector = detectors[at]
	}
	timing, err := e.timing(i.Timing)
	if err != nil {
		return nil, err
	}
	i.Timing = timing
	if len(e.CrashOnly) > 0 {
		i.Faults.CrashOnly = nil
	}
	for _, name := range e.CrashOnly {
		names := i.ProcessNames()
		p := slices.Index(names, name)
		if p < 0 {
			return nil, fmt.Errorf("there is no process %q to crash: there are %s", name,
				list(names, func(n string) string { return n }))
		}
		i.Faults.CrashOnly = append(i.Faults.CrashOnly, model.ID(p))
	}
	return i, nil
}

// timing returns t as changed by e.
func (e Environment) timing(t model.Timing) (model.Timing, error) {
	modes := []model.Mode{model.Async, model.Sync, model.Partial}
	if e.Timing != "" {
		at := slices.IndexFunc(modes, func(m model.Mode) bool { return m.String() == e.Timing })
		if at < 0 {
			return t, fmt.Errorf("there is no timing %q: it is %s", e.Timing, list(modes, model.Mode.String))
		}
		switch {
		case modes[at] == model.Async:
			t = model.Timing{}
		case t.Mode == model.Async:
			t.Max = 1
		}
		t.Mode = modes[at]
	}
	if e.Delay != "" {
		least, most, isRange := strings.Cut(e.Delay, "..")
		if !isRange {
			least, most = "0", least
		}
		var err1, err2 error
		t.Min, err1 = strconv.Atoi(least)
		t.Max, err2 = strconv.Atoi(most)
		if notNumber(err1) || notNumber(err2) {
			return t, fmt.Errorf("the delay %q is not MIN..MAX or MAX, whole numbers of ticks", e.Delay)
		}
	}
	if e.Handling != nil {
		t.Handling = *e.Handling
	}
	if e.Within != nil {
		t.Within = *e.Within
	}
	return t, nil
}

// The names of an Environment's settings, as flags of the command and in the Environment of a trace.
const (
	flagOrder     = "order"
	flagTiming    = "timing"
	flagDelay     = "delay"
	flagDetector  = "detector"
	flagCrashOnly = "crash-only"
)

// Flag is the name of the flag that limits a kind of events.
func Flag(k model.Kind) string { return strings.ReplaceAll(string(k), " ", "-") }

// unlimited is how model.Unlimited is written.
const unlimited = "unlimited"

// numbers returns the numeric fields of e by the names of their flags.
func (e *Environment) numbers() map[string]**int {
	return map[string]**int{
		"crash": &e.Crash, "recover": &e.Recover, "lose": &e.Lose, "duplicate": &e.Duplicate,
		"cut": &e.Cut, "partition": &e.Partition, "heal": &e.Heal, "set-back": &e.SetBack, "handling": &e.Handling,
		"within": &e.Within,
	}
}

// Flags returns the settings of e as flags of the command, without dashes: "crash" is "1", "lose" is "unlimited",
// "crash-only" is names separated by commas. It is nil if e changes nothing.
func (e Environment) Flags() map[string]string {
	if e.Empty() {
		return nil
	}
	flags := map[string]string{}
	for name, n := range e.numbers() {
		switch {
		case *n == nil:
		case **n == model.Unlimited:
			flags[name] = unlimited
		default:
			flags[name] = strconv.Itoa(**n)
		}
	}
	if e.Order != "" {
		flags[flagOrder] = e.Order
	}
	if e.Timing != "" {
		flags[flagTiming] = e.Timing
	}
	if e.Delay != "" {
		flags[flagDelay] = e.Delay
	}
	if e.Detector != "" {
		flags[flagDetector] = e.Detector
	}
	if len(e.CrashOnly) > 0 {
		flags[flagCrashOnly] = strings.Join(e.CrashOnly, ",")
	}
	return flags
}

// ParseEnvironment returns the Environment with the given Flags, or reports everything that is wrong with them.
func ParseEnvironment(flags map[string]string) (Environment, error) {
	var e Environment
	var wrong []error
	numbers := e.numbers()
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		value := flags[name]
		switch name {
		case flagOrder:
			e.Order = value
		case flagTiming:
			e.Timing = value
		case flagDetector:
			e.Detector = value
		case flagDelay:
			e.Delay = value
		case flagCrashOnly:
			e.CrashOnly = strings.Split(value, ",")
		default:
			number, ok := numbers[name]
			if !ok {
				wrong = append(wrong, fmt.Errorf("there is no %q in an environment", name))
				continue
			}
			n, err := parseBudget(name, value)
			if err != nil {
				wrong = append(wrong, err)
			}
			*number = &n
		}
	}
	return e, errors.Join(wrong...)
}

// notNumber reports whether strconv.Atoi failed other than because the number is too large. For that it returns the
// largest number, which the code that knows the limit then refuses.
func notNumber(err error) bool { return err != nil && !errors.Is(err, strconv.ErrRange) }

func parseBudget(name, value string) (int, error) {
	ticks := name == "handling" || name == "within"
	if !ticks && value == unlimited {
		return model.Unlimited, nil
	}
	n, err := strconv.Atoi(value)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("--%s %s: that is out of range", name, value)
	case err != nil || n < 0:
		if ticks {
			return 0, fmt.Errorf("--%s %s: ticks are a whole number, 0 or more", name, value)
		}
		return 0, fmt.Errorf("--%s %s: a budget is a whole number, 0 or more, or %s", name, value, unlimited)
	}
	return n, nil
}
