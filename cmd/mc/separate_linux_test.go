package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSeparate: however a run ends, all of its processes end. After ctrl-C, which all of them receive, its log is
// complete.
func TestSeparate(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		log := filepath.Join(t.TempDir(), "run.jsonl")
		cmd := exec.Command("mc", "run", "token-ring", "-p", "n=3", "--separate", "--pace", "1ms", "--log", log)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		rows := underWay(t, cmd)
		children := childrenOf(t, cmd.Process.Pid)
		if len(children) != 3 {
			t.Errorf("there are %d processes\n%s", len(children), &stderr)
		}
		whom := cmd.Process.Pid
		if signal == syscall.SIGINT {
			whom = -whom // the whole process group, as a terminal does
		}
		if err := syscall.Kill(whom, signal); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, rows); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); (err != nil) != (signal == syscall.SIGKILL) {
			t.Error(err, &stderr)
		}
		awaitEnd(t, children)
		if signal == syscall.SIGINT {
			if said, err := exec.Command("mc", "validate", log).CombinedOutput(); err != nil {
				t.Errorf("%s", said)
			}
		}
	}
}

// TestSeparateStorage: a directory of stable storage is locked until all programs of a run have ended, and no longer.
func TestSeparateStorage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "storage")
	cmd := exec.Command("mc", "run", "token-ring", "--separate", "--pace", "1ms", "--storage", dir)
	underWay(t, cmd)
	eventually(t, "all processes have started", func() bool {
		_, err := os.Stat(filepath.Join(dir, "beginning"))
		return err != nil
	})
	children := childrenOf(t, cmd.Process.Pid)
	if len(children) == 0 {
		t.Fatal("there are no programs")
	}
	pid, err := strconv.Atoi(filepath.Base(filepath.Dir(children[0])))
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGSTOP)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	again := []string{"run", "token-ring", "--events", "9", "--pace", "1ms", "--storage", dir}
	if said, err := exec.Command("mc", again...).CombinedOutput(); err == nil ||
		!strings.Contains(string(said), "another run uses "+dir) {
		t.Errorf("it does not wait for the program that goes on: %v\n%s", err, said)
	}
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, children)
	if said, err := exec.Command("mc", again...).CombinedOutput(); err != nil ||
		!strings.Contains(string(said), "recover") {
		t.Errorf("it does not recover: %v\n%s", err, said)
	}
}

// underWay starts a run and waits until it has shown 30 rows, or has ended too early, which the caller notices. It
// returns the rest of what it shows.
func underWay(t *testing.T, cmd *exec.Cmd) (rows *bufio.Reader) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	rows = bufio.NewReader(out)
	for range 30 {
		if _, err := rows.ReadString('\n'); err != nil {
			break
		}
	}
	return rows
}

// awaitEnd waits until none of the processes is running.
func awaitEnd(t *testing.T, processes []string) {
	t.Helper()
	eventually(t, "the programs have ended", func() bool { return len(running(processes)) == 0 })
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it is not so yet that ", what)
		}
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(t *testing.T, parent int) (all []string) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range stats {
		if words := statOf(file); len(words) > 1 && words[1] == fmt.Sprint(parent) {
			all = append(all, file)
		}
	}
	return all
}

// running returns the processes that have not ended. Zombies have.
func running(stats []string) (all []string) {
	for _, file := range stats {
		if words := statOf(file); len(words) > 0 && words[0] != "Z" && words[0] != "X" {
			all = append(all, file)
		}
	}
	return all
}

// statOf returns the fields of /proc/PID/stat after the name: state, parent, and so on.
func statOf(file string) []string {
	b, _ := os.ReadFile(file) // it may have ended
	_, after, _ := strings.Cut(string(b), ") ")
	return strings.Fields(after)
}
