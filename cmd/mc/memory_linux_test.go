package main

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestMemory: what the command takes at most is a quarter more than --memory and 64 MiB, whether it is tables, what is
// remembered of handlers and properties, or a few states of a megabyte.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it fills memory")
	}
	for _, args := range []string{
		"toy check hanging:heavy",
		"toy check big --reduce none",
		"mc check central-coordinator -p n=5 -p requests=2 -p holder=4 -p lease=15",
	} {
		t.Run(args, func(t *testing.T) {
			fields := append(strings.Fields(args), "--memory", "64MiB")
			cmd := exec.Command(fields[0], fields[1:]...)
			cmd.Env = append(cmd.Environ(), "GOGC=", "GOMEMLIMIT=")
			out, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(string(out), "the bound on memory") {
				t.Fatalf("exit code %d, want 3 because of the bound on memory\n%s", code, out)
			}
			const most = 64<<10/4*5 + 64<<10 // KiB
			if peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; peak > most {
				t.Errorf("it took %d MiB at most, and may take %d", peak>>10, most>>10)
			} else {
				t.Logf("%d of %d MiB", peak>>10, most>>10)
			}
		})
	}
}
