package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTasksKilled runs the tasks of a run with the scripts in deploy, killing one in six. The files are the same as
// without kills, and the report and the exit code are those of a check in memory, with a deadlock too.
func TestTasksKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts some hundred processes")
	}
	deploy, err := filepath.Abs("deploy")
	if err != nil {
		t.Fatal(err)
	}
	mc, err := exec.LookPath("mc")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(bin, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	killed := script("killed", `
case "$2" in map|reduce) ;; *) exec `+mc+` "$@" ;; esac
`+mc+` "$@" & pid=$!
[ $((pid % 6)) -ne 0 ] || { sleep 0.0$((pid % 7)); kill -9 $pid; }
wait $pid
`)
	script("sbatch", `
for a; do case $a in --array=0-*) last=${a#--array=0-} ;; esac; wrap=$a; done
for i in $(seq 0 "$last"); do SLURM_ARRAY_TASK_ID=$i sh -c "$wrap" || exit 1; done
`)
	kubectl := script("kubectl", `
[ "$1" = apply ] || exit 0
job=$(cat)
args=$(echo "$job" | sed -n 's/.*args: \["exec mc \(.*\)"\]/\1/p' | sed "s|/run/mc|$RUN|")
shards=$(echo "$job" | sed -n 's/.*completions: //p')
for i in $(seq 0 $((shards - 1))); do JOB_COMPLETION_INDEX=$i; eval "`+mc+` $args" || exit 1; done
`)
	untimed := func(report string) string {
		lines := strings.Split(report, "\n")
		for i, l := range lines {
			if before, _, ok := strings.Cut(l, " steps deep"); ok {
				lines[i] = before
			}
		}
		return strings.Join(lines, "\n")
	}
	check := strings.Fields("anel1 -p n=2 --property uniqueness --property no-deadlock")
	run := func(env []string, name string, args ...string) (string, map[string]string) {
		dir := filepath.Join(t.TempDir(), "run")
		begin := exec.Command(mc, append(append([]string{"task", "init"}, check...), "--run", dir, "--shards", "2")...)
		if out, err := begin.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for i, a := range args {
			args[i] = strings.ReplaceAll(a, "DIR", dir)
		}
		cmd := exec.Command("sh", append([]string{filepath.Join(deploy, name)}, args...)...)
		cmd.Env = append(append(os.Environ(), "MC="+mc, "RUN="+dir, "PATH="+bin+":"+os.Getenv("PATH")), env...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 {
			t.Fatalf("%s: %v\n%s%s", name, err, &stdout, &stderr)
		}
		files := map[string]string{}
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(filepath.Join(dir, path))
			files[path] = string(b)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return untimed(stdout.String()), files
	}
	inMemory, _ := exec.Command(mc, append([]string{"check"}, check...)...).Output()
	wantReport := untimed(string(inMemory))
	report, want := run(nil, "xargs.sh", "DIR", "1")
	if d := cmp.Diff(wantReport, report); d != "" {
		t.Errorf("(-in memory +in tasks):\n%s", d)
	}
	for _, other := range []struct {
		env  []string
		name string
		args []string
	}{
		{[]string{"MC=" + killed, "TRIES=" + strconv.Itoa(100)}, "xargs.sh", []string{"DIR", "3"}},
		{nil, "slurm.sh", []string{"DIR", "--partition=none"}},
		{[]string{"KUBECTL=" + kubectl}, "kubernetes.sh", []string{"DIR", "image", "claim", "2"}},
	} {
		report, files := run(other.env, other.name, other.args...)
		if d := cmp.Diff(want, files); d != "" {
			t.Errorf("%s (-left alone +not):\n%s", other.name, d)
		}
		if d := cmp.Diff(wantReport, report); d != "" {
			t.Errorf("%s (-left alone +not):\n%s", other.name, d)
		}
	}
}
