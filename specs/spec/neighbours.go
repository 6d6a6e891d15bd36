package spec

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/model"
)

// Neighbour is an environment that differs from another in one assumption.
type Neighbour struct {
	// Change is the different assumption, in the words of the command's flags: "unordered", "crash 1 + recover 1",
	// "sync 0..1".
	Change string

	// Environment is the complete environment: the settings of the other one, with Change applied.
	Environment Environment
}

// Neighbours returns the neighbours of e, in a fixed order: the other order of channels, one more failure of each kind
// and no failure of it, the other timings and each number of the timing one tick off, and the other failure detectors
// if there is one. i is the instance that Setup returns in e. A failure that is possible only after another comes with
// that: a recovery with a crash, a heal with a cut or a partition. Setup may reject some of them.
func (e Environment) Neighbours(i model.Instance) []Neighbour {
	var all []Neighbour
	for _, changes := range [][]Neighbour{orders(i), failures(i), timings(i.Timing), detectors(i.Detector)} {
		for _, c := range changes {
			all = append(all, Neighbour{c.Change, e.with(c.Environment)})
		}
	}
	return all
}

// with returns e with the settings of change.
func (e Environment) with(change Environment) Environment {
	if change.Timing == model.Async.String() { // it has no numbers
		e.Delay, e.Handling, e.Within = "", nil, nil
	}
	changed := change.numbers()
	for name, n := range e.numbers() {
		if given := *changed[name]; given != nil {
			*n = given
		}
	}
	for _, text := range []struct{ of, given *string }{
		{&e.Order, &change.Order}, {&e.Timing, &change.Timing}, {&e.Delay, &change.Delay}, {&e.Detector, &change.Detector},
	} {
		if *text.given != "" {
			*text.of = *text.given
		}
	}
	return e
}

func orders(i model.Instance) []Neighbour {
	other := model.Unordered
	if i.Network.Order == model.Unordered {
		other = model.FIFO
	}
	return []Neighbour{{other.String(), Environment{Order: other.String()}}}
}

// numbers are flags with their numeric values, in the order in which they are printed.
type numbers []struct {
	name string
	n    int
}

// neighbour returns the environment with these numbers.
func (ns numbers) neighbour() Neighbour {
	var e Environment
	var words []string
	of := e.numbers()
	for _, x := range ns {
		*of[x.name] = Budget(x.n)
		words = append(words, fmt.Sprintf("%s %d", x.name, x.n))
	}
	return Neighbour{strings.Join(words, " + "), e}
}

// failures returns the environments with one more failure of a kind, or with none of it.
func failures(i model.Instance) []Neighbour {
	f := i.Faults
	all := more("lose", f.Lose, "", 0)
	all = append(all, more("duplicate", f.Duplicate, "", 0)...)
	all = append(all, more("crash", f.Crash, "recover", f.Recover)...)
	all = append(all, repairs("recover", f.Recover, f.Crash)...)
	for _, link := range []struct {
		name     string
		n, other int
	}{{"cut", f.Cut, f.Partition}, {"partition", f.Partition, f.Cut}} {
		of := more(link.name, link.n, "heal", f.Heal)
		if link.n != 0 && link.other != 0 && f.Heal != 0 {
			of[0] = numbers{{link.name, 0}}.neighbour() // what the other does can still be mended
		}
		all = append(all, of...)
	}
	broken := f.Cut + f.Partition
	if f.Cut == model.Unlimited || f.Partition == model.Unlimited {
		broken = model.Unlimited
	}
	all = append(all, repairs("heal", f.Heal, broken)...)
	if i.Clocks.Max > 0 {
		all = append(all, more("set-back", f.SetBack, "", 0)...)
	}
	return all
}

// more returns, for a budget of n failures, the environments without any and with one more; the latter with one more
// repair, too, if there are already as many repairs as failures.
func more(name string, n int, repair string, repaired int) (all []Neighbour) {
	none, both := numbers{{name, 0}}, numbers{{name, n + 1}, {repair, repaired + 1}}
	if n != 0 {
		if repaired != 0 {
			none = append(none, numbers{{repair, 0}}...)
		}
		all = append(all, none.neighbour())
	}
	if n == model.Unlimited {
		return all
	}
	all = append(all, numbers{{name, n + 1}}.neighbour())
	if repair != "" && repaired == n {
		all = append(all, both.neighbour())
	}
	return all
}

// repairs returns, for a budget of n repairs, the environments without any and, if there are more failures, with one
// more.
func repairs(name string, n, failures int) (all []Neighbour) {
	if n != 0 {
		all = append(all, numbers{{name, 0}}.neighbour())
	}
	if n != model.Unlimited && (failures == model.Unlimited || n < failures) {
		all = append(all, numbers{{name, n + 1}}.neighbour())
	}
	return all
}

// timings returns the environments with the other modes and the numbers of t, and those with one number of t a tick
// off.
func timings(t model.Timing) (all []Neighbour) {
	if t.Mode == model.Async {
		t.Max = 1
	}
	for _, m := range []model.Mode{model.Sync, model.Partial, model.Async} {
		switch {
		case m == t.Mode:
		case m == model.Async:
			all = append(all, Neighbour{m.String(), Environment{Timing: m.String()}})
		default:
			delay := fmt.Sprintf("%d..%d", t.Min, t.Max)
			e := Environment{Timing: m.String(), Delay: delay}
			if t.Within > 0 {
				e.Within = Budget(0) // synchronous time is stable from the start
			}
			all = append(all, Neighbour{m.String() + " " + delay, e})
		}
	}
	if t.Mode == model.Async {
		return all
	}
	delay := func(least, most int) {
		d := fmt.Sprintf("%d..%d", least, most)
		all = append(all, Neighbour{"delay " + d, Environment{Delay: d}})
	}
	if t.Max > t.Min {
		delay(t.Min, t.Max-1)
	}
	delay(t.Min, t.Max+1)
	if t.Min > 0 {
		delay(t.Min-1, t.Max)
	}
	if t.Handling > 0 {
		all = append(all, numbers{{"handling", t.Handling - 1}}.neighbour(),
			numbers{{"handling", t.Handling + 1}}.neighbour())
	}
	if t.Within > 0 {
		all = append(all, Neighbour{"within any time", Environment{Within: Budget(0)}})
	}
	return all
}

// detectors returns the environments with the other failure detectors, if the instance has one.
func detectors(is model.Detector) (all []Neighbour) {
	if is == model.NoDetector {
		return nil
	}
	for _, d := range []model.Detector{model.Perfect, model.EventuallyPerfect, model.Arbitrary, model.NoDetector} {
		if d != is {
			all = append(all, Neighbour{"detector " + d.String(), Environment{Detector: d.String()}})
		}
	}
	return all
}
