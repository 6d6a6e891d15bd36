package spec

import (
	"math"
	"slices"
)

// Curve is a cost according to the literature, to be drawn next to what exploration finds.
type Curve struct {
	_ struct{}

	// Property is the name of the cost.
	Property string

	// Name is the formula, such as n(n+1)/2.
	Name string

	// Doc says, in a few words, to which executions it applies.
	Doc string

	// Source is where it comes from.
	Source string

	// Variants lists the variants to which it applies; nil means all.
	Variants []string

	// Of returns the value for the given arguments, or NaN where the curve does not apply.
	Of func(a Args) float64
}

// CurvesOf returns the curves of the record for a cost of a variant.
func (s Spec) CurvesOf(variant, property string) []Curve {
	return slices.DeleteFunc(slices.Clone(s.Curves), func(c Curve) bool {
		return c.Property != property || c.Variants != nil && !slices.Contains(c.Variants, variant)
	})
}

// At returns the value of a curve of the record for an instance, or NaN where the curve does not apply.
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
