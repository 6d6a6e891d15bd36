package specs

import "github.com/anel-mc/mc/specs/spec"

// mutable is the largest number of states of a case for which trying all its mutants is cheap enough.
const mutable = 300

// mutated returns the case of an entry whose mutants the document counts. Among the cases in which every property
// holds, it is the largest of at most mutable states or, if there is none, the smallest. ok is false if there is no
// case in which every property holds.
func mutated(s spec.Spec) (found spec.Case, ok bool) {
	for _, c := range s.Cases {
		if len(c.Violated) > 0 {
			continue
		}
		better := c.States < found.States
		if c.States <= mutable {
			better = found.States > mutable || c.States > found.States
		}
		if !ok || better {
			found, ok = c, true
		}
	}
	return found, ok
}
