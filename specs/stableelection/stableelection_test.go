package stableelection

import (
	"testing"

	"github.com/anel-mc/mc/specs/spec"
)

func TestSpec(t *testing.T) { spec.Test(t, Spec()) }
