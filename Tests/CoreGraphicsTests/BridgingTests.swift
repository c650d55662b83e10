// Casts of numbers and structs from and to objects.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@Suite struct BridgingTests {
  @Test func numbersAreCastToCGFloat() throws {
    let whole: Any = NSNumber(value: 3)
    #expect(whole as? CGFloat == 3 && whole as? Double == 3 && whole as? Int == 3)
    let list: Any = [NSNumber(value: 0), NSNumber(value: 0.5)]
    #expect(list as? [CGFloat] == [0, 0.5])
    #expect([NSNumber(value: 0.25)] as! [CGFloat] == [0.25])
    let json = try JSONSerialization.jsonObject(with: Data(#"{"width": 2.5, "count": 4}"#.utf8))
    let values = try #require(json as? [String: Any])
    #expect(values["width"] as? CGFloat == 2.5 && values["count"] as? CGFloat == 4)
    #expect(json as? [String: CGFloat] == ["width": 2.5, "count": 4])
  }

  @Test func cgFloatIsCastToObjects() {
    let number: Any = CGFloat(1.5)
    #expect((number as? NSNumber)?.doubleValue == 1.5)
    #expect([number, CGFloat(2)] as? [NSNumber] == [1.5, 2])
    let texts: [Any] = ["1", Date(), NSNull(), NSValue(point: .zero), NSObject()]
    for text in texts { #expect(text as? CGFloat == nil) }
  }

  @Test func structsAreCastToBoxesAndBack() {
    let (point, size) = (CGPoint(x: 1, y: 2), CGSize(width: 3, height: 4))
    let rect = CGRect(origin: point, size: size)
    let boxes: [Any] = [NSValue(point: point), NSValue(size: size), NSValue(rect: rect)]
    #expect(boxes[0] as? CGPoint == point && boxes[1] as? CGSize == size)
    #expect(boxes[2] as? CGRect == rect)
    #expect(boxes[0] as? CGSize == nil && boxes[1] as? CGRect == nil && boxes[2] as? CGPoint == nil)
    let plain: [Any] = [point, size, rect]
    #expect(plain as? [NSValue] == boxes as? [NSValue])
    #expect((plain[2] as? NSValue)?.rectValue == rect && plain[0] as? NSNumber == nil)
    for other in [NSNumber(value: 1), NSNull(), NSObject()] as [Any] {
      #expect(other as? CGPoint == nil && other as? CGSize == nil && other as? CGRect == nil)
    }
  }

  @Test(.shows("CGRect.dictionaryRepresentation", "CGPoint.dictionaryRepresentation"))
  func dictionariesHaveNumbersOfEveryType() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let values = rect.dictionaryRepresentation
    #expect(values["X"] as? Int == 1 && values["Y"] as? CGFloat == 2)
    #expect(values["Width"] as? Double == 3 && values["Height"] as? NSNumber == 4)
    #expect(CGRect(dictionaryRepresentation: values) == rect)
  }

  @Test func rectanglesPrintTheirNumbers() {
    let rect = CGRect(x: 1, y: 2.5, width: 30, height: 40)
    #expect("\(rect)" == "(1.0, 2.5, 30.0, 40.0)")
    #expect("\(rect.origin) \(rect.size)" == "(1.0, 2.5) (30.0, 40.0)")
    #expect(String(describing: [rect.size]) == "[(30.0, 40.0)]")
    #expect(String(reflecting: CGRect.zero) == "(0.0, 0.0, 0.0, 0.0)")
    #expect(
      "\(CGAffineTransform.identity)"
        == "CGAffineTransform(a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 0.0, ty: 0.0)"
    )
    #expect("\(CGVector(dx: 1, dy: -2.5))" == "CGVector(dx: 1.0, dy: -2.5)")
    let parts = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 1, y: 0).decomposed()
    #expect(
      "\(parts)".hasPrefix("CGAffineTransformComponents(scale: (2.0, 3.0), horizontalShear: 0.0")
    )
  }
}
