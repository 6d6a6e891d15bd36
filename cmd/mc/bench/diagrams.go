package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/template"
)

// diagrams compares the computation of state sets as decision diagrams with LTSmin's.
func diagrams() *kind {
	return &kind{
		document: "docs/symbolic.md", begin: "<!-- go run ./cmd/mc/bench -symbolic -update -->\n",
		tools: []string{"spins", "prom2lts-sym"}, pairs: sets(), tables: sizes,
		with: func(context.Context) string { return "LTSmin with " + strings.Join(saturating, " ") },
	}
}

// sets are the pairs of the document.
func sets() []pair {
	return []pair{
		ring(12).set(12), ring(16).set(16), tokenRing(30), ricartAgrawala(4).set(4), twoPhaseCommit(8).set(8),
	}
}

func tokenRing(n int) pair {
	s := strconv.Itoa(n)
	return pair{
		name: "token ring", size: s + " processes",
		mc:    []string{"token-ring", "-p", "n=" + s, "--property", "mutual-exclusion"},
		model: "token-ring.pml",
	}.set(n)
}

// set returns the pair for computing the set of states of n processes.
func (p pair) set(n int) pair {
	p.n, p.mc = n, append(p.mc, "--engine", "symbolic")
	return p
}

// saturating lists the options of LTSmin: one thread, as in mc, tables that hold the largest set, and a task queue that
// suffices, since the default one takes a second to allocate. Of its two saturation strategies, the faster one counts.
var saturating = []string{
	"--vset=lddmc", "--regroup=gs", "--lace-workers=1", "--lace-dqsize=1000000", "--sylvan-sizes=22,27,21,26",
	"--saturation=sat|sat-like",
}

// compileLTSmin compiles the model of a pair for LTSmin in a new folder of dir, and returns its path.
func compileLTSmin(ctx context.Context, dir string, p pair) (string, error) {
	dir, err := os.MkdirTemp(dir, "ltsmin")
	if err != nil {
		return "", err
	}
	var text strings.Builder
	if err := promela(&text, p); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, p.model), []byte(text.String()), 0o600); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "spins", p.model)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	model := filepath.Join(dir, p.model+".spins")
	if _, missing := os.Stat(model); err != nil || missing != nil {
		return "", fmt.Errorf("spins: %w\n%s", cmp.Or(err, missing), out)
	}
	return model, nil
}

// promela writes the model of a pair.
func promela(text *strings.Builder, p pair) error {
	mul := template.FuncMap{"mul": func(a, b int) int { return a * b }}
	model, err := template.New(p.model).Funcs(mul).ParseFS(models, "models/symbolic/"+p.model)
	if err != nil {
		return err
	}
	return model.Execute(text, p.n)
}

// searchLTSmin computes the set of states of a model.
func searchLTSmin(ctx context.Context, model string) (outcome, error) {
	var best outcome
	options, ways, _ := strings.Cut(strings.Join(saturating, " "), " --saturation=")
	for way := range strings.SplitSeq(ways, "|") {
		cmd := exec.CommandContext(ctx, "prom2lts-sym", append(strings.Fields(options), "--saturation="+way, model)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			return best, fmt.Errorf("prom2lts-sym: %w\n%s", err, out)
		}
		o, err := parseLTSmin(string(out))
		if err != nil {
			return best, fmt.Errorf("%w in what prom2lts-sym printed:\n%s", err, out)
		}
		if o.took(cmd); best.states == 0 || o.seconds < best.seconds {
			best = o
		}
	}
	return best, nil
}

var inSet = regexp.MustCompile(`state space has (\d+) states`)

// parseLTSmin parses the number of states.
func parseLTSmin(out string) (o outcome, err error) {
	m := inSet.FindStringSubmatch(out)
	if m == nil {
		return o, errors.New("no number of states")
	}
	o.states, err = strconv.ParseUint(m[1], 10, 64)
	return o, err
}

// sizes returns the table of the document.
func sizes(results []result) string {
	var b strings.Builder
	b.WriteString("| system | instance | states, mc | LTSmin | CPU s, mc | LTSmin | ratio | peak MiB, mc | LTSmin |\n" +
		"|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		cells := []string{number(r.mc.states), "", seconds(r.mc), "", "", fmt.Sprintf("%.0f", r.mc.peak), ""}
		if r.compared {
			cells[1], cells[3], cells[6] = number(r.other.states), seconds(r.other), fmt.Sprintf("%.0f", r.other.peak)
			cells[4] = ratio(r.other.seconds, r.mc.seconds)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.name, r.size, strings.Join(cells, " | "))
	}
	return b.String()
}
