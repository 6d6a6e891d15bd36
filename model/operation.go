package model

// Operation is an operation that a process called and may have returned from; see Context.Call.
type Operation struct {
	// Process is the process that called it.
	Process ID

	// Input is the argument of Context.Call, and Output that of Context.Return; Output is nil while the operation is
	// pending.
	Input, Output any

	// Pending means that the operation has not returned. It may have taken effect already, or may do so later or never.
	Pending bool

	// Call and Return order the operations in time: one precedes another if its Return is less than the other's Call;
	// otherwise the two overlap. A pending operation precedes no other. All these numbers in a history are distinct.
	// They have no further meaning: they tell neither the order in which overlapping operations began nor the steps of
	// an execution.
	Call, Return int
}

// Before reports whether o had returned before p was called.
func (o Operation) Before(p Operation) bool { return !o.Pending && o.Return < p.Call }
