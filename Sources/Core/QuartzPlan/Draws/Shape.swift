// Rectangles with round corners, mapped to pixels: the shapes of all draws and clips.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// A rounded rectangle in its shape space, and where that is in the output's pixels.
struct Shape {
  var kind = ShapeClass.axis
  /// minX, minY, maxX, maxY in shape space.
  var rect = SIMD4<Float>.zero
  var radiiX = SIMD4<Float>.zero
  var radiiY = SIMD4<Float>.zero
  var inverse1: SIMD4<Float> = SIMD4(1, 0, 0, 0)
  var inverse2: SIMD4<Float> = SIMD4(0, 1, 0, 0)
  var inverse3: SIMD4<Float> = SIMD4(0, 0, 1, 0)
  /// Every pixel that the shape can touch.
  var bounds = PixelRect.empty

  var isRounded: Bool { radiiX != .zero }

  /// The shape as draws have it.
  var record: ShapeRecord {
    ShapeRecord(
      rect: rect,
      radiiX: radiiX,
      radiiY: radiiY,
      inverse1: inverse1,
      inverse2: inverse2,
      inverse3: inverse3
    )
  }

  /// Whether it covers whole pixels only.
  var isPixelAligned: Bool {
    kind == .axis && !isRounded
      && rect
        == SIMD4(
          Float(bounds.minX),
          Float(bounds.minY),
          Float(bounds.maxX),
          Float(bounds.maxY)
        )
  }

  /// The pixels that a record's shape surely covers wholly; empty for turned shapes.
  ///
  /// Two rectangles cross in a rounded one, and where corners are circles a third touches all of
  /// them; this is the largest of these.
  @inline(__always)
  static func interior(_ kind: ShapeClass, _ record: some ShapedRecord) -> PixelRect {
    guard kind == .axis else { return .empty }
    let shape = record.shape
    return shape.radiiX == .zero
      ? interior(shape.rect) : interior(shape.rect, shape.radiiX, shape.radiiY)
  }

  /// The pixels that are wholly within a rectangle of minX, minY, maxX, maxY.
  private static func interior(_ rect: SIMD4<Float>) -> PixelRect {
    PixelRect(pixelCeil(rect.x), pixelCeil(rect.y), pixelFloor(rect.z), pixelFloor(rect.w))
  }

  private static func interior(
    _ rect: SIMD4<Float>,
    _ radiiX: SIMD4<Float>,
    _ radiiY: SIMD4<Float>
  ) -> PixelRect {
    let (wide, tall) = crossing(rect, radiiX, radiiY)
    let largest = wide.area >= tall.area ? wide : tall
    guard radiiX == radiiY, radiiX.max() > 0 else { return largest }
    // Where a circle of radius 1 in a corner meets the corner's diagonal.
    let inset = radiiX.max() * 0.2929
    let inner = PixelRect(
      pixelCeil(rect.x + inset),
      pixelCeil(rect.y + inset),
      pixelFloor(rect.z - inset),
      pixelFloor(rect.w - inset)
    )
    return inner.area > largest.area ? inner : largest
  }

  /// Whether every pixel of `pixels` is surely covered wholly.
  func covers(_ pixels: PixelRect) -> Bool {
    if pixels.isEmpty { return true }
    if kind == .axis {
      let (wide, tall) = Shape.crossing(rect, radiiX, radiiY)
      return wide.contains(pixels) || tall.contains(pixels)
    }
    // Turned shapes: the four corners, with a pixel to spare, in the rectangle without its corners.
    // A homography keeps convexity as long as the whole rectangle is in front of the eye.
    let inset = max(radiiX.max(), radiiY.max())
    for corner in 0..<4 {
      let x = corner & 1 == 0 ? Float(pixels.minX) - 1 : Float(pixels.maxX) + 1
      let y = corner & 2 == 0 ? Float(pixels.minY) - 1 : Float(pixels.maxY) + 1
      let point = inverse1 * x + inverse2 * y + inverse3
      guard point.z > 0 else { return false }
      let (lx, ly) = (point.x / point.z, point.y / point.z)
      guard lx > rect.x + inset, lx < rect.z - inset, ly > rect.y + inset, ly < rect.w - inset
      else { return false }
    }
    return true
  }

  /// The two rectangles of whole pixels between the corners of an axis-aligned shape.
  private static func crossing(
    _ rect: SIMD4<Float>,
    _ radiiX: SIMD4<Float>,
    _ radiiY: SIMD4<Float>
  ) -> (wide: PixelRect, tall: PixelRect) {
    let whole = interior(rect)
    let left = pixelCeil(rect.x + max(radiiX.x, radiiX.z))
    let right = pixelFloor(rect.z - max(radiiX.y, radiiX.w))
    let top = pixelCeil(rect.y + max(radiiY.x, radiiY.y))
    let bottom = pixelFloor(rect.w - max(radiiY.z, radiiY.w))
    return (
      PixelRect(whole.minX, top, whole.maxX, bottom),
      PixelRect(left, whole.minY, right, whole.maxY)
    )
  }
}

