package quorummutex

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/anel-mc/mc/checkers/chances"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/spectest"
)

// atLeast is the probability that k or more of n independent coordinators fail, each with probability p.
func atLeast(k, n int, p *big.Rat) *big.Rat {
	sum, q := new(big.Rat), new(big.Rat).Sub(big.NewRat(1, 1), p)
	for ; k <= n; k++ {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
		for range k {
			term.Mul(term, p)
		}
		for range n - k {
			term.Mul(term, q)
		}
		sum.Add(sum, term)
	}
	return sum
}

// formula is 000's sum: the probability that at least 2m-n of the m coordinators of a quorum fail, where 2m-n is the
// least number that two quorums share. Its terms beyond k=m are 0.
func formula(n, m int, p *big.Rat) *big.Rat { return atLeast(2*m-n, m, p) }

// fromStart is the same sum over all n coordinators.
func fromStart(n, m int, p *big.Rat) *big.Rat { return atLeast(2*m-n, n, p) }

// TestFormula tabulates 000's example and its neighbours in testdata/formula.txt.
func TestFormula(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%2s  %2s  %9s  %14s  %14s\n", "n", "m", "P", "000's sum", "of all n")
	for _, c := range []struct {
		n, m int
		p    *big.Rat
	}{
		{3, 2, big.NewRat(1, 10)}, {3, 2, big.NewRat(1, 10_000)}, {4, 3, big.NewRat(1, 10_000)},
		{5, 3, big.NewRat(1, 10_000)}, {5, 4, big.NewRat(1, 10_000)},
		{7, 4, big.NewRat(1, 10_000)}, {32, 24, big.NewRat(1, 10_000)}, {32, 24, big.NewRat(1, 14_400)},
		{32, 17, big.NewRat(1, 10_000)}, {32, 32, big.NewRat(1, 10_000)},
	} {
		a, _ := formula(c.n, c.m, c.p).Float64()
		z, _ := fromStart(c.n, c.m, c.p).Float64()
		fmt.Fprintf(&b, "%2d  %2d  %9s  %14.7g  %14.7g\n", c.n, c.m, c.p.RatString(), a, z)
	}
	t.Log("\n" + b.String())
	const file = "testdata/formula.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s is not this table (%v): if the new one is right, run UPDATE=1 go test", file, err)
	}
	bound := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil))
	if formula(32, 24, big.NewRat(1, 10_000)).Cmp(bound) >= 0 {
		t.Error("000's example is not below 10^-40")
	}
}

// violations returns the least and greatest probability that exclusion is violated if each coordinator fails once with
// probability p.
func violations(t *testing.T, n, m, holder int, p string) chances.Chance {
	t.Helper()
	var coordinators []string
	for c := range n {
		coordinators = append(coordinators, fmt.Sprintf("c%d", c+1))
	}
	unlimited := spec.Budget(model.Unlimited)
	return spectest.Chance(t, Spec(), spec.Instance{
		Params:      map[string]int{"n": n, "m": m, "holder": holder},
		Environment: spec.Environment{Crash: unlimited, Recover: unlimited, CrashOnly: coordinators},
	}, "mutual-exclusion", "crash-once="+p)
}

// TestProbability compares the formula with the exact probability over all schedulers. The formula
// is right for a holder whose quorum was complete before anything failed. From the start, the sum
// is over all n coordinators.
func TestProbability(t *testing.T) {
	for _, c := range []struct {
		n, m, holder int
		p            string
		long         bool
	}{
		{1, 1, 0, "1/10", false}, {1, 1, 1, "1/10", false}, {2, 2, 1, "1/10", false}, {2, 2, 0, "1/10", false},
		{3, 2, 1, "1/10000", false}, {3, 3, 1, "1/10", true}, {3, 2, 0, "1/10000", true},
	} {
		t.Run(fmt.Sprintf("%d-%d-%d", c.n, c.m, c.holder), func(t *testing.T) {
			if c.long && testing.Short() {
				t.Skip("it takes some seconds: run without -short")
			}
			p, _ := new(big.Rat).SetString(c.p)
			want := formula(c.n, c.m, p)
			if c.holder == 0 {
				want = fromStart(c.n, c.m, p)
			}
			got := violations(t, c.n, c.m, c.holder, c.p)
			if got.Max.Exact.Cmp(want) != 0 {
				t.Errorf("at most %s, want %s", got.Max.Exact.RatString(), want.RatString())
			}
			if got.Min.Exact.Sign() != 0 {
				t.Errorf("at least %s: a scheduler need not let anybody fail", got.Min.Exact.RatString())
			}
		})
	}
}

// TestFormulaSimulated draws which coordinators fail, and counts how often two quorums result:
// with a holder that has the votes of the first m; and from the start, with coordinators that vote
// one after the other for whoever has fewer votes, and for both if they fail in between. TestResets
// shows that no order of votes does better.
func TestFormulaSimulated(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const runs = 200_000
	const p = 0.1
	for _, c := range []struct{ n, m int }{{3, 2}, {4, 3}, {5, 3}, {5, 4}, {7, 4}} {
		holder, start := 0, 0
		for range runs {
			forgot := 0 // how many of the holder's voters fail
			var votes [2]int
			for i := range c.n {
				fails := random.Float64() < p
				if fails && i < c.m {
					forgot++
				}
				first := 0
				if votes[1] < votes[0] {
					first = 1
				}
				votes[first]++
				if fails {
					votes[1-first]++
				}
			}
			if c.n-c.m+forgot >= c.m {
				holder++
			}
			if min(votes[0], votes[1]) >= c.m {
				start++
			}
		}
		for _, x := range []struct {
			what string
			got  int
			want *big.Rat
		}{{"with a holder", holder, formula(c.n, c.m, big.NewRat(1, 10))},
			{"from the start", start, fromStart(c.n, c.m, big.NewRat(1, 10))}} {
			want, _ := x.want.Float64()
			got := float64(x.got) / runs
			if deviation := math.Sqrt(want * (1 - want) / runs); math.Abs(got-want) > 4*deviation {
				t.Errorf("n=%d m=%d %s: %.5f of the runs, want %.5f ± %.5f", c.n, c.m, x.what, got, want, deviation)
			} else {
				t.Logf("n=%d m=%d %s: %.5f of the runs, %s", c.n, c.m, x.what, got,
					strings.TrimRight(fmt.Sprintf("%.5f by the sum", want), " "))
			}
		}
	}
}
