package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// module is the Go module that gets the entry.
type module struct {
	root string
	path string // the module path
}

// entry is the data for the templates.
type entry struct {
	Name    string // my-algorithm
	Package string // myalgorithm
	Module  string // that it is in
	Toolkit string // the module of package model
}

// toolkit is the path of this module. Other modules have their own catalogue and command.
const toolkit = "github.com/anel-mc/mc"

// findModule looks for the module in a folder and its parents.
func findModule(dir string) (module, error) {
	for at := dir; ; at = filepath.Dir(at) {
		b, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil {
			match := regexp.MustCompile(`(?m)^module\s+(\S+)`).FindSubmatch(b)
			if match == nil {
				return module{}, fmt.Errorf("%s names no module", filepath.Join(at, "go.mod"))
			}
			return module{root: at, path: string(match[1])}, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return module{}, err
		}
		if at == filepath.Dir(at) {
			return module{}, fmt.Errorf("there is no go.mod in %s or above it: run this inside of the module", dir)
		}
	}
}

// list is the file with the list of entries.
func (m module) list() string { return filepath.Join(m.root, "specs", "specs.go") }

var word = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// device matches what means a device in Windows, and is no name for a folder of Go there or elsewhere.
var device = regexp.MustCompile("^(con|prn|aux|nul|(com|lpt)[0-9])$")

// newEntry checks the name of a new entry; names are those already in the list.
func (m module) newEntry(name string, names []string) (entry, error) {
	e := entry{Name: name, Package: strings.ReplaceAll(name, "-", ""), Module: m.path, Toolkit: toolkit}
	taken := []string{"spec", "specs", "spectest", "scaffold", "doc", "model", "checkers", "main", "fmt", "testing",
		"testdata", "internal", "vendor", "init"}
	switch {
	case !word.MatchString(name):
		return e, fmt.Errorf("%q is not a name for an entry: lower-case words joined by hyphens, the first beginning "+
			"with a letter, such as my-algorithm", name)
	case token.IsKeyword(e.Package) || slices.Contains(taken, e.Package) || device.MatchString(e.Package):
		return e, fmt.Errorf("%q is not a name for an entry: the name of its package, %s, means something else here", name,
			e.Package)
	case slices.Contains(names, name):
		return e, fmt.Errorf("there is an entry %s already", name)
	}
	return e, nil
}

// begin creates, where they are missing, a module's catalogue, without entries, and the command that checks it. It
// returns the names of the packages already in the catalogue.
func (m module) begin() (names []string, err error) {
	command := filepath.Join(m.root, "cmd", "mc", "main.go")
	for from, file := range map[string]string{"specs.go.tmpl": m.list(), "main.go.tmpl": command} {
		if _, err := os.Stat(file); err == nil {
			continue
		}
		b, err := filled(from, entry{Module: m.path, Toolkit: toolkit})
		if err == nil {
			err = os.MkdirAll(filepath.Dir(file), 0o755)
		}
		if err == nil {
			err = os.WriteFile(file, b, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	source, err := os.ReadFile(m.list())
	if err != nil {
		return nil, err
	}
	for _, call := range regexp.MustCompile(`(\w+)\.Spec\(\)`).FindAllSubmatch(source, -1) {
		names = append(names, string(call[1]))
	}
	return names, nil
}

// create writes the files of a new entry and inserts it into the list, whose names are given in order. It writes
// nothing if there is an error.
func (m module) create(name string, names []string) (entry, error) {
	e, err := m.newEntry(name, names)
	if err != nil {
		return e, err
	}
	files, err := e.files()
	if err != nil {
		return e, err
	}
	old, err := os.ReadFile(m.list())
	if err != nil {
		return e, err
	}
	list, err := insert(old, e, names)
	if err != nil {
		return e, fmt.Errorf("%s: %w", m.list(), err)
	}
	dir := filepath.Join(m.root, "specs", e.Package)
	if err := os.Mkdir(dir, 0o755); err != nil {
		if errors.Is(err, os.ErrExist) {
			return e, fmt.Errorf("%s exists: choose another name, or remove it first", dir)
		}
		return e, err
	}
	if err := os.Mkdir(filepath.Join(dir, "testdata"), 0o755); err != nil {
		return e, err
	}
	for file, content := range files {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
			return e, err
		}
	}
	return e, os.WriteFile(m.list(), list, 0o644)
}

// files returns the contents of an entry's files by name.
func (e entry) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	for from, to := range map[string]string{
		"doc.go.tmpl": "doc.go", "algorithm.go.tmpl": e.Package + ".go", "spec.go.tmpl": "spec.go",
		"test.go.tmpl":   e.Package + "_test.go",
		"cases.txt.tmpl": filepath.Join("testdata", "cases.txt"),
	} {
		b, err := filled(from, e)
		if err != nil {
			return nil, err
		}
		files[to] = b
	}
	return files, nil
}

// filled returns a template filled in with an entry.
func filled(from string, e entry) ([]byte, error) {
	all, err := template.ParseFS(templates, "templates/*.tmpl")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := all.ExecuteTemplate(&b, from, e); err != nil {
		return nil, err
	}
	if !strings.Contains(from, ".go.") {
		return b.Bytes(), nil
	}
	source, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return source, nil
}
