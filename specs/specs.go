// Package specs is the catalogue: the list of all entries.
package specs

import (
	"github.com/anel-mc/mc/specs/anel1"
	"github.com/anel-mc/mc/specs/centralcoordinator"
	"github.com/anel-mc/mc/specs/changroberts"
	"github.com/anel-mc/mc/specs/lamportmutex"
	"github.com/anel-mc/mc/specs/maekawa"
	"github.com/anel-mc/mc/specs/quorummutex"
	"github.com/anel-mc/mc/specs/ricartagrawala"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/tokenring"
)

// All returns the catalogue in alphabetical order.
func All() []spec.Spec {
	return []spec.Spec{
		anel1.Spec(),
		centralcoordinator.Spec(),
		changroberts.Spec(),
		lamportmutex.Spec(),
		maekawa.Spec(),
		quorummutex.Spec(),
		ricartagrawala.Spec(),
		tokenring.Spec(),
	}
}
