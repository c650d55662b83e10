// Paths to coverage.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// Turns paths into masks; keeps its scratch memory from one path to the next.
///
/// A rasterizer belongs to one thread at a time. Its results depend on its arguments alone.
package struct PathRasterizer: ~Copyable {
  /// How far lines may be from the curve that they stand for, in pixels.
  ///
  /// On the average over a curve they are not off at all: see `CurvePolynomial`.
  package static let tolerance = 1.0 / 32

  private var chains = EdgeChains()
  private var sweep = RowSweep()
  private var stroker = Stroker()

  package init() {}

  /// The allowed steps of each mask from now on; unlimited at first.
  ///
  /// Steps are points of lines, the rows and pixels that the lines cross, and the work of finding
  /// their intersections.
  package var allowance: Int {
    get { sweep.allowance }
    set { sweep.allowance = newValue }
  }

  /// A point is several lines' ends, and bytes of more than one list.
  package static let stepsOfPoint = 8

  /// The points that the allowance pays for.
  private var mostPoints: Int { allowance == .max ? .max : allowance / PathRasterizer.stepsOfPoint }

  /// The cost of the last mask; more than the allowance if it was given up and is empty.
  package var steps: Int { sweep.steps }

  /// Replaces `mask` with the coverage of the inside of a path.
  ///
  /// Subpaths that are open are closed. Elements with a point that is not finite are left out, and
  /// so is a subpath whose move is not; coordinates beyond a billion pixels count as a billion.
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
    chains.reset(width: bounds.width, height: bounds.height, mostPoints: mostPoints)
    let origin = Point(Double(bounds.minX), Double(bounds.minY))
    chains.add(path, transform: transform, origin: origin)
    sweep.run(&chains, rule: rule, bounds: bounds, into: &mask)
  }

  /// Replaces `mask` with the coverage of a stroke along a path.
  ///
  /// The stroke is a set of points in the path's space, so a transform that is not uniform changes
  /// the line's width with its direction. Where it lies upon itself it counts once.
  package mutating func stroke(
    _ path: Path,
    style: StrokeStyle,
    transform: Affine = .identity,
    in bounds: PixelRect,
    into mask: inout CoverageMask
  ) {
    mask.removeAll()
    guard !bounds.isEmpty, transform.isFinite else { return }
    let scale = transform.largestScale
    guard scale > 0 else { return }
    // To measure a curve takes many times what it takes to follow it.
    let measured = style.dash.isEmpty ? 0 : path.elements.count
    if measured > mostPoints { return sweep.giveUp() }
    let dashed =
      style.dash.isEmpty ? path : PathMeasure(path).dashed(style.dash, phase: style.dashPhase)
    stroker.stroke(
      dashed,
      style,
      tolerance: PathRasterizer.tolerance / scale,
      visible: transform.inverse?.bounds(of: bounds),
      mostPoints: mostPoints
    )
    if stroker.isFull { return sweep.giveUp() }
    chains.reset(width: bounds.width, height: bounds.height)
    let origin = Point(Double(bounds.minX), Double(bounds.minY))
    chains.add(stroker, transform: transform, origin: origin)
    sweep.run(&chains, rule: .nonZero, bounds: bounds, into: &mask)
  }
}

extension EdgeChains {
  /// Adds the contours of a stroke that is brought to pixels by `transform`.
  fileprivate mutating func add(_ stroker: borrowing Stroker, transform: Affine, origin: Point) {
    var index = 0
    for contour in 0..<stroker.contourEnds.count {
      // Bounds: contours end where the next one begins, the last one with the outline.
      let end = Int(stroker.contourEnds.base[contour])
      var isFirst = true
      while index < end {
        let snapped = EdgeChains.snapped(transform.transform(stroker.outline.base[index]))
        let point = Point(snapped.x - origin.x, snapped.y - origin.y)
        if isFirst { move(to: point) } else { line(to: point) }
        isFirst = false
        index += 1
      }
      closeContour()
    }
  }
}

extension Affine {
  /// The most that the map makes a vector longer: its larger singular value.
  var largestScale: Double {
    let (sum, difference) = (a * a + b * b + c * c + d * d, abs(determinant) * 2)
    return ((sum + difference).squareRoot() + max(sum - difference, 0).squareRoot()) / 2
  }

  /// The smallest rectangle around what the map makes of a rectangle of pixels.
  fileprivate func bounds(of rect: PixelRect) -> Rect {
    let (x0, x1) = (Double(rect.minX), Double(rect.maxX))
    let (y0, y1) = (Double(rect.minY), Double(rect.maxY))
    let corners = (
      transform(Point(x0, y0)), transform(Point(x1, y0)), transform(Point(x0, y1)),
      transform(Point(x1, y1))
    )
    let minX = min(min(corners.0.x, corners.1.x), min(corners.2.x, corners.3.x))
    let maxX = max(max(corners.0.x, corners.1.x), max(corners.2.x, corners.3.x))
    let minY = min(min(corners.0.y, corners.1.y), min(corners.2.y, corners.3.y))
    let maxY = max(max(corners.0.y, corners.1.y), max(corners.2.y, corners.3.y))
    return Rect(minX, minY, maxX - minX, maxY - minY)
  }
}
