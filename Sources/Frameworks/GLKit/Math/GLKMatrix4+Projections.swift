// Cameras: projections onto -1...1 in x, y and z, and the way back.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A perspective seen from the origin down the negative z axis.
///
/// - Parameters:
///   - fovyRadians: The angle from the bottom to the top.
///   - aspect: Width by height.
///   - nearZ: The distance of the plane that becomes z = -1; greater than 0.
///   - farZ: The distance of the plane that becomes z = 1.
public func GLKMatrix4MakePerspective(
  _ fovyRadians: Float,
  _ aspect: Float,
  _ nearZ: Float,
  _ farZ: Float
) -> GLKMatrix4 {
  let top = nearZ * tanf(fovyRadians / 2)
  return GLKMatrix4MakeFrustum(-top * aspect, top * aspect, -top, top, nearZ, farZ)
}

/// A perspective through a rectangle of the near plane.
public func GLKMatrix4MakeFrustum(
  _ left: Float,
  _ right: Float,
  _ bottom: Float,
  _ top: Float,
  _ nearZ: Float,
  _ farZ: Float
) -> GLKMatrix4 {
  let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
  return GLKMatrix4(
    SIMD4(2 * nearZ / width, 0, 0, 0),
    SIMD4(0, 2 * nearZ / height, 0, 0),
    SIMD4((right + left) / width, (top + bottom) / height, -(farZ + nearZ) / depth, -1),
    SIMD4(0, 0, -2 * farZ * nearZ / depth, 0)
  )
}

/// A projection without perspective, of a box whose near side is at z = -nearZ.
public func GLKMatrix4MakeOrtho(
  _ left: Float,
  _ right: Float,
  _ bottom: Float,
  _ top: Float,
  _ nearZ: Float,
  _ farZ: Float
) -> GLKMatrix4 {
  let (width, height, depth) = (right - left, top - bottom, farZ - nearZ)
  return GLKMatrix4(
    SIMD4(2 / width, 0, 0, 0),
    SIMD4(0, 2 / height, 0, 0),
    SIMD4(0, 0, -2 / depth, 0),
    SIMD4(-(right + left) / width, -(top + bottom) / height, -(farZ + nearZ) / depth, 1)
  )
}

/// The world as seen from a place, towards another, with a direction that is up.
public func GLKMatrix4MakeLookAt(
  _ eyeX: Float,
  _ eyeY: Float,
  _ eyeZ: Float,
  _ centerX: Float,
  _ centerY: Float,
  _ centerZ: Float,
  _ upX: Float,
  _ upY: Float,
  _ upZ: Float
) -> GLKMatrix4 {
  let eye = GLKVector3Make(eyeX, eyeY, eyeZ)
  let center = GLKVector3Make(centerX, centerY, centerZ)
  let backward = GLKVector3Normalize(GLKVector3Subtract(eye, center))
  let up = GLKVector3Make(upX, upY, upZ)
  let right = GLKVector3Normalize(GLKVector3CrossProduct(up, backward))
  let turn = GLKMatrix3MakeWithRows(right, GLKVector3CrossProduct(backward, right), backward)
  return GLKMatrix4Translate(GLKMatrix4(turn), -eye.x, -eye.y, -eye.z)
}

/// The radians of an angle in degrees.
public func GLKMathDegreesToRadians(_ degrees: Float) -> Float { degrees * (.pi / 180) }

/// The degrees of an angle in radians.
public func GLKMathRadiansToDegrees(_ radians: Float) -> Float { radians * (180 / .pi) }

/// Returns the position of a point in the window: x and y in pixels from the bottom left, z as
/// depth 0...1.
///
/// The viewport is x, y, width and height, as `glViewport` has them.
public func GLKMathProject(
  _ object: GLKVector3,
  _ model: GLKMatrix4,
  _ projection: GLKMatrix4,
  _ viewport: UnsafePointer<Int32>
) -> GLKVector3 {
  let point = GLKMatrix4MultiplyAndProjectVector3(GLKMatrix4Multiply(projection, model), object)
  // Bounds: four values, the caller's promise.
  return GLKVector3Make(
    Float(viewport[0]) + Float(viewport[2]) * (point.x + 1) / 2,
    Float(viewport[1]) + Float(viewport[3]) * (point.y + 1) / 2,
    (point.z + 1) / 2
  )
}

/// Returns the point at a position of the window; zero where the matrices have no inverse.
///
/// The viewport is x, y, width and height, as `glViewport` has them; `success`, which may be nil,
/// receives whether there is such a point.
public func GLKMathUnproject(
  _ window: GLKVector3,
  _ model: GLKMatrix4,
  _ projection: GLKMatrix4,
  _ viewport: UnsafePointer<Int32>,
  _ success: UnsafeMutablePointer<Bool>?
) -> GLKVector3 {
  var exists = false
  let inverse = GLKMatrix4Invert(GLKMatrix4Multiply(projection, model), &exists)
  // Bounds: four values, the caller's promise.
  let point = GLKVector3Make(
    (window.x - Float(viewport[0])) / Float(viewport[2]) * 2 - 1,
    (window.y - Float(viewport[1])) / Float(viewport[3]) * 2 - 1,
    window.z * 2 - 1
  )
  success?.pointee = exists
  return exists ? GLKMatrix4MultiplyAndProjectVector3(inverse, point) : GLKVector3()
}
