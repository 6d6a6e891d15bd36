package spec

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Spec is an entry of a catalogue.
type Spec struct {
	_ struct{}

	// Name is the entry's name on the command line: lower case, words joined by
	// hyphens.
	Name string

	// Family groups entries in lists: "mutual exclusion", "leader election".
	Family string

	// Summary describes the algorithm in one sentence, without a full stop.
	Summary string

	// About explains to newcomers what the states mean and what the properties say; paragraphs end with a newline.
	// Optional.
	About string

	// Source says where the algorithm comes from: the document and section, or the paper.
	Source string

	// Params are the parameters that Build understands.
	Params []Param

	// Peers are the parameters that count processes that form a quorum, "the others", or an order among rivals. A
	// result for two of them says little about three: see Unshown.
	Peers []string

	// Variants are the versions of the algorithm; the first is the default.
	// At least one.
	Variants []Variant

	// Build returns the system for given arguments, which are within the ranges of
	// Params. It may refuse combinations of them.
	Build func(a Args) (Setup, error)

	// Cases fix arguments and environment, and state the expected outcome.
	Cases []Case

	// Curves are the costs according to the literature, to be drawn next to what exploration finds.
	Curves []Curve
}

// Param is an integer that an entry can be built with.
type Param struct {
	Name string
	// Doc describes it in a few words.
	Doc string
	// Min and Max bound it, inclusively.
	Min, Max int
	Default  int
}

// Variant is a version of an entry's algorithm.
type Variant struct {
	Name string
	// Doc says how it differs, in a sentence.
	Doc string
}

// The usual names of variants.
const (
	AsWritten = "as-written" // as the source prints it
	Corrected = "corrected"  // with the smallest change that makes it right
)

// The usual ways in which a number of states was confirmed.
const (
	// WrittenTwice means a program in the test, by the same author after the same reading of the source, that does not
	// use the toolkit: a second search, with the algorithm and its environment written by hand. Equal numbers guard
	// against slips and engine bugs, but both programs share any misreading of the source.
	WrittenTwice = "the same reading written twice"
	Self         = "self" // not confirmed elsewhere
)

// Args are the arguments of Build.
type Args struct {
	Variant string
	values  map[string]int
}

// Int returns the value of the named parameter. It panics if the record does not declare it.
func (a Args) Int(name string) int {
	v, ok := a.values[name]
	if !ok {
		panic(fmt.Sprintf("spec: Build asks for parameter %q, which the record does not declare", name))
	}
	return v
}

// Setup is what is explored: a model and its properties.
type Setup struct {
	Model      model.Model
	Properties []checkers.Property
}

// Case fixes an instance and the expected result of exploring it.
type Case struct {
	_ struct{}

	// Name, lower case with hyphens, is unique in the record; testdata/cases.txt lists the result of exploring the case
	// under this name.
	Name string

	// Doc says what the case is about, in a sentence.
	Doc string

	// Variant; empty is the record's default.
	Variant string

	// Params has the parameters that differ from their defaults.
	Params map[string]int

	// Environment has the settings that differ from those of Build.
	Environment Environment

	// Violated names the properties that are violated. All other properties of the instance hold.
	Violated []string

	// Costs is the expected value of each property of kind cost, as CostRange writes it.
	Costs map[string]string

	// States is the exact number of reachable states.
	States uint64

	// Confirmed says where that number was confirmed: another tool, a paper, a
	// formula, a program in the test (WrittenTwice), or nowhere else (Self).
	Confirmed string

	// Two says why this case has only two Peers and no other case shows for three what holds here; see Unshown.
	Two string

	// Long cases have many states. The test of a record skips them unless the environment has LONG=1. A smaller case of
	// the variant shows the same.
	Long bool
}

// Instance is a choice of variant, parameters and environment for a record.
type Instance struct {
	Variant     string
	Params      map[string]int
	Environment Environment
}

// Want is the verdict that a property of the case must have.
func (c Case) Want(property string) checkers.Verdict {
	if slices.Contains(c.Violated, property) {
		return checkers.Violated
	}
	return checkers.Holds
}

// Differs says how a result differs from what the case declares. It returns "" if it does not differ.
func (c Case) Differs(r checkers.Result) string {
	name := r.Property.Name()
	if want := c.Want(name); r.Verdict != want {
		return fmt.Sprintf("%s: %s, and the record declares %s", name, r.Verdict, want)
	}
	if r.Property.Kind() != checkers.KindCost || r.Verdict == checkers.Unknown {
		return ""
	}
	cost := r.Explanation // there is none
	if r.Cost != nil {
		cost = r.Cost.String()
	}
	if cost != c.Costs[name] {
		return fmt.Sprintf("%s: %s, and the record declares %s", name, cost, cmp.Or(c.Costs[name], "no cost"))
	}
	return ""
}

// Instance returns the instance that a case fixes.
func (c Case) Instance() Instance {
	return Instance{Variant: c.Variant, Params: c.Params, Environment: c.Environment}
}

