package chances_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
	"github.com/anel-mc/mc/model/system/systemtest"
)

// explicit is a model in PRISM's explicit format, as it was read.
type explicit struct {
	choices [][][]explicitBranch // by state
	labels  [][]int              // by state
}

type explicitBranch struct {
	to int
	p  float64
}

// prism writes a report for PRISM and reads it again.
func prism(t rapid.TB, r *chances.Report) (e explicit, header string) {
	t.Helper()
	var tra, sta, lab bytes.Buffer
	if err := r.Prism(&tra, &sta, &lab); err != nil {
		t.Fatal(err)
	}
	var states, choices, transitions int
	lines := bufio.NewScanner(&tra)
	lines.Scan()
	if n, err := fmt.Sscan(lines.Text(), &states, &choices, &transitions); n != 3 || err != nil {
		t.Fatal(lines.Text())
	}
	e.choices, e.labels = make([][][]explicitBranch, states), make([][]int, states)
	total, drawn := 0, 0
	for lines.Scan() {
		var from, choice int
		var b explicitBranch
		if n, err := fmt.Sscan(lines.Text(), &from, &choice, &b.to, &b.p); n != 4 || err != nil {
			t.Fatal(lines.Text())
		}
		if choice == len(e.choices[from]) {
			e.choices[from] = append(e.choices[from], nil)
			total++
		}
		e.choices[from][choice] = append(e.choices[from][choice], b)
		drawn++
	}
	if total != choices || drawn != transitions {
		t.Fatalf("%d choices and %d transitions, and the first line says %d and %d", total, drawn, choices, transitions)
	}
	for s, all := range e.choices {
		if len(all) == 0 {
			t.Fatalf("state %d has no choice: to PRISM it is a deadlock", s)
		}
		for _, c := range all {
			sum := 0.0
			for _, b := range c {
				sum += b.p
			}
			if sum < 1-1e-12 || sum > 1+1e-12 {
				t.Fatalf("state %d: a choice sums up to %v", s, sum)
			}
		}
	}
	if got := strings.Count(sta.String(), "\n"); got != states+1 {
		t.Fatalf("%d lines of states, want %d", got, states+1)
	}
	header, rest, _ := strings.Cut(lab.String(), "\n")
	for line := range strings.Lines(rest) {
		s, labels, _ := strings.Cut(line, ":")
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(line)
		}
		for _, l := range strings.Fields(labels) {
			x, err := strconv.Atoi(l)
			if err != nil {
				t.Fatal(line)
			}
			e.labels[n] = append(e.labels[n], x)
		}
	}
	if !slices.Equal(e.labels[0], []int{0}) {
		t.Fatalf("state 0 has labels %v", e.labels[0])
	}
	return e, header
}

// extreme iterates the greatest or least probability of coming to a label from below, which is the way in which PRISM
// does it.
func (e explicit) extreme(label int, most bool) float64 {
	value := make([]float64, len(e.choices))
	for s := range value {
		if slices.Contains(e.labels[s], label) {
			value[s] = 1
		}
	}
	for change := 1.0; change > 1e-13; {
		change = 0
		for s := len(value) - 1; s >= 0; s-- {
			if slices.Contains(e.labels[s], label) {
				continue
			}
			best := math.NaN()
			for _, c := range e.choices[s] {
				x := 0.0
				for _, b := range c {
					x += b.p * value[b.to]
				}
				if math.IsNaN(best) || x > best == most {
					best = x
				}
			}
			change = max(change, best-value[s])
			value[s] = best
		}
	}
	return value[0]
}

// TestPrism reads what is written, and computes the same probabilities in another way.
func TestPrism(t *testing.T) {
	m := model.Instance{Processes: []model.Algorithm{sender(3), hearer},
		Faults: model.Faults{Lose: model.Unlimited, Crash: 1}}
	ends := checkers.Eventually("ends", func(model.State) bool { return true })
	r := chancesOf(t, m, oddsOf(t, "lose=1/10,crash-once=1/4"), got(2), ends, got(3))
	e, header := prism(t, r)
	if header != `0="init" 1="deadlock" 2="got_2" 3="got_3"` {
		t.Errorf("labels: %s", header)
	}
	for label, c := range map[int]chances.Chance{2: r.Chances[0], 3: r.Chances[2]} {
		for _, x := range []struct {
			most bool
			want chances.Probability
		}{{true, c.Max}, {false, c.Min}} {
			if got := e.extreme(label, x.most); math.Abs(got-x.want.Low) > 1e-12 || x.want.Low == 0 {
				t.Errorf("%s: %v from the files, want %v", c.Property.Name(), got, x.want)
			}
		}
	}
}

// TestChancesOfRandomSystems compares the probabilities of random systems with plain reachability, and with the
// result of iterating the files for PRISM.
func TestChancesOfRandomSystems(t *testing.T) {
	between := 0
	systemtest.UntilEnough(t, func() bool { return between > 0 }, func(t *rapid.T) {
		d := checkertest.DrawSystem(t)
		d.Capacity = 0
		m := d.Instance()
		var o system.Odds
		p := big.NewRat(rapid.Int64Range(1, 4).Draw(t, "odds"), 5)
		if m.Faults.Lose != 0 {
			o.Lose = p
		}
		if m.Faults.Duplicate != 0 {
			o.Duplicate = p
		}
		crash := m.Faults.Crash != 0 && rapid.Bool().Draw(t, "crash")
		if crash {
			o.Crash = p
		}
		x := rapid.IntRange(1, 6).Draw(t, "x")
		wanted := checkers.Reachable("wanted", func(s model.State) bool {
			for _, l := range model.Locals[checkertest.Local](s) {
				if l.X == x {
					return true
				}
			}
			return false
		})
		r, err := chances.Of(context.Background(), m, []checkers.Property{wanted}, o, checkers.Options{MaxStates: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Decided {
			return
		}
		c := r.Chances[0]
		if c.Min.Low > c.Max.High || c.Max.High-c.Max.Low > 1e-9 || c.Min.High-c.Min.Low > 1e-9 {
			t.Fatalf("%v to %v", c.Min, c.Max)
		}
		all, err := checkers.Check(context.Background(), m, []checkers.Property{wanted}, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reached := all.Results[0].Verdict == checkers.Holds
		if reached != (c.Max.Low > 0) && (!crash || !reached) {
			t.Fatalf("it is %s, and its probability is at most %v", all.Results[0].Verdict, c.Max)
		}
		e, _ := prism(t, r)
		if got := e.extreme(2, true); math.Abs(got-c.Max.High) > 1e-6 {
			t.Fatalf("%v from the files, want %v", got, c.Max)
		}
		if got := e.extreme(2, false); got > c.Min.High+1e-9 {
			t.Fatalf("at least %v from the files for all schedulers, and %v for those that refuse nothing for ever", got, c.Min)
		}
		if c.Max.High > 0 && c.Max.High < 1 {
			between++
		}
	})
	t.Logf("%d had a probability between 0 and 1", between)
}
