package checkers

import (
	"fmt"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// Bound is a compiled model with properties bound to it, with which a study of a model starts. Each study is a
// package of its own below this one, and asks something other than whether properties hold, which is the job of
// Check.
type Bound struct {
	sys        *system.System
	symmetry   *system.Symmetry // that the system is assumed to have, if it is not nil
	whole      []Property       // as they were given
	properties []Property       // single ones
	questions  []question       // of these, one each
	impure     bool             // it was found out in the end: see confirm
}

// Bind compiles m and binds properties to it, if any. The error is a *Failure if the model is at fault.
func Bind(m model.Model, properties []Property) (*Bound, error) { return bind(m, nil, properties) }

// bind is Bind for a model that is assumed to have a symmetry, if that is not nil.
func bind(m model.Model, symmetry *system.Symmetry, properties []Property) (*Bound, error) {
	if err := validate(properties); err != nil {
		return nil, err
	}
	sys, err := system.Compile(m)
	if err != nil {
		return nil, fault(nil, err)
	}
	if symmetry != nil {
		sys.Assume(*symmetry)
	}
	b := &Bound{sys: sys, symmetry: symmetry, whole: properties, properties: single(properties)}
	for _, p := range b.properties {
		if symmetry != nil && p.kind.ofGraph() { // it would spoil the symmetry, and is not asked
			b.questions = append(b.questions, question{})
			continue
		}
		q, err := p.bind(sys)
		if err != nil {
			return nil, err
		}
		b.questions = append(b.questions, q)
	}
	return b, nil
}

func validate(properties []Property) error {
	seen := map[string]bool{}
	for i, p := range properties {
		switch {
		case p.bind == nil:
			return fmt.Errorf("property %d is empty: make properties with Invariant and the other functions of this package", i)
		case p.fault != nil:
			return p.fault
		case p.name == "":
			return fmt.Errorf("property %d has no name", i)
		case counterexamples.Printable(p.name) != p.name || strings.Contains(p.name, "\n"):
			return fmt.Errorf("property %d is named %q, which does not print: a name is one line of letters and signs", i,
				p.name)
		case seen[p.name]:
			return fmt.Errorf("two properties are named %q", p.name)
		}
		seen[p.name] = true
	}
	return nil
}

// Options bound and tune a check; see explore.Options.
type Options = explore.Options
