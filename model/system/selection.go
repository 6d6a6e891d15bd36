package system

// Selection says which of the Events of a state are wanted. The choices of a call may have very many outcomes, and an
// action of a Machine very many instances: those that are not wanted are not described, and those that are not even
// looked at take neither time nor memory.
type Selection struct {
	// Further, if set, is asked whether to look at further outcomes of the same call, or instances of the same action,
	// when the nth of them, from 1, has been looked at. event is its number; it need not be possible.
	Further func(event uint64, nth int) bool

	// Want, if set, is asked about each event that is looked at, in order.
	Want func(event uint64) bool
}

func (w Selection) wants(event uint64) bool { return w.Want == nil || w.Want(event) }
