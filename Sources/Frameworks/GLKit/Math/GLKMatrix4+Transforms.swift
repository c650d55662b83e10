// Rotating, scaling and moving with GLKMatrix4, and multiplying it by vectors. Angles are in
// radians, counterclockwise when seen against the axis.
// Licensed under the MIT license; see LICENSE.

/// A translation.
public func GLKMatrix4MakeTranslation(_ tx: Float, _ ty: Float, _ tz: Float) -> GLKMatrix4 {
  GLKMatrix4Translate(GLKMatrix4Identity, tx, ty, tz)
}

/// A scale, one factor for each axis.
public func GLKMatrix4MakeScale(_ sx: Float, _ sy: Float, _ sz: Float) -> GLKMatrix4 {
  GLKMatrix4Scale(GLKMatrix4Identity, sx, sy, sz)
}

/// A rotation about an axis of any length but 0.
public func GLKMatrix4MakeRotation(
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) -> GLKMatrix4 {
  GLKMatrix4(GLKMatrix3MakeRotation(radians, x, y, z))
}

/// A rotation about the x axis, in radians: from the y axis towards the z axis.
public func GLKMatrix4MakeXRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4MakeRotation(radians, 1, 0, 0)
}

/// A rotation about the y axis, in radians: from the z axis towards the x axis.
public func GLKMatrix4MakeYRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4MakeRotation(radians, 0, 1, 0)
}

/// A rotation about the z axis, in radians: from the x axis towards the y axis.
public func GLKMatrix4MakeZRotation(_ radians: Float) -> GLKMatrix4 {
  GLKMatrix4MakeRotation(radians, 0, 0, 1)
}

/// The rotation of a quaternion of length 1.
public func GLKMatrix4MakeWithQuaternion(_ quaternion: GLKQuaternion) -> GLKMatrix4 {
  GLKMatrix4(GLKMatrix3MakeWithQuaternion(quaternion))
}

/// The matrix times a translation, which acts first.
public func GLKMatrix4Translate(
  _ matrix: GLKMatrix4,
  _ tx: Float,
  _ ty: Float,
  _ tz: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    matrix.column0,
    matrix.column1,
    matrix.column2,
    matrix.times(SIMD4(tx, ty, tz, 1))
  )
}

/// The matrix times a translation, which acts first.
public func GLKMatrix4TranslateWithVector3(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Translate(matrix, vector.x, vector.y, vector.z)
}

/// As with a vector of three; w is ignored.
public func GLKMatrix4TranslateWithVector4(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Translate(matrix, vector.x, vector.y, vector.z)
}

/// The matrix times a scale, which acts first.
public func GLKMatrix4Scale(
  _ matrix: GLKMatrix4,
  _ sx: Float,
  _ sy: Float,
  _ sz: Float
) -> GLKMatrix4 {
  GLKMatrix4(matrix.column0 * sx, matrix.column1 * sy, matrix.column2 * sz, matrix.column3)
}

/// The matrix times a rotation, which acts first.
public func GLKMatrix4Rotate(
  _ matrix: GLKMatrix4,
  _ radians: Float,
  _ x: Float,
  _ y: Float,
  _ z: Float
) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeRotation(radians, x, y, z))
}

/// The matrix times a scale, which acts first.
public func GLKMatrix4ScaleWithVector3(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Scale(matrix, vector.x, vector.y, vector.z)
}

/// The matrix times a rotation about an axis, which acts first; in radians.
public func GLKMatrix4RotateWithVector3(
  _ matrix: GLKMatrix4,
  _ radians: Float,
  _ axis: GLKVector3
) -> GLKMatrix4 {
  GLKMatrix4Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// As with a vector of three; w is ignored.
public func GLKMatrix4ScaleWithVector4(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Scale(matrix, vector.x, vector.y, vector.z)
}

/// As with a vector of three; w is ignored.
public func GLKMatrix4RotateWithVector4(
  _ matrix: GLKMatrix4,
  _ radians: Float,
  _ axis: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Rotate(matrix, radians, axis.x, axis.y, axis.z)
}

/// The matrix times a rotation about the x axis, which acts first; in radians.
public func GLKMatrix4RotateX(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeXRotation(radians))
}

/// The matrix times a rotation about the y axis, which acts first; in radians.
public func GLKMatrix4RotateY(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeYRotation(radians))
}

/// The matrix times a rotation about the z axis, which acts first; in radians.
public func GLKMatrix4RotateZ(_ matrix: GLKMatrix4, _ radians: Float) -> GLKMatrix4 {
  GLKMatrix4Multiply(matrix, GLKMatrix4MakeZRotation(radians))
}

/// The matrix times a column vector.
public func GLKMatrix4MultiplyVector4(_ matrix: GLKMatrix4, _ vector: GLKVector4) -> GLKVector4 {
  GLKVector4(matrix.times(vector.lanes))
}

/// Transforms a direction, without the translation.
public func GLKMatrix4MultiplyVector3(_ matrix: GLKMatrix4, _ vector: GLKVector3) -> GLKVector3 {
  GLKMatrix4MultiplyVector4(matrix, GLKVector4MakeWithVector3(vector, 0)).xyz
}

/// Transforms a point, without the division by w.
public func GLKMatrix4MultiplyVector3WithTranslation(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector3
) -> GLKVector3 {
  GLKMatrix4MultiplyVector4(matrix, GLKVector4MakeWithVector3(vector, 1)).xyz
}

/// Transforms a point, and divides it by w.
public func GLKMatrix4MultiplyAndProjectVector3(
  _ matrix: GLKMatrix4,
  _ vector: GLKVector3
) -> GLKVector3 {
  let product = GLKMatrix4MultiplyVector4(matrix, GLKVector4MakeWithVector3(vector, 1))
  return GLKVector3DivideScalar(product.xyz, product.w)
}

/// The first three rows of the first three columns.
public func GLKMatrix4GetMatrix3(_ matrix: GLKMatrix4) -> GLKMatrix3 {
  GLKMatrix3(
    GLKVector4(matrix.column0).xyz.lanes,
    GLKVector4(matrix.column1).xyz.lanes,
    GLKVector4(matrix.column2).xyz.lanes
  )
}

extension GLKMatrix4 {
  init(_ linear: GLKMatrix3) {
    self.init(
      SIMD4(linear.column0, 0),
      SIMD4(linear.column1, 0),
      SIMD4(linear.column2, 0),
      SIMD4(0, 0, 0, 1)
    )
  }
}
