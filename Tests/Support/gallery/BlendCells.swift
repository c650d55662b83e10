// Cells of blend modes.
// Licensed under the MIT license; see LICENSE.

import CoreText

/// A square with all hues and, in the mode, a circle from dark to light that fades out to the
/// right.
private func blend(_ mode: CGBlendMode) -> Cell {
  Cell("\(mode)") {
    checkers($0)
    // The modes act within a layer of their own, so that what has no alpha shows the paper.
    $0.beginTransparencyLayer(auxiliaryInfo: nil)
    $0.saveGState()
    $0.clip(to: box(6, 6, 56, 60))
    $0.drawLinearGradient(rainbow, start: point(0, 10), end: point(0, 62), options: both)
    $0.restoreGState()
    $0.setBlendMode(mode)
    $0.addEllipse(in: box(24, 6, 60, 60))
    $0.clip()
    $0.drawLinearGradient(source, start: point(24, 0), end: point(84, 0), options: both)
    $0.endTransparencyLayer()
  }
}

private let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]

private let source = gradient([color(0x301A4B), color(0xF08C2E), color(0xFFE9A8, 0.5)])

let blendCells = CGBlendMode.allCases.map(blend)
