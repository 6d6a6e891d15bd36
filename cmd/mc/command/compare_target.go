package command

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/sweep"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// compareRuns returns the systems to compare: all those of the first size, then those of the next, and so on.
func (p *program) compareRuns(cmd *cobra.Command, args []string, f compareFlags) ([]*run, error) {
	chosen, err := p.chosen(args)
	if err != nil {
		return nil, err
	}
	sizes, err := parseSizes(f.sizes)
	if err != nil {
		return nil, usageError("%w", err).hint("for example: --%s 3, or --%s 2..4", sizeParam, sizeParam)
	}
	around, _, err := environment(cmd)
	if err != nil {
		return nil, err
	}
	params, err := p.paramsOf(chosen, f)
	if err != nil {
		return nil, err
	}
	if len(sizes) == 0 {
		sizes = []int{-1}
	}
	var runs []*run
	for _, n := range sizes {
		for i, ch := range chosen {
			values := maps.Clone(params[i])
			if n >= 0 {
				values[sizeParam] = n
			}
			instance := spec.Instance{Variant: ch.variant, Params: values, Environment: around}
			r, err := p.buildRun(target{spec: ch.spec, instance: instance}, ch.column, n)
			if err != nil {
				return nil, err
			}
			runs = append(runs, r)
		}
	}
	return runs, cmp.Or(refusals(chosen, runs), p.onlyOf(runs, f.properties), f.seekable(cmd, runs))
}

// choice is a system chosen by the arguments.
type choice struct {
	spec    spec.Spec
	variant string
	named   bool // the variant is named on the command line, not only the spec
	column  string
}

// chosen returns the systems that the arguments choose.
func (p *program) chosen(args []string) ([]choice, error) {
	var all []choice
	for _, arg := range args {
		s, variant, err := p.findTarget(arg)
		if err != nil {
			return nil, err
		}
		if variant == "" && len(args) == 1 {
			for _, v := range s.Variants {
				all = append(all, choice{spec: s, variant: v.Name})
			}
			break
		}
		ch := choice{spec: s, variant: cmp.Or(variant, s.Variants[0].Name), named: true}
		if slices.ContainsFunc(all, func(o choice) bool { return o.spec.Name == s.Name && o.variant == ch.variant }) {
			return nil, usageError("%s:%s would be compared with itself", s.Name, ch.variant).
				hint("name each once; one %s alone stands for all its variants", s.Name)
		}
		all = append(all, ch)
	}
	alone := !slices.ContainsFunc(all, func(o choice) bool { return o.spec.Name != all[0].spec.Name })
	for i, ch := range all {
		t := target{spec: ch.spec, instance: spec.Instance{Variant: ch.variant}}
		if all[i].column = t.name(); alone {
			all[i].column = ch.variant
		}
	}
	return all, nil
}

// parseSizes parses N or MIN..MAX.
func parseSizes(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	is, err := parseSpan(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--%s %s: %w", sizeParam, text, err)
	case is.least < 0:
		return nil, fmt.Errorf("--%s %s: it must be 0 or more", sizeParam, text)
	case is.count() > maxSizes:
		return nil, fmt.Errorf("--%s %s: that is more than %d sizes", sizeParam, text, maxSizes)
	}
	return slices.Collect(is.values()), nil
}

// paramsOf returns the parameters for each choice: those in -p that its spec has.
func (p *program) paramsOf(chosen []choice, f compareFlags) ([]map[string]int, error) {
	of := func(s spec.Spec) []string { return names(s.Params, func(x spec.Param) string { return x.Name }) }
	nameOf := func(pair string) string { name, _, _ := strings.Cut(pair, "="); return name }
	var all []string // parameters that any of them has
	for _, ch := range chosen {
		own := of(ch.spec)
		if f.sizes != "" && !slices.Contains(own, sizeParam) {
			return nil, usageError("%s has no parameter %s that --%s could set", ch.spec.Name, sizeParam, sizeParam).
				hint("compare it without --%s", sizeParam)
		}
		all = append(all, own...)
	}
	for _, pair := range f.params {
		switch name := nameOf(pair); {
		case !slices.Contains(all, name):
			return nil, usageError("%w", noneHas("parameter", name, all)).hint("%s list SPEC shows the parameters", p.name)
		case f.sizes != "" && name == sizeParam:
			return nil, usageError("-p %s and --%s %s both set %s", pair, sizeParam, f.sizes, sizeParam).hint("leave one out")
		}
	}
	var params []map[string]int
	for _, ch := range chosen {
		own := of(ch.spec)
		pairs := slices.DeleteFunc(slices.Clone(f.params),
			func(pair string) bool { return !slices.Contains(own, nameOf(pair)) })
		values, err := p.parseParams(ch.spec, pairs)
		if err != nil {
			return nil, err
		}
		params = append(params, values)
	}
	return params, nil
}

// noneHas returns the error that no system has anything of that name. It lists what they have.
func noneHas(kind, name string, all []string) error {
	slices.Sort(all)
	all = slices.Compact(all)
	return fmt.Errorf("none of the specs has a %s %q%s: they have %s", kind, name, orNear(name, all),
		cmp.Or(strings.Join(all, ", "), "none"))
}

// refusals returns an error if a named variant cannot be built in any size, or if nothing can.
func refusals(chosen []choice, runs []*run) error {
	any := false
	for i, ch := range chosen {
		built := false
		var first error
		for at := i; at < len(runs); at += len(chosen) {
			built = built || runs[at].refused == nil
			first = cmp.Or(first, runs[at].refused)
		}
		any = any || built
		if !built && (ch.named || !any && i == len(chosen)-1) {
			return first
		}
	}
	return nil
}

// onlyOf keeps only the wanted properties, or all if none is given.
func (p *program) onlyOf(runs []*run, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	var all []string
	for _, r := range runs {
		all = append(all, names(r.setup.Properties, checkers.Property.Name)...)
		r.keep(wanted)
	}
	for _, name := range wanted {
		if !slices.Contains(all, name) {
			return usageError("%w", noneHas("property", name, all)).hint("%s list SPEC describes them", p.name)
		}
	}
	return nil
}

// seekable refuses --least if no failures are allowed, or too many.
func (f compareFlags) seekable(cmd *cobra.Command, runs []*run) error {
	if !f.least {
		return nil
	}
	any := false
	ready := errors.New("the budgets can be searched")
	for _, r := range runs {
		most, ok := r.seekable()
		if !ok {
			continue
		}
		any = true
		_, err := sweep.LeastFaults(cmd.Context(), most, func(model.Faults) (model.Model, []checkers.Property, error) {
			return nil, nil, ready
		}, explore.Options{})
		if !errors.Is(err, ready) {
			return usageError("--least, %s: %w", r.name(), err).seeHelp(cmd)
		}
	}
	if !any {
		return usageError("--least: no failures are allowed, so there is nothing to search").
			hint("give the largest budgets: --crash 2 --lose 1")
	}
	return nil
}
