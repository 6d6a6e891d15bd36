package checkers

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anel-mc/mc/checkers/internal/words"
	"github.com/anel-mc/mc/explore"
)

// unordered says why partial-order reduction does not answer everything.
func (c *checking) unordered() {
	if why := c.sys.Irreducible(); why != "" {
		c.not = append(c.not, "partial-order reduction: "+why)
		return
	}
	c.unfitted("partial-order reduction", explore.PartialOrder)
}

// unfitted says what is not answered by a search that is reduced in some way.
func (c *checking) unfitted(name string, reduce explore.Reduction) {
	names := map[string][]string{}
	i := 0
	for _, p := range c.whole {
		if why := c.unfit(i, reduce); why != "" {
			names[why] = append(names[why], p.name)
		}
		i += max(len(p.parts), 1)
	}
	for _, why := range slices.Sorted(maps.Keys(names)) {
		line := fmt.Sprintf("%s for %s: %s", name, words.Enumerate(names[why]), why)
		if !slices.Contains(c.not, line) { // under a symmetry it was
			c.not = append(c.not, line)
		}
	}
}
