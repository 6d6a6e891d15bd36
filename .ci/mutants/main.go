// Command mutants asks whether the tests notice mistakes in the engine. Each entry of list.txt is one small mistake and
// the tests that must fail because of it, at their default number of draws:
//
//	# A heading
//	mutant name-of-it
//	file explore/por.go
//	- a line as it is
//	+ the line with the mistake
//	test ./checkers TestIgnoring|TestTwinReduced
//
// Several lines of each sign are consecutive lines of the file, and must be found there once. An
// entry without a + line takes the lines out. The tree is not touched: the go command is told of
// the changed file by -overlay.
//
//	go run ./.ci/mutants            every mutant
//	go run ./.ci/mutants NAME...    those whose names contain one of these
//	go run ./.ci/mutants -check     only whether each is still a change of the code; takes no time
//
// It ends with 1 if a mutant survives, and with 2 if one cannot be made.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed list.txt
var list string

// mutant is a mistake, and who must notice it.
type mutant struct {
	name, file string
	old, wrong []string
	pkg, tests string
}

func main() {
	check := flag.Bool("check", false, "only verify that each mutant is a change of the code")
	times := flag.Int("times", 1, "how often each mutant must be noticed")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	all, err := parse(list)
	survivors := 0
	for _, m := range all {
		if err != nil || ctx.Err() != nil {
			break
		}
		if !m.chosen(flag.Args()) {
			continue
		}
		var code []byte
		if code, err = m.apply(); err != nil || *check {
			continue
		}
		for range *times {
			began := time.Now()
			var noticed bool
			if noticed, err = m.noticed(ctx, code); err != nil {
				break
			}
			verdict := "killed"
			if !noticed {
				verdict = "SURVIVES"
				survivors++
			}
			fmt.Printf("%-8s  %-40s  %5.1f s  %s %s\n", verdict, m.name, time.Since(began).Seconds(), m.pkg, m.tests)
		}
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case survivors > 0 || ctx.Err() != nil:
		os.Exit(1)
	}
	fmt.Printf("%d mutants in the list\n", len(all))
}

// parse reads the list.
func parse(text string) ([]mutant, error) {
	var all []mutant
	for i, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "" || word[0] == '#' {
			continue
		}
		if word == "mutant" {
			all = append(all, mutant{name: rest})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("list.txt:%d: there is no mutant yet", i+1)
		}
		switch m := &all[len(all)-1]; word {
		case "file":
			m.file = rest
		case "-":
			m.old = append(m.old, rest)
		case "+":
			m.wrong = append(m.wrong, rest)
		case "test":
			m.pkg, m.tests, _ = strings.Cut(rest, " ")
		default:
			return nil, fmt.Errorf("list.txt:%d: what is %q?", i+1, word)
		}
	}
	for _, m := range all {
		if m.file == "" || len(m.old) == 0 || m.tests == "" {
			return nil, fmt.Errorf("mutant %s lacks its file, the lines that it changes or its test", m.name)
		}
	}
	return all, nil
}

func (m mutant) chosen(names []string) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return strings.Contains(m.name, n) })
}

// apply returns the file with the mistake. Blanks at the beginnings of lines do not count.
func (m mutant) apply() ([]byte, error) {
	code, err := os.ReadFile(m.file)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(code), "\n")
	found := -1
	for at := range len(lines) - len(m.old) + 1 {
		if !slices.EqualFunc(lines[at:at+len(m.old)], m.old,
			func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }) {
			continue
		}
		if found >= 0 {
			return nil, fmt.Errorf("mutant %s: its lines stand twice in %s", m.name, m.file)
		}
		found = at
	}
	if found < 0 {
		return nil, fmt.Errorf("mutant %s: its lines are not in %s any more", m.name, m.file)
	}
	return []byte(strings.Join(slices.Replace(lines, found, found+len(m.old), m.wrong...), "\n")), nil
}

// noticed reports whether the tests fail with the mistake.
func (m mutant) noticed(ctx context.Context, code []byte) (bool, error) {
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	original, err := filepath.Abs(m.file)
	if err != nil {
		return false, err
	}
	changed, overlay := filepath.Join(dir, filepath.Base(m.file)), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return false, err
	}
	if err := errors.Join(os.WriteFile(changed, code, 0o644), os.WriteFile(overlay, replace, 0o644)); err != nil {
		return false, err
	}
	test := exec.CommandContext(ctx, "go", "test", "-overlay", overlay, "-count=1", "-vet=off", "-failfast", "-timeout=5m",
		"-run", "^("+m.tests+")$", m.pkg, "-rapid.nofailfile", "-rapid.shrinktime=1s")
	out, err := test.CombinedOutput()
	switch {
	case strings.Contains(string(out), "[build failed]"), strings.Contains(string(out), "no tests to run"):
		return false, fmt.Errorf("mutant %s: it does not compile, or there is no such test:\n%s", m.name, out)
	case err != nil && ctx.Err() != nil:
		return false, ctx.Err()
	}
	return err != nil, nil
}
