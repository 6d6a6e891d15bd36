package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/anel-mc/mc/specs"
)

// comparisonSection is a section of docs/comparisons.md: a question, and the command that answers it.
type comparisonSection struct {
	title string
	text  string // above the command
	args  string // of mc compare, without --format
	plot  string // the name of the drawing; empty for none

	frontiers []string // arguments of mc frontier, whose answers follow
}

// families has a row for each family of the catalogue, in the order of the list of specs, with what to look at first.
var families = [][3]string{
	{"broadcast", "causal-broadcast", "what order costs in delay: [below](#broadcast-and-snapshots)"},
	{"clocks and stores", "vector-clock", "then abd-register, which is linearizable, but not without its write-back"},
	{"consensus", "paxos", "then multi-paxos; ben-or, which decides by chance; with traitors, byzantine-generals and " +
		"pbft: [below](#consensus)"},
	{"data transfer", "alternating-bit", "what one bit is worth, and what breaks it"},
	{"failure detectors and membership", "eventually-perfect", "then swim"},
	{"leader election", "chang-roberts", "then itai-rodeh, without identifiers: [below](#elections-on-a-ring)"},
	{"mutual exclusion", "peterson", "then bakery; those that use messages: [below](#mutual-exclusion)"},
	{"replication", "chain-replication", "then raft, three more on top of it, and or-set: [below](#replication)"},
	{"self-stabilisation", "k-state-ring", "any initial state leads to one privilege"},
	{"snapshots", "chandy-lamport", "a consistent cut: [below](#broadcast-and-snapshots)"},
	{"termination detection", "ewd840", "then ewd998, where messages take time"},
	{"transactions", "two-phase-commit", "then three-phase-commit, which blocks less and is less safe"},
}

func comparisonSections() []comparisonSection {
	return []comparisonSection{
		{
			title: "Elections on a ring",
			text: `Every process may start an election; identifiers ascend round the ring. The curves of the literature are for the best and the worst
arrangement, and for the mean over all arrangements; the measured costs lie on the curve for the best, as they must. Franklin's algorithm, as the
source prints it, is far above the bound that it was designed for; the [findings](findings/leader-election.md) say why, and what repairs it.`,
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
			text:  `Each participant uses the resource once, except in token-ring, where the token never rests; messages are the total for all entries into the critical section. The n of quorum-mutex is the number of coordinators, whose votes its two participants need.`,
			args:  "central-coordinator lamport-mutex maekawa quorum-mutex ricart-agrawala token-ring --n 2..3",
			plot:  "exclusion",
		},
		{
			title: "Mutual exclusion in shared memory",
			text:  `The bakery algorithm works for any number of processes, in memory whose reads and writes overlap. Here each process enters twice.`,
			args:  "peterson bakery",
		},
		{
			title: "Consensus",
			text: `Paxos, and variants with a mistake, without failures: a forgotten promise then does no harm. Below are the fewest failures that
break each property.`,
			args: "paxos --property one-chosen --property chosen-in-the-end --property messages",
			frontiers: []string{
				"paxos -p acceptors=2 --crash 1 --recover 1 --lose 1 --property one-chosen --property chosen-in-the-end",
				"paxos:promise-forgotten --crash 1 --recover 1 --crash-only a1 --property one-chosen",
				"ben-or -p rounds=1 --crash 2 --property agreement --property no-deadlock",
			},
		},
		{
			title: "Traitors",
			text: `All generals are loyal here: what it costs to ask each other (OM(1)) or to sign orders (SM(1)), compared with obeying at once,
which a traitorous commander is enough to break.`,
			args: "byzantine-generals --n 3..5",
			plot: "generals",
		},
		{
			title: "Replication",
			text: `A register, or a log, on one to three servers, with a client that writes and one that reads. abd-register asks majorities twice,
chain-replication sends along its chain, and single-copy-register does not replicate.`,
			args: "abd-register chain-replication single-copy-register --property linearizable --property messages",
			frontiers: []string{
				"chain-replication -p queries=1 --crash 2 --lose 1 --property linearizable --property converges " +
					"--property all-answered",
				"single-copy-register --crash 1 --lose 1 --property linearizable --property no-deadlock",
				"or-set --lose 1 --duplicate 1 --property strong-convergence --property add-wins --property converges",
			},
		},
		{
			title: "Broadcast and snapshots",
			text:  `What is delivered when and in which order, and what losses and duplicates do to that and to a snapshot.`,
			args:  "causal-broadcast --n 2..3",
			frontiers: []string{
				"causal-broadcast --crash 1 --lose 1 --duplicate 1 --property causal-order --property all-delivered " +
					"--property once",
				"chandy-lamport --lose 1 --duplicate 1 --property cut-is-consistent --property tokens-conserved " +
					"--property completes",
			},
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
			text:  `The first step that one of two variants can take and the other cannot, in each direction.`,
			args:  "chang-roberts:passive chang-roberts:as-written --difference",
		},
	}
}

