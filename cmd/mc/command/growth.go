package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/cmd/mc/command/internal/term"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/specs/spec"
)

// grown explores smaller instances if a bound ended a search, to find out what makes it so large. It does nothing after
// an interrupt, since the user does not want to wait.
func grown(ctx context.Context, t target, r *checkers.Report, options checkers.Options) []spec.Growth {
	if r == nil || r.Exhaustive || r.Bound == explore.BoundNone || r.Bound == explore.BoundInterrupt || r.Reduced != 0 {
		return nil
	}
	all := slices.DeleteFunc(t.spec.Growth(ctx, t.instance, options), func(g spec.Growth) bool {
		return g.Sizes[len(g.Sizes)-1].States >= r.States
	})
	slices.SortStableFunc(all, func(a, b spec.Growth) int { return cmp.Compare(b.Factor(), a.Factor()) })
	return all
}

// grows describes how the state space shrinks with a lower number.
func grows(g spec.Growth) string {
	flag := "-p " + g.Name + "="
	if g.Budget {
		flag = "--" + g.Name + " "
	}
	var sizes []string
	for _, s := range g.Sizes {
		sizes = append(sizes, fmt.Sprintf("%s%d: %s states", flag, s.Value, term.Comma(s.States)))
	}
	text := strings.Join(sizes, "; ")
	if f := g.Factor(); f > 0 {
		text += fmt.Sprintf(": ×%.1f with one more", f)
	}
	return text
}

// growthObject holds the sizes of instances that are smaller in one number.
type growthObject struct {
	Param  string       `json:"param,omitempty"`
	Budget string       `json:"budget,omitempty"`
	Sizes  []sizeObject `json:"sizes"`
}

type sizeObject struct {
	Value  int    `json:"value"`
	States uint64 `json:"states"`
}

// growthObjects returns the sizes of smaller instances for JSON.
func growthObjects(all []spec.Growth) (objects []growthObject) {
	for _, g := range all {
		of := growthObject{Param: g.Name}
		if g.Budget {
			of = growthObject{Budget: g.Name}
		}
		for _, s := range g.Sizes {
			of.Sizes = append(of.Sizes, sizeObject(s))
		}
		objects = append(objects, of)
	}
	return objects
}
