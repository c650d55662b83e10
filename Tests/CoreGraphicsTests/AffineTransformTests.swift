// Affine maps against values worked out by hand.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct AffineTransformTests {
  /// Every number differs, so that no two can be mixed up.
  private let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)

  @Test(
    .shows(
      "CGAffineTransform",
      "CGAffineTransform.init(a:b:c:d:tx:ty:)",
      "CGAffineTransform.a",
      "CGAffineTransform.b",
      "CGAffineTransform.c",
      "CGAffineTransform.d",
      "CGAffineTransform.tx",
      "CGAffineTransform.ty",
      "CGPoint.applying(_:)"
    )
  ) func pointIsARowVectorOnTheLeft() {
    #expect(CGPoint(x: 7, y: 8).applying(t) == CGPoint(x: 7 + 24 + 5, y: 14 + 32 + 6))
  }

  @Test(.shows("CGSize.applying(_:)")) func sizeIgnoresTranslation() {
    #expect(CGSize(width: 7, height: 8).applying(t) == CGSize(width: 31, height: 46))
  }

  @Test(.shows("CGRect.applying(_:)")) func rectIsTheBoundingBoxOfItsCorners() {
    let quarter = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4).applying(quarter)
    #expect(rect == CGRect(x: -6, y: 1, width: 4, height: 3))
    #expect(
      CGRect(x: 4, y: 6, width: -3, height: -4).applying(quarter)
        == CGRect(x: -6, y: 1, width: 4, height: 3)
    )
    #expect(CGRect.null.applying(t).isNull)
    #expect(CGRect.infinite.applying(t).isInfinite)
  }

  @Test(.shows("CGAffineTransform.concatenating(_:)")) func concatenatingAppliesTheReceiverFirst() {
    let u = CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 10, ty: 20)
    #expect(
      t.concatenating(u) == CGAffineTransform(a: 2, b: 6, c: 6, d: 12, tx: 20, ty: 38)
    )
    let point = CGPoint(x: 1, y: 2)
    #expect(point.applying(t.concatenating(u)) == point.applying(t).applying(u))
  }

  @Test(
    .shows(
      "CGAffineTransform.translatedBy(x:y:)",
      "CGAffineTransform.scaledBy(x:y:)",
      "CGAffineTransform.rotated(by:)",
      "CGAffineTransform.identity",
      "CGAffineTransform.init(_:_:_:_:_:_:)"
    )
  ) func modifiersComeBeforeTheReceiver() {
    #expect(t.translatedBy(x: 1, y: 1) == CGAffineTransform(1, 2, 3, 4, 9, 12))
    #expect(t.scaledBy(x: 2, y: 10) == CGAffineTransform(2, 4, 30, 40, 5, 6))
    let turned = CGPoint(x: 1, y: 0).applying(CGAffineTransform.identity.rotated(by: .pi / 2))
    #expect(abs(turned.x) < 1e-15 && turned.y == 1)
  }

  @Test(.shows("CGAffineTransform.inverted()", "CGAffineTransform.isIdentity")) func inverseUndoes()
  {
    // The determinant is -2.
    #expect(t.inverted() == CGAffineTransform(a: -2, b: 1, c: 1.5, d: -0.5, tx: 1, ty: -2))
    #expect(t.concatenating(t.inverted()).isIdentity)
  }

  @Test(.shows("CGAffineTransform.inverted()", "CGAffineTransform.init()"))
  func singularMapIsItsOwnInverse() {
    let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 3, ty: 4)
    #expect(flat.inverted() == flat)
    #expect(CGAffineTransform().inverted() == CGAffineTransform())
  }

  @Test(
    .shows(
      "CGAffineTransform.decomposed()",
      "CGAffineTransform.init(_:)",
      "CGAffineTransformComponents"
    ),
    arguments: [
      CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6),
      CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0),
      CGAffineTransform(a: 0, b: -2, c: 0.5, d: 0, tx: -1, ty: 1),
    ]
  )
  func componentsMakeTheSameMap(_ map: CGAffineTransform) {
    let again = CGAffineTransform(map.decomposed())
    for path in [\CGAffineTransform.a, \.b, \.c, \.d, \.tx, \.ty] {
      #expect(abs(again[keyPath: path] - map[keyPath: path]) < 1e-12)
    }
  }

  @Test(
    .shows(
      "CGAffineTransform.init(rotationAngle:)",
      "CGAffineTransformComponents.scale",
      "CGAffineTransformComponents.rotation",
      "CGAffineTransformComponents.horizontalShear"
    )
  ) func componentsOfARotatedScale() {
    let components = CGAffineTransform(rotationAngle: 0.5).scaledBy(x: 2, y: 3).decomposed()
    #expect(abs(components.scale.width - 2) < 1e-12 && abs(components.scale.height - 3) < 1e-12)
    #expect(abs(components.rotation - 0.5) < 1e-12 && abs(components.horizontalShear) < 1e-12)
  }

  @Test func codingIsSixNumbers() throws {
    let json = try JSONEncoder().encode(t)
    #expect(String(decoding: json, as: UTF8.self) == "[1,2,3,4,5,6]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: json) == t)
  }
}
