package command

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
)

func TestParseSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"", nil}, {"3", []int{3}}, {"0", []int{0}}, {"2..4", []int{2, 3, 4}}, {"2..2", []int{2}},
	} {
		if got, err := parseSizes(c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
	}
	for _, text := range []string{"..", "2..", "..3", "-1", "2..x", "4..2", "1..2..3", "0..100", "2...4"} {
		if got, err := parseSizes(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// withProperties is a run with the given properties.
func withProperties(names ...string) *run {
	r := &run{}
	for _, n := range names {
		r.answer.Properties = append(r.answer.Properties, propertyAnswer{questionObject: questionObject{Name: n}})
	}
	return r
}

func TestUnion(t *testing.T) {
	for _, c := range []struct {
		of   []string
		want string
	}{
		{[]string{"a b c"}, "a b c"},
		{[]string{"a b c", "a x c"}, "a b x c"},
		{[]string{"a c", "a b c d"}, "a b c d"},
		{[]string{"b", "a b"}, "a b"},
		{[]string{"a b", "b a"}, "a b"}, // no order is that of both
		{[]string{"a b", "x b a y"}, "a x b y"},
		{[]string{"", "a", "b"}, "a b"},
	} {
		var runs []*run
		for _, names := range c.of {
			runs = append(runs, withProperties(strings.Fields(names)...))
		}
		if got := strings.Join(union(runs), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.of, got, c.want)
		}
	}
}

func TestCostWords(t *testing.T) {
	some, none := 3.14159, math.NaN()
	for _, c := range []struct {
		cost *checkers.CostRange
		want string
	}{
		{nil, ""},
		{&checkers.CostRange{Ends: true, Min: 2, Max: 5, Mean: some, Chance: 1}, "2 to 5, mean 3.142"},
		{&checkers.CostRange{Ends: true, Min: 2, Max: 2, Mean: some, Chance: 1}, "2"},
		{&checkers.CostRange{Max: 5, Mean: none, Chance: none}, "at most 5"},
		{&checkers.CostRange{Unbounded: true, Mean: none, Chance: none}, "unbounded"},
		{&checkers.CostRange{Unbounded: true, Ends: true, Min: 2, Mean: some, Chance: 1}, "2 or more, unbounded, mean 3.142"},
	} {
		if got := term.Plain(costWords(c.cost)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
