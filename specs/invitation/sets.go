package invitation

import (
	"slices"

	"github.com/anel-mc/mc/model"
)

// Sets of processors are sorted slices that are never written to.

func has(set []model.ID, p model.ID) bool { return slices.Contains(set, p) }

func with(set []model.ID, p model.ID) []model.ID {
	at, found := slices.BinarySearch(set, p)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), at, p)
}

func without(set []model.ID, p model.ID) []model.ID {
	return slices.DeleteFunc(slices.Clone(set), func(q model.ID) bool { return q == p })
}
