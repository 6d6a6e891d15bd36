package bucket

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/anel-mc/mc/cmd/mc/command"
	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/explore/disk"
	"github.com/anel-mc/mc/specs/anel1"
	"github.com/anel-mc/mc/specs/spec"
)

// server is an S3 server that refuses one in so many requests for objects, before or after executing them, or none if
// that is 0. Clients do not retry removals, so these are not refused.
type server struct {
	http.Handler
	one     atomic.Int64
	refused atomic.Int64
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	one := s.one.Load()
	removes := r.Method == http.MethodDelete || r.Method == http.MethodHead || r.URL.Query().Has("list-type")
	if one == 0 || rand.Int64N(one) > 0 || removes {
		s.Handler.ServeHTTP(w, r)
		return
	}
	s.refused.Add(1)
	if rand.IntN(2) == 0 {
		s.Handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	w.WriteHeader(http.StatusForbidden)
}

// serve starts a server with a bucket, and returns the query that addresses in it need.
func serve(t *testing.T) (*server, string) {
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	s := &server{Handler: gofakes3.New(backend).Server()}
	at := httptest.NewServer(s)
	t.Cleanup(at.Close)
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": "name", "AWS_SECRET_ACCESS_KEY": "secret",
		"AWS_CONFIG_FILE": "none", "AWS_SHARED_CREDENTIALS_FILE": "none", "AWS_EC2_METADATA_DISABLED": "true"} {
		t.Setenv(name, value)
	}
	return s, "?region=here&use_path_style=true&endpoint=" + at.URL
}

