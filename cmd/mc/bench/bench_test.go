package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/specs"
)

// explore runs mc on a pair in this process.
func explore(t *testing.T, p pair) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := command.Run(t.Context(), specs.All(), p.arguments(), strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("mc %s: exit code %d\n%s%s", strings.Join(p.arguments(), " "), code, &stdout, &stderr)
	}
	o, err := parseMC(stdout.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestAgainstSPIN: on small instances both find the same states and transitions, and reduction leaves mc at most
// twice as many as SPIN.
func TestAgainstSPIN(t *testing.T) {
	if tool := searches().missing(); tool != "" {
		t.Skipf("%s is not installed", tool)
	}
	for _, p := range small() {
		for _, p := range p.both() {
			if p.reduced && testing.Short() {
				continue
			}
			t.Run(p.name+" "+p.search(), func(t *testing.T) {
				pan, err := compile(t.Context(), t.TempDir(), p, "-O0") // compiling costs more than optimisation saves
				if err != nil {
					t.Fatal(err)
				}
				spin, err := searchSPIN(t.Context(), pan)
				if err != nil {
					t.Fatal(err)
				}
				r := result{pair: p, mc: explore(t, p), other: spin, compared: true}
				if err := r.agree(); err != nil {
					t.Error(err)
				}
				// If many steps change what properties observe, SPIN reduces more.
				if p.reduced && r.mc.unreduced == "" && r.mc.states > 2*r.other.states {
					t.Errorf("mc visits %d states, more than twice as many as SPIN with %d", r.mc.states, r.other.states)
				}
			})
		}
	}
}

// TestDocument: the document has a row for each pair, with the numbers that mc finds for the small ones.
func TestDocument(t *testing.T) {
	document := searches().document
	section, _, _ := strings.Cut(written(t, searches()), "\nWhat it took")
	rows := map[string][]string{} // the results, by system, instance and search
	for line := range strings.Lines(section) {
		if cells := strings.Split(strings.Trim(line, "| \n"), " | "); len(cells) >= 7 {
			rows[strings.Join(cells[:3], " | ")] = cells[3:]
		}
	}
	key := func(p pair) string { return strings.Join([]string{p.name, p.size, p.search()}, " | ") }
	for _, p := range pairs() {
		if rows[key(p)] == nil {
			t.Errorf("%s has no row %q: run go run ./cmd/mc/bench -update", document, key(p))
		}
	}
	for _, p := range small() {
		for _, p := range p.both() {
			o := explore(t, p)
			if row := rows[key(p)]; row == nil || row[0] != number(o.states) || row[2] != number(o.transitions) {
				t.Errorf("mc finds %d states and %d transitions, and %s says of %q %q: run go run ./cmd/mc/bench -update", o.states,
					o.transitions, document, key(p), row)
			}
		}
	}
}

// written returns the tables of a document.
func written(t *testing.T, k *kind) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(k.document)))
	_, section, ok := strings.Cut(string(b), k.begin)
	if section, _, _ = strings.Cut(section, end); err != nil || !ok {
		t.Fatalf("%s: no line %q, %v", k.document, k.begin, err)
	}
	return section
}

