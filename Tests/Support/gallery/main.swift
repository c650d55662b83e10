// Draws the gallery: everything that a context draws, on one sheet.
// Licensed under the MIT license; see LICENSE.

import CoreText

let path = CommandLine.arguments.dropFirst().first ?? "gallery.png"
let sheet = Sheet(width: 1000, height: 1032)
sheet.row("Caps, joins", strokeCells)
sheet.row("Dashes, widths", dashCells)
sheet.row("Shapes, rules, clips", shapeCells)
sheet.row("Gradients, shadings", gradientCells)
sheet.row("Patterns, images, layers, shadows", paintCells)
sheet.row("Blend modes: a circle over a square", blendCells)
sheet.row("Text modes, with stripes drawn after those that clip", textCells)
try sheet.write(to: path)
