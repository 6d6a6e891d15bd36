package checkers_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/checkers/internal/checkertest"
	"github.com/anel-mc/mc/model"
)

// TestDamagedCheckpoint goes on from checkpoints in which something is another number, with checksums that fit: a check
// may go on, or be refused, or give functions what they do not know, but does not panic.
func TestDamagedCheckpoint(t *testing.T) {
	refused := 0
	checkertest.UntilEnough(t, func() bool { return refused >= 200 }, func(t *rapid.T) {
		d := drawSystem(t)
		opt := checkers.Options{Workers: 2, MaxStates: rapid.Uint64Range(1, 400).Draw(t, "most")}
		files := checkpointsOf(t, d.Instance(), d.curious(), opt)
		if len(files) == 0 {
			t.Skip("not all initial states")
		}
		whole, err := io.ReadAll(openCheckpoint(t, files[len(files)-1]))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 20 {
			damaged := slices.Clone(whole)
			for range 1 + random.IntN(3) {
				damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
			}
			var file bytes.Buffer
			err := checkers.WriteCheckpoint(&file, []byte("random"), func(w io.Writer) error {
				_, err := w.Write(damaged)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			opt := checkers.Options{Workers: 2, MaxStates: 600, Resume: openCheckpoint(t, file.Bytes())}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			_, err = checkers.Check(ctx, d.Instance(), d.curious(), opt)
			cancel()
			switch {
			case errors.Is(err, checkers.ErrCheckpoint):
				refused++
			case err != nil && !errors.As(err, new(*model.Error)):
				t.Errorf("%v", err)
			}
		}
	})
}
