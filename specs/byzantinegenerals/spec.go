package byzantinegenerals

import (
	"fmt"
	"math"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
)

// The variants besides as-written, which is OM(1); see the package documentation.
const (
	once   = "om-0"
	signed = "signed"
)

// Spec is the entry of the catalogue.
func Spec() spec.Spec {
	return spec.Spec{
		Name:    "byzantine-generals",
		Family:  "consensus",
		Summary: "Agreement on the order of a commander, although a general may be a traitor that says anything",
		Source: "Lamport, Shostak and Pease, The Byzantine Generals Problem, ACM TOPLAS 4(3), 1982: algorithms OM(1) " +
			"and SM(1)",
		Peers: []string{"n"},
		Params: []spec.Param{
			{Name: "n", Doc: "generals, the commander included", Min: 2, Max: most, Default: 4},
			{Name: "commander", Doc: "1 if the commander is a traitor", Min: 0, Max: 1, Default: 0},
			{Name: "lieutenants", Doc: "how many lieutenants are traitors", Min: 0, Max: 2, Default: 0},
		},
		Variants: []spec.Variant{
			{Name: spec.AsWritten, Doc: "OM(1): each lieutenant tells the others what the commander has ordered"},
			{Name: once, Doc: "OM(0): lieutenants obey what they are told, and do not ask each other"},
			{Name: signed, Doc: "SM(1): orders are signed, and nobody can forge one"},
		},
		Build: build,
		Cases: cases(),
		Curves: []spec.Curve{{
			Property: "messages", Name: "(n-1)²", Doc: "n-1 orders, each told to n-2 others",
			Source: "Lamport, Shostak and Pease 1982, OM(1)", Variants: []string{spec.AsWritten},
			Of: func(a spec.Args) float64 { return math.Pow(float64(a.Int("n")-1), 2) },
		}},
	}
}

func build(a spec.Args) (spec.Setup, error) {
	r := rules{
		n: a.Int("n"), relays: a.Variant != once, commands: a.Int("commander") == 1, lieutenant: a.Int("lieutenants"),
		signed: a.Variant == signed,
	}
	i := model.Instance{Processes: model.Replicate(r.n, general(r)), Names: []string{"commander"}}
	for p := range r.n - 1 {
		i.Names = append(i.Names, fmt.Sprint("l", p+1))
	}
	return spec.Setup{Model: i, Properties: properties(r)}, nil
}

func properties(r rules) []checkers.Property {
	// loyal yields the loyal lieutenants and the orders that they obey.
	loyal := func(s model.State, yield func(model.ID, Order) bool) {
		for p, l := range model.Locals[General](s) {
			if p != commander && !r.traitor(p) && !yield(p, r.obeys(p, l)) {
				return
			}
		}
	}
	all := []checkers.Property{
		checkers.NoDeadlock("ic1", func(s model.State) (err error) {
			first, other := model.None, Unknown
			loyal(s, func(p model.ID, o Order) bool {
				if first != model.None && o != other {
					err = fmt.Errorf("%s obeys %s, and %s obeys %s", s.Name(first), other, s.Name(p), o)
				}
				first, other = p, o
				return err == nil
			})
			return err
		}),
		checkers.Messages("messages"),
	}
	if r.commands {
		return all
	}
	return append(all, checkers.NoDeadlock("ic2", func(s model.State) (err error) {
		order, _ := model.Local[General](s, commander)
		loyal(s, func(p model.ID, o Order) bool {
			if o != order.Order {
				err = fmt.Errorf("the commander, who is loyal, orders %s, and %s obeys %s", order.Order, s.Name(p), o)
			}
			return err == nil
		})
		return err
	}))
}
