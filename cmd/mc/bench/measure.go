package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// result holds the median outcomes of both tools for a pair.
type result struct {
	pair
	mc, other, collapse outcome // collapse is SPIN with compressed states
	compared            bool    // the other tool was run
}

// agree returns an error if full searches found different numbers of states or transitions.
func (r result) agree() error {
	switch {
	case r.reduced || !r.compared:
		return nil
	case r.collapse.states > 0 && r.collapse.states != r.other.states:
		return fmt.Errorf("%s, %s: SPIN finds %d states, and compressed %d", r.name, r.size, r.other.states,
			r.collapse.states)
	case r.mc.states == r.other.states && r.mc.transitions == r.other.transitions:
		return nil
	}
	return fmt.Errorf("%s, %s: mc finds %d states and %d transitions, the other %d and %d",
		r.name, r.size, r.mc.states, r.mc.transitions, r.other.states, r.other.transitions)
}

// buildMC builds the command in dir and returns its path.
func buildMC(ctx context.Context, dir string) (string, error) {
	mc := filepath.Join(dir, "mc")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", mc, "github.com/anel-mc/mc/cmd/mc").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return mc, nil
}

// measure runs both searches of a pair in turns.
func measure(ctx context.Context, dir, mc string, p pair, times int, compare bool) (result, error) {
	r := result{pair: p, compared: compare}
	searches := []search{{&r.mc, func() (outcome, error) { return searchMC(ctx, mc, p) }}}
	if compare {
		others, err := p.others(ctx, dir, &r)
		if err != nil {
			return r, err
		}
		searches = append(searches, others...)
	}
	runs := make([][]outcome, len(searches))
	for range times {
		for i, s := range searches {
			o, err := s.run()
			if err != nil {
				return r, err
			}
			runs[i] = append(runs[i], o)
		}
	}
	for i, s := range searches {
		*s.median = median(runs[i])
	}
	return r, nil
}

// others prepares the searches of the other tool.
func (p pair) others(ctx context.Context, dir string, r *result) ([]search, error) {
	if p.n > 0 {
		model, err := compileLTSmin(ctx, dir, p)
		return []search{{&r.other, func() (outcome, error) { return searchLTSmin(ctx, model) }}}, err
	}
	pan, err := compile(ctx, dir, p)
	if err != nil {
		return nil, err
	}
	all := []search{{&r.other, func() (outcome, error) { return searchSPIN(ctx, pan) }}}
	if !p.reduced {
		pan, err := compile(ctx, dir, p, "-DCOLLAPSE")
		if err != nil {
			return nil, err
		}
		all = append(all, search{&r.collapse, func() (outcome, error) { return searchSPIN(ctx, pan) }})
	}
	return all, nil
}

// search is a search that is run several times, and the place for the median.
type search struct {
	median *outcome
	run    func() (outcome, error)
}

// median returns the run with the median time.
func median(runs []outcome) outcome {
	slices.SortFunc(runs, func(a, b outcome) int { return cmp.Compare(a.seconds, b.seconds) })
	return runs[len(runs)/2]
}

// arguments returns the arguments of mc for a pair, with one thread, as pan has.
func (p pair) arguments() []string {
	all := slices.Concat([]string{"check"}, p.mc, []string{"--format", "json"})
	if p.n > 0 {
		return all // always in one thread
	}
	return append(all, "--workers", "1")
}

// searchMC runs mc as a separate process.
func searchMC(ctx context.Context, mc string, p pair) (outcome, error) {
	cmd := exec.CommandContext(ctx, mc, p.arguments()...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return outcome{}, fmt.Errorf("mc: %w\n%s%s", err, out, exit.Stderr)
	}
	if err != nil {
		return outcome{}, err
	}
	o, err := parseMC(out)
	o.took(cmd)
	return o, err
}

// parseMC parses the JSON that mc printed.
func parseMC(out []byte) (outcome, error) {
	var report struct {
		Exhaustive          bool
		States, Transitions uint64
		MemoryBytes         float64
		Unreduced           []string // why there is no reduction
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return outcome{}, err
	}
	if !report.Exhaustive || report.States == 0 {
		return outcome{}, fmt.Errorf("mc has not visited every state:\n%s", out)
	}
	return outcome{
		states: report.States, transitions: report.Transitions, bytes: report.MemoryBytes / float64(report.States),
		unreduced: strings.Join(report.Unreduced, "; "),
	}, nil
}
