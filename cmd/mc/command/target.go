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
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// target is a spec with everything chosen: what a verb works on.
type target struct {
	spec     spec.Spec
	instance spec.Instance // complete, with defaults filled in
	testCase *spec.Case    // the case of the record, if it was chosen by name
	setup    spec.Setup
}

// find returns the spec of that name.
func (p *program) find(name string) (spec.Spec, error) {
	for _, s := range p.specs {
		if s.Name == name {
			why := ""
			if len(s.Variants) == 0 || s.Build == nil {
				why = "is not complete"
			} else if slices.ContainsFunc(s.Params, func(x spec.Param) bool { return x.Default < x.Min || x.Default > x.Max }) {
				why = "contradicts itself"
			}
			if why != "" {
				return s, &exitError{code: exitFault, err: fmt.Errorf("the record of %s %s: %w", name, why, s.Validate())}
			}
			return s, nil
		}
	}
	return spec.Spec{}, usageError("there is no spec %q%s", name, orNear(name, p.specNames())).
		hint("%s list shows the catalogue", p.name)
}

func (p *program) specNames() []string {
	return names(p.specs, func(s spec.Spec) string { return s.Name })
}

// names returns the name of each element.
func names[T any](all []T, name func(T) string) []string {
	var out []string
	for _, x := range all {
		out = append(out, name(x))
	}
	return out
}

// findTarget parses SPEC[:VARIANT].
func (p *program) findTarget(arg string) (spec.Spec, string, error) {
	name, variant, given := strings.Cut(arg, ":")
	s, err := p.find(name)
	if err != nil {
		return s, "", err
	}
	all := names(s.Variants, func(v spec.Variant) string { return v.Name })
	if given && !slices.Contains(all, variant) {
		return s, "", usageError("%w", noSuch(name, "variant", variant, all)).
			hint("%s list %s describes them", p.name, name)
	}
	return s, variant, nil
}

// findCase returns the case of that name.
func (p *program) findCase(s spec.Spec, name string) (*spec.Case, error) {
	if c := find(s.Cases, func(c spec.Case) bool { return c.Name == name }); c != nil {
		return c, nil
	}
	all := names(s.Cases, func(c spec.Case) string { return c.Name })
	return nil, usageError("%w", noSuch(s.Name, "case", name, all)).hint("%s list %s describes them", p.name, s.Name)
}

// target returns the target that the arguments and flags of a verb choose.
func (p *program) target(cmd *cobra.Command, arg string, chosen selection) (target, error) {
	s, variant, err := p.findTarget(arg)
	if err != nil {
		return target{}, err
	}
	environment, _, err := environment(cmd)
	if err != nil {
		return target{}, err
	}
	values, err := p.parseParams(s, chosen.params)
	if err != nil {
		return target{}, err
	}
	return p.buildWith(s, spec.Instance{Variant: variant, Params: values, Environment: environment}, chosen.properties)
}

// ask returns the target and the options for a verb that searches one instance.
func (p *program) ask(cmd *cobra.Command, arg string, chosen selection, l limits) (target, checkers.Options, error) {
	options, err := l.options(p, cmd)
	if err != nil {
		return target{}, options, err
	}
	t, err := p.target(cmd, arg, chosen)
	return t, options, err
}

// faulted returns the error of a failed search: the model is at fault, or it was wrong usage.
func (p *program) faulted(cmd *cobra.Command, t target, err error) error {
	var failure *checkers.Failure
	if errors.As(err, &failure) {
		e := &exitError{code: exitFault, err: err}
		if failure.Execution != nil {
			e.advice = fmt.Sprintf("%s check %s shows the way there", p.name, t.args())
		}
		return e
	}
	return cmp.Or(overdue(err), usageError("%w", err).seeHelp(cmd))
}

// buildWith is build with only the named properties, or all if none is named.
func (p *program) buildWith(s spec.Spec, i spec.Instance, properties []string) (target, error) {
	t, err := p.build(s, i)
	if err != nil {
		return target{}, err
	}
	return t, t.only(p.name, properties)
}

// rebuild is buildWith for what a file names.
func (p *program) rebuild(name, variant string, params map[string]int, environment map[string]string,
	properties []string) (target, error) {
	s, err := p.find(name)
	if err != nil {
		return target{}, err
	}
	e, err := spec.ParseEnvironment(environment)
	if err != nil {
		return target{}, err
	}
	return p.buildWith(s, spec.Instance{Variant: variant, Params: params, Environment: e}, properties)
}

// build builds an instance of a spec.
func (p *program) build(s spec.Spec, i spec.Instance) (target, error) {
	setup, err := setUp(s, i)
	switch {
	case err == nil:
		return target{spec: s, instance: s.Complete(i), setup: setup}, nil
	case errors.As(err, new(*exitError)):
		return target{}, err
	}
	absent := usageError("%w", err).hint("%s list %s shows what there is to choose", p.name, s.Name)
	absent.absent = true
	return target{}, absent
}

// setUp is s.Setup, but it returns a panic of the spec's Build as an error.
func setUp(s spec.Spec, i spec.Instance) (setup spec.Setup, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &exitError{code: exitFault, err: fmt.Errorf("Build of %s panicked: %v", s.Name, r)}
		}
	}()
	return s.Setup(i)
}

