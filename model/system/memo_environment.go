package system

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/anel-mc/mc/model"
)

// environment describes everything about the system other than functions, line by line: processes, channels, faults,
// time, variables.
func (s *processes) environment() []string {
	i := &s.inst
	var lines []string
	add := func(format string, args ...any) {
		lines = append(lines, strings.ReplaceAll(fmt.Sprintf(format, args...), "{_:{} ", "{"))
	}
	for p, k := range s.kinds {
		has := map[string]bool{
			"Receive": k.Receive != nil, "Accept": k.Accept != nil, "Timeout": k.Timeout != nil,
			"Detect": k.Detect != nil, "Recover": k.Recover != nil,
		}
		maps.DeleteFunc(has, func(_ string, is bool) bool { return !is })
		functions := append([]string{"Init"}, slices.Sorted(maps.Keys(has))...)
		add("process %d is %s, a %s of %s with %s", p, s.name(model.ID(p)), k.Name, k.LocalType(),
			strings.Join(functions, ", "))
		for _, a := range k.Acts {
			add("process %s has act %q, optional %v, guarded %v", s.name(model.ID(p)), a.Name, a.Optional, a.Enabled != nil)
		}
	}
	for c := range s.channels {
		ch := &s.channels[c]
		add("channel from %s to %s", s.name(ch.from), s.name(ch.to))
	}
	type faults model.Faults // without String
	type timing model.Timing
	add("order %s, capacity %d", i.Network.Order, i.Network.Capacity)
	add("faults %+v", faults(i.Faults))
	add("timing %+v", timing(i.Timing))
	add("detector %s", i.Detector)
	add("clocks %+v", i.Clocks)
	add("history %v, constrained %v", i.History, i.Constraint != nil)
	for _, v := range s.variables {
		add("variable %s is %s at first, hidden %v", v.name, show(v.initial), v.hidden)
	}
	return lines
}
