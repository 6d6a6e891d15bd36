package checkers_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A guide is followed as a reader would follow it: its files are
// written, its commands are run, and their output must be what it shows. A comment before a
// fenced block says what to do with it:
//
//	<!-- file lock/lock_test.go -->   the block is this file
//	<!-- in lock/lock_test.go -->     the functions of the block replace those of the file
//	<!-- run in lock -->              lines with $ are commands, the others what they print
//
// Folders lie beside a copy of this module, which is in the folder mc. A block of Go
// without such a comment is an error, so that all the code in the guides is code that works.
var (
	fenced   = regexp.MustCompile("(?ms)^(?:<!-- (file|in|run in) (\\S+) -->\n)?```(\\w+)\n(.*?)^```$")
	duration = regexp.MustCompile(`[ \t]*\(?(<\s*)?\b\d+(\.\d+)?\s?(ms|s|m)\b\)?|\s*\(cached\)`)
	size     = regexp.MustCompile(`\d+(\.\d+)? [KMG]iB`)
	rate     = regexp.MustCompile(`, \S+ states/s`)
	slow     = regexp.MustCompile(`(?m)^.* more for the liveness properties\n`) // told if it was long
)

func TestGuides(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the go command in modules of their own")
	}
	for _, doc := range []string{"README.md", "docs/writing-a-spec.md", "docs/check-the-code-you-have.md"} {
		t.Run(filepath.Base(doc), func(t *testing.T) {
			t.Parallel()
			follow(t, filepath.Join("..", filepath.FromSlash(doc)))
		})
	}
}

// follow does what a guide says. With UPDATE=1 in the environment what the commands
// print goes into the guide instead of being compared with it.
func follow(t *testing.T, doc string) {
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	dir := copyModule(t)
	ran := 0
	renewed := fenced.ReplaceAllStringFunc(string(text), func(block string) string {
		m := fenced.FindStringSubmatch(block)
		what, where, language, content := m[1], filepath.Join(dir, filepath.FromSlash(m[2])), m[3], m[4]
		if t.Failed() {
			return block
		}
		switch {
		case language == "go" && !formatted(content):
			t.Errorf("gofmt would change:\n%s", content)
		case what == "" && language == "go":
			t.Errorf("a block of Go that no comment places:\n%s", content)
		case what == "file":
			if err := os.MkdirAll(filepath.Dir(where), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(where, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		case what == "in":
			replaceFuncs(t, where, content)
		case what == "run in":
			ran++
			if err := os.MkdirAll(where, 0o755); err != nil {
				t.Fatal(err)
			}
			if got := transcript(t, where, content); normal(got) != normal(content) {
				if os.Getenv("UPDATE") == "" {
					t.Errorf("what comes out is not what is shown; UPDATE=1 go test ./checkers renews it\n--- comes out:\n%s--- "+
						"shown:\n%s", got, content)
				}
				return strings.Replace(block, content, got, 1)
			}
		}
		return block
	})
	if ran == 0 {
		t.Errorf("%s shows no run", doc)
	}
	if os.Getenv("UPDATE") != "" && renewed != string(text) {
		if err := os.WriteFile(doc, []byte(renewed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func formatted(source string) bool {
	b, err := format.Source([]byte(source))
	return err == nil && string(b) == source
}

// normal is output without what differs from run to run.
func normal(output string) string {
	output = slow.ReplaceAllString(rate.ReplaceAllString(output, ""), "")
	return size.ReplaceAllString(duration.ReplaceAllString(output, " TIME"), "SIZE")
}

// transcript runs the commands of a block in a folder and returns them with what they
// print. What the go command says of its own work is left out, and so is the exit code.
func transcript(t *testing.T, dir, block string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "$ %s\n", command)
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		// Without paths in what is compiled, the copies of the module share the build cache. Programs that nobody debugs are
		// linked in a quarter of the time.
		cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -ldflags=-w -vet=off",
			"GOWORK="+workspace(t, dir, command), "UPDATE=", "PWD="+dir)
		out, _ := cmd.CombinedOutput() // that it fails is seen in what it prints
		own := false
		for line := range strings.Lines(string(out)) {
			if own = strings.HasPrefix(line, "go: ") || own && strings.HasPrefix(line, "\t"); !own {
				b.WriteString(strings.TrimRight(line, " \n") + "\n")
			}
		}
	}
	if b.Len() == 0 {
		t.Errorf("a block to run has no command:\n%s", block)
	}
	return b.String()
}

// workspace returns the file of a workspace of the reader's module and the toolkit for a command that compiles, or off.
// What a module replaces is compiled apart from what is compiled here, and what is in a workspace is not.
func workspace(t *testing.T, dir, command string) string {
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil || strings.HasPrefix(command, "go mod ") {
		return "off"
	}
	file := dir + ".work"
	if _, err := os.Stat(file); err == nil {
		return file
	}
	cmd := exec.Command("go", "work", "init", ".", filepath.Join("..", "mc"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// replaceFuncs puts functions into a file, instead of those of the same names.
func replaceFuncs(t *testing.T, file, funcs string) {
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	named := func(source string) map[string]string {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, "", source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				from := f.Pos()
				if f.Doc != nil {
					from = f.Doc.Pos()
				}
				found[f.Name.Name] = source[set.Position(from).Offset:set.Position(f.End()).Offset]
			}
		}
		return found
	}
	old := named(string(source))
	for name, f := range named("package p\n\n" + funcs) {
		if old[name] == "" {
			t.Errorf("%s has no function %s to replace", file, name)
		}
		source = bytes.Replace(source, []byte(old[name]), []byte(f), 1)
	}
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyModule copies what is needed of this module into the folder mc of a temporary
// folder, which it returns.
func copyModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, part := range []string{"checkers", "cmd", "counterexamples", "docs", "explore", "internal", "model", "specs"} {
		if err := os.CopyFS(filepath.Join(dir, "mc", part), os.DirFS(filepath.Join("..", part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join("..", file))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "mc", file), b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
