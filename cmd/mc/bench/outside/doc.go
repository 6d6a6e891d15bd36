// Package outside has models, each in a file of its own, as users would write them who know the toolkit only from its
// documents: mostly well-known TLA+ specifications. They measure the performance that users get without any tuning.
package outside