// Setup builds an instance, or reports everything that is wrong with it.
func (s Spec) Setup(i Instance) (Setup, error) {
	args, err := s.args(i)
	if err != nil {
		return Setup{}, err
	}
	setup, err := s.Build(args)
	if err != nil {
		return Setup{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	if setup.Model, err = i.Environment.apply(setup.Model); err != nil {
		return Setup{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	if err := setup.Model.Validate(); err != nil {
		return Setup{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	return setup, nil
}

// args checks an instance against the record and fills in the defaults.
func (s Spec) args(i Instance) (Args, error) {
	var wrong []error
	a := Args{Variant: i.Variant, values: map[string]int{}}
	if a.Variant == "" {
		a.Variant = s.Variants[0].Name
	}
	if !slices.ContainsFunc(s.Variants, func(v Variant) bool { return v.Name == a.Variant }) {
		wrong = append(wrong, fmt.Errorf("%s has no variant %q: it has %s", s.Name, a.Variant,
			list(s.Variants, func(v Variant) string { return v.Name })))
	}
	for _, p := range s.Params {
		a.values[p.Name] = p.Default
	}
	for _, name := range slices.Sorted(maps.Keys(i.Params)) {
		at := slices.IndexFunc(s.Params, func(p Param) bool { return p.Name == name })
		if at < 0 {
			wrong = append(wrong, fmt.Errorf("%s has no parameter %q: it has %s", s.Name, name,
				list(s.Params, func(p Param) string { return p.Name })))
			continue
		}
		p, v := s.Params[at], i.Params[name]
		if v < p.Min || v > p.Max {
			wrong = append(wrong, fmt.Errorf("%s: %s=%d is out of range: %s is %d to %d", s.Name, name, v, name, p.Min, p.Max))
		}
		a.values[name] = v
	}
	return a, errors.Join(wrong...)
}

// Complete returns i with the variant and every parameter spelled out. i must be one
// that Setup accepts.
func (s Spec) Complete(i Instance) Instance {
	args, _ := s.args(i)
	i.Variant, i.Params = args.Variant, args.values
	return i
}

func list[T any](all []T, name func(T) string) string {
	if len(all) == 0 {
		return "none"
	}
	var names []string
	for _, x := range all {
		names = append(names, name(x))
	}
	return strings.Join(names, ", ")
}

var word = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Validate reports everything that is wrong with a record, or nil.
func (s Spec) Validate() error {
	var wrong []error
	add := func(format string, args ...any) {
		wrong = append(wrong, fmt.Errorf(s.Name+": "+format, args...))
	}
	if !word.MatchString(s.Name) {
		add("the name %q is not lower-case words joined by hyphens", s.Name)
	}
	if s.Family == "" || s.Summary == "" || s.Source == "" {
		add("Family, Summary and Source must be filled in")
	}
	if len(s.Variants) == 0 {
		add("there is no variant")
	}
	if s.Build == nil {
		add("there is no Build")
	}
	unique(s.Variants, "variant", func(v Variant) string { return v.Name }, add)
	unique(s.Params, "parameter", func(p Param) string { return p.Name }, add)
	unique(s.Cases, "case", func(c Case) string { return c.Name }, add)
	for _, p := range s.Params {
		if p.Min > p.Max || p.Default < p.Min || p.Default > p.Max {
			add("parameter %s: the default %d is not within %d to %d", p.Name, p.Default, p.Min, p.Max)
		}
	}
	for _, name := range s.Peers {
		if !slices.ContainsFunc(s.Params, func(p Param) bool { return p.Name == name }) {
			add("Peers names %s, which is no parameter", name)
		}
	}
	s.validateCurves(add)
	if len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	for _, c := range s.Cases {
		setup, err := s.Setup(c.Instance())
		if err != nil {
			add("case %s: %w", c.Name, err)
			continue
		}
		if c.Confirmed == "" {
			add("case %s does not say where its number of states was confirmed", c.Name)
		}
		for _, p := range setup.Properties {
			if p.Kind() == checkers.KindCost && c.Costs[p.Name()] == "" {
				add("case %s does not say in Costs what %s comes to", c.Name, p.Name())
			}
		}
		for _, name := range slices.Concat(c.Violated, slices.Sorted(maps.Keys(c.Costs))) {
			if !slices.ContainsFunc(setup.Properties, func(p checkers.Property) bool { return p.Name() == name }) {
				add("case %s says what comes out for property %s, which the instance does not have", c.Name, name)
			}
		}
	}
	return errors.Join(wrong...)
}

func unique[T any](all []T, what string, name func(T) string, add func(string, ...any)) {
	seen := map[string]bool{}
	for _, x := range all {
		n := name(x)
		if !word.MatchString(n) {
			add("the name %q of a %s is not lower-case words joined by hyphens", n, what)
		}
		if seen[n] {
			add("two %ss are named %q", what, n)
		}
		seen[n] = true
	}
}
