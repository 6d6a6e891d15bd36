package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs"
)

// printed matches a block in a document that begins with a command of mc and follows this comment. It shows what the
// command prints, to the end or until a line that begins with the given text:
//
//	<!-- prints -->
//	<!-- prints until "one-elected is" -->
var (
	printed = regexp.MustCompile("(?s)<!-- prints(?: until \"([^\"\n]+)\")? -->\n```console\n(\\$ go run \\./cmd/mc " +
		"([^\n]+)\n)(.*?)```")
	// measured matches what differs between runs and machines. The second line is printed only if the time was long.
	measured = regexp.MustCompile(
		`(?m) · [^·\n]*\d+(\.\d+)? (ms|s)[^·\n]* · \d+(\.\d+)? [KMG]iB|^[^\n]* more for the liveness properties\n`)
)

// TestDocuments fails if a document does not show what the command prints. With UPDATE=1 in the environment it updates
// the documents.
func TestDocuments(t *testing.T) {
	root := filepath.Join("..", "..")
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, doc := range append(docs, filepath.Join(root, "README.md")) {
		old, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		renewed := printed.ReplaceAllStringFunc(string(old), func(block string) string {
			shown++
			m := printed.FindStringSubmatch(block)
			got := output(t, strings.Fields(m[3]), m[1])
			if measured.ReplaceAllString(got, "") == measured.ReplaceAllString(m[4], "") {
				return block
			}
			if os.Getenv("UPDATE") == "" {
				t.Errorf("%s is stale: run UPDATE=1 go test ./cmd/mc\n--- mc %s prints:\n%s--- the document shows:\n%s", doc, m[3],
					got, m[4])
			}
			return strings.TrimSuffix(block, m[4]+"```") + got + "```"
		})
		if os.Getenv("UPDATE") != "" && renewed != string(old) {
			if err := os.WriteFile(doc, []byte(renewed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if shown == 0 {
		t.Error("no document shows what the command prints")
	}
}

// TestCatalogueInReadme: the table in the README has every entry of the catalogue, and the list of missing ones has
// none.
func TestCatalogueInReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## The catalogue\n")
	section, _, _ = strings.Cut(section, "\n## ")
	table, missing, ok := strings.Cut(section, "Not there yet:")
	if !ok {
		missing = ""
	}
	for _, s := range specs.All() {
		if !strings.Contains(table, "\n| `"+s.Name+"` | "+s.Family+" | ") {
			t.Errorf("the table in README.md has no row for %s (%s): add what it shows", s.Name, s.Family)
		}
		if strings.Contains(missing, "`"+s.Name+"`") {
			t.Errorf("README.md says that %s is not there yet", s.Name)
		}
	}
}

var (
	link     = regexp.MustCompile(`\]\(([^)#\s]*)(#[^)\s]*)?\)`)
	block    = regexp.MustCompile("(?ms)^```.*?^```$")
	code     = regexp.MustCompile("`[^`\n]*`")
	testName = regexp.MustCompile("`(Test[A-Z][A-Za-z]*)`")
	fileName = regexp.MustCompile("`((?:[a-z0-9/]+/)?[a-z0-9_]+\\.(?:go|txtar))`")
)

// TestReferences: the files that documents link to exist, and so do the files and tests that the architecture and the
// decisions name.
func TestReferences(t *testing.T) {
	root := filepath.Join("..", "..")
	files, tests := map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && file != root && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		files[d.Name()] = true
		if strings.HasSuffix(file, "_test.go") {
			b, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(b, -1) {
				tests[string(m[1])] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var docs []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, found...)
	}
	for _, doc := range docs {
		b, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(block.ReplaceAllString(string(b), ""), ""), -1) {
			if m[1] == "" || strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s links to %s, which is not there", doc, m[1])
			}
		}
		if name := filepath.Base(doc); name != "architecture.md" && filepath.Base(filepath.Dir(doc)) != "decisions" {
			continue
		}
		for _, m := range testName.FindAllStringSubmatch(string(b), -1) {
			if !tests[m[1]] {
				t.Errorf("%s names %s, which is not there", doc, m[1])
			}
		}
		for _, m := range fileName.FindAllStringSubmatch(string(b), -1) {
			name := filepath.FromSlash(m[1])
			if _, err := os.Stat(filepath.Join(root, name)); err != nil && !files[name] && !inCommand(root, name) {
				t.Errorf("%s names %s, which is not there", doc, m[1])
			}
		}
	}
}

// inCommand reports whether a file named command/x.go is in cmd/mc.
func inCommand(root, name string) bool {
	_, err := os.Stat(filepath.Join(root, "cmd", "mc", name))
	return err == nil
}

// output returns what mc prints, to the end or until a line.
func output(t *testing.T, args []string, until string) string {
	t.Helper()
	out, err := exec.Command("mc", args...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if until == "" {
		return string(out)
	}
	before, _, ok := strings.Cut(string(out), "\n"+until)
	if !ok {
		t.Errorf("mc %s prints no line that begins with %q", strings.Join(args, " "), until)
	}
	return before + "\n…\n"
}
