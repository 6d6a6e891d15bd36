package objects

// Object is a sequential object: S is its state, I what an operation is called with and O what it
// returns; any where there are several types. All are plain values, as local states are. The functions
// must be pure.
type Object[S, I, O any] struct {
	_ struct{}

	// Init returns the first state. Required.
	Init func() S

	// Apply returns everything that the operation in can come to in state s, one outcome at
	// least; for an operation that waits until the state is another, Blocked. It
	// panics if there is no such operation. It must not change s or in. Required.
	Apply func(s S, in I) []Outcome[S, O]

	// Valid says what is wrong with a result out of the operation in, whatever the state was: that it is of another
	// type, say. Such a result ends the check with an error, since the model is at
	// fault and not its algorithm. Default: every O is a result, right or wrong.
	Valid func(in I, out O) error
}

// Outcome is what an operation can come to.
type Outcome[S, O any] struct {
	// Result is what it returns, and Next the state that it leads to.
	Result O
	Next   S

	blocked bool
}

// Then is the one outcome of an operation that has only one: the state is next, and result is
// returned.
func Then[S, O any](next S, result O) []Outcome[S, O] {
	return []Outcome[S, O]{{Result: result, Next: next}}
}

// Blocked are the outcomes of an operation that cannot take effect in a state: it has to wait.
func Blocked[S, O any]() []Outcome[S, O] { return []Outcome[S, O]{{blocked: true}} }

// IsBlocked reports whether o is no outcome, but says that there is none; see Blocked.
func (o Outcome[S, O]) IsBlocked() bool { return o.blocked }
