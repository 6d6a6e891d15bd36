package ci

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/anel-mc/mc/counterexamples"
)

// github writes workflow commands of GitHub Actions: an error for each finding that fails or is at fault, a warning for
// each that is undecided, and one notice for all that pass, since GitHub shows at most ten annotations of a kind for
// each step.
func github(r Report) []byte {
	var b bytes.Buffer
	say := func(command, title, message string) {
		fmt.Fprintf(&b, "::%s title=%s::%s\n", command, githubProperty(counterexamples.Printable(title)),
			githubData(strings.TrimRight(counterexamples.Printable(message), "\n")))
	}
	var good []string
	count := 0
	for _, t := range r.Targets {
		var passed []string
		for _, f := range t.Findings {
			if f.Standing == Passes {
				passed = append(passed, f.Name+": "+f.Message)
				continue
			}
			command := "error"
			if f.Standing == Undecided {
				command = "warning"
			}
			message := f.Message
			if f.Picture != "" {
				message += "\n\n" + f.Picture
			}
			say(command, t.Place+" · "+f.Name, strings.TrimRight(message, "\n")+"\n\n"+f.Command)
		}
		if len(passed) > 0 {
			count += len(passed)
			good = append(good, t.Place+": "+strings.Join(passed, "; "))
		}
	}
	if r.Left != "" {
		say("error", r.Spec+" · "+rest, r.Left)
	}
	switch {
	case count == 1:
		say("notice", r.Spec+" · 1 property as wanted", strings.Join(good, "\n"))
	case count > 1:
		say("notice", fmt.Sprintf("%s · %d properties as wanted", r.Spec, count), strings.Join(good, "\n"))
	}
	return b.Bytes()
}

// githubData escapes the message of a workflow command, as escapeData of actions/toolkit does
// (packages/core/src/command.ts).
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes the value of a property of a workflow command, as escapeProperty does there.
func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
