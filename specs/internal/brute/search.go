// Package brute counts states the naive way, to confirm the numbers of others. It knows nothing of the toolkit: a
// state is a plain value, a function says what can happen in it, and all states ever seen are kept in a map.
//
// Count is the search itself. System is for processes that exchange messages, with the failures and the time of their
// environment; a test writes the algorithm for it a second time.
package brute

// Count returns how many states can be reached from the first ones: steps visits all that may follow a state, and key
// tells states apart.
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

// Outcomes calls step once for each sequence of answers that choose can give it: choose(n) is one of 0 to n-1.
func Outcomes(step func(choose func(n int) int)) {
	var script, sizes []int // what choose answers, and of how many
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

// Budget returns how often something may happen; nil is never.
func Budget(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
