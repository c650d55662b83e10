// Strokes as paths.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension Path {
  /// The outline of the stroke along the path, of straight lines, to be filled by the non-zero rule.
  ///
  /// - Parameter tolerance: How far the outline may be from the true one, in the path's space.
  package func stroked(_ style: StrokeStyle, tolerance: Double = 1.0 / 64) -> Path {
    var stroker = Stroker()
    let dashed =
      style.dash.isEmpty ? self : PathMeasure(self).dashed(style.dash, phase: style.dashPhase)
    stroker.stroke(dashed, style, tolerance: tolerance, visible: nil)
    var result = Path()
    result.reserve(
      elements: stroker.outline.count + stroker.contourEnds.count,
      points: stroker.outline.count
    )
    var index = 0
    for contour in 0..<stroker.contourEnds.count {
      // Bounds: contours end where the next one begins, the last one with the outline.
      let end = Int(stroker.contourEnds.base[contour])
      if index < end { result.move(to: stroker.outline.base[index]) }
      index += 1
      while index < end {
        result.line(to: stroker.outline.base[index])
        index += 1
      }
      result.close()
    }
    return result
  }
}
