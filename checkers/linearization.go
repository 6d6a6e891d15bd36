package checkers

import (
	"fmt"
	"io"

	"github.com/anel-mc/mc/counterexamples"
)

// WriteLinearization writes porcupine's own page, HTML with its script, for the history of operations at the end of
// an execution: orders that are legal as far as they go, and where each of them ends. p must be Linearizable.
func WriteLinearization(w io.Writer, e *counterexamples.Execution, p Property) error {
	q, err := p.of(e)
	if err != nil {
		return err
	}
	if q.page == nil {
		return fmt.Errorf("property %s is not about linearizability, but of kind %q", p.name, p.kind)
	}
	return q.page(e.Vector(e.Len()), w)
}
