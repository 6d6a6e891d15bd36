package bully

import "github.com/anel-mc/mc/specs/spec"

// curves returns the literature's figures for the messages of one election after the leader, the strongest process, has
// failed. Messages to the failed process do not count here.
func curves() []spec.Curve {
	const source = "Coulouris, Dollimore, Kindberg: Distributed Systems, section on elections"
	variants := []string{spec.AsWritten, spec.Corrected}
	return []spec.Curve{{
		Property: "messages", Name: "n−2", Doc: "at best: the second strongest notices first",
		Source: source, Variants: variants,
		Of: func(a spec.Args) float64 { return float64(a.Int("n") - 2) },
	}, {
		Property: "messages", Name: "n(n−2)",
		Doc:    "at worst in synchronous time, O(n²): all notice; n(n−1) with what is sent to the failed one",
		Source: source, Variants: variants,
		Of: func(a spec.Args) float64 { return float64(a.Int("n") * (a.Int("n") - 2)) },
	}}
}