// TestFamilies: the page names every family of the catalogue, with an entry of each.
func TestFamilies(t *testing.T) {
	first := map[string]string{}
	for _, f := range families {
		first[f[0]] = f[1]
	}
	found := map[string]bool{}
	for _, s := range specs.All() {
		if first[s.Family] == "" {
			t.Errorf("the family %q of %s is missing in families", s.Family, s.Name)
		}
		found[s.Family] = found[s.Family] || s.Name == first[s.Family]
	}
	for family, entry := range first {
		if !found[family] {
			t.Errorf("%s is no entry of the family %q", entry, family)
		}
	}
}

// TestComparisons fails if docs/comparisons.md, or one of its drawings, differs from what mc compare prints. With
// UPDATE=1 in the environment it rewrites them.
func TestComparisons(t *testing.T) {
	if testing.Short() {
		t.Skip("it explores some millions of states")
	}
	docs := filepath.Join("..", "..", "docs")
	var b strings.Builder
	b.WriteString("# Algorithms side by side\n\nWhat to look at first in each family of the catalogue, and what " +
		"`mc compare` and `mc frontier` print about some of the algorithms. This page is generated: " +
		"`UPDATE=1 go test ./cmd/mc -run TestComparisons` rewrites it.\n\n")
	b.WriteString("| family | look first at | and |\n|---|---|---|\n")
	for _, f := range families {
		anchor := strings.ReplaceAll(f[0], " ", "-")
		fmt.Fprintf(&b, "| [%s](specs.md#%s) | [%s](specs.md#%[3]s) | %s |\n", f[0], anchor, f[1], f[2])
	}
	b.WriteString("\n")
	b.WriteString("All numbers are exact: every reachable state was visited. `mc compare --help` says what else can " +
		"be compared: other sizes, failures, the order of channels.\n\n")
	b.WriteString("✓ means that a property holds, or that a state was reached in that many steps; ✗ that a property is " +
		"violated, by a shortest execution of that many steps (those after a + repeat for ever); – that it does not apply.\n")
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
		} else {
			b.WriteString(answered(t, args))
		}
		for _, args := range s.frontiers {
			fmt.Fprintf(&b, "\n```\n$ go run ./cmd/mc frontier %s\n%s\n```\n", args, fewest(t, args))
		}
	}
	compareFile(t, docs, "comparisons.md", []byte(b.String()))
}

// answered returns what a comparison prints as Markdown, adapted for a section of a document.
func answered(t *testing.T, args []string) string {
	t.Helper()
	out, err := exec.Command("mc", args...).Output()
	if err != nil {
		t.Fatalf("mc %s: %v", strings.Join(args, " "), err)
	}
	_, out, _ = bytes.Cut(out, []byte("\n\n")) // its title
	return strings.ReplaceAll("\n"+string(out), "\n## ", "\n### ")[1:]
}

// fewest returns what mc frontier prints about the properties.
func fewest(t *testing.T, args string) string {
	t.Helper()
	out, err := exec.Command("mc", append([]string{"frontier"}, strings.Fields(args)...)...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("mc frontier %s: %v", args, err)
	}
	paragraphs := strings.Split(string(out), "\n\n")
	if len(paragraphs) < 2 {
		t.Fatalf("mc frontier %s: %s", args, out)
	}
	return strings.TrimRight(paragraphs[1], "\n")
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
