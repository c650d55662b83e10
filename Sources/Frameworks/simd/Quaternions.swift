// Quaternions: rotations in space.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A quaternion: a rotation in space.
public struct Quaternion<Scalar>: Hashable where Scalar: SIMDScalar & BinaryFloatingPoint {
  /// The imaginary part, then the real part.
  public var vector: SIMD4<Scalar>

  /// Creates a quaternion of zeros.
  @inlinable
  public init() { vector = .zero }

  /// Creates a quaternion of its parts.
  @inlinable
  public init(vector: SIMD4<Scalar>) { self.vector = vector }

  /// Creates a quaternion of its parts.
  @inlinable
  public init(ix: Scalar, iy: Scalar, iz: Scalar, r: Scalar) {
    vector = SIMD4<Scalar>(ix, iy, iz, r)
  }

  /// Creates a quaternion of its parts.
  @inlinable
  public init(real: Scalar, imag: SIMD3<Scalar>) { vector = SIMD4<Scalar>(imag, real) }

  /// Creates the rotation about an axis.
  ///
  /// - Parameters:
  ///   - angle: In radians.
  ///   - axis: Of the length 1.
  @inlinable
  public init(angle: Scalar, axis: SIMD3<Scalar>) {
    self.init(real: Scalar(cos(Double(angle) / 2)), imag: axis * Scalar(sin(Double(angle) / 2)))
  }

  /// Creates the shortest rotation from one direction to another.
  ///
  /// - Parameters:
  ///   - from: Of the length 1.
  ///   - to: Of the length 1.
  @inlinable
  public init(from: SIMD3<Scalar>, to: SIMD3<Scalar>) {
    let middle = from + to
    let squared = simd_length_squared(middle)
    guard squared > Scalar.ulpOfOne else {
      // Half a turn, about any axis that is perpendicular.
      let other: SIMD3<Scalar> =
        from.x.magnitude < 0.5 ? SIMD3<Scalar>(1, 0, 0) : SIMD3<Scalar>(0, 1, 0)
      self.init(real: 0, imag: simd_normalize(simd_cross(from, other)))
      return
    }
    let half = middle / squared.squareRoot()
    self.init(real: simd_dot(from, half), imag: simd_cross(from, half))
  }

  /// Creates the rotation of a matrix that only rotates.
  @inlinable
  public init(_ rotationMatrix: SIMDMatrix3x3<Scalar>) {
    let (a, b, c) = rotationMatrix.columns
    let trace = a.x + b.y + c.z
    if trace > 0 {
      let root = (trace + 1).squareRoot() * 2
      self.init(
        real: root / 4,
        imag: SIMD3<Scalar>(b.z - c.y, c.x - a.z, a.y - b.x) / root
      )
    } else if a.x > b.y, a.x > c.z {
      let root = (1 + a.x - b.y - c.z).squareRoot() * 2
      self.init(
        real: (b.z - c.y) / root,
        imag: SIMD3<Scalar>(root / 4, (a.y + b.x) / root, (c.x + a.z) / root)
      )
    } else if b.y > c.z {
      let root = (1 + b.y - a.x - c.z).squareRoot() * 2
      self.init(
        real: (c.x - a.z) / root,
        imag: SIMD3<Scalar>((a.y + b.x) / root, root / 4, (b.z + c.y) / root)
      )
    } else {
      let root = (1 + c.z - a.x - b.y).squareRoot() * 2
      self.init(
        real: (a.y - b.x) / root,
        imag: SIMD3<Scalar>((c.x + a.z) / root, (b.z + c.y) / root, root / 4)
      )
    }
  }

  /// Creates the rotation of the upper left part of a matrix, which only rotates.
  @inlinable
  public init(_ rotationMatrix: SIMDMatrix4x4<Scalar>) {
    let columns = rotationMatrix.columns
    func upper(_ column: SIMD4<Scalar>) -> SIMD3<Scalar> {
      SIMD3<Scalar>(column.x, column.y, column.z)
    }
    self.init(SIMDMatrix3x3(upper(columns.0), upper(columns.1), upper(columns.2)))
  }

  /// The real part.
  @inlinable
  public var real: Scalar {
    get { vector.w }
    set { vector.w = newValue }
  }

  /// The imaginary part.
  @inlinable
  public var imag: SIMD3<Scalar> {
    get { SIMD3<Scalar>(vector.x, vector.y, vector.z) }
    set { vector = SIMD4<Scalar>(newValue, vector.w) }
  }

  /// The angle of the rotation, in radians.
  @inlinable
  public var angle: Scalar { Scalar(2 * atan2(Double(simd_length(imag)), Double(real))) }

  /// The axis of the rotation; no numbers where nothing rotates.
  @inlinable
  public var axis: SIMD3<Scalar> { simd_normalize(imag) }

  /// The length.
  @inlinable
  public var length: Scalar { simd_length(vector) }

  /// The quaternion of the length 1.
  @inlinable
  public var normalized: Quaternion { Quaternion(vector: simd_normalize(vector)) }

  /// The quaternion with the opposite imaginary part.
  @inlinable
  public var conjugate: Quaternion { Quaternion(real: real, imag: -imag) }

