// Package outside has models as their authors would write them who know the toolkit from its documents, each in a file
// of its own: mostly known specifications of TLA+. They are for measuring what users pay who do nothing for speed.
package outside
