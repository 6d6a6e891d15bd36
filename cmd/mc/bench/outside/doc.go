// Package outside has models as their authors elsewhere wrote them, for measurements: transcribed as a user would, and
// not with this toolkit's costs in mind. Each file is a model, and a function that makes it for n, with the properties
// that are asked of it.
package outside
