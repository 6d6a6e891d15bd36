package counterexamples_test

import (
	"testing"

	"github.com/anel-mc/mc/counterexamples"
)

type (
	pair[A, B any] struct {
		First  A
		second B
	}
	colour int
	loud   struct{ text string }
	fussy  int
	shy    struct{ n int }
	holder struct {
		C    role
		l    loud
		in   any
		p    *pair[int, role]
		set  map[colour]struct{}
		tick map[role]bool
	}
	blank struct {
		_ struct{}
		N int
	}
)

func (l loud) String() string  { return l.text + "!" }
func (f fussy) String() string { return [...]string{"zero"}[f] }
func (s *shy) String() string  { return "pointer" }

func TestFormat(t *testing.T) {
	var none *loud
	tests := []struct {
		value any
		want  string
	}{
		{nil, "nil"},
		{true, "true"},
		{3, "3"},
		{uint8(200), "200"},
		{-1.5, "-1.5"},
		{float32(0.1), "0.1"},
		{complex(1, -2), "(1-2i)"},
		{colour(2), "2"},
		{candidate, "Candidate"},
		{fussy(0), "zero"},
		{fussy(7), "7"},
		{"text", `"text"`},
		{"tab\t\xff", `"tab\t\xff"`},
		{step("critical"), "critical"},
		{step("two words"), `"two words"`},
		{step(""), `""`},
		{loud{"a\nb"}, `a\nb!`},
		{none, "nil"},
		{&shy{1}, "pointer"},
		{shy{1}, "shy{n: 1}"},
		{VoteForMe{}, "VoteForMe"},
		{struct{}{}, "{}"},
		{struct{ A int }{1}, "{A: 1}"},
		{Request{3}, "Request{N: 3}"},
		{&Request{3}, "&Request{N: 3}"},
		{blank{N: 1}, "blank{N: 1}"},
		{pair[int, Request]{1, Request{2}}, "pair[int,Request]{First: 1, second: {N: 2}}"},
		{[]int{1, 2}, "[1 2]"},
		{[]int(nil), "[]"},
		{[2]role{follower, elected}, "[Follower Elected]"},
		{[]Request{{1}, {2}}, "[{N: 1} {N: 2}]"},
		{[]VoteForMe{{}}, "[VoteForMe]"},
		{[]any{1, "a", nil, Request{1}}, `[1 "a" nil Request{N: 1}]`},
		{map[int]string{10: "b", 9: "a"}, `{9: "a", 10: "b"}`},
		{map[string]int(nil), "{}"},
		{map[any]int{"b": 1, 2: 2, 10: 3, role(1): 4, "a": 5}, `{Candidate: 4, 2: 2, 10: 3, "a": 5, "b": 1}`},
		{map[Request]bool{{2}: true, {1}: true}, "{{N: 1}, {N: 2}}"},
		{map[int]bool{1: true, 2: false}, "{1: true, 2: false}"},
		{map[int]struct{}{2: {}, 1: {}}, "{1, 2}"},
		{holder{candidate, loud{"hi"}, Request{1}, &pair[int, role]{1, elected}, map[colour]struct{}{3: {}},
			map[role]bool{elected: false}},
			"holder{C: Candidate, l: hi!, in: Request{N: 1}, p: &{First: 1, second: Elected}, set: {3}, " +
				"tick: {Elected: false}}"},
		{holder{}, "holder{C: Follower, l: !, in: nil, p: nil, set: {}, tick: {}}"},
	}
	for _, test := range tests {
		for range 5 { // maps are iterated in random order
			if got := counterexamples.Format(test.value); got != test.want {
				t.Errorf("Format(%#v) = %s, want %s", test.value, got, test.want)
			}
		}
	}
}

func TestShellQuote(t *testing.T) {
	for text, want := range map[string]string{"trace.json": "trace.json", "my trace.json": "'my trace.json'",
		"it's": `'it'\''s'`, "": "''"} {
		if got := counterexamples.ShellQuote(text); got != want {
			t.Errorf("quote %q: %s, want %s", text, got, want)
		}
	}
}
