package objects

// Object is a sequential object. S is the type of its state, I that of the input of an operation and O that of its
// result; I and O are any if there are several types. All values are plain values, like local states. The functions
// must be pure.
type Object[S, I, O any] struct {
	_ struct{}

	// Init returns the initial state. It is required.
	Init func() S

	// Apply returns all possible outcomes of operation in in state s. There must be at least one; for an operation that
	// has to wait for another state, it is Blocked. Apply must panic if there is no such operation, and must not change s
	// or in. It is required.
	Apply func(s S, in I) []Outcome[S, O]

	// Valid, if not nil, says what is wrong with result out of operation in regardless of the state, such as that it has
	// the wrong type. Such a result ends the check with an error, since it is a mistake in the model and not in its
	// algorithm. By default, every O is a valid result.
	Valid func(in I, out O) error
}

// Outcome is a possible outcome of an operation.
type Outcome[S, O any] struct {
	// Result is the result of the operation, and Next the state after it.
	Result O
	Next   S

	blocked bool
}

// Then is the outcome of an operation that has only one: the state becomes next, and result is returned.
func Then[S, O any](next S, result O) []Outcome[S, O] {
	return []Outcome[S, O]{{Result: result, Next: next}}
}

// Blocked is the outcome of an operation that cannot take effect in a state and has to wait.
func Blocked[S, O any]() []Outcome[S, O] { return []Outcome[S, O]{{blocked: true}} }

// IsBlocked reports whether o is the outcome of a blocked operation; see Blocked.
func (o Outcome[S, O]) IsBlocked() bool { return o.blocked }
