package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// comparisonSection is a section of docs/comparisons.md: what is asked, and mc compare gives the answer.
type comparisonSection struct {
	title string
	text  string // above the command
	args  string // of mc compare, without the form of the output
	plot  string // the name of the drawing; empty for none
}

func comparisonSections() []comparisonSection {
	return []comparisonSection{
		{
			title: "Elections on a ring",
			text: `Everybody may start an election; identifiers ascend round the ring. The curves of the literature are for the best and the worst
arrangement, and for the mean over all; the measured costs lie on that of the best, as they must. Franklin's algorithm as the source prints
it is far above the bound that it was designed for; the [findings](findings/leader-election.md) say why, and what repairs it.`,
			args: "anel1 anel2 chang-roberts franklin ring-election --n 2..5",
			plot: "rings",
		},
		{
			title: "Chang and Roberts: the worst arrangement",
			text:  `With the identifiers descending, each message travels as far as it can: the maximum cost of an execution is exactly n(n+1)/2, and n more with the announcement.`,
			args:  "chang-roberts --n 2..5 -p arrangement=-1 --property uniqueness --property termination --property messages",
			plot:  "descending",
		},
		{
			title: "Mutual exclusion",
			text:  `Each participant uses the resource once, except in token-ring, where the token never rests; messages are those of all entries together. The n of quorum-mutex is the number of coordinators; its two participants need their votes.`,
			args:  "central-coordinator lamport-mutex maekawa quorum-mutex ricart-agrawala token-ring --n 2..3",
			plot:  "exclusion",
		},
		{
			title: "What a correction costs and buys: Chang and Roberts",
			args:  "chang-roberts:as-written chang-roberts:corrected --n 4",
		},
		{
			title: "What a correction costs and buys: Ricart and Agrawala",
			args:  "ricart-agrawala:as-written ricart-agrawala:corrected",
		},
		{
			title: "Where they differ",
			text:  `The first step that one of two variants can take and the other cannot, in both directions.`,
			args:  "chang-roberts:passive chang-roberts:as-written --difference",
		},
	}
}

// TestComparisons fails when docs/comparisons.md, or one of its drawings, is not what mc compare gives. With UPDATE=1
// in the environment it writes them anew.
func TestComparisons(t *testing.T) {
	if testing.Short() {
		t.Skip("it explores some millions of states")
	}
	docs := filepath.Join("..", "..", "docs")
	var b strings.Builder
	b.WriteString("# Algorithms side by side\n\nThe output of `mc compare` for the elections on a ring and " +
		"the algorithms for mutual exclusion. This page is generated: " +
		"`UPDATE=1 go test ./cmd/mc -run TestComparisons` rewrites it.\n")
	b.WriteString("For every number here, every reachable state was visited. `mc compare --help` says what else can " +
		"be compared: other sizes, failures, the order of channels.\n\n")
	b.WriteString("✓ holds, or was reached in that many steps; ✗ is violated, by a shortest execution of that many " +
		"steps, of which those after the + repeat for ever; – not applicable.\n")
	b.WriteString("In the plots, the line with marks is the maximum cost of an execution that ends, the thin line " +
		"the minimum, the dotted line the mean, and the dashed line what the literature gives.\n")
	for _, s := range comparisonSections() {
		fmt.Fprintf(&b, "\n## %s\n\n", s.title)
		if s.text != "" {
			b.WriteString(s.text + "\n\n")
		}
		args := append([]string{"compare"}, strings.Fields(s.args+" --format md")...)
		fmt.Fprintf(&b, "```\ngo run ./cmd/mc %s\n```\n\n", strings.Join(args, " "))
		if s.plot != "" {
			name := "comparisons/" + s.plot + ".svg"
			drawn := filepath.Join(t.TempDir(), "plot.svg")
			args = append(args, "--plot", drawn)
			fmt.Fprintf(&b, "![How states and costs grow with n](%s)\n\n", name)
			b.WriteString(answered(t, args))
			drawing, err := os.ReadFile(drawn)
			if err != nil {
				t.Fatal(err)
			}
			compareFile(t, docs, name, drawing)
			continue
		}
		b.WriteString(answered(t, args))
	}
	compareFile(t, docs, "comparisons.md", []byte(b.String()))
}

// answered is what a comparison prints as Markdown, fit for a section of a document.
func answered(t *testing.T, args []string) string {
	t.Helper()
	out, err := exec.Command("mc", args...).Output()
	if err != nil {
		t.Fatalf("mc %s: %v", strings.Join(args, " "), err)
	}
	_, out, _ = bytes.Cut(out, []byte("\n\n")) // its title
	return strings.ReplaceAll("\n"+string(out), "\n## ", "\n### ")[1:]
}

// compareFile compares a file with what it should be, or writes it.
func compareFile(t *testing.T, folder, name string, want []byte) {
	t.Helper()
	file := filepath.Join(folder, filepath.FromSlash(name))
	if os.Getenv("UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, want) {
		t.Errorf("%s is stale: run UPDATE=1 go test ./cmd/mc -run TestComparisons, and read what changed", file)
	}
}
