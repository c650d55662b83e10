// The 4 x 4 matrices of the layer model, in Double.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A 4 x 4 matrix in rows.
///
/// Points are row vectors on the left: p' = p · M, as in Core Animation.
///
/// `rows.3` holds the translation (m41, m42, m43); m34 makes perspective.
public struct Matrix4x4: Equatable, Hashable, Sendable {
  /// m11 to m14: the factors of x.
  public var row1: SIMD4<Double>
  /// m21 to m24: the factors of y.
  public var row2: SIMD4<Double>
  /// m31 to m34: the factors of z.
  public var row3: SIMD4<Double>
  /// m41 to m44: the translation, and the w of the origin.
  public var row4: SIMD4<Double>

  /// A matrix of its rows.
  @inlinable
  public init(
    _ row1: SIMD4<Double>,
    _ row2: SIMD4<Double>,
    _ row3: SIMD4<Double>,
    _ row4: SIMD4<Double>
  ) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
    self.row4 = row4
  }

  /// The matrix that changes nothing.
  public static var identity: Matrix4x4 {
    Matrix4x4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  /// A translation.
  public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Matrix4x4 {
    Matrix4x4(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }

  /// A scale about the origin.
  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Matrix4x4 {
    Matrix4x4(SIMD4(x, 0, 0, 0), SIMD4(0, y, 0, 0), SIMD4(0, 0, z, 0), SIMD4(0, 0, 0, 1))
  }

  /// A rotation by `angle` radians about the axis (x, y, z); the identity for an axis of length 0.
  ///
  /// Positive angles turn the x axis towards the y axis about z: clockwise on a y-down screen.
  public static func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> Matrix4x4 {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return .identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (s, c) = (sin(angle), cos(angle))
    let t = 1 - c
    return Matrix4x4(
      SIMD4(c + x * x * t, x * y * t + z * s, x * z * t - y * s, 0),
      SIMD4(x * y * t - z * s, c + y * y * t, y * z * t + x * s, 0),
      SIMD4(x * z * t + y * s, y * z * t - x * s, c + z * z * t, 0),
      SIMD4(0, 0, 0, 1)
    )
  }

  /// A perspective whose eye is `distance` in front of the plane z = 0 (m34 = -1 / distance).
  public static func perspective(_ distance: Double) -> Matrix4x4 {
    Matrix4x4(
      SIMD4(1, 0, 0, 0),
      SIMD4(0, 1, 0, 0),
      SIMD4(0, 0, 1, -1 / distance),
      SIMD4(0, 0, 0, 1)
    )
  }

  /// The product that applies `left` first.
  public static func * (left: Matrix4x4, right: Matrix4x4) -> Matrix4x4 {
    @inline(__always)
    func row(_ v: SIMD4<Double>) -> SIMD4<Double> {
      right.row1 * v.x + right.row2 * v.y + right.row3 * v.z + right.row4 * v.w
    }
    return Matrix4x4(row(left.row1), row(left.row2), row(left.row3), row(left.row4))
  }

  /// The row vector `point` times the matrix.
  @inlinable
  @inline(__always)
  public func transform(_ point: SIMD4<Double>) -> SIMD4<Double> {
    row1 * point.x + row2 * point.y + row3 * point.z + row4 * point.w
  }

  /// Whether it changes nothing.
  public var isIdentity: Bool {
    row4 == SIMD4(0, 0, 0, 1) && hasUnitRows
  }

  /// Whether only its fourth row is other than that of the identity.
  private var hasUnitRows: Bool {
    row1 == SIMD4(1, 0, 0, 0) && row2 == SIMD4(0, 1, 0, 0) && row3 == SIMD4(0, 0, 1, 0)
  }

  /// Whether it moves all points by the same.
  public var isTranslation: Bool { row4.w == 1 && hasUnitRows }

  /// Whether all sixteen numbers are finite.
  public var isFinite: Bool {
    // A sum of finite products is NaN or infinite exactly if one of the numbers is.
    let zero = (row1 + row2 + row3 + row4) * 0
    return zero == .zero
  }

  /// Whether only x and y move, by an affine map: no perspective, no depth.
  public var isAffine2D: Bool {
    row1.z == 0 && row1.w == 0 && row2.z == 0 && row2.w == 0
      && row3 == SIMD4(0, 0, 1, 0) && row4.z == 0 && row4.w == 1
  }

  /// The determinant; 0 where space becomes a plane, a line or a point.
  public var determinant: Double {
    let s = minors
    return s.0 * s.11 - s.1 * s.10 + s.2 * s.9 + s.3 * s.8 - s.4 * s.7 + s.5 * s.6
  }

  /// The inverse, or nil for a matrix that is singular or not finite.
  public var inverse: Matrix4x4? {
    let m = minors
    let determinant = m.0 * m.11 - m.1 * m.10 + m.2 * m.9 + m.3 * m.8 - m.4 * m.7 + m.5 * m.6
    guard determinant != 0, determinant.isFinite else { return nil }
    let d = 1 / determinant
    guard d.isFinite else { return nil }
    let (a, b, c, e) = (row1, row2, row3, row4)
    return Matrix4x4(
      SIMD4(
        b.y * m.11 - b.z * m.10 + b.w * m.9,
        -a.y * m.11 + a.z * m.10 - a.w * m.9,
        e.y * m.5 - e.z * m.4 + e.w * m.3,
        -c.y * m.5 + c.z * m.4 - c.w * m.3
      ) * d,
      SIMD4(
        -b.x * m.11 + b.z * m.8 - b.w * m.7,
        a.x * m.11 - a.z * m.8 + a.w * m.7,
        -e.x * m.5 + e.z * m.2 - e.w * m.1,
        c.x * m.5 - c.z * m.2 + c.w * m.1
      ) * d,
      SIMD4(
        b.x * m.10 - b.y * m.8 + b.w * m.6,
        -a.x * m.10 + a.y * m.8 - a.w * m.6,
        e.x * m.4 - e.y * m.2 + e.w * m.0,
        -c.x * m.4 + c.y * m.2 - c.w * m.0
      ) * d,
      SIMD4(
        -b.x * m.9 + b.y * m.7 - b.z * m.6,
        a.x * m.9 - a.y * m.7 + a.z * m.6,
        -e.x * m.3 + e.y * m.1 - e.z * m.0,
        c.x * m.3 - c.y * m.1 + c.z * m.0
      ) * d
    )
  }

  /// The 2 x 2 minors of the upper (0...5) and lower (6...11) two rows.
  private var minors:
    (
      Double, Double, Double, Double, Double, Double,
      Double, Double, Double, Double, Double, Double
    )
  {
    let (a, b, c, e) = (row1, row2, row3, row4)
    return (
      a.x * b.y - b.x * a.y, a.x * b.z - b.x * a.z, a.x * b.w - b.x * a.w,
      a.y * b.z - b.y * a.z, a.y * b.w - b.y * a.w, a.z * b.w - b.z * a.w,
      c.x * e.y - e.x * c.y, c.x * e.z - e.x * c.z, c.x * e.w - e.x * c.w,
      c.y * e.z - e.y * c.z, c.y * e.w - e.y * c.w, c.z * e.w - e.z * c.w
    )
  }
}
