package raftmembership

import "github.com/anel-mc/mc/specs/spec"

func cases() []spec.Case { return nil }
