package spec

import (
	"math"
	"slices"
)

// Curve is what the literature gives for a cost, to be drawn beside what exploration finds.
type Curve struct {
	_ struct{}

	// Property is the cost that it is about.
	Property string

	// Name is the formula: n(n+1)/2.
	Name string

	// Doc says of which executions it is, in a few words.
	Doc string

	// Source is where it comes from.
	Source string

	// Variants are those that it is about; nil for all.
	Variants []string

	// Of is the value for given arguments; NaN where the curve does not apply.
	Of func(a Args) float64
}

// CurvesOf returns the curves of the record that are about a cost of a variant.
func (s Spec) CurvesOf(variant, property string) []Curve {
	return slices.DeleteFunc(slices.Clone(s.Curves), func(c Curve) bool {
		return c.Property != property || c.Variants != nil && !slices.Contains(c.Variants, variant)
	})
}

// At returns the value of a curve of the record for an instance; NaN where it says nothing.
func (s Spec) At(c Curve, i Instance) float64 {
	a, err := s.args(i)
	if err != nil {
		return math.NaN()
	}
	return c.Of(a)
}

// validateCurves adds what is wrong with the curves of a record.
func (s Spec) validateCurves(add func(format string, args ...any)) {
	for _, c := range s.Curves {
		if c.Property == "" || c.Name == "" || c.Doc == "" || c.Source == "" || c.Of == nil {
			add("the curve %q must say its Property, Name, Doc, Source and Of", c.Name)
		}
		for _, v := range c.Variants {
			if !slices.ContainsFunc(s.Variants, func(o Variant) bool { return o.Name == v }) {
				add("the curve %q is about variant %q, which is not there", c.Name, v)
			}
		}
	}
}