// TestSets: LTSmin finds as many states as mc in small sets; the models are complete, and the document has the size of
// each set that mc finds.
func TestSets(t *testing.T) {
	k := diagrams()
	text := written(t, k)
	for _, p := range k.pairs {
		var model strings.Builder
		if err := promela(&model, p); err != nil || !strings.Contains(model.String(), "#define N "+strconv.Itoa(p.n)+"\n") {
			t.Errorf("%v\n%s", err, &model)
		}
		row := "| " + p.name + " | " + p.size + " | "
		if p.n != 16 && !testing.Short() {
			o := number(explore(t, p).states)
			row += o + " | " + o + " | "
		}
		if !strings.Contains(text, row) {
			t.Errorf("%s has no row %q: run go run ./cmd/mc/bench -symbolic -update", k.document, row)
		}
	}
	if tool := k.missing(); tool != "" {
		t.Skipf("%s is not installed", tool)
	}
	for _, p := range []pair{ring(7).set(7), tokenRing(5), ricartAgrawala(3).set(3), twoPhaseCommit(5).set(5)} {
		model, err := compileLTSmin(t.Context(), t.TempDir(), p)
		if err != nil {
			t.Fatal(err)
		}
		other, err := searchLTSmin(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		if err := (result{pair: p, mc: explore(t, p), other: other, compared: true}).agree(); err != nil {
			t.Error(err)
		}
	}
}

// TestParseSPIN: output that is incomplete or cannot be parsed is an error.
func TestParseSPIN(t *testing.T) {
	good := "State-vector 240 byte, depth reached 85, errors: 0\n   273917 states, stored\n   995573 states, " +
		"matched\n  1269490 transitions (= stored+matched)\n   53.109\tactual memory usage for states (compression: 78.19%)\n"
	o, err := parseSPIN(good)
	if err != nil || o.states != 273916 || o.transitions != 1269488 || int(o.bytes) != 203 {
		t.Errorf("parsed as %+v, %v", o, err)
	}
	for _, bad := range []string{
		"",
		strings.Replace(good, "errors: 0", "errors: 1", 1),
		"error: max search depth too small\n" + good,
		strings.Replace(good, "states, stored", "states", 1),
		strings.Replace(good, "transitions (", "(", 1),
		strings.Replace(good, "actual", "", 1),
		strings.Replace(strings.Replace(good, "273917", "0", 1), "1269490", "0", 1),
	} {
		if o, err := parseSPIN(bad); err == nil {
			t.Errorf("parsed as %+v:\n%s", o, bad)
		}
	}
}

// TestDisagreement: full searches must agree, reduced ones need not.
func TestDisagreement(t *testing.T) {
	r := result{pair: ring(3), mc: outcome{states: 2, transitions: 3}, other: outcome{states: 2, transitions: 4},
		compared: true}
	if disagreements([]result{r}) == nil || !strings.Contains(tables([]result{r}), "**not equal**") {
		t.Error("a difference in transitions goes unnoticed")
	}
	r.reduced = true
	if err := disagreements([]result{r}); err != nil {
		t.Error(err)
	}
}

// TestUsage: wrong usage is reported, with exit code 2.
func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		code int
		word string
	}{
		{[]string{"-only", "paxos"}, 2, "two-phase commit"},
		{[]string{"-symbolic", "-only", "bully"}, 2, "token ring"},
		{[]string{"-times", "0"}, 2, "at least 1"},
		{[]string{"ring"}, 2, "flags only"},
		{[]string{"-update", "-only", "bully"}, 2, "all pairs"},
		{[]string{"-nonsense"}, 2, "nonsense"},
		{[]string{"-h"}, 0, "-only"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(test.args, &stdout, &stderr); code != test.code || !strings.Contains(stderr.String(), test.word) ||
			stdout.Len() > 0 {
			t.Errorf("%q: exit code %d, printed %q and %q", test.args, code, &stdout, &stderr)
		}
	}
}

// TestReplace: only the text between the marks is replaced.
func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "doc.md")
	k := kind{document: file, begin: "<!-- begin -->\n"}
	if err := os.WriteFile(file, []byte("before\n"+k.begin+"old\n"+end+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := k.replace("new\n"); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	if want := "before\n" + k.begin + "\nnew\n\n" + end + "after\n"; err != nil || string(b) != want {
		t.Errorf("%v, %q", err, b)
	}
	if err := os.WriteFile(file, []byte("no marks\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	none := kind{document: filepath.Join(t.TempDir(), "none.md"), begin: k.begin}
	if k.replace("new\n") == nil || none.replace("new\n") == nil {
		t.Error("a document without marks, or none, is no error")
	}
}
