// Rotating and scaling with GLKMatrix3, and multiplying it by vectors. Angles are in radians,
// counterclockwise when seen against the axis.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A scale, one factor for each axis.
public func GLKMatrix3MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix3 {
  GLKMatrix3Scale(GLKMatrix3Identity, sx, sy, sz)
}

/// A rotation about an axis of any length but 0.
public func GLKMatrix3MakeRotation(
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) -> GLKMatrix3 {
  let axis = GLKVector3Normalize(GLKVector3Make(x, y, z)).lanes
  let (c, s) = (cosf(radians), sinf(radians))
  // Rodrigues' formula: cos I + sin [axis] + (1 - cos) axis axis'.
  let outer = axis * (1 - c)
  return GLKMatrix3(
    outer * axis.x + SIMD3(c, axis.z * s, -axis.y * s),
    outer * axis.y + SIMD3(-axis.z * s, c, axis.x * s),
    outer * axis.z + SIMD3(axis.y * s, -axis.x * s, c)
  )
}

/// A rotation about the x axis, in radians: from the y axis towards the z axis.
public func GLKMatrix3MakeXRotation(_ radians: Float) -> GLKMatrix3 {
  GLKMatrix3MakeRotation(radians, 1, 0, 0)
}

/// A rotation about the y axis, in radians: from the z axis towards the x axis.
public func GLKMatrix3MakeYRotation(_ radians: Float) -> GLKMatrix3 {
  GLKMatrix3MakeRotation(radians, 0, 1, 0)
}

/// A rotation about the z axis, in radians: from the x axis towards the y axis.
public func GLKMatrix3MakeZRotation(_ radians: Float) -> GLKMatrix3 {
  GLKMatrix3MakeRotation(radians, 0, 0, 1)
}

/// The rotation of a quaternion of length 1.
public func GLKMatrix3MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix3 {
  let (x, y, z, w) = (quaternion.x, quaternion.y, quaternion.z, quaternion.w)
  return GLKMatrix3(
    SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
    SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
    SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
  )
}

/// The matrix times a scale, which acts first.
public func GLKMatrix3Scale(
  _ matrix: GLKMatrix3,
  _ sx: Float,
  _ sy: Float,
  _ sz: Float
) -> GLKMatrix3 {
  GLKMatrix3(matrix.column0 * sx, matrix.column1 * sy, matrix.column2 * sz)
}

/// The matrix times a rotation, which acts first.
public func GLKMatrix3Rotate(
  _ matrix: GLKMatrix3,
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeRotation(radians, x, y, z))
}

/// The matrix times a scale, which acts first.
public func GLKMatrix3ScaleWithVector3(
  _ matrix: GLKMatrix3,
  _ vector: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, vector.x, vector.y, vector.z)
}

/// The matrix times a rotation about an axis, which acts first; in radians.
public func GLKMatrix3RotateWithVector3(
  _ matrix: GLKMatrix3,
  _ radians: Float,
  _ axis: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// As with a vector of three; w is ignored.
public func GLKMatrix3ScaleWithVector4(
  _ matrix: GLKMatrix3,
  _ vector: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Scale(matrix, vector.x, vector.y, vector.z)
}

/// As with a vector of three; w is ignored.
public func GLKMatrix3RotateWithVector4(
  _ matrix: GLKMatrix3,
  _ radians: Float,
  _ axis: GLKVector4
) -> GLKMatrix3 {
  GLKMatrix3Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// The matrix times a rotation about the x axis, which acts first; in radians.
public func GLKMatrix3RotateX(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeXRotation(radians))
}

/// The matrix times a rotation about the y axis, which acts first; in radians.
public func GLKMatrix3RotateY(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeYRotation(radians))
}

/// The matrix times a rotation about the z axis, which acts first; in radians.
public func GLKMatrix3RotateZ(_ matrix: GLKMatrix3, _ radians: Float) -> GLKMatrix3 {
  GLKMatrix3Multiply(matrix, GLKMatrix3MakeZRotation(radians))
}

/// The matrix times a column vector.
public func GLKMatrix3MultiplyVector3(_ matrix: GLKMatrix3, _ vector: GLKVector3) -> GLKVector3 {
  GLKVector3(matrix.times(vector.lanes))
}

/// The inverse; the identity where there is none.
///
/// `isInvertible`, which may be nil, receives whether there is one.
public func GLKMatrix3Invert(
  _ matrix: GLKMatrix3,
  _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix3 {
  GLKMatrix3Transpose(GLKMatrix3InvertAndTranspose(matrix, isInvertible))
}

/// The transposed inverse, which transforms normals; the identity where there is none.
///
/// `isInvertible`, which may be nil, receives whether there is one.
public func GLKMatrix3InvertAndTranspose(
  _ matrix: GLKMatrix3,
  _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix3 {
  // In Double, where products of three floats are exact enough to detect a determinant of 0.
  let (a, b, c) = (
    SIMD3<Double>(matrix.column0), SIMD3<Double>(matrix.column1), SIMD3<Double>(matrix.column2)
  )
  let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b))
  let determinant = (a * bc).sum()
  let inverse = GLKMatrix3(
    SIMD3(bc / determinant),
    SIMD3(ca / determinant),
    SIMD3(ab / determinant)
  )
  let exists = determinant != 0 && determinant.isFinite
  isInvertible?.pointee = exists
  return exists ? inverse : GLKMatrix3Identity
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
