package explore

// sleepFilter keeps events of sleeping groups (see sleep.go) from being followed. If groups is nil, all events are
// followed.
type sleepFilter struct {
	groups  *independence
	stepper SleepStepper // of the expander, or nil

	sleep uint64 // groups whose events are only counted
	known bool   // all groups in sleep have events in the current parent
	able  uint64 // groups that have an event in the current parent

	// Of the batch.
	group []uint8  // by successor, the group of its event
	ables []uint64 // by parent, the groups that have events
	slept []uint64 // events that were only counted
	ends  []int    // by parent, where its events in slept end
}

// counted returns the group of an event, and whether the event is only to be counted.
func (f *sleepFilter) counted(event uint64) (group uint8, slept bool) {
	if group = f.groups.group(event); group == ungrouped {
		return group, false
	}
	f.able |= 1 << group
	if f.sleep>>group&1 == 0 {
		return group, false
	}
	f.slept = append(f.slept, event)
	return group, true
}

// accept keeps what was noted for the current parent.
func (f *sleepFilter) accept() {
	f.ends = append(f.ends, len(f.slept))
	if f.groups != nil {
		f.ables = append(f.ables, f.able)
	}
}

// drop forgets what was noted for a parent that was not accepted, and for successors from n on.
func (f *sleepFilter) drop(n int) {
	f.slept = f.slept[:last(f.ends)]
	if f.groups != nil {
		f.group = f.group[:n]
	}
}

// last returns the last of some ends, 0 if there is none.
func last(ends []int) int {
	if len(ends) == 0 {
		return 0
	}
	return ends[len(ends)-1]
}

// reset empties the batch.
func (f *sleepFilter) reset() {
	f.group, f.ables, f.slept, f.ends = f.group[:0], f.ables[:0], f.slept[:0], f.ends[:0]
}
