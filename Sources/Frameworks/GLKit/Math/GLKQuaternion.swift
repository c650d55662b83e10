// Quaternions of floats: GLKQuaternion and its functions.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A quaternion x i + y j + z k + w; of length 1 it is a rotation.
public struct GLKQuaternion: Sendable {
  /// The factor of i.
  public var x: Float
  /// The factor of j.
  public var y: Float
  /// The factor of k.
  public var z: Float
  /// The real part.
  public var w: Float

  /// Zero, which is no rotation.
  public init() { self.init(x: 0, y: 0, z: 0, w: 0) }

  /// A quaternion of its components.
  public init(x: Float, y: Float, z: Float, w: Float) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// A quaternion of its imaginary part and its real part.
  public init(v: GLKVector3, s: Float) { self.init(x: v.x, y: v.y, z: v.z, w: s) }

  /// A quaternion of a tuple of x, y, z and w.
  public init(q: (Float, Float, Float, Float)) {
    self.init(x: q.0, y: q.1, z: q.2, w: q.3)
  }

  /// The imaginary part.
  public var v: GLKVector3 {
    get { GLKVector3(x: x, y: y, z: z) }
    set { (x, y, z) = newValue.v }
  }

  /// The real part.
  public var s: Float {
    get { w }
    set { w = newValue }
  }

  /// The components x, y, z and w, as a tuple.
  public var q: (Float, Float, Float, Float) {
    get { (x, y, z, w) }
    set { (x, y, z, w) = newValue }
  }

  var lanes: SIMD4<Float> { SIMD4(x, y, z, w) }

  init(_ lanes: SIMD4<Float>) { self.init(x: lanes.x, y: lanes.y, z: lanes.z, w: lanes.w) }
}

/// The rotation that changes nothing.
public let GLKQuaternionIdentity = GLKQuaternion(x: 0, y: 0, z: 0, w: 1)

