package counterexamples

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/anel-mc/mc/model"
)

// shivizParser is the regular expression by which ShiViz finds the events of a log, which take two lines each. Unlike
// ShiViz's default, it cannot mistake an event for a host with a clock.
const shivizParser = `(?<event>\S.*)\n(?<host>\S+) (?<clock>\{".*\})`

// ShiViz writes the execution as a log for ShiViz (Beschastnikh, Wang, Brun and Ernst, "Debugging Distributed
// Systems", 2016; the format is described at https://bestchai.bitbucket.io/shiviz), to be uploaded as a file: the
// first line is the parser, the second the delimiter of executions, which is empty since there is only one. To paste
// a log, put the first line into the field for the parser and the rest into the field for the log.
//
// Each event takes two lines: what happens; then its host and the host's vector clock. Hosts are the processes, by
// name, with blanks replaced. Each begins with an event that shows its initial state and sends the messages that are
// then in transit from it; after that, each step advances the clock of its host by one. A message carries the clock of
// the step that sent it, which is merged into that of the receiver.
//
// A step that does not belong to one process (a message is lost, a link is cut, time passes, the system becomes
// stable) has a host called environment. This receives the messages that are lost, and nothing depends on it: what
// processes learn of cuts and of time is in no clock. A crash is a step of its process, and receives what is lost with
// it. The actions of a model.Machine have the host machine.
//
// # Limitations
//
// Shared variables carry no clock: a process that reads what another wrote seems not to depend on it. The loop of a
// lasso is shown once; the last event says where it goes back to.
func (e *Execution) ShiViz(w io.Writer) error {
	d := &clocked{Execution: e, picture: e.picture(), clocks: map[string]clock{}}
	d.nameHosts()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n\n", shivizParser)
	for _, l := range d.log() {
		fmt.Fprintf(out, "%s\n%s %s\n", l.event, l.host, d.encode(l.clock))
	}
	return out.Flush() // the first error, if any write failed
}

// clock is a vector clock, by host. Hosts whose clock is 0 are absent.
type clock map[string]int

// clocked is an execution with the clocks of its hosts.
type clocked struct {
	*Execution
	*picture
	hosts       []string // by column
	environment string
	clocks      map[string]clock // the current clock of each host
}

type logged struct {
	event, host string
	clock       clock
}

// nameHosts gives each process a unique name that is one word.
func (d *clocked) nameHosts() {
	taken := map[string]bool{}
	host := func(name string) string {
		name = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r == '"' || r == '\\' {
				return '_'
			}
			return r
		}, name)
		for name == "" || taken[name] {
			name += "_"
		}
		taken[name] = true
		return name
	}
	for _, name := range d.names {
		d.hosts = append(d.hosts, host(name))
	}
	if d.isMachine() {
		d.hosts = []string{host("machine")}
	}
	d.environment = host("environment")
}

// log returns the events in order.
func (d *clocked) log() []logged {
	var all []logged
	stamps := make([]clock, len(d.rows)) // of the step of each row
	starts := map[model.ID]clock{}
	for j, host := range d.hosts {
		all = append(all, d.event(host, started(join(d.rows[0].cells[j])), nil))
		starts[model.ID(j)] = all[j].clock
	}
	flights := d.flights()
	for r := range d.rows[1:] {
		r++
		var heard []clock
		for _, f := range flights {
			switch {
			case f.ended != r || f.sent == r:
			case f.sent == 0:
				heard = append(heard, starts[f.from])
			default:
				heard = append(heard, stamps[f.sent])
			}
		}
		host := d.environment
		if actor := d.rows[r].actor; actor >= 0 {
			host = d.hosts[actor]
		}
		l := d.event(host, d.text(r), heard)
		stamps[r] = l.clock
		all = append(all, l)
	}
	return all
}

func started(what string) string {
	if what == "" {
		return "start"
	}
	return "start: " + what
}

// event advances the clock of a host and merges into it the clocks of the messages that it receives.
func (d *clocked) event(host, text string, heard []clock) logged {
	now := maps.Clone(d.clocks[host])
	if now == nil {
		now = clock{}
	}
	now[host]++
	for _, other := range heard {
		for h, t := range other {
			now[h] = max(now[h], t)
		}
	}
	d.clocks[host] = now
	return logged{text, host, now}
}

// text describes row r on one line.
func (d *clocked) text(r int) string {
	row := &d.rows[r]
	text := row.event
	if row.choice != "" {
		text += ", " + row.choice
	}
	var parts []string
	for j, cell := range row.cells {
		if len(cell) == 0 || cell[0].style == quiet {
			continue
		}
		what := join(cell)
		if j != row.actor {
			what = d.columns[j] + ": " + what
		}
		parts = append(parts, what)
	}
	if across := join(row.across); across != "" {
		parts = append(parts, across)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, "; ")
	}
	if l := d.Trace.Loop; l != nil && r == d.Len() {
		text += fmt.Sprintf(" ⟳ back to the state after step %d, and so on for ever", *l)
	}
	if verdict, _ := d.Trace.verdict(); verdict != "" && r == d.Len() {
		text += " " + strings.ReplaceAll(verdict, "\n", " ")
	}
	return strings.TrimSpace(text)
}

// encode returns a clock as JSON, with hosts in the order of processes.
func (d *clocked) encode(c clock) string {
	var all []pair
	for _, h := range append(slices.Clone(d.hosts), d.environment) {
		if c[h] > 0 {
			all = append(all, pair{quoted(h), fmt.Sprint(c[h])})
		}
	}
	return record(all)
}
