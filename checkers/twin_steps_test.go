package checkers_test

import (
	"fmt"
	"slices"

	"github.com/anel-mc/mc/model"
)

type twinStep struct {
	kind  model.Kind
	after world
}

// steps returns everything that can happen in w.
func (d draw) steps(w world) (all []twinStep) {
	add := func(k model.Kind, after ...world) {
		for _, a := range after {
			all = append(all, twinStep{k, a})
		}
	}
	stay := func(*world) {}
	for i := range w.procs {
		p := model.ID(i)
		if !w.procs[p].up {
			if c := w.clone(); d.Faults.Recover != 0 && c.spend(model.Recover) {
				add(model.Recover, d.outcomes(w, p, func(c *world) {
					c.spend(model.Recover)
					c.procs[p].up, c.procs[p].timers, c.procs[p].suspects = true, map[string]int{}, map[model.ID]bool{}
				}, func(e *twinHost, s local) local {
					if !d.Recovers {
						return d.Start(e.context())
					}
					stored := "<nil>"
					if v := w.procs[p].stored; v != nil {
						stored = fmt.Sprint(*v)
					}
					return d.Behave(e.context(), local{}, fmt.Sprint("recover", stored))
				})...)
			}
			continue
		}
		for a := range d.Acts {
			if d.Guard((&twinHost{d: d, w: &w, p: p}).context(), w.procs[p].local, a) {
				add(model.Acted, d.outcomes(w, p, stay, func(e *twinHost, s local) local {
					return d.Behave(e.context(), s, fmt.Sprint("act", a))
				})...)
			}
		}
		for timer, left := range w.procs[p].timers {
			if left > 0 || d.dueAt(w, p) {
				continue
			}
			add(model.Timeout, d.outcomes(w, p, func(c *world) { delete(c.procs[p].timers, timer) },
				func(e *twinHost, s local) local {
					return d.Behave(e.context(), s, "timeout"+timer)
				})...)
		}
		d.detectorSteps(w, p, add)
		if c := w.clone(); (len(d.Faults.CrashOnly) == 0 || slices.Contains(d.Faults.CrashOnly, p)) &&
			c.spend(model.Crash) {
			c.procs[p] = twinProcess{stored: c.procs[p].stored}
			for i := range c.history {
				if o := &c.history[i]; o.p == p && o.nth == 0 {
					o.lost = true
				}
			}
			if d.Faults.Recover == 0 {
				for l := range c.channels {
					if l.To == p {
						delete(c.channels, l)
					}
				}
			}
			add(model.Crash, c)
		}
	}
	d.messageSteps(w, add)
	d.linkSteps(w, add)
	d.timeSteps(w, add)
	d.clockSteps(w, add)
	return all
}

func (d draw) detectorSteps(w world, p model.ID, add func(model.Kind, ...world)) {
	for q := range model.ID(d.N) {
		suspected := w.procs[p].suspects[q]
		wrong := suspected == !w.procs[q].up // a change would be
		may := d.Detector == model.Arbitrary || d.Detector == model.EventuallyPerfect && w.unstable
		if d.Detector == model.NoDetector || q == p || wrong && !may {
			continue
		}
		kind := model.Suspect
		change := func(c *world) { c.procs[p].suspects[q] = true }
		if suspected {
			kind = model.Trust
			change = func(c *world) { delete(c.procs[p].suspects, q) }
		}
		if wrong || d.Detector == model.Arbitrary {
			kind += wrongly // not owed
		}
		if !d.Detects {
			c := w.clone()
			change(&c)
			add(kind, c)
			continue
		}
		add(kind, d.outcomes(w, p, change, func(e *twinHost, s local) local {
			return d.Behave(e.context(), s, fmt.Sprint("detect", q, !suspected))
		})...)
	}
}

// wrongly marks kinds of events that the system does not owe.
const wrongly = " without need"

func (d draw) messageSteps(w world, add func(model.Kind, ...world)) {
	for l, ms := range w.channels {
		for at, f := range ms {
			take := func(c *world) {
				c.channels[l] = slices.Delete(c.channels[l], at, at+1)
				if len(c.channels[l]) == 0 {
					delete(c.channels, l)
				}
			}
			if c := w.clone(); d.mayLose(ms, at) && c.spend(model.Lose) {
				take(&c)
				add(model.Lose, c)
			}
			if at > 0 && (d.Order == model.FIFO || ms[at-1] == f) || f.wait > 0 {
				continue
			}
			receive := func(e *twinHost, s local) local {
				e.receive = true
				return d.Behave(e.context(), s, fmt.Sprint("receive", l.From, f.m))
			}
			if !w.procs[l.To].up {
				c := w.clone()
				take(&c)
				add(model.Deliver, c)
			} else if d.Accepts(l.To, w.procs[l.To].local, f.m) {
				add(model.Deliver, d.outcomes(w, l.To, take, receive)...)
				if c := w.clone(); c.spend(model.Duplicate) {
					add(model.Duplicate, d.outcomes(w, l.To, func(c *world) { c.spend(model.Duplicate) }, receive)...)
				}
			}
		}
	}
}

