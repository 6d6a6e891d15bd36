// Package plot draws how numbers grow: a [Chart] has a line for each system, over its size or any other whole
// number, and beside it the curves that the literature gives.
//
// A chart is SVG, drawn by gonum.org/v1/plot. Its colours are custom properties of CSS, so that it is light or
// dark as the page around it, or the reader's system, is; a chart looks the same each time it is drawn.
//
// # Limitations
//
// Texts are measured in Liberation Sans, which is as wide as Arial and Helvetica; in other fonts they may be a
// little wider or narrower than the room for them.
package plot
