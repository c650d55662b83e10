// Matrices and their functions.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@Suite struct CATransform3DTests {
  /// Where a matrix takes a point: row vectors, divided by w.
  private func image(
    _ t: CATransform3D,
    _ x: CGFloat,
    _ y: CGFloat,
    _ z: CGFloat = 0
  ) -> (x: CGFloat, y: CGFloat, z: CGFloat) {
    let w = x * t.m14 + y * t.m24 + z * t.m34 + t.m44
    return (
      (x * t.m11 + y * t.m21 + z * t.m31 + t.m41) / w,
      (x * t.m12 + y * t.m22 + z * t.m32 + t.m42) / w,
      (x * t.m13 + y * t.m23 + z * t.m33 + t.m43) / w
    )
  }

  @Test(
    .shows(
      "CATransform3DIdentity",
      "CATransform3DIsIdentity",
      "CATransform3D.init()",
      "CATransform3D.m14",
      "CATransform3D.m24",
      "CATransform3D.m44"
    )
  ) func identityHasOnesOnTheDiagonal() {
    let t = CATransform3DIdentity
    #expect([t.m11, t.m22, t.m33, t.m44] == [1, 1, 1, 1])
    #expect([t.m12, t.m13, t.m14, t.m21, t.m23, t.m24].allSatisfy { $0 == 0 })
    #expect([t.m31, t.m32, t.m34, t.m41, t.m42, t.m43].allSatisfy { $0 == 0 })
    #expect(CATransform3DIsIdentity(t))
    #expect(!CATransform3DIsIdentity(CATransform3D()))
    #expect(!CATransform3DIsIdentity(CATransform3DMakeScale(1, 1, 2)))
  }

  @Test(
    .shows(
      "CATransform3DMakeTranslation",
      "CATransform3D.m41",
      "CATransform3D.m42",
      "CATransform3D.m43"
    )
  ) func translationIsInTheFourthRow() {
    let t = CATransform3DMakeTranslation(3, 4, 5)
    #expect([t.m41, t.m42, t.m43] == [3, 4, 5])
    #expect(image(t, 1, 1, 1) == (4, 5, 6))
  }

  @Test(.shows("CATransform3DMakeRotation")) func rotationTurnsXTowardsY() {
    let (x, y, _) = image(CATransform3DMakeRotation(.pi / 2, 0, 0, 1), 1, 0)
    #expect(isClose(x, 0) && isClose(y, 1))
  }

  @Test func rotationAboutNothingIsTheIdentity() {
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
  }

  @Test(.shows("CATransform3DMakeRotation", "CATransform3DEqualToTransform"))
  func rotationAxisNeedNoUnitLength() {
    let a = CATransform3DMakeRotation(0.3, 0, 0, 10)
    let b = CATransform3DMakeRotation(0.3, 0, 0, 1)
    #expect(CATransform3DEqualToTransform(a, b))
  }

  @Test(.shows("CATransform3DTranslate", "CATransform3DScale", "CATransform3DMakeScale"))
  func translateActsBeforeTheMatrix() {
    let t = CATransform3DTranslate(CATransform3DMakeScale(2, 2, 2), 1, 0, 0)
    #expect(image(t, 0, 0).x == 2)
    let s = CATransform3DScale(CATransform3DMakeTranslation(1, 0, 0), 2, 2, 2)
    #expect(image(s, 1, 0).x == 3)
  }

  @Test(.shows("CATransform3DRotate")) func rotateActsBeforeTheMatrix() {
    let t = CATransform3DRotate(CATransform3DMakeTranslation(10, 0, 0), .pi, 0, 0, 1)
    #expect(isClose(image(t, 1, 0).x, 9))
  }

  @Test(.shows("CATransform3DConcat")) func concatAppliesTheFirstFirst() {
    let t = CATransform3DConcat(
      CATransform3DMakeTranslation(1, 0, 0),
      CATransform3DMakeScale(2, 2, 2)
    )
    #expect(image(t, 0, 0).x == 2)
  }

  @Test(
    .shows(
      "CATransform3DInvert",
      "CATransform3D.m11",
      "CATransform3D.m12",
      "CATransform3D.m13",
      "CATransform3D.m21",
      "CATransform3D.m22",
      "CATransform3D.m23",
      "CATransform3D.m31",
      "CATransform3D.m32",
      "CATransform3D.m33"
    )
  ) func invertUndoes() {
    let t = CATransform3DRotate(CATransform3DMakeTranslation(5, 6, 7), 0.7, 1, 2, 3)
    let product = CATransform3DConcat(t, CATransform3DInvert(t))
    let (x, y, z) = image(product, 2, 3, 4)
    #expect(isClose(x, 2) && isClose(y, 3) && isClose(z, 4))
  }

  @Test func invertOfSingularIsTheMatrixItself() {
    let t = CATransform3DMakeScale(0, 1, 1)
    #expect(CATransform3DEqualToTransform(CATransform3DInvert(t), t))
  }

  /// AG-D-L5.8.
  @Test(.shows("CATransform3D.m34")) func perspectiveShrinksWithDistance() {
    var t = CATransform3DIdentity
    t.m34 = -1 / 500
    #expect(isClose(image(t, 100, 0, -500).x, 50))
  }

  @Test(
    .shows(
      "CATransform3DMakeAffineTransform",
      "CATransform3DIsAffine",
      "CATransform3DGetAffineTransform"
    )
  ) func affineRoundTrip() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let t = CATransform3DMakeAffineTransform(affine)
    #expect(CATransform3DIsAffine(t))
    #expect(CATransform3DGetAffineTransform(t) == affine)
    #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(1, 1, 0, 0)))
    var perspective = t
    perspective.m34 = 0.1
    #expect(!CATransform3DIsAffine(perspective))
  }
}
