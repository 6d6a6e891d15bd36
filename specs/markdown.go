package specs

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/specs/spec"
)

// WriteMarkdown writes a catalogue as a document: the entries by family, with everything that their records say, and
// the mutation scores, which are given by entry. It generates docs/specs.md.
func WriteMarkdown(w io.Writer, all []spec.Spec, scores map[string]string) error {
	var b bytes.Buffer
	b.WriteString("# The catalogue\n\n")
	b.WriteString("Generated from the records in `specs/`: `UPDATE=1 go test ./specs` writes it anew.\n")
	b.WriteString("Each case is explored to the end by `go test ./specs/...`, which compares verdicts and numbers " +
		"of states with what stands here; the long ones, which are marked, only with `LONG=1` in the environment.\n")
	b.WriteString("The first variant of an entry is its default. `mc` is `go run ./cmd/mc`; with `--exhaustive` it " +
		"counts every state also when all properties have been decided earlier.\n")
	b.WriteString("Mutants are a case with one small mistake each, such as a message that is not sent; what is not " +
		"noticed is listed by the command, and in `specs/testdata/mutants.txt`.\n\n")
	b.WriteString("| spec | family | what it is | variants | cases |\n|---|---|---|---|---|\n")
	for _, family := range families(all) {
		for _, s := range family.entries {
			var variants []string
			for _, v := range s.Variants {
				variants = append(variants, v.Name)
			}
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %d |\n", s.Name, s.Name, s.Family, cell(s.Summary),
				strings.Join(variants, ", "), len(s.Cases))
		}
	}
	for _, family := range families(all) {
		fmt.Fprintf(&b, "\n## %s\n", capital(family.name))
		for _, s := range family.entries {
			if err := writeEntry(&b, s, scores[s.Name]); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// states returns the number of states of a case as text.
func states(c spec.Case) string {
	if c.Long {
		return "long: " + thousands(c.States)
	}
	return thousands(c.States)
}

type family struct {
	name    string
	entries []spec.Spec
}

// families groups entries, in the order of the families' names.
func families(all []spec.Spec) []family {
	byName := map[string][]spec.Spec{}
	for _, s := range all {
		byName[s.Family] = append(byName[s.Family], s)
	}
	var sorted []family
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		sorted = append(sorted, family{name, byName[name]})
	}
	return sorted
}

func writeEntry(b *bytes.Buffer, s spec.Spec, score string) error {
	fmt.Fprintf(b, "\n### %s\n\n%s.\n\nSource: %s.\n", s.Name, s.Summary, s.Source)
	b.WriteString("\n| variant | what it is |\n|---|---|\n")
	for _, v := range s.Variants {
		fmt.Fprintf(b, "| `%s` | %s |\n", v.Name, cell(v.Doc))
	}
	if len(s.Params) > 0 {
		b.WriteString("\n| parameter | what it is | range | default |\n|---|---|---|---|\n")
		for _, p := range s.Params {
			fmt.Fprintf(b, "| `%s` | %s | %d to %d | %d |\n", p.Name, cell(p.Doc), p.Min, p.Max, p.Default)
		}
	}
	properties, err := propertiesOf(s)
	if err != nil {
		return err
	}
	var named []string
	for _, p := range properties {
		named = append(named, fmt.Sprintf("`%s` (%s)", p.Name(), p.Kind()))
	}
	fmt.Fprintf(b, "\nProperties: %s.\n", strings.Join(named, ", "))
	if len(s.Curves) > 0 {
		b.WriteString("\n| curve | of | what it is | variants | source |\n|---|---|---|---|---|\n")
		for _, c := range s.Curves {
			variants := "all"
			if c.Variants != nil {
				variants = strings.Join(c.Variants, ", ")
			}
			fmt.Fprintf(b, "| %s | `%s` | %s | %s | %s |\n", cell(c.Name), c.Property, cell(c.Doc), variants, cell(c.Source))
		}
	}
	b.WriteString("\n| case | what it shows | command | violated | costs | states | confirmed " +
		"|\n|---|---|---|---|---|--:|---|\n")
	for _, c := range s.Cases {
		fmt.Fprintf(b, "| `%s` | %s | `%s` | %s | %s | %s | %s |\n", c.Name, cell(c.Doc), command(s, c),
			verdicts(properties, c), costs(properties, c), states(c), cell(c.Confirmed))
	}
	if c, ok := mutated(s); ok && score != "" {
		fmt.Fprintf(b, "\n%s: `mc check %s --case %s --mutants`.\n", capital(score), s.Name, c.Name)
	}
	return nil
}

// propertiesOf returns the properties of all cases and variants of s, each name once.
func propertiesOf(s spec.Spec) ([]checkers.Property, error) {
	var instances []spec.Instance
	for _, v := range s.Variants {
		instances = append(instances, spec.Instance{Variant: v.Name})
	}
	for _, c := range s.Cases {
		instances = append(instances, c.Instance())
	}
	var all []checkers.Property
	for _, i := range instances {
		setup, err := s.Setup(i)
		if err != nil {
			return nil, err
		}
		for _, p := range setup.Properties {
			if !slices.ContainsFunc(all, func(q checkers.Property) bool { return q.Name() == p.Name() }) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}

// command returns the command line that explores a case.
func command(s spec.Spec, c spec.Case) string {
	words := []string{"mc", "check", s.Name}
	if c.Variant != "" && c.Variant != s.Variants[0].Name {
		words[2] += ":" + c.Variant
	}
	for _, p := range s.Params {
		if v, ok := c.Params[p.Name]; ok && v != p.Default {
			words = append(words, "-p", fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	flags := c.Environment.Flags()
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		words = append(words, "--"+name, flags[name])
	}
	return strings.Join(words, " ")
}

// verdicts names the properties that are violated, in the order of the record.
func verdicts(properties []checkers.Property, c spec.Case) string {
	var violated []string
	for _, p := range properties {
		if c.Want(p.Name()) == checkers.Violated {
			violated = append(violated, p.Name())
		}
	}
	if len(violated) == 0 {
		return "nothing"
	}
	return strings.Join(violated, ", ")
}

// costs lists the costs of a case; costs with the same value are listed together.
func costs(properties []checkers.Property, c spec.Case) string {
	var amounts []string
	names := map[string][]string{}
	for _, p := range properties {
		if amount := c.Costs[p.Name()]; amount != "" {
			if names[amount] == nil {
				amounts = append(amounts, amount)
			}
			names[amount] = append(names[amount], p.Name())
		}
	}
	for i, amount := range amounts {
		amounts[i] = strings.Join(names[amount], ", ") + ": " + amount
	}
	return strings.Join(amounts, "; ")
}

// cell escapes text for a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// thousands writes 1234567 as 1,234,567.
func thousands(n uint64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
