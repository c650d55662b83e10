// Strokes as paths.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension Path {
  /// The outline of the stroke along the path, of straight lines, to be filled by the non-zero rule.
  ///
  /// - Parameter tolerance: How far the outline may be from the true one, in the path's space.
  package func stroked(_ style: StrokeStyle, tolerance: Double = 1.0 / 64) -> Path { Path() }
}
