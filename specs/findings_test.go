package specs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

// There is a page of findings for each family of entries, and a front page with the most important ones.
const (
	findingsFolder = "../docs/findings"
	front          = "README.md"
)

// The maximum lengths, in lines, of the front page and of a finding without its pictures.
const (
	frontLines   = 120
	findingLines = 15
)

var (
	picture  = regexp.MustCompile(`(?s)<!-- ([a-z0-9-]+)/([a-z0-9-]+) ([a-z0-9-]+) -->\n<details>.*?</details>`)
	toc      = regexp.MustCompile(`(?s)<!-- contents -->\n.*?<!-- end of contents -->`)
	heading  = regexp.MustCompile(`(?m)^## (.*)$`)
	notName  = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	removal  = regexp.MustCompile(`<!-- (without|remains) ([a-z0-9-]+)/([a-z0-9-]+) ([a-z0-9-]+) -->`)
	comment  = regexp.MustCompile(`(?m)^ *<!-- .* -->\n`)
	checked  = regexp.MustCompile("mc check [^`<]*")
	violated = regexp.MustCompile("(mc check ([a-z0-9-]+) --case ([a-z0-9-]+) --property ([a-z0-9-]+)" +
		"(?:`|</code>): violated in )[0-9+]+ steps?")
	explored = regexp.MustCompile(`(?m)^\* \*\*Cases\*\*: ((?:.+\n)(?:  .+\n)*)`)
	linked   = regexp.MustCompile(`\]\(([a-z-]+\.md)(#[^)]+)?\)`)
)

// pages reads the pages, by name.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := os.ReadDir(findingsFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(findingsFolder, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(b)
	}
	want := []string{front}
	for _, f := range families(All()) {
		want = append(want, page(f.name))
	}
	for name := range all {
		if !slices.Contains(want, name) {
			t.Errorf("%s is the page of no family", name)
		}
	}
	return all
}

// page is the name of the page of a family.
func page(family string) string { return strings.ReplaceAll(family, " ", "-") + ".md" }

// eachFinding calls f with the findings of all pages but the front page: title and text.
func eachFinding(pages map[string]string, f func(page, title, text string)) {
	for name, text := range pages {
		if name == front {
			continue
		}
		for _, finding := range strings.Split(text, "\n## ")[1:] {
			title, text, _ := strings.Cut(finding, "\n")
			f(name, title, text)
		}
	}
}

// TestFindings fails when a picture in docs/findings is not the one in testdata that its comment names, the number
// of steps or the contents are not those that follow, or a command is not that of a case. With UPDATE=1 in the
// environment it renews pictures, steps and contents.
func TestFindings(t *testing.T) {
	used := map[string]bool{}
	all := pages(t)
	for name, old := range all {
		renewed := picture.ReplaceAllStringFunc(old, func(block string) string {
			m := picture.FindStringSubmatch(block)
			file := filepath.Join(folder(m[1]), "testdata", m[2]+"."+m[3]+".txt")
			used[file] = true
			drawn, err := os.ReadFile(file)
			if err != nil {
				t.Errorf("%s: %v: make an empty file of that name, and run UPDATE=1 go test ./specs/%s",
					name, err, folder(m[1]))
				return block
			}
			if s, ok := entry(m[1]); ok && page(s.Family) != name {
				t.Errorf("%s: %s belongs to another family", name, m[1])
			}
			return folded(m[1], m[2], m[3], drawn)
		})
		renewed = violated.ReplaceAllStringFunc(renewed, func(text string) string {
			m := violated.FindStringSubmatch(text)
			return m[1] + steps(t, m[2], m[3], m[4])
		})
		renewed = toc.ReplaceAllLiteralString(renewed, contents(renewed))
		for _, m := range explored.FindAllStringSubmatch(old, -1) {
			explores(t, name, m[1])
		}
		commandsOfCases(t, name, old)
		for _, m := range linked.FindAllStringSubmatch(old, -1) {
			if !strings.Contains(contents(all[m[1]]), "("+m[2]+")") && m[2] != "" || all[m[1]] == "" {
				t.Errorf("%s: there is no %s%s", name, m[1], m[2])
			}
		}
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(filepath.Join(findingsFolder, name), []byte(renewed), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if renewed != old {
			t.Errorf("%s is stale: run UPDATE=1 go test ./specs", name)
		}
	}
	files, err := filepath.Glob(filepath.Join("*", "testdata", "*.*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !used[file] {
			t.Errorf("no finding shows %s", file)
		}
	}
}

// folded returns the picture of a counterexample as it appears in a page, except for the number of steps.
func folded(entry, name, property string, drawn []byte) string {
	return fmt.Sprintf("<!-- %s/%s %s -->\n<details>\n"+
		"<summary><code>mc check %[1]s --case %[2]s --property %[3]s</code>: violated in 0 steps</summary>\n\n"+
		"```text\n%s```\n\n</details>", entry, name, property, drawn)
}

// TestFindingsLength keeps findings short.
func TestFindingsLength(t *testing.T) {
	all := pages(t)
	if n := strings.Count(all[front], "\n"); n > frontLines {
		t.Errorf("%s has %d lines, and %d are allowed", front, n, frontLines)
	}
	eachFinding(all, func(page, title, text string) {
		text = comment.ReplaceAllString(picture.ReplaceAllString(text, ""), "")
		if n := strings.Count(strings.TrimSpace(text), "\n") + 2; n > findingLines {
			t.Errorf("%s, %s: %d lines without the pictures, and %d are allowed", page, title, n, findingLines)
		}
	})
}

// TestCauses: a finding that names a cause shows it by its removal. After "without" stands a case in which only
// that cause is gone, and a property that holds there; after "remains" one in which it is violated all the same,
// because there is another cause. A finding that names none, but a number or what the text says literally, says "no
// cause".
func TestCauses(t *testing.T) {
	eachFinding(pages(t), func(page, title, text string) {
		removals := removal.FindAllStringSubmatch(text, -1)
		if removals == nil && !strings.Contains(text, "<!-- no cause -->") {
			t.Errorf("%s, %s: neither is a cause removed, nor does it say that it names none", page, title)
		}
		for _, m := range removals {
			want := checkers.Holds
			if m[1] == "remains" {
				want = checkers.Violated
			}
			s, _ := entry(m[2])
			at := slices.IndexFunc(s.Cases, func(c spec.Case) bool { return c.Name == m[3] })
			if at < 0 {
				t.Errorf("%s, %s: %s: there is no such case", page, title, m[0])
				continue
			}
			setup, err := s.Setup(s.Cases[at].Instance())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() == m[4] }) {
				t.Errorf("%s, %s: %s: there is no such property", page, title, m[0])
			} else if got := s.Cases[at].Want(m[4]); got != want {
				t.Errorf("%s, %s: %s: the record says %s", page, title, m[0], got)
			}
		}
	})
}

