package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

// balance says in a few lines what the second of two variants of a spec gains over the first, and at what cost. It
// returns nil for anything else, or if the answers are not known.
func balance(runs []*run) []string {
	if len(runs) != 2 || runs[0].spec.Name != runs[1].spec.Name {
		return nil
	}
	from, to := runs[0].answer, runs[1].answer
	if from.Refused != "" || to.Refused != "" || from.Error != "" || to.Error != "" {
		return nil
	}
	var lines []string
	add := func(verb string, what []string) {
		if len(what) > 0 {
			lines = append(lines, fmt.Sprintf("%s %s %s", runs[1].label, verb, strings.Join(what, ", ")))
		}
	}
	add("buys", turned(from, to, checkers.Violated, checkers.Holds))
	add("gives up", turned(from, to, checkers.Holds, checkers.Violated))
	add("takes", changed(from, to))
	if len(lines) == 0 && from.visited() && to.visited() {
		lines = append(lines, fmt.Sprintf("%s differs from %s in nothing above", runs[1].label, runs[0].label))
	}
	return lines
}

// turned returns the properties whose verdict is was in from and is in to.
func turned(from, to answer, was, is checkers.Verdict) []string {
	var all []string
	for _, p := range from.Properties {
		q := to.property(p.Name)
		if q != nil && q.Kind == p.Kind && p.Kind != checkers.KindCost && p.Verdict == was && q.Verdict == is {
			all = append(all, p.Name)
		}
	}
	return all
}

// changed describes the numbers of states, transitions and costs of to that differ from those of from.
func changed(from, to answer) []string {
	var all []string
	if from.visited() && to.visited() {
		for _, n := range []struct {
			name    string
			was, is uint64
		}{{"states", from.States, to.States}, {"transitions", from.Transitions, to.Transitions}} {
			if n.was != n.is && n.was > 0 {
				all = append(all, fmt.Sprintf("%s times the %s", term.Times(float64(n.is)/float64(n.was)), n.name))
			}
		}
	}
	for _, p := range from.Properties {
		q := to.property(p.Name)
		if q == nil || p.cost == nil || q.cost == nil || costWords(p.cost) == costWords(q.cost) {
			continue
		}
		all = append(all, fmt.Sprintf("%s %s instead of %s", p.Name, bracketed(costWords(q.cost)),
			bracketed(costWords(p.cost))))
	}
	return slices.Clip(all)
}

// bracketed rewrites "6 to 8, mean 7.99", whose comma is confusing in a list, as "6 to 8 (mean 7.99)".
func bracketed(words string) string {
	span, mean, ok := strings.Cut(term.Plain(words), ", mean ")
	if !ok {
		return span
	}
	return fmt.Sprintf("%s (mean %s)", span, mean)
}
