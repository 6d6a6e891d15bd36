package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// models holds the Promela models.
//
//go:embed models
var models embed.FS

// outcome is what a search found and what it cost.
type outcome struct {
	states, transitions uint64
	bytes               float64 // per state
	peak                float64 // peak resident memory in MiB, or 0 if unknown
	seconds             float64 // processor time, in user and system mode
	unreduced           string  // why mc could not reduce, if it could not
}

// compilation has the options for compiling pan, the verifier that spin generates, besides -DNOREDUCE for a full search
// and -DCOLLAPSE for a compressed one. searching has the options for running it to the end (-n suppresses reports of
// unreached code, -E of invalid end states). A search that exceeds the depth is an error.
var (
	compilation = []string{"-O2", "-DSAFETY", "-DNOFAIR", "-DVECTORSZ=2048", "-w"}
	searching   = []string{"-n", "-E", "-m1000000", "-w22"}
)

// compile builds the verifier of a pair in a new folder of dir, with additional options, and returns its path.
func compile(ctx context.Context, dir string, p pair, more ...string) (string, error) {
	dir, err := os.MkdirTemp(dir, "pan")
	if err != nil {
		return "", err
	}
	model, err := models.ReadFile("models/" + p.model)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, p.model), model, 0o600); err != nil {
		return "", err
	}
	options := slices.Concat(compilation, more)
	if !p.reduced {
		options = append(options, "-DNOREDUCE")
	}
	for _, command := range [][]string{
		slices.Concat([]string{"spin", "-a"}, p.defines, []string{p.model}),
		slices.Concat([]string{"gcc"}, options, []string{"-o", "pan", "pan.c"}),
	} {
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
		}
	}
	return filepath.Join(dir, "pan"), nil
}

// searchSPIN runs a verifier.
func searchSPIN(ctx context.Context, pan string) (outcome, error) {
	cmd := exec.CommandContext(ctx, pan, searching...)
	cmd.Dir = filepath.Dir(pan)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return outcome{}, fmt.Errorf("pan: %w\n%s", err, out)
	}
	o, err := parseSPIN(string(out))
	if err != nil {
		return outcome{}, fmt.Errorf("%w in what pan printed:\n%s", err, out)
	}
	o.took(cmd)
	return o, nil
}

// took records the costs of a process that has ended.
func (o *outcome) took(cmd *exec.Cmd) {
	o.seconds = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	o.peak = peak(cmd.ProcessState)
}

var (
	stored      = regexp.MustCompile(`(?m)^\s*(\d+) states, stored`)
	transitions = regexp.MustCompile(`(?m)^\s*(\d+) transitions \(`)
	actual      = regexp.MustCompile(`(?m)^\s*([\d.]+)\s+actual memory usage for states`)
)

// parseSPIN parses the output of a verifier. Since pan counts differently from mc, it subtracts one state, that before
// the init process has started the others, and two transitions: the step that starts them, and the first state, which
// pan counts as a transition.
func parseSPIN(out string) (outcome, error) {
	var o outcome
	if !strings.Contains(out, "errors: 0") {
		return o, fmt.Errorf("no \"errors: 0\"")
	}
	for _, bad := range []string{"max search depth too small", "Search not completed", "out of memory", "aborted"} {
		if strings.Contains(out, bad) {
			return o, fmt.Errorf("%q", bad)
		}
	}
	var numbers [3]float64
	for i, pattern := range []*regexp.Regexp{stored, transitions, actual} {
		m := pattern.FindStringSubmatch(out)
		if m == nil {
			return o, fmt.Errorf("no line like %s", pattern)
		}
		var err error
		if numbers[i], err = strconv.ParseFloat(m[1], 64); err != nil {
			return o, err
		}
	}
	if numbers[0] < 2 || numbers[1] < 2 {
		return o, fmt.Errorf("no states")
	}
	o.bytes = numbers[2] * (1 << 20) / numbers[0]
	o.states, o.transitions = uint64(numbers[0])-1, uint64(numbers[1])-2
	return o, nil
}
