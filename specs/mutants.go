package specs

import "github.com/anel-mc/mc/specs/spec"

// mutable is the number of states up to which a case is small enough for all of its mutants.
const mutable = 300

// mutated returns the case of an entry whose mutants the document counts: of those in which every property
// holds, the largest of up to mutable states, or else the smallest. ok is false if there is no such case.
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