extension LayerStylePointer {
  /// Whether all edges are anti-aliased, as they are unless the layer says otherwise.
  @inline(__always)
  var hasSoftEdges: Bool {
    pointee.allowsSoftEdges && pointee.softEdges.rawValue == EdgeMask.all.rawValue
  }

  /// The edges of the layer that are not anti-aliased.
  var hardEdges: EdgeMask {
    pointee.allowsSoftEdges ? EdgeMask.all.subtracting(pointee.softEdges) : .all
  }
}

extension Shape {
  /// Takes the softness from edges: a pixel is in if its centre is.
  mutating func harden(_ edges: EdgeMask, _ world: Homography = .identity) {
    guard kind == .axis else {
      // Bits of the record: minX, maxX, minY, maxY.
      inverse3.w = Float(edges.rawValue)
      return
    }
    let isTurned = abs(world.row1.x) < abs(world.row1.y)
    var (left, right) = (edges.contains(.left), edges.contains(.right))
    var (upper, lower) = (edges.contains(.bottom), edges.contains(.top))
    if isTurned { (left, right, upper, lower) = (upper, lower, left, right) }
    if isTurned ? world.row2.x < 0 : world.row1.x < 0 { swap(&left, &right) }
    if isTurned ? world.row1.y < 0 : world.row2.y < 0 { swap(&upper, &lower) }
    func snapped(_ edge: Float) -> Float { Float(pixelCeil(edge - 0.5)) }
    if left { rect.x = snapped(rect.x) }
    if upper { rect.y = snapped(rect.y) }
    if right { rect.z = snapped(rect.z) }
    if lower { rect.w = snapped(rect.w) }
  }

  /// Off-diagonal parts that move no point of a shape by more than this many pixels are rounding.
  private static let straightness = 1.0 / 4096

  /// A rounded rectangle of a layer, mapped to pixels.
  ///
  /// - Parameters:
  ///   - rect: In the layer's space, points, standardised.
  ///   - radii: Corner radii in points, in the order of `CornerMask`'s bits.
  ///   - world: The map from the layer's space to the output's pixels.
  /// - Returns: Nil if nothing of it can show: singular, behind the eye or not finite.
  init?(_ rect: Rect, radii: SIMD4<Double>, world: Homography) {
    if !set(rect, radii, world) { return nil }
  }

  /// As `init(_:radii:world:)`, but empty if nothing of it can show.
  init(shown rect: Rect, radii: SIMD4<Double>, world: Homography) {
    if !set(rect, radii, world) { self = Shape() }
  }

  @inline(__always)
  private mutating func set(_ rect: Rect, _ radii: SIMD4<Double>, _ world: Homography) -> Bool {
    guard rect.width > 0, rect.height > 0 else { return false }
    if setAxis(rect, radii, world) { return true }
    guard setGeneral(rect, radii, world), let bounds = Shape.projectedBounds(rect, world) else {
      return false
    }
    self.bounds = bounds
    return true
  }

  /// Gives the shape the layer's space for its own; false for a map without an inverse.
  mutating func setGeneral(_ rect: Rect, _ radii: SIMD4<Double>, _ world: Homography) -> Bool {
    guard rect.isInCoordinateRange, let inverse = world.inverse, inverse.isInCoordinateRange else {
      return false
    }
    kind = .general
    self.rect = SIMD4<Float>(
      Float(rect.minX),
      Float(rect.minY),
      Float(rect.maxX),
      Float(rect.maxY)
    )
    radiiX = SIMD4<Float>(radii)
    radiiY = radiiX
    inverse1 = SIMD4<Float>(SIMD4(inverse.row1, 0))
    inverse2 = SIMD4<Float>(SIMD4(inverse.row2, 0))
    inverse3 = SIMD4<Float>(SIMD4(inverse.row3, 0))
    return true
  }

  /// Gives the shape the space of pixels for its own; false if its edges are not parallel to them.
  ///
  /// Quarter turns count as parallel.
  @inline(__always)
  private mutating func setAxis(
    _ rect: Rect,
    _ radii: SIMD4<Double>,
    _ world: Homography
  ) -> Bool {
    guard world.isAffine else { return false }
    let straight =
      abs(world.row1.y) * rect.width <= Shape.straightness
      && abs(world.row2.x) * rect.height <= Shape.straightness
    let turned =
      abs(world.row1.x) * rect.width <= Shape.straightness
      && abs(world.row2.y) * rect.height <= Shape.straightness
    guard straight != turned else { return false }
    let first = world.transform(rect.minX, rect.minY)
    let last = world.transform(rect.maxX, rect.maxY)
    guard setCorners(first, last) else { return false }
    if radii != .zero {
      // Where each pixel corner comes from: quarter turns swap, mirrors exchange.
      var corners = turned ? SIMD4(radii.x, radii.z, radii.y, radii.w) : radii
      if last.x < first.x { corners = SIMD4(corners.y, corners.x, corners.w, corners.z) }
      if last.y < first.y { corners = SIMD4(corners.z, corners.w, corners.x, corners.y) }
      radiiX = SIMD4<Float>(corners * abs(turned ? world.row2.x : world.row1.x))
      radiiY = SIMD4<Float>(corners * abs(turned ? world.row1.y : world.row2.y))
    }
    return true
  }

