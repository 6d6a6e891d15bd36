package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// runs are what is to be compared: all systems of the first size, of the next, and so on.
func (c *comparing) runs(cmd *cobra.Command, args []string) ([]*comparison, error) {
	chosen, err := c.chosen(args)
	if err != nil {
		return nil, err
	}
	sizes, err := parseSizes(c.sizes)
	if err != nil {
		return nil, wrong(err, "for example: --%s 3, or --%s 2..4", sizeParam, sizeParam)
	}
	around, _, err := environment(cmd)
	if err != nil {
		return nil, err
	}
	params, err := c.paramsOf(chosen, len(sizes) > 0)
	if err != nil {
		return nil, err
	}
	if len(sizes) == 0 {
		sizes = []int{-1}
	}
	var runs []*comparison
	for _, n := range sizes {
		for i, ch := range chosen {
			values := map[string]int{}
			for name, v := range params[i] {
				values[name] = v
			}
			if n >= 0 {
				values[sizeParam] = n
			}
			r := &comparison{column: ch.column, n: n}
			i := spec.Instance{Variant: ch.variant, Params: values, Environment: around}
			r.target, r.refused = c.build(ch.spec, i)
			var e *ended
			if errors.As(r.refused, &e) && e.code == exitFault {
				return nil, r.refused
			}
			if r.refused != nil {
				r.target = target{spec: ch.spec, instance: ch.spec.Complete(i)}
			}
			runs = append(runs, r)
		}
	}
	return runs, cmp.Or(refusals(chosen, runs), c.only(runs), c.leastOf(cmd, runs))
}

// choice is a system that was chosen by the arguments.
type choice struct {
	spec    spec.Spec
	variant string
	named   bool // on the command line, and not only its spec
	column  string
}

// chosen returns what the arguments choose.
func (c *comparing) chosen(args []string) ([]choice, error) {
	var all []choice
	for _, arg := range args {
		s, variant, err := c.findTarget(arg)
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
			return nil, wrong(fmt.Errorf("%s:%s is to be compared with itself", s.Name, ch.variant),
				"name each once; one %s alone stands for all its variants", s.Name)
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

// parseSizes parses N or LEAST..MOST.
func parseSizes(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	least, err1 := strconv.Atoi(first)
	most, err2 := strconv.Atoi(last)
	switch {
	case err1 != nil || err2 != nil || least < 0:
		return nil, fmt.Errorf("--%s %s: it must be a whole number, 0 or more, or two of them with two dots between", sizeParam, text)
	case least > most:
		return nil, fmt.Errorf("--%s %s: %d is more than %d", sizeParam, text, least, most)
	case most-least >= maxSizes:
		return nil, fmt.Errorf("--%s %s: these are more than %d sizes", sizeParam, text, maxSizes)
	}
	var sizes []int
	for n := least; n <= most; n++ {
		sizes = append(sizes, n)
	}
	return sizes, nil
}

// paramsOf returns the parameters of each choice: those of -p that its spec has.
func (c *comparing) paramsOf(chosen []choice, sized bool) ([]map[string]int, error) {
	of := func(s spec.Spec) []string { return names(s.Params, func(x spec.Param) string { return x.Name }) }
	var all []string // parameters that any of them has
	for _, ch := range chosen {
		own := of(ch.spec)
		if sized && !slices.Contains(own, sizeParam) {
			return nil, wrong(fmt.Errorf("%s has no parameter %s that --%s could set", ch.spec.Name, sizeParam, sizeParam), "compare it without --%s", sizeParam)
		}
		all = append(all, own...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, pair := range c.params {
		name, _, _ := strings.Cut(pair, "=")
		switch {
		case !slices.Contains(all, name):
			return nil, wrong(fmt.Errorf("none of them has a parameter %q%s: there are %s", name, orNear(name, all), cmp.Or(strings.Join(all, ", "), "none")),
				"%s list SPEC shows the parameters", c.name)
		case sized && name == sizeParam:
			return nil, wrong(fmt.Errorf("-p %s and --%s %s both set %s", pair, sizeParam, c.sizes, sizeParam), "leave one out")
		}
	}
	var params []map[string]int
	for _, ch := range chosen {
		own := of(ch.spec)
		pairs := slices.DeleteFunc(slices.Clone(c.params), func(pair string) bool {
			name, _, _ := strings.Cut(pair, "=")
			return !slices.Contains(own, name)
		})
		values, err := c.parseParams(ch.spec, pairs)
		if err != nil {
			return nil, err
		}
		params = append(params, values)
	}
	return params, nil
}

// refusals returns an error if what was named cannot be built in any size, or nothing can.
func refusals(chosen []choice, runs []*comparison) error {
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

// only leaves the properties that were asked for.
func (c *comparing) only(runs []*comparison) error {
	if len(c.properties) == 0 {
		return nil
	}
	var all []string
	for _, r := range runs {
		all = append(all, names(r.setup.Properties, checkers.Property.Name)...)
		r.setup.Properties = slices.DeleteFunc(slices.Clone(r.setup.Properties), func(p checkers.Property) bool {
			return !slices.Contains(c.properties, p.Name())
		})
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, name := range c.properties {
		if !slices.Contains(all, name) {
			return wrong(fmt.Errorf("none of them has a property %q%s: there are %s", name, orNear(name, all), cmp.Or(strings.Join(all, ", "), "none")),
				"%s list SPEC tells about them", c.name)
		}
	}
	return nil
}

// leastOf refuses --least where there is nothing to seek, or too much.
func (c *comparing) leastOf(cmd *cobra.Command, runs []*comparison) error {
	if !c.least {
		return nil
	}
	any := false
	ready := errors.New("the budgets can be searched")
	for _, r := range runs {
		i, ok := r.network()
		if !ok || i.Faults.None() {
			continue
		}
		any = true
		_, err := checkers.LeastFaults(cmd.Context(), i.Faults, func(model.Faults) (model.Model, []checkers.Property, error) { return nil, nil, ready }, explore.Options{})
		if !errors.Is(err, ready) {
			return wrong(fmt.Errorf("--least, %s: %w", r.name(), err), "see: %s --help", cmd.CommandPath())
		}
	}
	if !any {
		return wrong(errors.New("--least: no failures are allowed, so that there is nothing to seek"), "name the largest budgets: --crash 2 --lose 1")
	}
	return nil
}
