package web

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/walk"
	"github.com/anel-mc/mc/model"
)

// TestOfTest: the page of a test begins just before the end of a saved execution.
func TestOfTest(t *testing.T) {
	target, err := find("teller", url.Values{"words": {"2"}})
	if err != nil {
		t.Fatal(err)
	}
	sys, err := walk.New(target.Model, target.Properties)
	if err != nil {
		t.Fatal(err)
	}
	start, err := sys.Walk(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := start.Way(t.Context(), 0, walk.Goal{Property: "loud"}, checkers.Options{}, func(walk.Ahead) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	dir := filepath.Join("testdata", "mc", t.Name())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(dir, "loud.json"))
	if err != nil {
		t.Fatal(err)
	}
	trace := w.Execution.Trace
	trace.Spec, trace.Property, trace.Kind = t.Name(), "loud", "reachable"
	if err := trace.Write(file); err != nil {
		t.Fatal(err)
	}
	file.Close()
	opt, link := ofTest(t, target.Model, target.Properties)
	if link.System != t.Name() || !slices.Equal(link.Path, w.Path) || link.At != len(w.Path)-1 {
		t.Errorf("it begins at %+v, want at the end of %q", link, w.Path)
	}
	found, err := opt.Find(t.Name(), url.Values{"set-back": {"0"}, "crash": {"3"}})
	if err != nil || found.Model.(model.Instance).Faults.Crash != 3 {
		t.Errorf("%+v, %v: want three crashes", found, err)
	}
	for _, values := range []url.Values{{"crash": {"x"}}, {"crash": {"-7"}}, {"crash": {"1", "2"}}, {"p.n": {"2"}}} {
		if _, err := opt.Find(t.Name(), values); err == nil {
			t.Errorf("%v is accepted", values)
		}
	}
	if _, err := opt.Find("TestOther", nil); err == nil {
		t.Error("another test is accepted")
	}
	// In a run without -mc.explore nothing is opened.
	Explore(t, target.Model, target.Properties...)
}
