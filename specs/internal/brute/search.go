// Package brute counts states naively, to confirm the numbers that the toolkit reports. It uses nothing of the
// toolkit: a state is a plain value, a function enumerates its successors, and a map holds every state seen.
//
// Count is the search itself. System models processes that exchange messages in an environment with failures and
// timing; a test writes the algorithm a second time for it.
package brute

// Count returns the number of states reachable from the first ones. steps visits the successors of a state, and key
// identifies a state.
func Count[S any, K comparable](key func(S) K, steps func(s S, visit func(S)), first ...S) int {
	seen := map[K]bool{}
	var todo []S
	visit := func(s S) {
		if k := key(s); !seen[k] {
			seen[k] = true
			todo = append(todo, s)
		}
	}
	for _, s := range first {
		visit(s)
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		steps(s, visit)
	}
	return len(seen)
}

// Outcomes calls step once for each sequence of answers that choose can give it: choose(n) returns one of 0 to n-1.
func Outcomes(step func(choose func(n int) int)) {
	var script, sizes []int // the answers of choose, and how many alternatives each had
	for {
		asked := 0
		step(func(n int) int {
			if asked == len(script) {
				script, sizes = append(script, 0), append(sizes, n)
			}
			asked++
			return script[asked-1]
		})
		for len(script) > 0 && script[len(script)-1] == sizes[len(script)-1]-1 {
			script, sizes = script[:len(script)-1], sizes[:len(script)-1]
		}
		if len(script) == 0 {
			return
		}
		script[len(script)-1]++
	}
}

// Budget returns how often something may happen; nil means never.
func Budget(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
