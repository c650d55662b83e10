// Lengths along paths.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A place on a path.
package struct PathPlace: Equatable, Sendable {
  package var point: Point
  /// The direction of travel, of length 1; (1, 0) if the path has no length there.
  package var tangent: Point
}

/// A path with its lengths, for trimming, dashing and motion along it.
///
/// Lengths are in the path's own space; moves have none, closes that of their line.
package struct PathMeasure: Sendable {
  package init(_ path: Path) {}

  /// The length of all subpaths together.
  package var length: Double { 0 }

  /// The place at a length from the beginning, clamped to the path; nil for a path without pieces.
  package func place(at distance: Double) -> PathPlace? { nil }

  /// What lies between two shares of the length, 0...1, clamped: strokeStart and strokeEnd.
  ///
  /// Subpaths that are not cut stay closed if they are. Empty if `start` is not less than `end`.
  package func trimmed(from start: Double, to end: Double) -> Path { Path() }

  /// Dashes as open subpaths, with lengths and phase as in `StrokeStyle`.
  package func dashed(_ lengths: [Double], phase: Double) -> Path { Path() }
}
