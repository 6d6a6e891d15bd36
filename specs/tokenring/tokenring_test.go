package tokenring

import (
	"testing"

	"github.com/anel-mc/mc/specs/spectest"
)

func TestSpec(t *testing.T) { spectest.Test(t, Spec()) }

// TestFormula confirms the numbers of states of the cases that refer to the formula.
func TestFormula(t *testing.T) {
	s := Spec()
	for _, c := range s.Cases {
		if c.Confirmed != product {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			i := s.Complete(c.Instance())
			n, every, requests := i.Params["n"], i.Params["every"], i.Params["requests"]
			if got := formula(n, every, requests, i.Variant == possessionVariant); got != c.States {
				t.Errorf("the formula gives %d states, and the record says %d", got, c.States)
			}
		})
	}
}

// formula counts the states without failures. A participant that may want the resource and is not using it is outside
// or waits: 2 states, or 2r+1 if it uses the resource r times (outside after 0 to r uses, waiting after 0 to r-1). The
// token is on one of n channels, or with one of n participants that keep it, for all combinations of the states of the
// k that may want the resource; or it is with a participant that uses the resource, after 0 to r-1 uses.
func formula(n, every, requests int, possession bool) uint64 {
	k := 0
	if every > 0 {
		k = (n + every - 1) / every
	}
	resting, using := 2, 1
	if requests > 0 {
		resting, using = 2*requests+1, requests
	}
	places := n
	if possession {
		places += n
	}
	others, all := 0, 1 // the combinations of the states of k-1 participants and of k
	for range k {
		others, all = all, all*resting
	}
	return uint64(places*all + k*using*others)
}