// entry returns the entry with a name.
func entry(name string) (s spec.Spec, ok bool) {
	at := slices.IndexFunc(All(), func(s spec.Spec) bool { return s.Name == name })
	if at < 0 {
		return s, false
	}
	return All()[at], true
}

// has reports whether an entry has a case of a name.
func has(s spec.Spec, name string) bool {
	return slices.ContainsFunc(s.Cases, func(c spec.Case) bool { return c.Name == name })
}

// folder returns the folder of an entry's package.
func folder(entry string) string { return strings.ReplaceAll(entry, "-", "") }

// steps returns the length of the counterexample of a property in a case of an entry, as recorded in its testdata.
func steps(t *testing.T, entry, name, property string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder(entry), "testdata", "cases.txt"))
	if err != nil {
		t.Error(err)
	}
	_, section, _ := strings.Cut("\n"+string(b), "\n"+name+": ")
	section, _, _ = strings.Cut(section, "\n\n")
	row := regexp.MustCompile(`(?m)^  violated  ([0-9+]+ steps?) +[0-9a-f]{8}  ` + property + `(?: \(.*\))?$`)
	m := row.FindStringSubmatch(section)
	if m == nil {
		t.Errorf("case %s of %s has no counterexample of %s", name, entry, property)
		return "0 steps"
	}
	return m[1]
}

// explores fails unless a list of cases is of cases that there are: an entry and its cases in backquotes, and after
// a semicolon the next.
func explores(t *testing.T, page, list string) {
	t.Helper()
	for part := range strings.SplitSeq(list, ";") {
		name, names, _ := strings.Cut(strings.TrimSpace(part), " ")
		s, _ := entry(name)
		for i, quoted := range strings.Split(names, "`") {
			if i%2 == 1 && !has(s, quoted) {
				t.Errorf("%s: %s has no case %s", page, name, quoted)
			}
		}
	}
}

// commandsOfCases fails if a page has a command that does not explore a case.
func commandsOfCases(t *testing.T, page, text string) {
	t.Helper()
	for _, command := range checked.FindAllString(text, -1) {
		named, _, _ := strings.Cut(command, " --property ")
		words := strings.Fields(named)
		if len(words) == 5 && words[3] == "--case" {
			if s, _ := entry(words[2]); has(s, words[4]) {
				continue
			}
		}
		t.Errorf("%s: no case is explored by %s", page, command)
	}
}

// contents links to the headings of a page, as GitHub names them.
func contents(text string) string {
	var b bytes.Buffer
	b.WriteString("<!-- contents -->\n")
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := strings.ReplaceAll(notName.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		b.WriteString("* [" + m[1] + "](#" + name + ")\n")
	}
	b.WriteString("<!-- end of contents -->")
	return b.String()
}
