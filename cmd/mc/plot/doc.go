// Package plot draws how numbers grow: a [Chart] has a line for each system, over its size or any other whole
// number, and the curves that the literature gives.
//
// A chart is SVG, drawn by gonum.org/v1/plot. Its colours are CSS custom properties, so that it is light or
// dark like the page around it, or the reader's system. A chart looks the same each time it is drawn.
//
// # Limitations
//
// Text is measured in Liberation Sans, which is as wide as Arial and Helvetica; in other fonts it may be a
// little wider or narrower than the room for it.
package plot
