package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/specs/spec"
)

func (p *program) list() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list [SPEC] [flags]",
		Short: "list the catalogue, or everything about one spec",
		Long: `Without a name: all specs, by family. With the name of a spec: where it comes from,
its parameters with their ranges, its variants, its properties, and the cases of its
record with the expected outcome of each.`,
		Example: examples("list", "all specs", "list {anel1}", "everything about one", "list --format json", "for programs"),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return oneArg("SPEC", p.aSpec("anel1"))(cmd, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, directive) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return p.specCompletions(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return p.describe(args[0], format)
			}
			return p.catalogue(format)
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

// catalogue lists all specs.
func (p *program) catalogue(format string) error {
	if format == "json" {
		all := []specObject{}
		for _, s := range p.specs {
			o, err := p.specObject(s)
			if err != nil {
				return err
			}
			all = append(all, o)
		}
		return p.print(term.JSON(all))
	}
	w := p.writer()
	byFamily := slices.SortedStableFunc(slices.Values(p.specs),
		func(a, b spec.Spec) int { return cmp.Compare(a.Family, b.Family) })
	widest := 0
	for _, s := range byFamily {
		widest = max(widest, utf8.RuneCountInString(s.Name))
	}
	by := term.Spaces(widest + 4)
	for i, s := range byFamily {
		if i == 0 || s.Family != byFamily[i-1].Family {
			if i > 0 {
				w.Gap()
			}
			w.Say(term.Bold, "%s", s.Family)
		}
		w.Line("  %-*s  %s", widest, s.Name, w.Wrap(s.Summary, by, len(by)))
		if variants := names(s.Variants, func(v spec.Variant) string { return v.Name }); len(variants) > 1 {
			w.Line("%s%s", by, w.Paint(term.Faint, w.Wrap("variants: "+strings.Join(variants, ", "), by, len(by))))
		}
	}
	if len(byFamily) == 0 {
		w.Line("the catalogue is empty")
		return p.print(w.Bytes())
	}
	w.Say(term.Faint, "\n%s list SPEC describes one, %s check SPEC explores it", p.name, p.name)
	return p.print(w.Bytes())
}

func (p *program) describe(name, format string) error {
	s, variant, err := p.findTarget(name)
	if err != nil {
		return err
	}
	o, err := p.specObject(s)
	if err != nil {
		return err
	}
	if format == "json" {
		return p.print(term.JSON(o))
	}
	w := p.writer()
	w.Line("%s · %s", w.Paint(term.Bold, s.Name), s.Family)
	w.Say("", "%s", s.Summary)
	w.Line("%s", w.Paint(term.Faint, w.Wrap("source: "+s.Source, "  ", 0)))
	section := func(title string, all []term.Entry) {
		if len(all) > 0 {
			w.Say(term.Bold, "\n%s", title)
			w.Entries(all)
		}
	}
	var params, variants, properties []term.Entry
	for _, x := range o.Params {
		params = append(params, term.Entry{Name: x.Name,
			Text: fmt.Sprintf("%s; %d to %d, default %d", x.Doc, x.Min, x.Max, x.Default)})
	}
	for i, v := range o.Variants {
		doc := v.Doc
		if i == 0 && len(o.Variants) > 1 {
			doc += " (the default)"
		}
		if variant == v.Name {
			doc = "→ " + doc
		}
		variants = append(variants, term.Entry{Name: v.Name, Text: doc})
	}
	for _, x := range o.Properties {
		properties = append(properties, term.Entry{Name: x.Name, Text: string(x.Kind)})
	}
	section("parameters", params)
	section("variants", variants)
	section("properties", properties)
	if len(s.Cases) == 0 {
		return p.print(w.Bytes())
	}
	w.Say(term.Bold, "\ncases")
	for _, c := range s.Cases {
		t, err := p.build(s, c.Instance())
		if err != nil {
			return err
		}
		caseText(w, c, o.Properties, fmt.Sprintf("%s check %s", p.name, t.args()))
	}
	w.Say(term.Faint, "\n%s check %s --all checks every case against this", p.name, s.Name)
	return p.print(w.Bytes())
}

// caseText writes the declared outcome of a case, and the command that runs it.
func caseText(w *term.Writer, c spec.Case, properties []questionObject, command string) {
	w.Line("  %s", c.Name)
	if c.Doc != "" {
		w.Line("    %s", w.Wrap(c.Doc, "    ", 4))
	}
	var wants []string
	for _, p := range properties {
		want, text := c.Want(p.Name), p.Name
		if cost := c.Costs[p.Name]; cost != "" {
			text += " " + cost
		}
		wants = append(wants, mark(w.Style, want)+" "+text)
	}
	wants = append(wants, fmt.Sprintf("%s states (%s)", term.Comma(c.States), c.Confirmed))
	w.Line("    %s", strings.Join(wants, " · "))
	w.Line("    %s", w.Paint(term.Faint, command))
}

// specObject is a spec as mc list prints it in JSON.
type specObject struct {
	Schema     int              `json:"schema"`
	Name       string           `json:"name"`
	Family     string           `json:"family"`
	Summary    string           `json:"summary"`
	Source     string           `json:"source"`
	Params     []paramObject    `json:"params"`
	Variants   []variantObject  `json:"variants"`
	Properties []questionObject `json:"properties"` // of the default instance
	Cases      []caseObject     `json:"cases"`
}

type paramObject struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
	Default int    `json:"default"`
}

type variantObject struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// questionObject identifies a property.
type questionObject struct {
	Name string        `json:"name"`
	Kind checkers.Kind `json:"kind"`
}

func questionOf(p checkers.Property) questionObject { return questionObject{p.Name(), p.Kind()} }

type caseObject struct {
	Name        string            `json:"name"`
	Doc         string            `json:"doc"`
	Variant     string            `json:"variant"`
	Params      map[string]int    `json:"params"`
	Environment map[string]string `json:"environment,omitempty"`
	Violated    []string          `json:"violated"`
	Costs       map[string]string `json:"costs,omitempty"`
	States      uint64            `json:"states"`
	Confirmed   string            `json:"confirmed"`
	Long        bool              `json:"long,omitempty"`
}

func (p *program) specObject(s spec.Spec) (specObject, error) {
	if _, err := p.find(s.Name); err != nil { // the record may be incomplete
		return specObject{}, err
	}
	o := specObject{
		Schema: schema, Name: s.Name, Family: s.Family, Summary: s.Summary, Source: s.Source,
		Params: []paramObject{}, Variants: []variantObject{}, Properties: []questionObject{}, Cases: []caseObject{},
	}
	for _, x := range s.Params {
		o.Params = append(o.Params, paramObject(x))
	}
	for _, v := range s.Variants {
		o.Variants = append(o.Variants, variantObject(v))
	}
	t, err := p.build(s, spec.Instance{})
	if err != nil {
		return specObject{}, err
	}
	for _, x := range t.setup.Properties {
		o.Properties = append(o.Properties, questionOf(x))
	}
	for _, c := range s.Cases {
		i := s.Complete(c.Instance())
		o.Cases = append(o.Cases, caseObject{
			c.Name, c.Doc, i.Variant, i.Params, i.Environment.Flags(), append([]string{}, c.Violated...), c.Costs,
			c.States, c.Confirmed, c.Long,
		})
	}
	return o, nil
}
