package command

import (
	"bytes"
	"fmt"
	"strings"
)

// github writes workflow commands of GitHub Actions: an error for each finding that fails or is at fault, a
// warning for each that is undecided, and one notice for all that pass, since GitHub shows no
// more than ten annotations of a sort for each step.
func (c *checking) github(outcomes []outcome, of int) []byte {
	var b bytes.Buffer
	say := func(command, title, message string) {
		fmt.Fprintf(&b, "::%s title=%s::%s\n", command, githubProperty(printable(title)), githubData(strings.TrimRight(printable(message), "\n")))
	}
	var good []string
	count := 0
	for _, o := range outcomes {
		var names []string
		for _, f := range c.findings(o) {
			if f.standing == passes {
				names = append(names, f.name+": "+f.message)
				continue
			}
			command := "error"
			if f.standing == undecided {
				command = "warning"
			}
			message := f.message
			if f.execution != nil {
				message += "\n\n" + picture(f.execution)
			}
			say(command, c.place(o)+" · "+f.name, strings.TrimRight(message, "\n")+"\n\n"+c.command(o, f))
		}
		if len(names) > 0 {
			count += len(names)
			good = append(good, c.place(o)+": "+strings.Join(names, "; "))
		}
	}
	if rest := left(outcomes, of); rest != "" {
		say("error", outcomes[0].spec.Name+" · "+findingRest, rest)
	}
	switch {
	case count == 1:
		say("notice", outcomes[0].spec.Name+" · 1 property as wanted", strings.Join(good, "\n"))
	case count > 1:
		say("notice", fmt.Sprintf("%s · %d properties as wanted", outcomes[0].spec.Name, count), strings.Join(good, "\n"))
	}
	return b.Bytes()
}

// githubData escapes the message of a workflow command, as escapeData of actions/toolkit does
// (packages/core/src/command.ts).
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes the value of a property of a workflow command: escapeProperty there.
func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