func opened(t *testing.T, address string) explore.Storage {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, s explore.Storage, name string, b []byte) {
	t.Helper()
	d, err := s.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, s explore.Storage, name string) []byte {
	t.Helper()
	r, err := s.Open(name, 0, -1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func contents(t *testing.T, s explore.Storage) map[string]string {
	t.Helper()
	all := map[string]string{}
	for name, err := range s.List("") {
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(read(t, s, name))
	}
	return all
}

func TestStorage(t *testing.T) {
	_, at := serve(t)
	s := opened(t, "s3://bucket/a/b/"+at)
	random := make([]byte, 6*part+5) // several parts in uploads too
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	want := map[string]string{}
	for _, n := range []int{1, part, part + 1, len(random)} {
		name := fmt.Sprintf("some/%d", n)
		write(t, s, name, random[n/2:n])
		write(t, s, name, random[:n])
		want[name] = string(random[:n])
	}
	write(t, opened(t, "s3://bucket/a"+at), "beside", nil)
	d, err := s.Create("aborted")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Write(random); err != nil {
		t.Fatal(err)
	}
	d.Abort()
	if got := contents(t, s); !cmp.Equal(want, got) {
		t.Errorf("there are %d objects, want %d, or others", len(got), len(want))
	}
	if err := s.Remove("some/1"); err != nil {
		t.Fatal(err)
	}
	for name, err := range s.List("some/") {
		if err != nil || name == "some/1" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var named *fs.PathError
	if _, err := s.Open("some/1", 0, -1); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &named) ||
		named.Path != "s3://bucket/a/b/some/1" {
		t.Error(err)
	}
}

// mc runs the command.
func mc(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = command.Run(t.Context(), []spec.Spec{anel1.Spec()}, args, strings.NewReader(""), &out, &err,
		command.Parts{Storage: Open})
	return code, out.String(), err.String()
}

const checked = "anel1 --property uniqueness --property no-deadlock"

// begin starts a run, and returns its progress.
func begin(t *testing.T, at string) (level, shards int, over string) {
	t.Helper()
	code, status, why := mc(t, append([]string{"task", "init", "--shards", "3", "--run", at},
		strings.Fields(checked)...)...)
	if code != 0 {
		t.Fatal(why)
	}
	if _, err := fmt.Sscanf(status, "level=%d shards=%d over=%s", &level, &shards, &over); err != nil {
		t.Fatalf("%q: %v", status, err)
	}
	return level, shards, over
}

var took = regexp.MustCompile(`(?m)( steps deep) · .*$`)

// untimed returns a report without measurements.
func untimed(report string) string { return took.ReplaceAllString(report, "$1") }

// TestTasks runs the tasks of a run in a bucket, each twice at the same time, while some requests are refused, and
// again if both failed. The objects and the report are the same as those of an undisturbed run in a directory.
func TestTasks(t *testing.T) {
	dir := t.TempDir()
	begin(t, dir)
	code, report, why := mc(t, "resume", dir)
	if code != 1 {
		t.Fatal(why)
	}
	s, end := serve(t)
	at := "s3://bucket/run" + end
	failed := 0
	task := func(args ...string) (status string) {
		for done := false; !done; {
			var wg sync.WaitGroup
			var mu sync.Mutex
			for range 2 {
				wg.Go(func() {
					code, out, why := mc(t, append([]string{"task"}, append(args, "--run", at)...)...)
					mu.Lock()
					defer mu.Unlock()
					if code == 0 {
						done, status = true, out
					} else if failed++; !strings.Contains(why, "s3://bucket/run") {
						t.Errorf("the error does not say where it was: %s", why)
					}
				})
			}
			wg.Wait()
		}
		return status
	}
	level, shards, over := begin(t, at)
	s.one.Store(40)
	for over == "no" {
		for _, stage := range []string{"map", "reduce"} {
			for shard := range shards {
				task(stage, "--level", fmt.Sprint(level), "--shard", fmt.Sprint(shard))
			}
		}
		status := task("commit", "--level", fmt.Sprint(level))
		if _, err := fmt.Sscanf(status, "level=%d shards=%d over=%s", &level, &shards, &over); err != nil {
			t.Fatalf("%q: %v", status, err)
		}
	}
	s.one.Store(0)
	t.Logf("%d requests were refused, %d tasks failed", s.refused.Load(), failed)
	if failed == 0 {
		t.Error("no task failed")
	}
	code, got, why := mc(t, "resume", at)
	if d := cmp.Diff(untimed(report), untimed(got)); d != "" || code != 1 {
		t.Errorf("exit code %d (-in a directory +in a bucket):\n%s%s", code, d, why)
	}
	if d := cmp.Diff(contents(t, disk.Folder(dir)), contents(t, opened(t, at))); d != "" {
		t.Errorf("(-in a directory +in a bucket):\n%s", d)
	}
}

// TestFailures: whatever is wrong, the error names the object or the bucket.
func TestFailures(t *testing.T) {
	_, end := serve(t)
	at := "s3://bucket/run" + end
	begin(t, at)
	s := opened(t, at)
	var list string
	for name := range s.List("states/") {
		list = name
	}
	whole := read(t, s, list)
	flipped := bytes.Clone(whole)
	flipped[len(whole)/2]++
	for _, wrong := range [][]byte{nil, whole[:len(whole)/2], whole[:len(whole)-17], flipped} {
		if write(t, s, list, wrong); wrong == nil {
			if err := s.Remove(list); err != nil {
				t.Fatal(err)
			}
		}
		code, _, why := mc(t, "resume", at)
		if code != 2 || !strings.Contains(why, "s3://bucket/run/"+list) {
			t.Errorf("%d bytes: exit code %d, %s", len(wrong), code, why)
		}
	}
	for _, test := range []struct{ address, want string }{
		{"s3://bucket/elsewhere" + end, "s3://bucket/elsewhere/run.json: file does not exist"},
		{"s3://other/run" + end, "there is no bucket other"},
		{"s4://bucket/run", "s4://bucket/run: open blob.Bucket: no driver registered"},
		{"s3://bucket/run?region=here&use_path_style=true&endpoint=http://127.0.0.1:1", "s3://bucket/run"},
	} {
		if code, _, why := mc(t, "resume", test.address); code != 2 || !strings.Contains(why, test.want) {
			t.Errorf("%s: exit code %d, %s", test.address, code, why)
		}
	}
	if code, _, why := mc(t, "check", "anel1", "--property", "uniqueness", "--disk", at); code != 2 ||
		!strings.Contains(why, "it is not empty") {
		t.Errorf("exit code %d, %s", code, why)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	if code, _, why := mc(t, "resume", at); code != 2 || !strings.Contains(why, "s3://bucket/run") ||
		!strings.Contains(why, "redentials") {
		t.Errorf("exit code %d, %s", code, why)
	}
}
