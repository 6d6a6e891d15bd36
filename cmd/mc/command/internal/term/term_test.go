package term

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrap(t *testing.T) {
	s := Style{Width: 20}
	if got, want := s.Wrap("one two three four five", "  ", 5), "one two three\n  four five"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestReflow: paragraphs are wrapped without regard to colours, and what is indented is not.
func TestReflow(t *testing.T) {
	s := Style{Width: 12, Color: true}
	text := "one\n" + s.Paint(Bold, "two") + " three four\n\n  as it is, however long\nfive\n"
	want := "one " + s.Paint(Bold, "two") + "\nthree four\n\n  as it is, however long\nfive\n"
	if got := s.Reflow(text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestFit: a line stays whole except in a terminal.
func TestFit(t *testing.T) {
	for terminal, want := range map[bool]string{false: "one two three\n", true: "one two\nthree\n"} {
		w := NewWriter(Style{Width: 8, Terminal: terminal})
		if w.Fit("", "%s", "one two three"); w.String() != want {
			t.Errorf("%q, want %q", w, want)
		}
	}
}

func TestBreak(t *testing.T) {
	text := Keep("crash 1") + ", " + Keep("recover 1")
	if got := Break(text, 12); !reflect.DeepEqual(got, []string{"crash 1,", "recover 1"}) {
		t.Errorf("%q", got)
	}
	if got := Break(text, 18); !reflect.DeepEqual(got, []string{"crash 1, recover 1"}) {
		t.Errorf("%q", got)
	}
	if got := Break("", 5); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

// No line is longer than the terminal, in as many tables as that needs, and every cell is there.
func TestTable(t *testing.T) {
	columns := []string{"first", "second", "third", "fourth", "fifth"}
	lines := []Row{{Label: "states"}, {Label: "messages"}, {Label: "a heading of its own"}, {Label: "verdict"}}
	for _, c := range columns {
		lines[0].Cells = append(lines[0].Cells, Cell{Text: "1,234"})
		lines[1].Cells = append(lines[1].Cells, Cell{Text: Keep("6 to 9") + ", " + Keep("mean 7.25")})
		lines[3].Cells = append(lines[3].Cells, Cell{"✗ " + c, Bad})
	}
	tables := map[int]int{40: 3, 60: 2, 100: 1, 120: 1}
	for width, want := range tables {
		b := NewWriter(Style{Width: width})
		b.Table(Table{columns, lines})
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

// TestBytes: what Paint writes stays, and other commands to a terminal are escaped, wherever they are from.
func TestBytes(t *testing.T) {
	for color, want := range map[bool]string{
		true:  "\x1b[1ma\\x1b[2Jb\\x00\x1b[0m\nc\\u202e\x1b[31m\n", // where there are colours, others may be a model's
		false: "a\\x1b[2Jb\\x00\nc\\u202e\\x1b[31m\n",
	} {
		w := NewWriter(Style{Width: 80, Color: color})
		w.Say(Bold, "a\x1b[2Jb\x00")
		w.Line("c\u202e\x1b[31m")
		if got := string(w.Bytes()); got != want {
			t.Errorf("colours %t: %q, want %q", color, got, want)
		}
	}
}
