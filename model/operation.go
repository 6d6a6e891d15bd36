package model

// Operation is an operation that a process called and may have returned from; see Context.Call.
type Operation struct {
	// Process is the process that called it.
	Process ID

	// Input is what was called, Output what was returned; nil while it is pending.
	Input, Output any

	// Pending says that the operation has not returned. It may have taken effect, may do so later, or never.
	Pending bool

	// Call and Return are its place in time: an operation came before another if its Return is less than the other's
	// Call; otherwise they overlap. No two of these numbers in a history are equal. They mean nothing else: they do not
	// tell in which order overlapping operations began, nor in which steps of an execution. A pending operation comes
	// before no other.
	Call, Return int
}

// Before reports whether o had returned before p was called.
func (o Operation) Before(p Operation) bool { return !o.Pending && o.Return < p.Call }
