package command

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/anel-mc/mc/checkers"
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
func withProperties(names ...string) *comparison {
	r := &comparison{}
	for _, n := range names {
		r.result.Properties = append(r.result.Properties, comparedProperty{Name: n})
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
		var runs []*comparison
		for _, names := range c.of {
			runs = append(runs, withProperties(strings.Fields(names)...))
		}
		if got := strings.Join(union(runs), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.of, got, c.want)
		}
	}
}

func TestCostWords(t *testing.T) {
	two, five, mean := uint64(2), uint64(5), 3.14159
	for _, c := range []struct {
		cost *costObject
		want string
	}{
		{nil, ""},
		{&costObject{Min: &two, Max: &five, Mean: &mean}, "2 to 5, mean 3.142"},
		{&costObject{Min: &two, Max: &two, Mean: &mean}, "2"},
		{&costObject{Max: &five}, "at most 5"},
		{&costObject{Unbounded: true}, "unbounded"},
		{&costObject{Unbounded: true, Min: &two, Mean: &mean}, "2 or more, unbounded, mean 3.142"},
	} {
		if got := plain(comparedProperty{Cost: c.cost}.words()); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestBroken(t *testing.T) {
	text := keep("crash 1") + ", " + keep("recover 1")
	if got := broken(text, 12); !reflect.DeepEqual(got, []string{"crash 1,", "recover 1"}) {
		t.Errorf("%q", got)
	}
	if got := broken(text, 18); !reflect.DeepEqual(got, []string{"crash 1, recover 1"}) {
		t.Errorf("%q", got)
	}
	if got := broken("", 5); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// No line is longer than the terminal, in as many tables as that needs, and every cell is there.
func TestLay(t *testing.T) {
	columns := []string{"first", "second", "third", "fourth", "fifth"}
	lines := []row{{label: "states"}, {label: "messages"}, {label: "a heading of its own"}, {label: "verdict"}}
	for _, c := range columns {
		lines[0].cells = append(lines[0].cells, cell{text: "1,234"})
		lines[1].cells = append(lines[1].cells, cell{text: keep("6 to 9") + ", " + keep("mean 7.25")})
		lines[3].cells = append(lines[3].cells, cell{"✗ " + c, bad})
	}
	tables := map[int]int{40: 3, 60: 2, 100: 1, 120: 1}
	for width, want := range tables {
		b := &bytes.Buffer{}
		w := compareWriter{texter: &texter{Buffer: b, style: style{width: width}, options: checkers.Options{}}}
		w.lay(columns, lines)
		for _, l := range strings.Split(b.String(), "\n") {
			if utf8.RuneCountInString(l) > width || strings.HasSuffix(l, " ") {
				t.Errorf("width %d: %q", width, l)
			}
		}
		if n := strings.Count(b.String(), "  states"); n != want {
			t.Errorf("width %d: %d tables, want %d\n%s", width, n, want, b)
		}
		for _, c := range columns {
			if strings.Count(b.String(), "✗ "+c) != 1 {
				t.Errorf("width %d: %s is not there once\n%s", width, c, b)
			}
		}
	}
}
