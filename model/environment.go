package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// environment is what else than functions the system is made of, line by line: processes, channels, faults, time,
// variables.
func (s *processes) environment() []string {
	i := &s.inst
	var lines []string
	add := func(format string, args ...any) {
		lines = append(lines, strings.ReplaceAll(fmt.Sprintf(format, args...), "{_:{} ", "{"))
	}
	for p, k := range s.kinds {
		has := map[string]bool{
			"Receive": k.receive != nil, "Accept": k.accept != nil, "Timeout": k.timeout != nil,
			"Detect": k.detect != nil, "Recover": k.recovery != nil,
		}
		maps.DeleteFunc(has, func(_ string, is bool) bool { return !is })
		functions := append([]string{"Init"}, slices.Sorted(maps.Keys(has))...)
		add("process %d is %s, a %s with %s", p, i.name(ID(p)), k.name, strings.Join(functions, ", "))
		for _, a := range k.acts {
			add("process %s has act %q, optional %v, guarded %v", i.name(ID(p)), a.name, a.optional, a.enabled != nil)
		}
	}
	for c := range s.channels {
		ch := &s.channels[c]
		add("channel from %s to %s", i.name(ch.from), i.name(ch.to))
	}
	type faults Faults // without String
	type timing Timing
	add("order %s, capacity %d", i.Network.Order, i.Network.Capacity)
	add("faults %+v", faults(i.Faults))
	add("timing %+v", timing(i.Timing))
	add("detector %s", i.Detector)
	add("clocks %+v", i.Clocks)
	add("history %v", i.History)
	for _, v := range i.Variables {
		add("variable %s is %s at first, hidden %v", v.sharedName(), show(v.sharedInitial()), v.sharedHidden())
	}
	return lines
}
