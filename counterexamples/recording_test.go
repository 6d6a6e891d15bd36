package counterexamples_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"

	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/anel-mc/mc/counterexamples"
)

// drawn returns an execution in every form.
func drawn(t failer, e *counterexamples.Execution) map[string]string {
	all := map[string]string{}
	for _, f := range forms {
		all[f.ext] = written(t, f.of(e))
	}
	return all
}

// recorded records an execution, writes it to a file, and returns what Recorded reads back.
func recorded(t failer, e *counterexamples.Execution) *counterexamples.Execution {
	if err := e.Record(); err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Read(strings.NewReader(written(t, e.Trace.Write)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := trace.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// TestRecorded: everything is drawn in the same way without the system.
func TestRecorded(t *testing.T) {
	for _, p := range pictures(t) {
		if diff := cmp.Diff(drawn(t, p.e), drawn(t, recorded(t, p.e))); diff != "" {
			t.Errorf("%s, of the system and recorded (-of +recorded):\n%s", p.name, diff)
		}
	}
	of := ofAnySystem(t)
	rapid.Check(t, func(t *rapid.T) {
		e := of(t)
		if diff := cmp.Diff(drawn(t, e), drawn(t, recorded(t, e))); diff != "" {
			t.Fatalf("of the system and recorded (-of +recorded):\n%s", diff)
		}
	})
}

// TestRecordedDamaged: a damaged picture is drawn or refused, without a panic.
func TestRecordedDamaged(t *testing.T) {
	e := pictureOf(t, "partition")
	if _, err := e.Trace.Recorded(); err == nil {
		t.Error("a trace without a picture has one")
	}
	if err := e.Record(); err != nil {
		t.Fatal(err)
	}
	whole := unpack(t, e.Trace.Picture)
	rapid.Check(t, func(t *rapid.T) {
		b := bytes.Clone(whole)
		for range rapid.IntRange(1, 4).Draw(t, "mistakes") {
			at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				b[at] = rapid.SampledFrom([]byte(`0123456789-[]{}",:ntx`)).Draw(t, "byte")
			case 1:
				b = append(b[:at], b[rapid.IntRange(at, min(at+40, len(b))).Draw(t, "to"):]...)
			case 2:
				b = bytes.Replace(b, []byte("null"), []byte("[]"), 1)
			}
			if len(b) == 0 {
				return
			}
		}
		trace := e.Trace
		trace.Picture = pack(t, b)
		if again, err := trace.Recorded(); err == nil {
			drawn(t, again)
		}
	})
	for _, picture := range []string{"?", base64.StdEncoding.EncodeToString([]byte("plain")), pack(t, []byte("null")),
		pack(t, []byte("{}"))} {
		trace := e.Trace
		trace.Picture = picture
		if _, err := trace.Recorded(); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%.20q: %v", picture, err)
		}
	}
}

func unpack(t testing.TB, picture string) []byte {
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(picture)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func pack(t failer, b []byte) string {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}
