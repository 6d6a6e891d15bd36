package checkers

import (
	"context"
	"fmt"
	"time"

	"github.com/anel-mc/mc/explore"

	"github.com/anel-mc/mc/model/system"
)

// reducible returns the reductions, among those asked for, that answer the questions all the same, and says why
// each of the others does not.
func reducible(sys *system.System, properties []Property, questions []question, asked explore.Reduction) (use explore.Reduction, not []string) {
	if asked&explore.PartialOrder != 0 {
		if why := disorderly(sys, properties, questions); why != "" {
			not = append(not, "partial-order reduction: "+why)
		} else {
			use |= explore.PartialOrder
		}
	}
	return use | asked&explore.Symmetry, not // which was decided before
}

// disorderly says why partial-order reduction cannot answer the questions; it is empty if it can.
func disorderly(sys *system.System, properties []Property, questions []question) string {
	if why := sys.Irreducible(); why != "" {
		return why
	}
	for i, q := range questions {
		name, kind := properties[i].name, properties[i].kind
		switch {
		case q.inquiry != nil:
			return fmt.Sprintf("property %q (%s) is asked of all transitions", name, kind)
		case q.check.Step != nil:
			return fmt.Sprintf("property %q is about single steps", name)
		case q.check.State != nil && q.check.Invisible == nil:
			return fmt.Sprintf("property %q (%s) looks at all of a state", name, kind)
		}
	}
	return ""
}

// search is explore.Search. A reduced one is repeated until no property looks at more than was taken into
// account, and no process does more: at most as often as there are processes and channels, and usually twice.
func (b *bound) search(ctx context.Context, checks []explore.Check, opt explore.Options) (*explore.Result, error) {
	sys := b.explored()
	if opt.Reduce&explore.PartialOrder == 0 {
		return explore.Search(ctx, sys, checks, opt)
	}
	began := time.Now()
	timeout := opt.Timeout
	b.begin()
	for {
		found, err := explore.Search(ctx, sys, checks, opt)
		if err != nil || !found.Complete && !found.Stopped() {
			return found, err
		}
		more := false
		// Where all that is left was visited, there is nothing left either that the model might do wrong.
		open := found.Complete
		for i, q := range b.questions {
			if i < len(checks) && found.Found[i].Found {
				continue // what was found is there, whatever the search went by
			}
			open = true
			more = q.settle != nil && q.settle() || more
		}
		more = open && b.sys.Settle() || more
		if !more {
			found.Elapsed = time.Since(began)
			return found, nil
		}
		if timeout > 0 {
			opt.Timeout = max(1, timeout-time.Since(began))
		}
	}
}

// begin asks the properties of the initial states: most look there at all that they ever look at, and then the first
// search goes by it. What is wrong with the model shows in the search.
func (b *bound) begin() {
	_ = b.sys.Initial(func(v []uint32) {
		for _, q := range b.questions {
			if q.settle != nil && q.check.State != nil {
				_, _ = q.check.State(v)
			}
		}
	})
	for _, q := range b.questions {
		if q.settle != nil {
			q.settle()
		}
	}
}
