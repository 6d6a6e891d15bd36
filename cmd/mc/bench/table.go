package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// end is the line after the tables in a document.
const end = "<!-- end of what it writes -->\n"

// setting says when, where and with what the measurements were made.
func setting(ctx context.Context, times int, with string) string {
	s := fmt.Sprintf("Measured on %s with %s, %s/%s, %s", time.Now().UTC().Format(time.DateOnly), runtime.Version(),
		runtime.GOOS, runtime.GOARCH, processor())
	if with != "" {
		s += ", " + with
	}
	return fmt.Sprintf("%s. Runs of each search: %d.\n\n", s, times)
}

// processor names the processors, if the system reports them.
func processor() string {
	b, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(b)) {
		if key, name, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return fmt.Sprintf("%d × %s", runtime.NumCPU(), strings.TrimSpace(name))
		}
	}
	return fmt.Sprintf("%d processors", runtime.NumCPU())
}

// version returns the first line that a program prints about its version.
func version(ctx context.Context, name, flag string) string {
	out, err := exec.CommandContext(ctx, name, flag).Output()
	if err != nil {
		return name
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}

// shortest is the processor time, in seconds, below which a run says nothing about speed, because most of it is the
// start of the process.
const shortest = 0.2

// tables returns the tables of the document.
func tables(results []result) string {
	var b strings.Builder
	b.WriteString("What both found:\n\n")
	b.WriteString("| system | instance | search | states, mc | SPIN | transitions, mc | SPIN | " +
		"|\n|---|---|---|--:|--:|--:|--:|---|\n")
	for _, r := range results {
		row(&b, r.name, r.size, r.search(), r.found()...)
	}
	fmt.Fprintf(&b, "\nWhat it took, of what took both at least %.1f s; a ratio above 1 is in favour of mc:\n\n", shortest)
	b.WriteString("| system | instance | search | CPU s, mc | SPIN | transitions per CPU s, mc | SPIN | ratio | " +
		"bytes per state, mc | SPIN | ratio | peak MiB, mc | SPIN |\n")
	b.WriteString("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		if r.mc.seconds >= shortest && (r.other.seconds >= shortest || !r.compared) {
			row(&b, r.name, r.size, r.search(), r.costs(r.other)...)
			if r.collapse.states > 0 {
				row(&b, r.name, r.size, "full, -DCOLLAPSE", r.costs(r.collapse)...)
			}
		}
	}
	return b.String()
}

func row(b *strings.Builder, name, size, search string, cells ...string) {
	fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, size, search, strings.Join(cells, " | "))
}

// found returns the cells with the results of both.
func (r result) found() []string {
	if !r.compared {
		return []string{number(r.mc.states), "", number(r.mc.transitions), "", r.mc.unreduced}
	}
	word := ""
	switch {
	case r.reduced && r.mc.unreduced != "":
		word = "mc reduces nothing: " + r.mc.unreduced
	case r.reduced:
		word = fmt.Sprintf("%.2f of SPIN's states", float64(r.mc.states)/float64(r.other.states))
	case r.agree() == nil:
		word = "equal"
	default:
		word = "**not equal**"
	}
	return []string{number(r.mc.states), number(r.other.states), number(r.mc.transitions),
		number(r.other.transitions), word}
}

// costs returns the cells with the costs of both.
func (r result) costs(spin outcome) []string {
	cells := []string{seconds(r.mc), "", rate(r.mc), "", "", fmt.Sprintf("%.0f", r.mc.bytes), "", "",
		fmt.Sprintf("%.0f", r.mc.peak), ""}
	if r.compared {
		cells[1], cells[3], cells[4] = seconds(spin), rate(spin), speed(r.mc, spin)
		cells[6], cells[7] = fmt.Sprintf("%.0f", spin.bytes), ratio(spin.bytes, r.mc.bytes)
		cells[9] = fmt.Sprintf("%.0f", spin.peak)
	}
	return cells
}

func seconds(o outcome) string { return fmt.Sprintf("%.2f", o.seconds) }

// rate is the number of transitions per second of processor time.
func (o outcome) rate() float64 { return float64(o.transitions) / o.seconds }

func rate(o outcome) string {
	if o.seconds < shortest {
		return "–"
	}
	return number(uint64(o.rate()/1000)) + "k"
}

// speed is the ratio of the rates.
func speed(mc, spin outcome) string {
	if min(mc.seconds, spin.seconds) < shortest {
		return "–"
	}
	return ratio(mc.rate(), spin.rate())
}

func ratio(a, b float64) string { return fmt.Sprintf("%.2f", a/b) }

// number writes n with commas.
func number(n uint64) string { return humanize.Comma(int64(n)) }

// around returns the parts of the document before and after the tables.
func (k *kind) around() (head, tail string, err error) {
	b, err := os.ReadFile(k.document)
	if err != nil {
		return "", "", fmt.Errorf("%w: run it from the root of the repository", err)
	}
	head, rest, ok := strings.Cut(string(b), k.begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", "", fmt.Errorf("%s does not have the lines %q and %q, between which the tables stand", k.document, k.begin,
			end)
	}
	return head, tail, nil
}

// replace puts text into the document.
func (k *kind) replace(text string) error {
	head, tail, err := k.around()
	if err != nil {
		return err
	}
	return os.WriteFile(k.document, []byte(head+k.begin+"\n"+text+"\n"+end+tail), 0o644)
}
