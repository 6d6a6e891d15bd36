package book

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/specs/spec"
)

// Book is a catalogue that can be written as pages.
type Book struct {
	entries  []*entry
	findings []*finding
	best     string // the findings that matter most, in Markdown; empty if none were chosen
}

// entry is an entry of the catalogue.
type entry struct {
	spec.Spec
	setups map[string]spec.Setup // by case
	text   *text
	found  []*finding // the findings on its page
	shown  []Key      // the other counterexamples on its page
}

// Key identifies a counterexample by entry, case and property.
type Key struct{ Entry, Case, Property string }

// id returns the anchor of the counterexample on a page.
func (k Key) id() string { return k.Case + "." + k.Property }

// Shown is the result of a search for a counterexample.
type Shown struct {
	Execution *counterexamples.Execution // nil if none was found
	Why       string                     // why none was found
}

// New reads the texts of a catalogue from source, the folder of the module that contains its entries.
func New(catalogue []spec.Spec, source fs.FS) (*Book, error) {
	module, err := moduleOf(source)
	if err != nil {
		return nil, err
	}
	b := &Book{}
	for _, s := range catalogue {
		e := &entry{Spec: s, setups: map[string]spec.Setup{}}
		if e.text, err = readText(source, module, s); err != nil {
			return nil, err
		}
		for _, c := range s.Cases {
			if e.setups[c.Name], err = s.Setup(c.Instance()); err != nil {
				return nil, fmt.Errorf("case %s: %w", c.Name, err)
			}
		}
		b.entries = append(b.entries, e)
	}
	if err := b.readFindings(source); err != nil {
		return nil, err
	}
	for _, e := range b.entries {
		e.choose(b.findings)
	}
	return b, nil
}

// moduleLine matches the module line of a go.mod.
var moduleLine = regexp.MustCompile(`(?m)^module\s+(\S+)`)

func moduleOf(source fs.FS) (string, error) {
	b, err := fs.ReadFile(source, "go.mod")
	if err != nil {
		return "", errors.New("it has no go.mod, so it is not the folder of a module")
	}
	m := moduleLine.FindSubmatch(b)
	if m == nil {
		return "", errors.New("its go.mod names no module")
	}
	return string(m[1]), nil
}

// folderOf returns the folder of an entry within its module.
func folderOf(module string, s spec.Spec) (string, error) {
	where := runtime.FuncForPC(reflect.ValueOf(s.Build).Pointer()).Name()
	slash := strings.LastIndex(where, "/") + 1
	name, _, _ := strings.Cut(where[slash:], ".")
	folder, ok := strings.CutPrefix(where[:slash]+name, module+"/")
	if !ok {
		return "", fmt.Errorf("%s is written in package %s%s, which is not of module %s", s.Name, where[:slash], name, module)
	}
	return folder, nil
}

// choose chooses one counterexample to each property that some case violates and that no finding shows.
func (e *entry) choose(findings []*finding) {
	seen := map[string]bool{}
	for _, f := range findings {
		for _, k := range f.Shown {
			if k.Entry == e.Name {
				seen[k.Property] = true
			}
		}
	}
	if len(seen) > 0 {
		return // its findings show enough
	}
	for _, c := range e.Cases {
		for _, p := range c.Violated {
			// A state that is not reached has nothing to show.
			if !seen[p] && !c.Long && e.kind(c, p) != checkers.KindReachable {
				seen[p] = true
				e.shown = append(e.shown, Key{e.Name, c.Name, p})
			}
		}
	}
}

// kind returns the kind of a property of a case.
func (e *entry) kind(c spec.Case, property string) (k checkers.Kind) {
	for _, p := range e.setups[c.Name].Properties {
		if p.Name() == property {
			k = p.Kind()
		}
	}
	return k
}

// find returns the entry of that name.
func (b *Book) find(name string) *entry {
	at := slices.IndexFunc(b.entries, func(e *entry) bool { return e.Name == name })
	if at < 0 {
		return nil
	}
	return b.entries[at]
}

// Shows returns the counterexamples that the page of an entry shows, without repetitions.
func (b *Book) Shows(name string) (all []Key) {
	e := b.find(name)
	for _, f := range e.found {
		all = append(all, f.Shown...)
	}
	all = append(all, e.shown...)
	seen := map[Key]bool{}
	return slices.DeleteFunc(all, func(k Key) bool {
		was := seen[k]
		seen[k] = true
		return was
	})
}
