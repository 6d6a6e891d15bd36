package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs"
)

// A block in a document that begins with a command of mc and stands behind this comment
// shows what the command prints, to the end or until a line that begins with the given text:
//
//	<!-- prints -->
//	<!-- prints until "one-elected is" -->
var (
	printed = regexp.MustCompile("(?s)<!-- prints(?: until \"([^\"\n]+)\")? -->\n```console\n(\\$ go run \\./cmd/mc ([^\n]+)\n)(.*?)```")
	// What differs from run to run and from machine to machine.
	measured = regexp.MustCompile(` · [^·\n]*\d+(\.\d+)? (ms|s)[^·\n]* · \d+(\.\d+)? [KMG]iB`)
)

// TestDocuments fails when a document does not show what the command prints. With UPDATE=1
// in the environment it renews the documents.
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
				t.Errorf("%s is stale: run UPDATE=1 go test ./cmd/mc\n--- mc %s prints:\n%s--- the document shows:\n%s", doc, m[3], got, m[4])
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

// TestCatalogueInReadme: the table in the README has every entry of the catalogue, and
// none of them among those that are still missing.
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

// output returns what mc prints, to the end or until a line.
func output(t *testing.T, args []string, until string) string {
	t.Helper()
	out, err := exec.Command("mc", args...).Output()
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