  /// Sets the rectangle between two corners; false, and nothing set, if there is none.
  @inline(__always)
  fileprivate mutating func setCorners(_ first: SIMD3<Double>, _ last: SIMD3<Double>) -> Bool {
    // A non-finite corner makes a NaN here, which no comparison accepts.
    guard abs(first.x) + abs(first.y) + abs(last.x) + abs(last.y) < 1e30 else { return false }
    let corners = SIMD4<Float>(
      Float(min(first.x, last.x)),
      Float(min(first.y, last.y)),
      Float(max(first.x, last.x)),
      Float(max(first.y, last.y))
    )
    guard corners.x < corners.z, corners.y < corners.w else { return false }
    rect = corners
    bounds = PixelRect(
      pixelFloor(corners.x),
      pixelFloor(corners.y),
      pixelCeil(corners.z),
      pixelCeil(corners.w)
    )
    return true
  }

  /// The pixels around the part of a rectangle that is in front of the eye, with room for soft
  /// edges.
  static func projectedBounds(_ rect: Rect, _ world: Homography) -> PixelRect? {
    let corners = (
      world.transform(rect.minX, rect.minY), world.transform(rect.maxX, rect.minY),
      world.transform(rect.maxX, rect.maxY), world.transform(rect.minX, rect.maxY)
    )
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    func add(_ point: SIMD3<Double>) {
      let position = SIMD2(point.x, point.y) / point.z
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
    func addEdge(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
      if a.z >= nearest { add(a) }
      if (a.z >= nearest) != (b.z >= nearest) {
        add(a + (b - a) * ((nearest - a.z) / (b.z - a.z)))
      }
    }
    addEdge(corners.0, corners.1)
    addEdge(corners.1, corners.2)
    addEdge(corners.2, corners.3)
    addEdge(corners.3, corners.0)
    guard low.x <= high.x, low.y <= high.y else { return nil }
    return PixelRect(
      pixelFloor(Float(low.x - 0.5)),
      pixelFloor(Float(low.y - 0.5)),
      pixelCeil(Float(high.x + 0.5)),
      pixelCeil(Float(high.y + 0.5))
    )
  }

  /// Points nearer to the eye's plane than this (in homogeneous w) are cut off.
  private static let nearest = 1e-6
}

/// A rectangle that is mapped to pixels by maps of which only the last rows differ.
struct MovingShape {
  /// As the last map has it.
  var shape: Shape
  // Corners under the first two rows, if the edges are parallel to those of pixels.
  private let first: SIMD3<Double>
  private let last: SIMD3<Double>
  /// Whether it can be moved.
  let isAxis: Bool

  /// As `Shape(shown:radii:world:)`.
  init(_ rect: Rect, radii: SIMD4<Double>, world: Homography) {
    shape = Shape(shown: rect, radii: radii, world: world)
    isAxis = shape.kind == .axis && !shape.bounds.isEmpty
    first = world.row1 * rect.minX + world.row2 * rect.minY
    last = world.row1 * rect.maxX + world.row2 * rect.maxY
  }

  /// Moves it to where a map with another last row has it; false if that is not known.
  @inline(__always)
  mutating func move(_ row3: SIMD3<Double>) -> Bool {
    isAxis && shape.setCorners(first + row3, last + row3)
  }
}

/// Pixel indexes stay within this, far outside of any surface, so that sums cannot overflow.
private let pixelLimit: Float = 1e8

// Without the rounding of the library, which is a call on most machines.

/// The largest whole number that is not above `value`; NaN counts as 0.
@inline(__always)
func pixelFloor(_ value: Float) -> Int32 {
  let value = pixelClamped(value)
  let whole = Int32(value)
  return Float(whole) > value ? whole - 1 : whole
}

/// The smallest whole number that is not below `value`; NaN counts as 0.
@inline(__always)
func pixelCeil(_ value: Float) -> Int32 {
  let value = pixelClamped(value)
  let whole = Int32(value)
  return Float(whole) < value ? whole + 1 : whole
}

@inline(__always)
private func pixelClamped(_ value: Float) -> Float {
  guard value > -pixelLimit else { return value.isNaN ? 0 : -pixelLimit }
  return value < pixelLimit ? value : pixelLimit
}
