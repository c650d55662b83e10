// Vectors, matrices and quaternions against formulas in Double and against geometry.
// Licensed under the MIT license; see LICENSE.

import Foundation
import GLKit
import QuartzCore
import Testing

/// The values of a matrix, column after column.
private func values(_ matrix: GLKMatrix4) -> [Double] {
  withUnsafeBytes(of: matrix) { $0.bindMemory(to: Float.self).map(Double.init) }
}

private func values(_ matrix: GLKMatrix3) -> [Double] {
  withUnsafeBytes(of: matrix) { $0.bindMemory(to: Float.self).map(Double.init) }
}

private func values(_ v: GLKVector3) -> [Double] { [v.x, v.y, v.z].map(Double.init) }
private func values(_ v: GLKVector4) -> [Double] { [v.x, v.y, v.z, v.w].map(Double.init) }

private func differ(_ a: [Double], _ b: [Double]) -> Double {
  a.count == b.count ? zip(a, b).map { abs($0 - $1) }.max() ?? 0 : .infinity
}

/// Columns of four: the product in Double.
private func product(_ a: [Double], _ b: [Double]) -> [Double] {
  var product = [Double](repeating: 0, count: 16)
  for column in 0..<4 {
    for row in 0..<4 {
      for i in 0..<4 { product[column * 4 + row] += a[i * 4 + row] * b[column * 4 + i] }
    }
  }
  return product
}

private let identity: [Double] = (0..<16).map { $0 % 5 == 0 ? 1 : 0 }

// A few units in the last place of floats near 1, as a handful of operations leave.
private let rounding = 1e-6

@Suite struct GLKMathTests {
  /// The matrix maps a vector as the layer's transform maps a point; converting back loses nothing.
  @Test func transformsOfLayers() {
    var transform = CATransform3DMakeTranslation(3, -4, 5)
    transform = CATransform3DRotate(transform, 0.7, 1, 2, 3)
    transform = CATransform3DScale(transform, 2, 0.5, 3)
    transform.m34 = -1 / 500
    let matrix = GLKMatrix4(transform)
    #expect(matrix.m30 == Float(transform.m41) && matrix.m32 == Float(transform.m43))
    #expect(matrix.m23 == Float(transform.m34) && matrix.m01 == Float(transform.m12))
    let vector = GLKMatrix4MultiplyVector4(matrix, GLKVector4Make(1, 2, 3, 1))
    let t = transform
    let expected = [
      t.m11 + 2 * t.m21 + 3 * t.m31 + t.m41, t.m12 + 2 * t.m22 + 3 * t.m32 + t.m42,
      t.m13 + 2 * t.m23 + 3 * t.m33 + t.m43, t.m14 + 2 * t.m24 + 3 * t.m34 + t.m44,
    ]
    #expect(differ(values(vector), expected.map { Double($0) }) < 1e-5)
    #expect(values(GLKMatrix4(CATransform3D(matrix))) == values(matrix))
    #expect(values(GLKMatrix4(CATransform3DIdentity)) == identity)
  }

  // Turned about each axis, scaled unevenly, moved, and in perspective: nothing is zero.
  private let sample = GLKMatrix4Make(
    2,
    0.5,
    -1,
    0.25,
    -0.75,
    3,
    0.125,
    0.5,
    1,
    -0.5,
    1.5,
    -0.25,
    4,
    -2,
    8,
    1
  )

  @Test func valuesLieAsGLReadsThem() {
    #expect(MemoryLayout<GLKVector2>.stride == 8 && MemoryLayout<GLKVector3>.stride == 12)
    #expect(MemoryLayout<GLKVector4>.stride == 16 && MemoryLayout<GLKMatrix3>.stride == 36)
    #expect(MemoryLayout<GLKMatrix4>.stride == 64)
    var matrix = sample
    #expect(values(matrix)[6] == 0.125 && matrix.m12 == 0.125 && matrix.m.6 == 0.125)
    #expect(matrix.m32 == 8 && matrix.m.14 == 8 && GLKMatrix4GetRow(matrix, 2).w == 8)
    matrix.m.14 = 9
    #expect(matrix.m32 == 9 && GLKMatrix4GetColumn(matrix, 3).z == 9)
    let rows = (1...16).map(Float.init)
    #expect(GLKMatrix4MakeWithArrayAndTranspose(rows).m10 == 2)
    #expect(GLKMatrix4MakeWithArray(rows).m01 == 2)
    #expect(GLKMatrix4SetRow(matrix, 1, GLKVector4Make(5, 6, 7, 8)).m21 == 7)
    #expect(GLKMatrix4SetColumn(matrix, 1, GLKVector4Make(5, 6, 7, 8)).m12 == 7)
  }

