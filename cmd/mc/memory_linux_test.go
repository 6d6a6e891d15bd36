package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMemory: the command never takes more than --memory plus a quarter plus 64 MiB, whether the memory is for tables,
// for remembered answers of handlers and properties, or for a few states of a megabyte each.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it fills memory")
	}
	for _, args := range []string{
		"toy check hanging:heavy",
		"toy check big --reduce none",
		"mc check central-coordinator -p n=6 -p requests=3 -p holder=4 -p lease=15",
	} {
		t.Run(args, func(t *testing.T) {
			fields := append(strings.Fields(args), "--memory", "32MiB")
			cmd := exec.Command(fields[0], fields[1:]...)
			cmd.Env = append(cmd.Environ(), "GOGC=", "GOMEMLIMIT=")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			// The system's peak of a process that has ended includes the memory of this one when it was started.
			peak := 0
			for over := false; !over; {
				select {
				case <-ended:
					over = true
				case <-time.After(2 * time.Millisecond):
					peak = max(peak, peakOf(cmd.Process.Pid))
				}
			}
			if code := cmd.ProcessState.ExitCode(); code != 3 || !strings.Contains(out.String(), "the bound on memory") {
				t.Fatalf("exit code %d, want 3 because of the bound on memory\n%s", code, &out)
			}
			const most = 32<<10/4*5 + 64<<10 // KiB
			if peak == 0 || peak > most {
				t.Errorf("it took %d MiB at most, and may take %d", peak>>10, most>>10)
			}
			t.Logf("%d of %d MiB", peak>>10, most>>10)
		})
	}
}

// peakOf returns the peak memory of a process in KiB, or 0 if it has ended.
func peakOf(pid int) (kib int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if _, peak, found := strings.Cut(string(status), "VmHWM:"); found {
		_, _ = fmt.Sscan(peak, &kib)
	}
	return kib
}
