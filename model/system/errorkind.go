package system

import "github.com/anel-mc/mc/model"

// What is found of a model by running its functions more than once, and by writing down what they do.
const (
	// Impure: a function of the model gave different answers to the same
	// question, or changed its argument.
	Impure model.ErrorKind = "impure"
	// Unencodable: a state or message holds something that is not a plain value.
	Unencodable model.ErrorKind = "cannot be encoded"
	// TooLarge: the model needs more events, outcomes or values than can be numbered.
	TooLarge model.ErrorKind = "too large"
)
