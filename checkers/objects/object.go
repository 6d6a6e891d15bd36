package objects

// Object is a sequential object: S is its state, I the input of an operation and O its result, each any if there are
// several types. All are plain values, like local states. The functions must be pure.
type Object[S, I, O any] struct {
	_ struct{}

	// Init returns the first state. Required.
	Init func() S

	// Apply returns all possible outcomes of the operation in in state s, at least one; for an operation that waits for
	// another state, Blocked. It panics if there is no such operation. It must not change s or in. Required.
	Apply func(s S, in I) []Outcome[S, O]

	// Valid says what is wrong with a result out of the operation in, whatever the state: that it is of the wrong type,
	// say. Such a result ends the check with an error, since the model is at fault and not its algorithm. Default: every
	// O is a result, right or wrong.
	Valid func(in I, out O) error
}

// Outcome is a possible outcome of an operation.
type Outcome[S, O any] struct {
	// Result is what it returns, and Next the state that it leads to.
	Result O
	Next   S

	blocked bool
}

// Then is the outcome of an operation that has only one: the state becomes next, and result is returned.
func Then[S, O any](next S, result O) []Outcome[S, O] {
	return []Outcome[S, O]{{Result: result, Next: next}}
}

// Blocked is the outcome of an operation that cannot take effect in a state: it has to wait.
func Blocked[S, O any]() []Outcome[S, O] { return []Outcome[S, O]{{blocked: true}} }

// IsBlocked reports whether o means that there is no outcome; see Blocked.
func (o Outcome[S, O]) IsBlocked() bool { return o.blocked }