  @Test func vectorsHaveTheirNames() {
    var color = GLKVector4Make(0.25, 0.5, 0.75, 1)
    #expect(color.r == 0.25 && color.g == 0.5 && color.b == 0.75 && color.a == 1)
    #expect(color.s == 0.25 && color.t == 0.5 && color.p == 0.75 && color.q == 1)
    color.v.2 = 2
    color.g = 3
    #expect(color.z == 2 && color.y == 3 && color[3] == 1)
    #expect(GLKVector4MakeWithVector3(GLKVector3(s: 1, t: 2, p: 3), 4).v == (1, 2, 3, 4))
    #expect(GLKVector2(s: 1, t: 2).v == (1, 2))
  }

  @Test func vectorsAddAndMeasure() {
    let (a, b) = (GLKVector3Make(1, -2, 3), GLKVector3Make(4, 5, -6))
    #expect(GLKVector3Add(a, b).v == (5, 3, -3) && GLKVector3Subtract(a, b).v == (-3, -7, 9))
    #expect(GLKVector3Multiply(a, b).v == (4, -10, -18))
    #expect(GLKVector3Divide(a, b).v == (0.25, -0.4, -0.5))
    #expect(GLKVector3AddScalar(a, 1).v == (2, -1, 4))
    #expect(GLKVector3MultiplyScalar(a, 2).v == (2, -4, 6))
    #expect(GLKVector3Maximum(a, b).v == (4, 5, 3) && GLKVector3Minimum(a, b).v == (1, -2, -6))
    #expect(GLKVector3DotProduct(a, b) == -24)
    #expect(GLKVector3CrossProduct(a, b).v == (-3, 18, 13))
    #expect(
      GLKVector4CrossProduct(GLKVector4Make(1, 0, 0, 7), GLKVector4Make(0, 1, 0, 7)).v
        == (0, 0, 1, 0)
    )
    #expect(GLKVector2Length(GLKVector2Make(3, 4)) == 5)
    #expect(GLKVector3Distance(GLKVector3Make(1, 1, 1), GLKVector3Make(3, 4, 7)) == 7)
    #expect(GLKVector3Lerp(a, b, 0.25).v == (1.75, -0.25, 0.75))
    #expect(GLKVector3Project(GLKVector3Make(2, 3, 4), GLKVector3Make(0, 8, 0)).v == (0, 3, 0))
    #expect(
      values(GLKVector3Normalize(GLKVector3Make(0, 3, -4))).elementsEqual(
        [0, 0.6, -0.8].map { Double(Float($0)) }
      )
    )
    #expect(GLKVector3AllGreaterThanVector3(b, GLKVector3Make(3, 4, -7)))
    #expect(!GLKVector3AllGreaterThanScalar(b, 0) && GLKVector3AllEqualToVector3(a, a))
  }

  @Test func productsAreThoseOfColumns() {
    let other = GLKMatrix4Rotate(GLKMatrix4MakeTranslation(1, 2, 3), 0.7, 1, -2, 0.5)
    let expected = product(values(sample), values(other))
    #expect(differ(values(GLKMatrix4Multiply(sample, other)), expected) < 10 * rounding)
    let point = GLKVector3Make(1, -1, 2)
    // By hand: 2 + 0.75 + 2 + 4, 0.5 - 3 - 1 - 2, -1 - 0.125 + 3 + 8 and 0.25 - 0.5 - 0.5 + 1.
    #expect(GLKMatrix4MultiplyVector3WithTranslation(sample, point).v == (8.75, -5.5, 9.875))
    #expect(GLKMatrix4MultiplyVector3(sample, point).v == (4.75, -3.5, 1.875))
    #expect(GLKMatrix4MultiplyAndProjectVector3(sample, point).v == (35, -22, 39.5))
  }

  @Test func inversesUndo() {
    var isInvertible = false
    let inverse = GLKMatrix4Invert(sample, &isInvertible)
    #expect(isInvertible)
    // The inverse has values up to 1, the matrix up to 8.
    #expect(differ(product(values(sample), values(inverse)), identity) < 10 * rounding)
    #expect(differ(product(values(inverse), values(sample)), identity) < 10 * rounding)
    let transposed = GLKMatrix4InvertAndTranspose(sample, nil)
    #expect(values(GLKMatrix4Transpose(transposed)) == values(inverse))
    let linear = GLKMatrix4GetMatrix3(sample)
    let both = GLKMatrix3Multiply(linear, GLKMatrix3Invert(linear, &isInvertible))
    #expect(isInvertible && differ(values(both), values(GLKMatrix3Identity)) < rounding)
  }

  @Test func singularMatricesGiveTheIdentity() {
    var isInvertible = true
    #expect(values(GLKMatrix4Invert(GLKMatrix4MakeScale(1, 0, 1), &isInvertible)) == identity)
    #expect(!isInvertible)
    isInvertible = true
    let flat = GLKMatrix3Make(1, 2, 3, 2, 4, 6, 0, 1, 0)
    #expect(values(GLKMatrix3Invert(flat, &isInvertible)) == values(GLKMatrix3Identity))
    #expect(!isInvertible)
    isInvertible = true
    #expect(values(GLKMatrix4Invert(GLKMatrix4MakeScale(.nan, 1, 1), &isInvertible)) == identity)
    #expect(!isInvertible)
  }

  @Test(arguments: [-2.5, -0.3, 0, 0.001, 1, 3.1, 6])
  func rotationsAreThoseOfTheirAxes(angle: Double) {
    let (c, s) = (cos(angle), sin(angle))
    let radians = Float(angle)
    #expect(
      differ(values(GLKMatrix3MakeZRotation(radians)), [c, s, 0, -s, c, 0, 0, 0, 1]) < rounding
    )
    #expect(
      differ(values(GLKMatrix3MakeXRotation(radians)), [1, 0, 0, 0, c, s, 0, -s, c]) < rounding
    )
    #expect(
      differ(values(GLKMatrix3MakeYRotation(radians)), [c, 0, -s, 0, 1, 0, s, 0, c]) < rounding
    )
    // An axis of any length; about the diagonal a third of a turn exchanges the axes.
    let third = GLKMatrix4MakeRotation(2 * .pi / 3, 5, 5, 5)
    #expect(
      differ(values(GLKMatrix4MultiplyVector3(third, GLKVector3Make(1, 2, 3))), [3, 1, 2])
        < 3 * rounding
    )
    let turned = GLKMatrix4RotateWithVector3(sample, radians, GLKVector3Make(0, 0, 2))
    let z: [Double] = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    #expect(differ(values(turned), product(values(sample), z)) < 10 * rounding)
  }

  @Test func camerasProjectTheirCorners() {
    let perspective = GLKMatrix4MakePerspective(.pi / 2, 2, 1, 9)
    let near = GLKMatrix4MultiplyAndProjectVector3(perspective, GLKVector3Make(2, -1, -1))
    #expect(differ(values(near), [1, -1, -1]) < rounding)
    let far = GLKMatrix4MultiplyAndProjectVector3(perspective, GLKVector3Make(-18, 9, -9))
    #expect(differ(values(far), [-1, 1, 1]) < rounding)
    let frustum = GLKMatrix4MakeFrustum(-1, 3, -2, 4, 2, 6)
    #expect(
      differ(
        values(GLKMatrix4MultiplyAndProjectVector3(frustum, GLKVector3Make(9, -6, -6))),
        [1, -1, 1]
      ) < rounding
    )
    let box = GLKMatrix4MakeOrtho(-1, 3, -2, 4, 2, 6)
    #expect(
      differ(
        values(GLKMatrix4MultiplyAndProjectVector3(box, GLKVector3Make(3, -2, -2))),
        [1, -1, -1]
      ) < rounding
    )
    let view = GLKMatrix4MakeLookAt(10, 0, 0, 0, 0, 0, 0, 0, 2)
    // Seen from +x with z up, y is at the right; the centre is ten ahead.
    #expect(
      differ(
        values(GLKMatrix4MultiplyVector3WithTranslation(view, GLKVector3Make(0, 3, 4))),
        [3, 4, -10]
      ) < rounding
    )
  }

  @Test func windowAndWorldAreInverse() {
    let projection = GLKMatrix4MakePerspective(GLKMathDegreesToRadians(60), 1.5, 0.5, 50)
    let model = GLKMatrix4MakeLookAt(3, 4, 5, 0, 0, 0, 0, 1, 0)
    let viewport: [Int32] = [10, 20, 300, 200]
    let point = GLKVector3Make(0.5, -0.25, 1)
    let place = GLKMathProject(point, model, projection, viewport)
    var success = false
    let back = GLKMathUnproject(place, model, projection, viewport, &success)
    // Depth has half the floats of its range before the plane at 1 m.
    #expect(success && differ(values(back), values(point)) < 1e-4)
    let middle = GLKMathProject(GLKVector3Make(0, 0, 0), model, projection, viewport)
    #expect(abs(middle.x - 160) < 1e-3 && abs(middle.y - 120) < 1e-3)
    #expect(GLKMathUnproject(place, GLKMatrix4(), projection, viewport, &success).v == (0, 0, 0))
    #expect(!success)
    #expect(abs(GLKMathRadiansToDegrees(.pi) - 180) < 1e-4)
  }
}

