package model

// Operation is an operation that a process called and perhaps returned from; see
// Context.Call.
type Operation struct {
	// Process is who called it.
	Process ID

	// Input is what was called, Output what was returned; nil while it is pending.
	Input, Output any

	// Pending says that the operation has not returned. It may have taken effect, or do so
	// later, or never.
	Pending bool

	// Call and Return are its place in time: an operation came before another if its Return
	// is less than the other's Call, and otherwise they overlap. No two of these numbers
	// in a history are equal. They say nothing else: they do not tell in which
	// order operations began that overlap, nor in which steps of an execution. A pending operation
	// comes before no other.
	Call, Return int
}

// Before reports whether o had returned before p was called.
func (o Operation) Before(p Operation) bool { return !o.Pending && o.Return < p.Call }