// parseParams parses name=value pairs.
func (p *program) parseParams(s spec.Spec, pairs []string) (map[string]int, error) {
	hint := fmt.Sprintf("%s list %s shows its parameters", p.name, s.Name)
	all := names(s.Params, func(x spec.Param) string { return x.Name })
	params := map[string]int{}
	for _, pair := range pairs {
		name, value, given := strings.Cut(pair, "=")
		at := slices.Index(all, name)
		if at < 0 {
			return nil, usageError("%w", noSuch(s.Name, "parameter", name, all)).hint("%s", hint)
		}
		if !given {
			return nil, usageError("-p %s: the parameter has no value: write -p %s=3", pair, name).hint("%s", hint)
		}
		n, err := strconv.Atoi(value)
		if errors.Is(err, strconv.ErrRange) {
			return nil, usageError("%s: %s is out of range: %s is %d to %d", s.Name, pair, name, s.Params[at].Min,
				s.Params[at].Max).hint("%s", hint)
		}
		if err != nil {
			return nil, usageError("-p %s: %q is not a whole number", pair, value).hint("%s", hint)
		}
		if was, twice := params[name]; twice && was != n {
			return nil, usageError("-p %s: %s was already set to %d", pair, name, was).hint("%s", hint)
		}
		params[name] = n
	}
	return params, nil
}

// only keeps the named properties, or all if none is named. It is an error if a name is unknown.
func (t *target) only(program string, wanted []string) error {
	if len(wanted) == 0 {
		return nil
	}
	all := names(t.setup.Properties, checkers.Property.Name)
	for _, name := range wanted {
		if !slices.Contains(all, name) {
			return usageError("%w", noSuch(t.spec.Name, "property", name, all)).
				hint("%s list %s describes them", program, t.spec.Name)
		}
	}
	t.keep(wanted)
	return nil
}

// keep keeps the named properties. Names that are unknown are ignored.
func (t *target) keep(wanted []string) {
	t.setup.Properties = slices.DeleteFunc(slices.Clone(t.setup.Properties), func(p checkers.Property) bool {
		return !slices.Contains(wanted, p.Name())
	})
}

// name returns SPEC[:VARIANT] as it is written on the command line.
func (t target) name() string {
	if t.instance.Variant == t.spec.Variants[0].Name {
		return t.spec.Name
	}
	return t.spec.Name + ":" + t.instance.Variant
}

// args returns the arguments of mc check that choose the target.
func (t target) args() string {
	return term.Join(" ", t.name(), t.changed(" ", "-p "), t.around())
}

// choice returns the arguments of mc check that choose the target, by its case if it has one.
func (t target) choice() string {
	if t.testCase != nil {
		return t.spec.Name + " --case " + counterexamples.ShellQuote(t.testCase.Name)
	}
	return t.args()
}

// asking returns the arguments of mc check that choose properties, each preceded by a blank.
func asking(properties ...string) (args string) {
	for _, name := range properties {
		args += " --property " + counterexamples.ShellQuote(name)
	}
	return args
}

// changed writes the parameters that are not the default.
func (t target) changed(separator, prefix string) string {
	var parts []string
	for _, p := range t.spec.Params {
		if v := t.instance.Params[p.Name]; v != p.Default {
			parts = append(parts, fmt.Sprintf("%s%s=%d", prefix, p.Name, v))
		}
	}
	return strings.Join(parts, separator)
}

// pairs writes each parameter as n=3, in the order of the record.
func (t target) pairs(params map[string]int) []string {
	var parts []string
	for _, p := range t.spec.Params {
		if v, ok := params[p.Name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%d", p.Name, v))
		}
	}
	return parts
}

// around writes the changes to the environment as flags.
func (t target) around() string { return t.environment("--%s %s", counterexamples.ShellQuote) }

// environment writes each change to the environment in a format.
func (t target) environment(format string, value func(string) string) string {
	var parts []string
	flags := t.instance.Environment.Flags()
	for _, f := range environmentFlags {
		if v, ok := flags[f.name]; ok {
			parts = append(parts, fmt.Sprintf(format, f.name, value(v)))
		}
	}
	return strings.Join(parts, " ")
}

// network returns the instance of a target. ok is false for a model without processes.
func (t target) network() (i model.Instance, ok bool) {
	i, ok = t.setup.Model.(model.Instance)
	return i, ok
}

// stamp writes into the traces of a report which target they belong to.
func (t target) stamp(r *checkers.Report) {
	for _, result := range r.Results {
		t.stampOne(result.Execution)
		if result.Cost != nil {
			t.stampOne(result.Cost.Least)
		}
	}
}

// stampOne is stamp for one execution, which may be nil.
func (t target) stampOne(e *counterexamples.Execution) {
	if e != nil {
		t.stampTrace(&e.Trace)
	}
}

// stampTrace is stamp for one trace.
func (t target) stampTrace(trace *counterexamples.Trace) {
	trace.Spec, trace.Variant, trace.Params = t.spec.Name, t.instance.Variant, t.instance.Params
	trace.Environment = t.instance.Environment.Flags()
	if t.testCase != nil {
		trace.Case = t.testCase.Name
	}
}

// property returns the property of that name, or nil.
func (t target) property(name string) *checkers.Property {
	return find(t.setup.Properties, func(p checkers.Property) bool { return p.Name() == name })
}

// find returns the first element for which wanted is true, or nil.
func find[T any](all []T, wanted func(T) bool) *T {
	if at := slices.IndexFunc(all, wanted); at >= 0 {
		return &all[at]
	}
	return nil
}
