// Package detectors is what entries of failure detectors share. The algorithms are their own.
package detectors

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Numbered gives the n processes of an instance their numbers as names, from 0 on; with self, there is a channel from
// each to itself, too.
func Numbered(i *model.Instance, n int, self bool) {
	var everyPair []model.Link
	for p := range model.ID(n) {
		i.Names = append(i.Names, strconv.Itoa(int(p)))
		for q := range model.ID(n) {
			everyPair = append(everyPair, model.Link{From: p, To: q})
		}
	}
	if self {
		i.Network.Topology = model.Directed(everyPair...)
	}
}

// DetectionTime is how many timeouts a process has after another one has crashed until it suspects that: the maximum
// is counted from the crash, or from a heartbeat that arrives after it and is believed once more.
func DetectionTime(n int, suspects func(s model.State, p, q model.ID) bool) checkers.Property {
	var pairs []checkers.Property
	for p := range model.ID(n) {
		for q := range model.ID(n) {
			if p == q {
				continue
			}
			unnoticed := func(s model.State) bool { return s.Up(p) && !s.Up(q) && !suspects(s, p, q) }
			pairs = append(pairs, checkers.Cost(fmt.Sprintf("detection-time of %d by %d", q, p), checkers.Counting{
				Step: func(_ model.State, e model.Event, _ model.State) int {
					if e.Kind == model.Timeout && e.Process == p {
						return 1
					}
					return 0
				},
				From:  unnoticed,
				While: unnoticed,
			}))
		}
	}
	return checkers.All("detection-time", pairs...)
}
