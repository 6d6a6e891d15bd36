package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// outcomeOf returns the JSON of a check without measurements.
func outcomeOf(t *testing.T, b []byte) string {
	t.Helper()
	all := decode[map[string]any](t, b)
	for _, measured := range []string{"seconds", "memoryBytes", "diskBytes", "handlerCalls", "memoHits", "spent",
		"dominant"} {
		delete(all, measured)
	}
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestKill kills the command again and again at random moments, with a signal that it cannot catch, and resumes from
// the directory. In the end the report is that of an undisturbed check in memory.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	for _, args := range []string{
		"chang-roberts:passive -p n=8 -p arrangement=-1 --property uniqueness --property agreement",
		"anel1 -p n=5 --crash 1 --exhaustive --property uniqueness --property no-deadlock",
	} {
		t.Run(args, func(t *testing.T) {
			whole := exec.Command("mc", append([]string{"check", "--format", "json"}, strings.Fields(args)...)...)
			want, _ := whole.Output() // the exit code is compared instead
			dir := t.TempDir()
			run := filepath.Join(dir, "run")
			random := rand.New(rand.NewPCG(1, 2))
			kills, resumed := 0, 0
			for longest := 100 * time.Millisecond; ; longest = longest * 3 / 2 {
				next := append([]string{"check", "--disk", run, "--disk-only"}, strings.Fields(args)...)
				if _, err := os.Stat(filepath.Join(run, "run.json")); err == nil {
					next = []string{"resume", run}
					resumed++
				}
				var stdout, stderr bytes.Buffer
				cmd := exec.Command("mc", append(next, "--format", "json")...)
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				timer := time.AfterFunc(time.Duration(random.Int64N(int64(longest))), func() { cmd.Process.Kill() })
				cmd.Wait()
				timer.Stop()
				if !cmd.ProcessState.Exited() {
					kills++
					continue
				}
				if code := whole.ProcessState.ExitCode(); cmd.ProcessState.ExitCode() != code {
					t.Fatalf("exit code %d, want %d\n%s%s", cmd.ProcessState.ExitCode(), code, &stdout, &stderr)
				}
				if got, want := outcomeOf(t, stdout.Bytes()), outcomeOf(t, want); got != want {
					t.Fatalf("after %d kills the report is\n%s\nand not\n%s", kills, got, want)
				}
				break
			}
			t.Logf("killed %d times, and went on %d times", kills, resumed)
			if left, err := filepath.Glob(filepath.Join(run, "work", "*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestTwoOwners: while a check works in a directory, another one is refused there, and the first is not disturbed.
func TestTwoOwners(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories cannot be locked")
	}
	run := filepath.Join(t.TempDir(), "run")
	var stdout, stderr bytes.Buffer
	first := start(t, &stdout, &stderr, "check", "big", "--disk", run, "--disk-only")
	const want = "another process is working there: wait for it, or stop it\n  when that is over: toy resume "
	for range 3 {
		second := exec.Command("toy", "resume", run)
		b, _ := second.CombinedOutput()
		if second.ProcessState.ExitCode() != 2 || !strings.Contains(string(b), want) {
			t.Errorf("the second: %v\n%s, want %s", second.ProcessState, b, want)
		}
	}
	first.Process.Signal(os.Interrupt)
	first.Wait()
	if first.ProcessState.ExitCode() != 130 || !strings.Contains(stdout.String(), "the search was interrupted") {
		t.Errorf("the first: %v\n%s%s", first.ProcessState, &stdout, &stderr)
	}
	later := exec.Command("toy", "resume", run, "--max-states", "1")
	if b, _ := later.CombinedOutput(); later.ProcessState.ExitCode() != 3 { // the exit code is compared instead
		t.Errorf("later: %v\n%s", later.ProcessState, b)
	}
}
