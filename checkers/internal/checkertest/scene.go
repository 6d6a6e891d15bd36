// Package checkertest has what the tests of checkers and of the studies share.
package checkertest

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Flag is the local state of a process that can raise its flag, once, and then greets the others.
type Flag struct{ Raised bool }

type hello struct{}

// Flags is a system of n processes, of which those for which may returns true raise their flag, once.
func Flags(n int, may func(p model.ID) bool) model.Instance {
	return model.Instance{Processes: model.Replicate(n, model.Process[Flag]{
		Init: func(*model.Context) Flag { return Flag{} },
		Acts: []model.Act[Flag]{{
			Name:    "raise",
			Enabled: func(p *model.Context, s Flag) bool { return !s.Raised && may(p.Self()) },
			Do: func(p *model.Context, s Flag) Flag {
				p.Broadcast(hello{})
				return Flag{Raised: true}
			},
		}},
		Receive: func(_ *model.Context, s Flag, _ model.ID, _ model.Message) Flag { return s },
	})}
}

// Everybody is an argument of Flags.
func Everybody(model.ID) bool { return true }

// OnlyFirst is an argument of Flags.
func OnlyFirst(p model.ID) bool { return p == 0 }

// Alone is the property of Flags that at most one flag is raised.
func Alone() checkers.Property {
	return checkers.AtMost("alone", 1, func(_ model.ID, s Flag) bool { return s.Raised })
}

// Raised is the property of Flags that some flag can be raised.
func Raised(name string) checkers.Property {
	return checkers.Reachable(name, func(s model.State) bool {
		for _, f := range model.Locals[Flag](s) {
			if f.Raised {
				return true
			}
		}
		return false
	})
}

// Panics is a system that panics when it counts to three.
func Panics() model.Instance {
	return model.Instance{Processes: model.Replicate(1, model.Process[int]{
		Init: func(*model.Context) int { return 0 },
		Acts: []model.Act[int]{{Name: "count", Do: func(_ *model.Context, s int) int {
			if s == 2 {
				panic("the sky falls\x1b[2J")
			}
			return s + 1
		}}},
	})}
}

// SceneVariable is the environment variable that tells the test TestScene of a package what to do. Play sets it for the
// test binaries that it starts.
const SceneVariable = "MC_TEST_SCENE"

// Play runs a scene in a folder and returns what it printed and whether it passed.
func Play(t *testing.T, dir, name string, flags ...string) (output string, passed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"-test.run=^TestScene$", "-test.v"}, flags...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), SceneVariable+"="+name)
	b, err := cmd.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return string(b), err == nil
}

// Plays plays a scene and fails unless it ends as wanted and its output contains all the parts, and none of those
// that are preceded by "!".
func Plays(t *testing.T, dir, name string, pass bool, flags []string, parts ...string) (output string) {
	t.Helper()
	output, passed := Play(t, dir, name, append(flags, "-test.timeout=5m")...)
	if passed != pass {
		t.Errorf("%s %v: passed is %t, want %t", name, flags, passed, pass)
	}
	for _, part := range parts {
		part, not := strings.CutPrefix(part, "!")
		if strings.Contains(output, part) == not {
			t.Errorf("%s %v: that the output has %q is %t", name, flags, part, not)
		}
	}
	if t.Failed() {
		t.Fatalf("output of %s %v:\n%s", name, flags, output)
	}
	return output
}
