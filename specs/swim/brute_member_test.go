package swim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func (b group) read(w *town, from, i int, what string, choose func(int) int) {
	me := &w.Ones[i-1]
	word, rest, _ := strings.Cut(what, " ")
	var x, y int
	fmt.Sscan(rest, &x, &y)
	switch word {
	case "ping": // on behalf of x
		b.send(w, i, from, fmt.Sprintf("ack %d %d", i, x), true)
	case "please": // ping x
		b.send(w, i, x, fmt.Sprintf("ping %d", from), true)
	case "ack": // of x for y
		switch {
		case y != i:
			b.send(w, i, y, what, true)
		case me.Doing == "p" && me.Whom == x && from == x:
			delete(me.Timers, "wait")
			b.done(w, i, true, true)
		case me.Doing == "q" && me.Whom == x && strings.Contains(me.Help, fmt.Sprint(from)):
			me.Good = true
			me.Help = strings.ReplaceAll(me.Help, fmt.Sprint(from), "")
			if me.Help == "" {
				delete(me.Timers, "wait")
				b.done(w, i, true, true)
			}
		}
	case "news":
		tell := false
		for _, item := range strings.Fields(rest) {
			if me.Doing == "hung" {
				break
			}
			var about, inc int
			var status string
			fmt.Sscanf(strings.ReplaceAll(item, ":", " "), "%d %s %d", &about, &status, &inc)
			was := me.Thinks[about]
			switch {
			case about == i:
				if (status == "s" || status == "d" && b.has("deny")) && inc >= me.Inc {
					me.Inc = inc + 1
					tell = true
					if b.has("lock") {
						delete(me.Timers, "wait")
						delete(me.Timers, "sleep")
						me.Doing, me.Whom, me.Help, me.Good = "hung", 0, "", false
					}
				}
			case inc > was.Inc || inc == was.Inc && status == "d" && was.What != "d":
				me.Thinks[about] = opinion{status, inc}
				if inc != was.Inc {
					delete(me.Timers, fmt.Sprintf("die %d %d", about, was.Inc))
				}
				if b.has("timed") && status == "s" {
					b.set(me, fmt.Sprintf("die %d %d", about, inc), 6*b.wait)
				}
			}
		}
		if tell && me.Doing != "hung" {
			b.gossip(w, i, fmt.Sprintf("%d:a:%d", i, me.Inc), true)
		}
	}
}

func (b group) gossip(w *town, i int, news string, receiving bool) {
	if news == "" {
		return
	}
	worst := "a"
	if b.has("suspects-hear") {
		worst += "s"
	}
	if b.has("dead-hear") {
		worst += "d"
	}
	for j := 1; j <= b.n; j++ {
		if j != i && strings.Contains(worst, w.Ones[i-1].Thinks[j].What) {
			b.send(w, i, j, "news "+news, receiving)
		}
	}
}

// done ends a probe: it marks the target as alive or suspect, and then gossips.
func (b group) done(w *town, i int, good, receiving bool) {
	me := &w.Ones[i-1]
	if me.Whom > 0 {
		was := me.Thinks[me.Whom]
		switch {
		case good && !(b.has("dead-stay") && was.What == "d"):
			me.Thinks[me.Whom] = opinion{"a", was.Inc}
		case !good && was.What == "a":
			me.Thinks[me.Whom] = opinion{"s", was.Inc}
			b.set(me, fmt.Sprintf("die %d %d", me.Whom, was.Inc), 6*b.wait)
		}
	}
	me.Whom, me.Help, me.Good = 0, "", false
	if !b.has("supplied") {
		me.Doing = "end"
		return
	}
	me.Doing = "z"
	b.set(me, "sleep", 2*b.wait)
	news := []string{}
	for j := 1; j <= b.n; j++ {
		o, other := me.Thinks[j]
		if !other && b.has("own") {
			o = opinion{"a", me.Inc}
		}
		if o.What != "" && o != (opinion{"a", 0}) {
			news = append(news, fmt.Sprintf("%d:%s:%d", j, o.What, o.Inc))
		}
	}
	b.gossip(w, i, strings.Join(news, " "), receiving)
}

func (b group) ring(w *town, i int, timer string, choose func(int) int) {
	me := &w.Ones[i-1]
	if me.Doing == "hung" {
		return
	}
	good := []int{}
	for j, o := range me.Thinks {
		if o.What == "a" {
			good = append(good, j)
		}
	}
	slices.Sort(good)
	var about, inc int
	switch {
	case timer == "sleep" && len(good) == 0:
		b.done(w, i, false, false)
	case timer == "sleep":
		if b.has("turns") {
			slices.SortFunc(good, func(x, y int) int {
				return cmp.Compare((x-me.Last-1+b.n)%b.n, (y-me.Last-1+b.n)%b.n)
			})
			me.Last, me.Whom = good[0], good[0]
		} else {
			me.Whom = good[choose(len(good))]
		}
		me.Doing = "p"
		b.set(me, "wait", b.wait)
		b.send(w, i, me.Whom, fmt.Sprintf("ping %d", i), false)
	case timer == "wait" && me.Doing == "p":
		good = slices.DeleteFunc(good, func(j int) bool { return j == me.Whom })
		for len(good) > b.k {
			at := choose(len(good))
			good = slices.Delete(good, at, at+1)
		}
		if len(good) == 0 {
			b.done(w, i, false, false)
			return
		}
		me.Doing = "q"
		b.set(me, "wait", b.wait)
		for _, j := range good {
			me.Help += fmt.Sprint(j)
			b.send(w, i, j, fmt.Sprintf("please %d", me.Whom), false)
		}
	case timer == "wait":
		b.done(w, i, me.Good, false)
	default:
		fmt.Sscanf(timer, "die %d %d", &about, &inc)
		if me.Thinks[about] == (opinion{"s", inc}) {
			me.Thinks[about] = opinion{"d", inc}
		}
	}
}
