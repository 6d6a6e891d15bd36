package specs

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

var (
	picture   = regexp.MustCompile("(?s)<!-- ([a-z0-9-]+)/([a-z0-9-]+) ([a-z0-9-]+) -->\n```text\n.*?```")
	toc       = regexp.MustCompile("(?s)<!-- contents -->\n.*?<!-- end of contents -->")
	heading   = regexp.MustCompile(`(?m)^## (.*)$`)
	anchor    = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	following = regexp.MustCompile(`\n\n[A-Za-z0-9-]+: violated in `)
	removal   = regexp.MustCompile(`<!-- (without|remains) ([a-z0-9-]+)/([a-z0-9-]+) ([a-z0-9-]+) -->`)
	shown     = regexp.MustCompile(`(?m)^go run \./cmd/(mc check .*?)( --property [a-z-]+)?$`)
)

// TestFindings fails when a picture in docs/findings.md is not the one in testdata that
// its comment names, a command is not that of a case, or the contents are not those that
// follow. With UPDATE=1 in the environment it renews the pictures and the contents.
func TestFindings(t *testing.T) {
	file := filepath.Join("..", "docs", "findings.md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	renewed := picture.ReplaceAllFunc(old, func(block []byte) []byte {
		m := picture.FindSubmatch(block)
		folder := strings.ReplaceAll(string(m[1]), "-", "")
		golden, err := os.ReadFile(filepath.Join(folder, "testdata", string(m[2])+".txt"))
		if err != nil {
			t.Error(err)
			return block
		}
		table := counterexample(string(golden), string(m[3]))
		if table == "" {
			t.Errorf("case %s of %s has no counterexample of %s", m[2], m[1], m[3])
			return block
		}
		comment, _, _ := bytes.Cut(block, []byte("\n"))
		return []byte(string(comment) + "\n```text\n" + table + "\n```")
	})
	renewed = toc.ReplaceAll(renewed, contents(renewed))
	commands := map[string]bool{}
	for _, s := range All() {
		for _, c := range s.Cases {
			commands[command(s, c)] = true
			commands["mc check "+s.Name+" --case "+c.Name] = true
		}
	}
	for _, m := range shown.FindAllSubmatch(old, -1) {
		if !commands[string(m[1])] {
			t.Errorf("no case is explored by %s", m[1])
		}
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, renewed, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(old, renewed) {
		t.Errorf("a picture in %s, or its contents, are stale: run UPDATE=1 go test ./specs", file)
	}
}

// counterexample returns the picture of a property's counterexample from the pictures of a case, "" if it has none.
func counterexample(golden, property string) string {
	_, rest, ok := strings.Cut("\n"+golden, "\n"+property+": violated in ")
	if !ok {
		return ""
	}
	if next := following.FindStringIndex(rest); next != nil {
		rest = rest[:next[0]]
	}
	header, table, _ := strings.Cut(rest, "\n\n")
	table = strings.Trim(table, "\n")
	if _, of, again := strings.Cut(header, "; the picture is that of "); again {
		picture := counterexample(golden, of)
		return picture[:strings.LastIndex(picture, "\n✗ ")+1] + table
	}
	return table
}

// TestCauses: a finding that names a cause shows it by its removal. After "without" stands a case in which only that cause
// is gone, and a property that holds there; after "remains" one in which it is violated all the same, because
// there is another cause. A finding that names none, but a number or what the text says literally, says "no cause".
func TestCauses(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "docs", "findings.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, findings, _ := strings.Cut(string(doc), "\n## ")
	for _, finding := range strings.Split(findings, "\n## ") {
		title, text, _ := strings.Cut(finding, "\n")
		if !removal.MatchString(text) && !strings.Contains(text, "<!-- no cause -->") {
			t.Errorf("%s: neither is a cause removed, nor does it say that it names none", title)
		}
	}
	for _, m := range removal.FindAllSubmatch(doc, -1) {
		want := checkers.Holds
		if string(m[1]) == "remains" {
			want = checkers.Violated
		}
		entry, name, property := string(m[2]), string(m[3]), string(m[4])
		s := slices.IndexFunc(All(), func(s spec.Spec) bool { return s.Name == entry })
		if s < 0 {
			t.Errorf("%s: there is no such entry", m[0])
			continue
		}
		cases := All()[s].Cases
		c := slices.IndexFunc(cases, func(c spec.Case) bool { return c.Name == name })
		if c < 0 {
			t.Errorf("%s: there is no such case", m[0])
			continue
		}
		setup, err := All()[s].Setup(cases[c].Instance())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() == property }) {
			t.Errorf("%s: there is no such property", m[0])
		} else if got := cases[c].Want(property); got != want {
			t.Errorf("%s: the record says %s", m[0], got)
		}
	}
}

// contents links to the headings of a document, as GitHub names them.
func contents(doc []byte) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- contents -->\n")
	for _, m := range heading.FindAllSubmatch(doc, -1) {
		name := strings.ReplaceAll(anchor.ReplaceAllString(strings.ToLower(string(m[1])), ""), " ", "-")
		b.WriteString("* [" + string(m[1]) + "](#" + name + ")\n")
	}
	b.WriteString("<!-- end of contents -->")
	return b.Bytes()
}
