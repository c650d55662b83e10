// Maps from one plane to another: the part of a 4 x 4 matrix that matters for a flat layer.
// Licensed under the MIT license; see LICENSE.

/// The effect of a homography on a rectangle, from cheap to expensive; each class includes those
/// before.
public enum TransformClass: UInt8, Comparable, Sendable {
  /// Nothing changes.
  case identity
  /// Whole pixels: pixels map to pixels.
  case integerTranslation
  /// Axes stay axes and keep or reverse their direction; no right-angle turns.
  case scaleTranslation
  /// Lines that are parallel stay so.
  case affine
  /// Lines stay lines.
  case perspective

  /// Whether the left class is cheaper to draw.
  public static func < (left: TransformClass, right: TransformClass) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A 3 x 3 homography in rows, in Double.
///
/// Points are row vectors: (x', y', w') = (x, y, 1) · H.
public struct Homography: Equatable, Sendable {
  /// The factors of x.
  public var row1: SIMD3<Double>
  /// The factors of y.
  public var row2: SIMD3<Double>
  /// The translation, and the w of the origin.
  public var row3: SIMD3<Double>

  /// A map of its rows.
  @inlinable
  public init(_ row1: SIMD3<Double>, _ row2: SIMD3<Double>, _ row3: SIMD3<Double>) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
  }

  /// Creates the map of points of the plane z = 0 under `matrix`, seen from the front: z is
  /// dropped.
  public init(flattening matrix: Matrix4x4) {
    self.init(
      SIMD3(matrix.row1.x, matrix.row1.y, matrix.row1.w),
      SIMD3(matrix.row2.x, matrix.row2.y, matrix.row2.w),
      SIMD3(matrix.row4.x, matrix.row4.y, matrix.row4.w)
    )
  }

  /// The map that changes nothing.
  public static var identity: Homography {
    Homography(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
  }

  /// A translation.
  public static func translation(_ x: Double, _ y: Double) -> Homography {
    Homography(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(x, y, 1))
  }

  /// A scale about the origin.
  public static func scale(_ x: Double, _ y: Double) -> Homography {
    Homography(SIMD3(x, 0, 0), SIMD3(0, y, 0), SIMD3(0, 0, 1))
  }

  /// The product that applies `left` first.
  @inlinable
  public static func * (left: Homography, right: Homography) -> Homography {
    @inline(__always)
    func row(_ v: SIMD3<Double>) -> SIMD3<Double> {
      right.row1 * v.x + right.row2 * v.y + right.row3 * v.z
    }
    return Homography(row(left.row1), row(left.row2), row(left.row3))
  }

  /// The homogeneous image of a point.
  @inlinable
  @inline(__always)
  public func transform(_ x: Double, _ y: Double) -> SIMD3<Double> {
    row1 * x + row2 * y + row3
  }

  /// Whether all nine numbers are finite.
  @inlinable
  public var isFinite: Bool {
    (row1 + row2 + row3) * 0 == .zero
  }

  /// The determinant; 0 where the plane becomes a line or a point.
  public var determinant: Double {
    row1.x * (row2.y * row3.z - row2.z * row3.y) - row1.y * (row2.x * row3.z - row2.z * row3.x)
      + row1.z * (row2.x * row3.y - row2.y * row3.x)
  }

  /// The inverse up to a factor (the adjugate over the determinant), or nil if singular or not
  /// finite.
  public var inverse: Homography? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let d = 1 / determinant
    guard d.isFinite else { return nil }
    let (a, b, c) = (row1, row2, row3)
    return Homography(
      SIMD3(b.y * c.z - b.z * c.y, a.z * c.y - a.y * c.z, a.y * b.z - a.z * b.y) * d,
      SIMD3(b.z * c.x - b.x * c.z, a.x * c.z - a.z * c.x, a.z * b.x - a.x * b.z) * d,
      SIMD3(b.x * c.y - b.y * c.x, a.y * c.x - a.x * c.y, a.x * b.y - a.y * b.x) * d
    )
  }

  /// Whether parallels stay parallel: there is no perspective, nor a common factor.
  @inlinable
  @inline(__always)
  public var isAffine: Bool { row1.z == 0 && row2.z == 0 && row3.z == 1 }

  /// The narrowest class that holds for this homography.
  public var kind: TransformClass {
    guard isAffine else { return .perspective }
    guard row1.y == 0, row2.x == 0 else { return .affine }
    guard row1.x == 1, row2.y == 1 else { return .scaleTranslation }
    guard row3.x == row3.x.rounded(), row3.y == row3.y.rounded() else { return .scaleTranslation }
    return row3.x == 0 && row3.y == 0 ? .identity : .integerTranslation
  }
}
