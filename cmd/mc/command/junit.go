package command

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// The JUnit report has what both Jenkins (jenkinsci/xunit-plugin, junit-10.xsd) and GitLab ("Unit test
// reports" in its documentation) read. GitLab shows the class name in place of the suite's, and of two
// test cases with the same class and name only the first. Neither knows a test that could not be decided:
// that is an error, as a failure is a violation, so that no report of a command that did not end with 0 is all green.
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

// junitCase is a finding. One search decides all properties, so that each has an equal part of its time.
type junitCase struct {
	Class   string      `xml:"classname,attr"`
	Name    string      `xml:"name,attr"`
	Time    string      `xml:"time,attr"`
	Error   *junitWrong `xml:"error"`
	Failure *junitWrong `xml:"failure"`
	Output  *junitText  `xml:"system-out"`
}

// junitWrong is what is wrong, with its picture.
type junitWrong struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",innerxml"`
}

type junitText struct {
	Text string `xml:",innerxml"`
}

func (c *checking) junit(outcomes []outcome, of int) []byte {
	all := junitSuites{Name: c.name + " check " + outcomes[0].spec.Name}
	total := 0.0
	for _, o := range outcomes {
		s, seconds := c.suite(o)
		total += seconds
		all.add(s)
	}
	if rest := left(outcomes, of); rest != "" {
		name := outcomes[0].spec.Name
		all.add(junitSuite{Name: name, Tests: 1, Errors: 1, Time: duration(0), Cases: []junitCase{{
			Class: name, Name: findingRest, Time: duration(0), Error: &junitWrong{Type: "interrupt", Message: rest, Text: xmlText(rest)},
		}}})
	}
	all.Time = duration(total)
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		panic(err) // not a plain struct: a mistake in this package
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

// suite is a target, and the seconds that it took.
func (c *checking) suite(o outcome) (junitSuite, float64) {
	seconds := 0.0
	if o.report != nil {
		seconds = (o.report.Elapsed + o.report.Liveness).Seconds()
	}
	s := junitSuite{Name: printable(c.place(o)), Time: duration(seconds), Properties: c.junitProperties(o)}
	findings := c.findings(o)
	for _, f := range findings {
		// Jenkins takes what stands before the last dot for a package.
		k := junitCase{Class: o.spec.Name + "." + o.instance.Variant, Name: f.name, Time: duration(seconds / float64(len(findings)))}
		if o.kase != nil {
			k.Class = o.spec.Name + "." + o.kase.Name
		}
		message := printable(f.message)
		text := "\n" + message + "\n"
		if f.execution != nil {
			text += "\n" + picture(f.execution)
		}
		wrong := &junitWrong{Type: string(f.kind), Message: message, Text: xmlText(text + "\n" + c.command(o, f) + "\n")}
		s.Tests++
		switch f.standing {
		case passes:
			k.Output = &junitText{xmlText(message)}
		case fails:
			s.Failures++
			k.Failure = wrong
		default:
			s.Errors++
			wrong.Type = map[standing]string{undecided: "undecided", faulty: "fault"}[f.standing]
			k.Error = wrong
		}
		s.Cases = append(s.Cases, k)
	}
	return s, seconds
}

// junitProperties say what the target is, and how far it was explored.
func (c *checking) junitProperties(o outcome) []junitProperty {
	all := []junitProperty{{"spec", o.spec.Name}, {"variant", o.instance.Variant}}
	add := func(name, value string) {
		if value != "" {
			all = append(all, junitProperty{name, printable(value)})
		}
	}
	if o.kase != nil {
		add("case", o.kase.Name)
	}
	add("parameters", paramsOf(o.target))
	add("environment", surroundings(o.target))
	add("command", c.name+" check "+c.choice(o))
	if r := o.report; r != nil {
		add("states", strconv.FormatUint(r.States, 10))
		add("transitions", strconv.FormatUint(r.Transitions, 10))
		add("exhaustive", strconv.FormatBool(r.Exhaustive))
		add("bound", string(r.Bound))
	}
	add("differs", strings.Join(o.differs, "; "))
	add("vacuous", strings.Join(o.vacuities(), "; "))
	return all
}

// xmlText escapes a printable text for the content of an element. That of encoding/xml would do, but makes
// one line of a picture, which people read in the file as well.
func xmlText(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\ufffe", "\ufffd", "\uffff", "\ufffd").Replace(s)
}

// duration writes seconds as JUnit does.
func duration(seconds float64) string { return fmt.Sprintf("%.3f", seconds) }
