// Names of Core Foundation and of C, in a file that imports Core Graphics alone.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import TestClaims
import Testing

@Suite struct CoreFoundationNameTests {
  @Test func bytesOfData() throws {
    for count in [0, 1, 14, 15, 31, 32, 400] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let data = CFData(bytes)
      #expect(CFDataGetLength(data) == count)
      let first = try #require(CFDataGetBytePtr(data))
      #expect((0..<count).map { first[$0] } == bytes)
      #expect(CFDataGetBytePtr(data) == first)
    }
    let part = CFData(0..<100)[50..<90]
    #expect(CFDataGetBytePtr(part)[3] == 53 && CFDataGetLength(part) == 40)
    var copied: [UInt8] = [0, 0, 0]
    CFDataGetBytes(part, CFRangeMake(2, 3), &copied)
    #expect(copied == [52, 53, 54])
  }

  @Test func arraysNullAndEnds() {
    let array: CFArray = [1, "two", 3.0]
    #expect(CFArrayGetCount(array) == 3)
    let null: Any? = kCFNull
    #expect(null.map { "\(type(of: $0))" } == "NSNull")
    #expect(INT16_MIN == -32_768 && INT32_MIN == Int32.min)
    #expect(INT64_MIN == Int64.min && INT64_MAX == Int64.max && UINT64_MAX == UInt64.max)
  }

  @Test func mathematicsComesAlong() {
    let (long, plain, short): (CGFloat, Double, Float) = (0.5, 0.5, 0.5)
    #expect(acos(long) == CGFloat(acos(plain)) && abs(acos(short) - 1.047_197_5) < 1e-6)
    #expect(hypot(long * 6, 4) == 5 && atan2(plain, plain) == M_PI / 4)
    #expect(pow(long, 2) == 0.25 && fmod(2.75, 0.5) == 0.25 && floor(long) == 0)
    #expect(sqrt(CGFloat(9)) == 3 && round(2.5 as CGFloat) == 3 && cos(0 as CGFloat) == 1)
  }
}

extension CGAffineTransform {
  /// A program's own, which it has from times when there was no other.
  fileprivate func decomposed() -> (scaleX: CGFloat, angle: CGFloat) {
    (hypot(a, b), atan2(b, a))
  }
}

@Suite struct NameClashTests {
  @Test func aProgramsOwnMethodCounts() {
    let parts = CGAffineTransform(scaleX: 3, y: 3).rotated(by: 0.5).decomposed()
    #expect(abs(parts.scaleX - 3) < 1e-12 && abs(parts.angle - 0.5) < 1e-12)
    let apples: CGAffineTransformComponents = CGAffineTransform(scaleX: 2, y: 2).decomposed()
    #expect(apples.scale.width == 2)
  }
}
