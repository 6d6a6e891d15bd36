package explore

// sleepFilter keeps events of sleeping groups (sleep.go) from being followed. Without groups, it keeps nothing back.
type sleepFilter struct {
	groups  *independence
	stepper SleepStepper // of the expander, or nil

	sleep uint64 // groups whose events are only counted
	known bool   // they have events
	able  uint64 // groups that have an event in the current parent

	// Of the batch.
	group []uint8  // by successor
	ables []uint64 // groups that have events, by parent
	slept []uint64 // events that were counted only
	ends  []int    // where those of each parent end
}

// counted returns the group of an event, and whether it is to be counted only.
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

// accept keeps what was noted of the current parent.
func (f *sleepFilter) accept() {
	f.ends = append(f.ends, len(f.slept))
	if f.groups != nil {
		f.ables = append(f.ables, f.able)
	}
}

// drop forgets what was noted of parents that were not accepted, and of successors from n on.
func (f *sleepFilter) drop(n int) {
	f.slept = f.slept[:f.before()]
	if f.groups != nil {
		f.group = f.group[:n]
	}
}

// before is how many events slept in the parents that were accepted.
func (f *sleepFilter) before() int {
	if len(f.ends) == 0 {
		return 0
	}
	return f.ends[len(f.ends)-1]
}

// reset empties the batch.
func (f *sleepFilter) reset() {
	f.group, f.ables, f.slept, f.ends = f.group[:0], f.ables[:0], f.slept[:0], f.ends[:0]
}
