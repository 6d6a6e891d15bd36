package validate

import (
	"os"
	"strings"
	"testing"

	"github.com/anel-mc/mc/model"
)

// Verify fails the test unless an execution of m agrees with the log in files. The deadline of the test bounds the
// search.
func Verify(t *testing.T, m model.Model, files ...string) {
	t.Helper()
	var l Log
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		err = l.Read(name, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := Check(t.Context(), m, &l, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == Legal {
		t.Logf("%d lines, explained by an execution of %d steps", r.Lines, r.Execution.Len())
		return
	}
	t.Errorf("%s: %d of %d lines are explained\n%s", r.Verdict, r.Explained, r.Lines, strings.Join(r.Obstacles(), "\n"))
}
