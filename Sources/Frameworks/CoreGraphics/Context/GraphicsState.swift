// The state of a context between drawing calls, which can be saved and restored.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzRaster

/// The colour that fills or strokes paint with.
struct PaintStyle {
  /// The space of the components that `setFillColor(_:)` with components takes.
  var space: CGColorSpace
  var color: CGColor

  /// Opaque black in device grey.
  static let black = PaintStyle(
    space: CGColorSpaceCreateDeviceGray(),
    color: CGColor(deviceGray: 0, alpha: 1)
  )
}

/// A shadow under everything that is drawn.
struct ShadowStyle {
  /// In pixels, y down.
  var offset: Point
  /// The standard deviation in pixels.
  var sigma: Double
  var color: CGColor
}

/// The parameters of drawing.
struct GraphicsState {
  /// User space to device space.
  ///
  /// Both have y pointing up; device space has the origin at the bitmap's bottom left.
  var ctm: Affine
  var clip: Clip
  /// The cuts of the clip on a page; bitmaps have them in `clip`.
  var clips: [VectorClip] = []

  var fill = PaintStyle.black
  var stroke = PaintStyle.black
  /// In user space.
  var line = StrokeStyle(width: 1)
  var flatness: CGFloat = 0.5
  /// The offset of patterns, in the space of the context before all transforms.
  var patternPhase = CGSize.zero

  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var shadow: ShadowStyle?
  var antialiases = true
  var interpolationQuality = CGInterpolationQuality.default
  var textDrawingMode = CGTextDrawingMode.fill
  /// Whether glyphs may begin between pixels, and whether they then begin at quarters of them.
  var positionsGlyphsInPixels = true
  var quantizesGlyphs = false
}