  /// The rotation back.
  @inlinable
  public var inverse: Quaternion {
    Quaternion(vector: conjugate.vector / simd_length_squared(vector))
  }

  /// Returns a vector, rotated by a quaternion of the length 1.
  @inlinable
  public func act(_ vector: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let twice = 2 * simd_cross(imag, vector)
    return vector + real * twice + simd_cross(imag, twice)
  }

  /// Returns the product: the right rotation comes first.
  @inlinable
  public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(
      real: left.real * right.real - simd_dot(left.imag, right.imag),
      imag: left.real * right.imag + right.real * left.imag + simd_cross(left.imag, right.imag)
    )
  }

  /// Returns the sum.
  @inlinable
  public static func + (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(vector: left.vector + right.vector)
  }

  /// Returns the difference.
  @inlinable
  public static func - (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(vector: left.vector - right.vector)
  }

  /// Returns the quaternion with the opposite signs, which rotates alike.
  @inlinable
  public static prefix func - (quaternion: Quaternion) -> Quaternion {
    Quaternion(vector: -quaternion.vector)
  }

  /// Returns the quaternion times a number.
  @inlinable
  public static func * (left: Scalar, right: Quaternion) -> Quaternion {
    Quaternion(vector: left * right.vector)
  }

  /// Returns the quaternion times a number.
  @inlinable
  public static func * (left: Quaternion, right: Scalar) -> Quaternion { right * left }

  /// Multiplies by a rotation that comes first.
  @inlinable
  public static func *= (left: inout Quaternion, right: Quaternion) { left = left * right }
}

/// Returns the product: the right rotation comes first.
@inlinable
public func simd_mul<Scalar>(_ p: Quaternion<Scalar>, _ q: Quaternion<Scalar>) -> Quaternion<Scalar>
{ p * q }
/// Returns a vector, rotated by a quaternion of the length 1.
@inlinable
public func simd_act<Scalar>(_ q: Quaternion<Scalar>, _ v: SIMD3<Scalar>) -> SIMD3<Scalar> {
  q.act(v)
}
/// Returns the rotation back.
@inlinable
public func simd_inverse<Scalar>(_ q: Quaternion<Scalar>) -> Quaternion<Scalar> { q.inverse }
/// Returns the quaternion of the length 1.
@inlinable
public func simd_normalize<Scalar>(_ q: Quaternion<Scalar>) -> Quaternion<Scalar> { q.normalized }
/// Returns the sum of the products of the parts.
@inlinable
public func simd_dot<Scalar>(_ p: Quaternion<Scalar>, _ q: Quaternion<Scalar>) -> Scalar {
  simd_dot(p.vector, q.vector)
}

/// Returns the rotation at a part of the shorter way between two others.
///
/// - Parameters:
///   - q0: The rotation at 0.
///   - q1: The rotation at 1.
///   - t: The part of the way.
@inlinable
public func simd_slerp<Scalar>(_ q0: Quaternion<Scalar>, _ q1: Quaternion<Scalar>, _ t: Scalar)
  -> Quaternion<Scalar>
{
  let dot = simd_dot(q0, q1)
  let end = dot < 0 ? -q1 : q1
  let cosine = Double(min(dot.magnitude, 1))
  let angle = acos(cosine)
  // Nearly one rotation: the straight way is as good, and divides by no zero.
  guard angle > 1e-4 else { return (q0 * (1 - t) + end * t).normalized }
  let (one, two) = (sin((1 - Double(t)) * angle), sin(Double(t) * angle))
  return (q0 * Scalar(one / sin(angle)) + end * Scalar(two / sin(angle))).normalized
}

extension SIMDMatrix3x3 where Scalar: BinaryFloatingPoint {
  /// Creates the matrix of a rotation, which is of the length 1.
  @inlinable
  public init(_ quaternion: Quaternion<Scalar>) {
    self.init(
      quaternion.act(SIMD3<Scalar>(1, 0, 0)),
      quaternion.act(SIMD3<Scalar>(0, 1, 0)),
      quaternion.act(SIMD3<Scalar>(0, 0, 1))
    )
  }
}

extension SIMDMatrix4x4 where Scalar: BinaryFloatingPoint {
  /// Creates the matrix of a rotation, which is of the length 1.
  @inlinable
  public init(_ quaternion: Quaternion<Scalar>) {
    let upper = SIMDMatrix3x3(quaternion).columns
    self.init(
      SIMD4<Scalar>(upper.0, 0),
      SIMD4<Scalar>(upper.1, 0),
      SIMD4<Scalar>(upper.2, 0),
      SIMD4<Scalar>(0, 0, 0, 1)
    )
  }
}

/// Returns the matrix of a rotation, which is of the length 1.
@inlinable
public func simd_matrix4x4<Scalar>(_ q: Quaternion<Scalar>) -> SIMDMatrix4x4<Scalar> {
  SIMDMatrix4x4(q)
}
/// Returns the matrix of a rotation, which is of the length 1.
@inlinable
public func simd_matrix3x3<Scalar>(_ q: Quaternion<Scalar>) -> SIMDMatrix3x3<Scalar> {
  SIMDMatrix3x3(q)
}

extension Quaternion: Sendable where Scalar: Sendable, Scalar.SIMD4Storage: Sendable {}