@Suite struct GLKQuaternionTests {
  private static let rotations: [(Float, GLKVector3)] = [
    (0.3, GLKVector3Make(1, 0, 0)), (2.9, GLKVector3Make(0, 0.6, 0.8)),
    (3.1, GLKVector3Make(-0.8, 0, 0.6)), (3.14, GLKVector3Make(0, 0, -1)),
    (1.5, GLKVector3Make(0.48, -0.6, 0.64)), (3, GLKVector3Make(0, 1, 0)),
  ]

  @Test(arguments: rotations.indices)
  func quaternionsAndMatricesTurnAlike(index: Int) {
    let (angle, axis) = Self.rotations[index]
    let matrix = GLKMatrix3MakeRotation(angle, axis.x, axis.y, axis.z)
    let quaternion = GLKQuaternionMakeWithAngleAndVector3Axis(angle, axis)
    #expect(differ(values(GLKMatrix3MakeWithQuaternion(quaternion)), values(matrix)) < rounding)
    let vector = GLKVector3Make(0.3, -0.7, 0.2)
    #expect(
      differ(
        values(GLKQuaternionRotateVector3(quaternion, vector)),
        values(GLKMatrix3MultiplyVector3(matrix, vector))
      ) < rounding
    )
    let back = GLKQuaternionMakeWithMatrix3(matrix)
    // The same up to the sign of all.
    let cosine = GLKVector3DotProduct(back.v, quaternion.v) + back.s * quaternion.s
    #expect(abs(abs(Double(cosine)) - 1) < rounding)
    #expect(abs(GLKQuaternionAngle(quaternion) - angle) < 2e-6)
    #expect(differ(values(GLKQuaternionAxis(quaternion)), values(axis)) < rounding)
    let none = GLKQuaternionMultiply(quaternion, GLKQuaternionInvert(quaternion))
    #expect(abs(none.s - 1) < 1e-6 && GLKVector3Length(none.v) < 1e-6)
  }

  @Test func productsTurnTheRightFirst() {
    let quarter = Float.pi / 2
    let aboutZ = GLKQuaternionMakeWithAngleAndAxis(quarter, 0, 0, 1)
    let aboutX = GLKQuaternionMakeWithAngleAndAxis(quarter, 1, 0, 0)
    // x goes to y about z, and y to z about x.
    let both = GLKQuaternionMultiply(aboutX, aboutZ)
    let turned = GLKQuaternionRotateVector3(both, GLKVector3Make(1, 0, 0))
    #expect(differ(values(turned), [0, 0, 1]) < rounding)
    #expect(GLKQuaternionRotateVector4(both, GLKVector4Make(1, 0, 0, 7)).w == 7)
  }

  @Test(arguments: [0, 0.25, 0.5, 1] as [Float])
  func slerpGoesTheShorterWayAtEvenSpeed(t: Float) {
    func aboutZ(_ angle: Float) -> GLKQuaternion {
      GLKQuaternionMakeWithAngleAndAxis(angle, 0, 0, 1)
    }
    let between = GLKQuaternionSlerp(aboutZ(0.4), aboutZ(2.4), t)
    #expect(abs(GLKQuaternionAngle(between) - (0.4 + 2 * t)) < 2e-6)
    // The same rotation, with all signs turned over.
    let other = GLKQuaternionSlerp(aboutZ(0.4), aboutZ(2.4 + 2 * .pi), t)
    #expect(abs(GLKQuaternionAngle(other) - (0.4 + 2 * t)) < 4e-6)
    let still = GLKQuaternionSlerp(aboutZ(1), aboutZ(1), t)
    #expect(abs(GLKQuaternionAngle(still) - 1) < 1e-6)
  }
}
