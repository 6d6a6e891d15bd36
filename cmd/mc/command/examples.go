package command

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/specs/spec"
)

// named matches SPEC[:VARIANT] in an example, and ranged MIN..MAX.
var (
	named  = regexp.MustCompile(`\{([a-z0-9-]+)\}(?::([a-z-]+))?`)
	ranged = regexp.MustCompile(`(\d+)\.\.(\d+)`)
)

// shown formats the examples that fit the specs of this binary.
func (p *program) shown(all string) string {
	var lines [][2]string
	widest := 0
	for example := range strings.Lines(all) {
		if args, what, fits := p.fitted(strings.TrimSpace(example)); fits {
			lines = append(lines, [2]string{args, what})
			widest = max(widest, utf8.RuneCountInString(args))
		}
	}
	var b strings.Builder
	style := term.StyleOf(p.stdout)
	for _, x := range lines {
		format := "  %s %-*s  %s\n"
		if style.Terminal && utf8.RuneCountInString(fmt.Sprintf(format, p.name, widest, x[0], x[1])) > style.Columns+1 {
			format = "  %s %[3]s\n      %[4]s\n"
		}
		fmt.Fprintf(&b, format, p.name, widest, x[0], x[1])
	}
	return b.String()
}

// fitted returns an example for this binary: for each spec that it does not have, the first of its own that fits stands
// in. If there is none, the example does not fit.
func (p *program) fitted(example string) (args, what string, fits bool) {
	taken := map[string]bool{}
	for _, m := range named.FindAllStringSubmatch(example, -1) {
		name := m[1]
		if !strings.Contains(example, "{"+name+"}") {
			continue // replaced before
		}
		if !slices.Contains(p.specNames(), name) {
			at := slices.IndexFunc(p.specs, func(s spec.Spec) bool { return !taken[s.Name] && p.fits(s, name, example) })
			if at < 0 {
				return "", "", false
			}
			name = p.specs[at].Name
		}
		taken[name] = true
		example = strings.ReplaceAll(example, "{"+m[1]+"}", name)
	}
	args, what, _ = strings.Cut(example, "\t")
	return args, what, true
}

// ofProcesses are the verbs that refuse a Machine.
var ofProcesses = []string{"frontier", "probability", "run", "sweep"}

// fits reports whether an example can be about s instead of the spec called name.
func (p *program) fits(s spec.Spec, name, example string) bool {
	args, _, _ := strings.Cut(example, "\t")
	if strings.Contains(args, "?") { // a link names events
		return false
	}
	// The flags that choose an instance, in the notation of mc check for a single one.
	args = strings.NewReplacer("--"+sizeParam+" ", "-p "+sizeParam+"=", "--for-all-n", "-p n=3").Replace(args)
	for _, bound := range []string{"$1", "$2"} {
		var chosen selection
		cmd := &cobra.Command{FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}}
		chosen.add(cmd, oneValue, "property", "", "")
		err := cmd.ParseFlags(strings.Fields(ranged.ReplaceAllString(args, bound)))
		for _, m := range named.FindAllStringSubmatch(args, -1) {
			if m[1] != name || err != nil {
				continue
			}
			var t target
			t, err = p.target(cmd, strings.TrimSuffix(s.Name+":"+m[2], ":"), chosen)
			verb, _, _ := strings.Cut(args, " ")
			if _, ok := t.network(); !ok && slices.Contains(ofProcesses, verb) {
				return false
			}
		}
		if err != nil {
			return false
		}
	}
	return true
}

// aSpec returns the name of a spec for an example: this one, or the first of a binary that does not have it.
func (p *program) aSpec(name string) string {
	if all := p.specNames(); len(all) > 0 && !slices.Contains(all, name) {
		return all[0]
	}
	return name
}