// mayLose reports whether the loss of the message at a place of a channel is a step.
func (d draw) mayLose(ms []flying, at int) bool {
	if d.Order == model.Unordered && at > 0 && ms[at-1] == ms[at] {
		return false // as that of the other
	}
	makesRoom, hurries := d.Capacity > 0, d.Order == model.FIFO && d.Timing.Handling > 0
	return d.LosesAny || makesRoom || hurries || ms[at].wait == 0 && (at == 0 || d.Order == model.Unordered)
}

// dueAt reports whether a message must still reach p at this instant.
func (d draw) dueAt(w world, p model.ID) bool {
	for l, fs := range w.channels {
		for _, f := range fs {
			if l.To == p && f.left == 0 {
				return true
			}
		}
	}
	return false
}

func (d draw) clockSteps(w world, add func(model.Kind, ...world)) {
	fits := func(c world) bool {
		var all []int
		for p, now := range c.clocks {
			if d.HasClock(model.ID(p)) {
				all = append(all, now)
			}
		}
		return d.Clocks.Spread == 0 || slices.Max(all)-slices.Min(all) <= d.Clocks.Spread
	}
	for p := range w.clocks {
		if !d.HasClock(model.ID(p)) {
			continue
		}
		c := w.clone()
		if c.clocks[p]++; c.clocks[p] <= d.Clocks.Max && fits(c) {
			kind := model.Tick
			if d.Clocks.Still {
				kind += wrongly
			}
			add(kind, c)
		}
		for to := range w.clocks[p] {
			if c := w.clone(); c.spend(model.SetBack) {
				if c.clocks[p] = to; fits(c) {
					add(model.SetBack, c)
				}
			}
		}
	}
}

func (d draw) timeSteps(w world, add func(model.Kind, ...world)) {
	if w.unstable {
		c := w.clone()
		c.unstable, c.within = false, 0
		for _, fs := range c.channels {
			for i := range fs {
				if d.Timing.Mode == model.Partial && fs[i].left < 0 {
					fs[i].left = d.Timing.Max
				}
			}
			d.sort(fs)
		}
		add(model.Stabilise, c)
	}
	if d.Timing.Mode == model.Async || d.Timing.Mode == model.Partial && w.unstable && d.Timing.Within > 0 &&
		w.within == 0 {
		return
	}
	c := w.clone()
	passes := false // anything depends on time
	if d.Timing.Mode == model.Partial && w.unstable && d.Timing.Within > 0 {
		c.within--
		passes = true
	}
	for _, p := range c.procs {
		for name, left := range p.timers {
			if left == 0 {
				return
			}
			p.timers[name] = left - 1
			passes = true
		}
	}
	for _, fs := range c.channels {
		for i := range fs {
			switch {
			case fs[i].left == 0:
				return
			case fs[i].left > 0:
				fs[i].left--
				passes = true
			}
			if fs[i].wait > 0 {
				fs[i].wait--
				passes = true
			}
		}
		d.sort(fs)
	}
	if passes {
		add(model.Tick, c)
	}
}

func (d draw) linkSteps(w world, add func(model.Kind, ...world)) {
	drop := func(c *world) {
		for l := range c.channels {
			if c.severed(l) {
				delete(c.channels, l)
			}
		}
	}
	links := map[model.Link]bool{}
	for _, l := range d.Links {
		if l.From != l.To {
			links[undirected(l)] = true
		}
	}
	for l := range links {
		if c := w.clone(); !c.cut[l] && c.spend(model.Cut) {
			c.cut[l] = true
			drop(&c)
			add(model.Cut, c)
		}
		if c := w.clone(); c.cut[l] && c.spend(model.Heal) {
			delete(c.cut, l)
			add(model.Heal, c)
		}
	}
	if c := w.clone(); c.side != nil && c.spend(model.Heal) {
		c.side = nil
		add(model.Heal, c)
	}
	for split := 0; w.side == nil && split < 1<<(d.N-1)-1; split++ {
		if c := w.clone(); c.spend(model.Partition) {
			c.side = map[model.ID]bool{0: true}
			for p := 1; p < d.N; p++ {
				if split>>(p-1)&1 != 0 {
					c.side[model.ID(p)] = true
				}
			}
			drop(&c)
			add(model.Partition, c)
		}
	}
}

// begin returns the initial states.
func (d draw) begin() []world {
	f := d.Faults
	states := []world{{
		procs: make([]twinProcess, d.N), channels: map[model.Link][]flying{}, vars: make([]int,
			d.Variables), cut: map[model.Link]bool{},
		budget: map[model.Kind]int{model.Crash: f.Crash, model.Recover: f.Recover, model.Lose: f.Lose,
			model.Duplicate: f.Duplicate,
			model.Cut:       f.Cut, model.Partition: f.Partition, model.Heal: f.Heal, model.SetBack: f.SetBack},
		unstable: d.Timing.Mode == model.Partial || d.Detector == model.EventuallyPerfect, within: d.Timing.Within,
	}}
	if d.Clocks.Max > 0 {
		states[0].clocks = make([]int, d.N)
	}
	for p := range model.ID(d.N) {
		var more []world
		for _, w := range states {
			w.procs[p] = twinProcess{up: true, timers: map[string]int{}, suspects: map[model.ID]bool{}}
			more = append(more, d.outcomes(w, p, func(*world) {}, func(e *twinHost,
				s local) local {
				return d.Start(e.context())
			})...)
		}
		states = more
	}
	return states
}
