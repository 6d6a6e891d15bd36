package explore

import (
	"context"
	"testing"
	"time"
)

// TestProgressLevels: the levels reported during a search agree with those of the result. The search is endless, and
// is interrupted when some levels have been reported.
func TestProgressLevels(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var shown []Progress
	show := func(p Progress) {
		shown = append(shown, p)
		if len(shown) >= 5 && len(p.Levels) >= 5 {
			cancel()
		}
	}
	cfg := defaultConfig()
	cfg.round = 64
	r, err := search(ctx, &counter{}, nil, Options{Workers: 2, ProgressEvery: 100 * time.Microsecond, Progress: show}, cfg)
	if err != nil || r.Bound != BoundInterrupt {
		t.Fatalf("bound %q, error %v", r.Bound, err)
	}
	for _, p := range shown {
		if len(p.Levels) > len(r.Levels) || p.Depth != max(len(p.Levels)-1, 0) {
			t.Fatalf("%+v", p)
		}
		total := uint64(0)
		for d, n := range p.Levels {
			total += n
			if n != r.Levels[d] {
				t.Fatalf("level %d has %d states, and in the end %d", d, n, r.Levels[d])
			}
		}
		if total > p.States {
			t.Fatalf("%d states in the levels, and %d in all", total, p.States)
		}
	}
}