/// A quaternion of its components.
public func GLKQuaternionMake(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKQuaternion {
  GLKQuaternion(x: x, y: y, z: z, w: w)
}

/// A quaternion of its imaginary part and its real part.
public func GLKQuaternionMakeWithVector3(_ vector: GLKVector3, _ scalar: Float) -> GLKQuaternion {
  GLKQuaternion(v: vector, s: scalar)
}

/// A rotation about an axis of length 1, counterclockwise when seen against it.
public func GLKQuaternionMakeWithAngleAndAxis(
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) -> GLKQuaternion {
  let s = sinf(radians / 2)
  return GLKQuaternion(x: s * x, y: s * y, z: s * z, w: cosf(radians / 2))
}

/// A rotation about an axis of length 1, counterclockwise when seen against it.
public func GLKQuaternionMakeWithAngleAndVector3Axis(
  _ radians: Float,
  _ axisVector: GLKVector3
) -> GLKQuaternion {
  GLKQuaternionMakeWithAngleAndAxis(radians, axisVector.x, axisVector.y, axisVector.z)
}

/// The rotation of a matrix that only rotates.
public func GLKQuaternionMakeWithMatrix3(_ matrix: GLKMatrix3) -> GLKQuaternion {
  let (m00, m11, m22) = (matrix.m00, matrix.m11, matrix.m22)
  // Each is four times a square; the greatest is at least 1, so that nothing is divided by little.
  let squares = SIMD4(
    1 + m00 - m11 - m22,
    1 - m00 + m11 - m22,
    1 - m00 - m11 + m22,
    1 + m00 + m11 + m22
  )
  let (xy, xz, yz) = (
    matrix.m01 + matrix.m10, matrix.m02 + matrix.m20, matrix.m12 + matrix.m21
  )
  let (xw, yw, zw) = (
    matrix.m12 - matrix.m21, matrix.m20 - matrix.m02, matrix.m01 - matrix.m10
  )
  let greatest = squares.max()
  let products: SIMD4<Float>
  if greatest == squares.w {
    products = SIMD4(xw, yw, zw, greatest)
  } else if greatest == squares.x {
    products = SIMD4(greatest, xy, xz, xw)
  } else if greatest == squares.y {
    products = SIMD4(xy, greatest, yz, yw)
  } else {
    products = SIMD4(xz, yz, greatest, zw)
  }
  return GLKQuaternion(products / (2 * greatest.squareRoot()))
}

/// The rotation of a matrix that only rotates and moves.
public func GLKQuaternionMakeWithMatrix4(_ matrix: GLKMatrix4) -> GLKQuaternion {
  GLKQuaternionMakeWithMatrix3(GLKMatrix4GetMatrix3(matrix))
}

/// The angle of a rotation, 0...2 pi.
public func GLKQuaternionAngle(_ quaternion: GLKQuaternion) -> Float {
  2 * atan2f(GLKVector3Length(quaternion.v), quaternion.w)
}

/// The axis of a rotation; zero for one by no angle.
public func GLKQuaternionAxis(_ quaternion: GLKQuaternion) -> GLKVector3 {
  let length = GLKVector3Length(quaternion.v)
  return length > 0 ? GLKVector3DivideScalar(quaternion.v, length) : GLKVector3()
}

/// The sum, component by component.
public func GLKQuaternionAdd(_ left: GLKQuaternion, _ right: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(left.lanes + right.lanes)
}

/// The left quaternion minus the right one, component by component.
public func GLKQuaternionSubtract(_ left: GLKQuaternion, _ right: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(left.lanes - right.lanes)
}

/// The product; the right rotation acts first.
public func GLKQuaternionMultiply(_ left: GLKQuaternion, _ right: GLKQuaternion) -> GLKQuaternion {
  let (a, b) = (left.v.lanes, right.v.lanes)
  let cross = GLKVector3CrossProduct(left.v, right.v).lanes
  return GLKQuaternion(
    v: GLKVector3(a * right.w + b * left.w + cross),
    s: left.w * right.w - (a * b).sum()
  )
}

/// The length: the root of the sum of the squares.
public func GLKQuaternionLength(_ quaternion: GLKQuaternion) -> Float {
  (quaternion.lanes * quaternion.lanes).sum().squareRoot()
}

/// The quaternion with the opposite imaginary part.
public func GLKQuaternionConjugate(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(v: GLKVector3Negate(quaternion.v), s: quaternion.w)
}

/// The quaternion whose product with this one is 1.
public func GLKQuaternionInvert(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  let square = (quaternion.lanes * quaternion.lanes).sum()
  return GLKQuaternion(GLKQuaternionConjugate(quaternion).lanes / square)
}

/// The quaternion divided by its length.
public func GLKQuaternionNormalize(_ quaternion: GLKQuaternion) -> GLKQuaternion {
  GLKQuaternion(quaternion.lanes / GLKQuaternionLength(quaternion))
}

/// A rotation on the shorter way between two, at even speed: the first at 0, the second at 1.
public func GLKQuaternionSlerp(
  _ start: GLKQuaternion,
  _ end: GLKQuaternion,
  _ t: Float
) -> GLKQuaternion {
  let cosine = (start.lanes * end.lanes).sum()
  // A quaternion and its negative are the same rotation.
  let end = cosine < 0 ? -end.lanes : end.lanes
  let angle =
    2
    * atan2f(
      GLKVector4Length(GLKVector4(end - start.lanes)),
      GLKVector4Length(GLKVector4(end + start.lanes))
    )
  let sine = sinf(angle)
  // sin(t a) / sin(a) is t where the angle is as good as none.
  guard sine > 1e-6 else { return GLKQuaternion(start.lanes + (end - start.lanes) * t) }
  return GLKQuaternion((start.lanes * sinf((1 - t) * angle) + end * sinf(t * angle)) / sine)
}

/// The vector, rotated by a quaternion of length 1.
public func GLKQuaternionRotateVector3(
  _ quaternion: GLKQuaternion,
  _ vector: GLKVector3
) -> GLKVector3 {
  // v + 2 w (q x v) + 2 q x (q x v)
  let across = GLKVector3CrossProduct(quaternion.v, vector)
  let twice = GLKVector3CrossProduct(quaternion.v, across)
  return GLKVector3(vector.lanes + 2 * (quaternion.w * across.lanes + twice.lanes))
}

/// The rotated vector; w stays.
public func GLKQuaternionRotateVector4(
  _ quaternion: GLKQuaternion,
  _ vector: GLKVector4
) -> GLKVector4 {
  GLKVector4MakeWithVector3(GLKQuaternionRotateVector3(quaternion, vector.xyz), vector.w)
}
