// Package specs is the catalogue: the list of all entries.
package specs

import (
	"github.com/anel-mc/mc/specs/abdregister"
	"github.com/anel-mc/mc/specs/adaptivedetector"
	"github.com/anel-mc/mc/specs/anel1"
	"github.com/anel-mc/mc/specs/anel2"
	"github.com/anel-mc/mc/specs/banktransfer"
	"github.com/anel-mc/mc/specs/bully"
	"github.com/anel-mc/mc/specs/bullyboss"
	"github.com/anel-mc/mc/specs/bullygarciamolina"
	"github.com/anel-mc/mc/specs/centralcoordinator"
	"github.com/anel-mc/mc/specs/changroberts"
	"github.com/anel-mc/mc/specs/conditionalwrite"
	"github.com/anel-mc/mc/specs/eventuallyperfect"
	"github.com/anel-mc/mc/specs/franklin"
	"github.com/anel-mc/mc/specs/hybridlogicalclock"
	"github.com/anel-mc/mc/specs/invitation"
	"github.com/anel-mc/mc/specs/lamportclock"
	"github.com/anel-mc/mc/specs/lamportmutex"
	"github.com/anel-mc/mc/specs/maekawa"
	"github.com/anel-mc/mc/specs/mvcc"
	"github.com/anel-mc/mc/specs/omega"
	"github.com/anel-mc/mc/specs/omegarecovery"
	"github.com/anel-mc/mc/specs/paxos"
	"github.com/anel-mc/mc/specs/phiaccrual"
	"github.com/anel-mc/mc/specs/physicalclock"
	"github.com/anel-mc/mc/specs/quorummutex"
	"github.com/anel-mc/mc/specs/ricartagrawala"
	"github.com/anel-mc/mc/specs/ringelection"
	"github.com/anel-mc/mc/specs/singlecopyregister"
	"github.com/anel-mc/mc/specs/spec"
	"github.com/anel-mc/mc/specs/stableelection"
	"github.com/anel-mc/mc/specs/swim"
	"github.com/anel-mc/mc/specs/termvoting"
	"github.com/anel-mc/mc/specs/threephasecommit"
	"github.com/anel-mc/mc/specs/tokenring"
	"github.com/anel-mc/mc/specs/twophasecommit"
	"github.com/anel-mc/mc/specs/vectorclock"
	"github.com/anel-mc/mc/specs/versioneddocuments"
	"github.com/anel-mc/mc/specs/versionedstore"
	"github.com/anel-mc/mc/specs/yoyo"
)

// All returns the catalogue in alphabetical order.
func All() []spec.Spec {
	return []spec.Spec{
		abdregister.Spec(),
		adaptivedetector.Spec(),
		anel1.Spec(),
		anel2.Spec(),
		banktransfer.Spec(),
		bully.Spec(),
		bullyboss.Spec(),
		bullygarciamolina.Spec(),
		centralcoordinator.Spec(),
		changroberts.Spec(),
		conditionalwrite.Spec(),
		eventuallyperfect.Spec(),
		franklin.Spec(),
		hybridlogicalclock.Spec(),
		invitation.Spec(),
		lamportclock.Spec(),
		lamportmutex.Spec(),
		maekawa.Spec(),
		mvcc.Spec(),
		omega.Spec(),
		omegarecovery.Spec(),
		paxos.Spec(),
		phiaccrual.Spec(),
		physicalclock.Spec(),
		quorummutex.Spec(),
		ricartagrawala.Spec(),
		ringelection.Spec(),
		singlecopyregister.Spec(),
		stableelection.Spec(),
		swim.Spec(),
		termvoting.Spec(),
		threephasecommit.Spec(),
		tokenring.Spec(),
		twophasecommit.Spec(),
		vectorclock.Spec(),
		versioneddocuments.Spec(),
		versionedstore.Spec(),
		yoyo.Spec(),
	}
}
