package system

import (
	"fmt"

	"github.com/anel-mc/mc/model"
)

// Errors in a model that are found by running its functions more than once, and by recording what they do.
const (
	// Impure means that a function of the model gave different answers to the same question, or changed its argument.
	Impure model.ErrorKind = "impure"
	// Unencodable means that a state or message holds something that is not a plain value.
	Unencodable model.ErrorKind = "cannot be encoded"
	// TooLarge means that the model needs more events, outcomes or values than can be numbered.
	TooLarge model.ErrorKind = "too large"
)

// Usual causes of impurity.
const (
	causeOutside = "it reads something that is not in its state: a clock, a random number, a variable outside, or " +
		"the order of a map"
	causeOrder = "it ranges over a map, whose order is random: range over sorted keys instead"
)

// causeBetween is the usual cause if an answer has changed although two calls in a row gave the same one.
const causeBetween = "it reads something that is not in its state and that was changed in between, " +
	"by another function or by itself: a variable outside, a cache, a clock"

const askedAgain = "asked again when all had been explored, it gave another answer"

// changedMind returns the error for a question whose answer has changed.
func changedMind(where, first, then string) *model.Error {
	return &model.Error{Kind: Impure, Where: where, Cause: causeBetween,
		Detail: fmt.Sprintf("%s to the same question: first %s; then %s", askedAgain, first, then)}
}
