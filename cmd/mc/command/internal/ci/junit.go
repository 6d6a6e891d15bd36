package ci

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/anel-mc/mc/counterexamples"
)

// junitSuites is a JUnit report, with what both Jenkins (jenkinsci/xunit-plugin, junit-10.xsd) and GitLab ("Unit test
// reports" in its documentation) read. GitLab shows the class name instead of the suite's, and only the first of
// several test cases with the same class and name. Neither knows undecided tests: these are errors, while violations
// are failures, so that a report is all green only if the command exited with 0.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

// junitSuite is one target.
type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property,omitempty"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// junitCase is a finding. Since one search decides all properties, each gets an equal share of its time.
type junitCase struct {
	Class   string      `xml:"classname,attr"`
	Name    string      `xml:"name,attr"`
	Time    string      `xml:"time,attr"`
	Error   *junitWrong `xml:"error"`
	Failure *junitWrong `xml:"failure"`
	Output  *junitText  `xml:"system-out"`
}

// junitWrong is a failure or an error, with its picture.
type junitWrong struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",innerxml"`
}

type junitText struct {
	Text string `xml:",innerxml"`
}

func junit(r Report) []byte {
	all := junitSuites{Name: r.Program + " check " + r.Spec}
	var total time.Duration
	for _, t := range r.Targets {
		if t.Search != nil {
			total += t.Search.Elapsed
		}
		all.add(suite(r, t))
	}
	if r.Left != "" {
		all.add(junitSuite{Name: r.Spec, Tests: 1, Errors: 1, Time: duration(0), Cases: []junitCase{{
			Class: r.Spec, Name: rest, Time: duration(0),
			Error: &junitWrong{Type: "interrupt", Message: r.Left, Text: xmlText(r.Left)},
		}}})
	}
	all.Time = duration(total)
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		panic(err) // not a plain struct: a bug in this package
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func (all *junitSuites) add(s junitSuite) {
	all.Suites = append(all.Suites, s)
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
}

func suite(r Report, t Target) junitSuite {
	var total time.Duration
	if t.Search != nil {
		total = t.Search.Elapsed
	}
	s := junitSuite{Name: counterexamples.Printable(t.Place), Time: duration(total), Properties: junitProperties(r, t)}
	for _, f := range t.Findings {
		// Jenkins takes what precedes the last dot for a package.
		k := junitCase{Class: r.Spec + "." + t.Variant, Name: f.Name, Time: duration(total / time.Duration(len(t.Findings)))}
		if t.Case != "" {
			k.Class = r.Spec + "." + t.Case
		}
		message := counterexamples.Printable(f.Message)
		text := "\n" + message + "\n"
		if f.Picture != "" {
			text += "\n" + f.Picture
		}
		wrong := &junitWrong{Type: f.Kind, Message: message, Text: xmlText(text + "\n" + f.Command + "\n")}
		s.Tests++
		switch f.Standing {
		case Passes:
			k.Output = &junitText{xmlText(message)}
		case Fails:
			s.Failures++
			k.Failure = wrong
		default:
			s.Errors++
			wrong.Type = map[Standing]string{Undecided: "undecided", Faulty: "fault"}[f.Standing]
			k.Error = wrong
		}
		s.Cases = append(s.Cases, k)
	}
	return s
}

// junitProperties describes the target, and how far it was explored.
func junitProperties(r Report, t Target) []junitProperty {
	all := []junitProperty{{"spec", r.Spec}, {"variant", t.Variant}}
	add := func(name, value string) {
		if value != "" {
			all = append(all, junitProperty{name, counterexamples.Printable(value)})
		}
	}
	add("case", t.Case)
	add("parameters", t.Parameters)
	add("environment", t.Environment)
	add("command", r.Program+" check "+t.Choice)
	if s := t.Search; s != nil {
		add("states", strconv.FormatUint(s.States, 10))
		add("transitions", strconv.FormatUint(s.Transitions, 10))
		add("exhaustive", strconv.FormatBool(s.Exhaustive))
		add("bound", s.Bound)
	}
	add("differs", strings.Join(t.Differs, "; "))
	add("vacuous", strings.Join(t.Vacuous, "; "))
	return all
}

// xmlText escapes a text for the content of an element. Unlike encoding/xml, it keeps the lines of a picture, which
// people also read in the file.
func xmlText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(counterexamples.Printable(s))
}

// duration writes a time as JUnit does, in seconds.
func duration(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
