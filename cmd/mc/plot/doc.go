// Package plot draws charts of how numbers grow. A [Chart] has a line for each system, over its size or another whole
// number, and the curves that the literature gives.
//
// A chart is SVG, drawn by gonum.org/v1/plot. Its colours are CSS custom properties, so it is light or dark like the
// page around it or the reader's system. A chart looks the same each time it is drawn.
//
// # Limitations
//
// Text is measured in Liberation Sans, which has the metrics of Arial and Helvetica. In other fonts it may be a little
// wider or narrower than the room for it.
package plot
