// Strokes as paths.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// An outline has more points than it may have.
package struct TooManyPoints: Error {
  package init() {}
}

extension Path {
  /// The outline of the stroke along the path, of straight lines, to be filled by the non-zero
  /// rule.
  ///
  /// - Parameter tolerance: How far the outline may be from the true one, in the path's space.
  package func stroked(_ style: StrokeStyle, tolerance: Double = 1.0 / 64) -> Path {
    (try? stroked(style, tolerance: tolerance, mostPoints: .max)) ?? Path()
  }

  /// As `stroked(_:tolerance:)`; throws if the outline has more than so many points.
  package func stroked(
    _ style: StrokeStyle,
    tolerance: Double,
    mostPoints: Int
  ) throws(TooManyPoints) -> Path {
    // To measure a curve takes many times what it takes to follow it.
    guard style.dash.isEmpty || elements.count <= mostPoints else { throw TooManyPoints() }
    var stroker = Stroker()
    let dashed =
      style.dash.isEmpty ? self : PathMeasure(self).dashed(style.dash, phase: style.dashPhase)
    stroker.stroke(dashed, style, tolerance: tolerance, visible: nil, mostPoints: mostPoints)
    if stroker.isFull { throw TooManyPoints() }
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
