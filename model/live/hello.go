package live

import (
	"fmt"
	"strings"
)

// greeting is the first line of every hello.
const greeting = "mc run\n"

// hello says what has to be the same in all programs of a run, a line for each.
func (w *world) hello() string {
	t := w.inst.Timing
	return greeting + strings.Join([]string{
		"system " + w.System,
		"processes " + strings.Join(w.inst.ProcessNames(), ", "),
		"transport " + string(w.Transport),
		fmt.Sprintf("order %s", w.inst.Network.Order),
		fmt.Sprintf("timing %s, delay %d..%d, handling %d, within %d", t.Mode, t.Min, t.Max, t.Handling, t.Within),
		fmt.Sprintf("detector %s", w.inst.Detector),
		fmt.Sprintf("failures %s", w.inst.Faults),
	}, "\n")
}

// greets reports whether a message is the hello of some program.
func greets(m message) bool { return strings.HasPrefix(string(m.b), greeting) }

// unlike ends the run because of a message that is another hello than that of m, unless this program has begun: a run
// that goes on is not ended by a program that was started by mistake.
func (m *mesh) unlike(address string, other message) {
	if !greets(other) || string(other.b) == m.hello {
		return
	}
	m.w.mu.Lock()
	defer m.w.mu.Unlock()
	if !m.self.up {
		theirs, ours := difference(string(other.b), m.hello)
		m.w.stop(fmt.Errorf("the program at %s has %q, and this one has %q: start all with the same flags", address,
			theirs, ours))
	}
}

// difference returns the first lines in which two hellos differ.
func difference(theirs, ours string) (a, b string) {
	for more := true; more && a == b; {
		a, theirs, _ = strings.Cut(theirs, "\n")
		b, ours, more = strings.Cut(ours, "\n")
	}
	return a, b
}
