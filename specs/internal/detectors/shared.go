// Package detectors has what the entries on failure detectors share. Each entry has its own algorithm.
package detectors

import (
	"fmt"
	"strconv"

	"github.com/anel-mc/mc/checkers"
	"github.com/anel-mc/mc/model"
)

// Numbered names the n processes of an instance 0 to n-1. With self, each process also has a channel to itself.
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

// DetectionTime counts the timeouts of a process from the crash of another until it suspects it. If a heartbeat arrives
// after the crash and the crashed process is trusted once more, the count starts again from there.
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
