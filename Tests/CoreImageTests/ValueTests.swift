// Vectors and colours.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct ValueTests {
  @Test(
    .shows(
      "CIVector",
      "CIVector.init(x:y:z:w:)",
      "CIVector.count",
      "CIVector.x",
      "CIVector.y",
      "CIVector.z",
      "CIVector.w",
      "CIVector.value(at:)",
      "CIVector.stringRepresentation",
      "CIVector.init(string:)",
      "CIVector.init(cgRect:)",
      "CIVector.cgRectValue",
      "CIVector.init(cgAffineTransform:)",
      "CIVector.cgAffineTransformValue",
      "CIVector.init(cgPoint:)",
      "CIVector.cgPointValue",
      "CIVector.init(values:count:)",
      "CIVector.init(x:)",
      "CIVector.init(x:y:)",
      "CIVector.init(x:y:z:)"
    )
  ) func vectorsHaveTheirNumbers() {
    let vector = CIVector(x: 1, y: 2.5, z: -3, w: 4)
    #expect(
      vector.count == 4 && vector.x == 1 && vector.y == 2.5 && vector.z == -3 && vector.w == 4
    )
    #expect(vector.value(at: 9) == 0 && vector.value(at: -1) == 0)
    #expect(vector.stringRepresentation == "[1 2.5 -3 4]")
    #expect(CIVector(string: "[1 2.5 -3 4]") == vector)
    #expect(CIVector(string: "1 two").count == 0)
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    // filters.md, traps: a rectangle's vector is (x, y, w, h).
    #expect(CIVector(cgRect: rect).numbers == [1, 2, 3, 4])
    #expect(CIVector(cgRect: rect).cgRectValue == rect)
    let map = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CIVector(cgAffineTransform: map).cgAffineTransformValue == map)
    #expect(CIVector(cgPoint: CGPoint(x: 7, y: 8)).cgPointValue == CGPoint(x: 7, y: 8))
    #expect(CIVector(x: 3).numbers == [3])
    #expect(CIVector(x: 3, y: 4).numbers == [3, 4])
    #expect(CIVector(x: 3, y: 4, z: 5).numbers == [3, 4, 5])
    #expect(CIVector(values: [1, 2, 3], count: 2).numbers == [1, 2])
    #expect(CIVector(values: [1], count: -4).count == 0)
  }

  @Test(
    .shows(
      "CIVector.init(coder:)",
      "CIColor.init(coder:)",
      "CIVector.copy(with:)",
      "CIColor.copy(with:)"
    )
  ) func vectorsAndColorsAreArchived() throws {
    let vector = CIVector(x: 1, y: .infinity)
    let color = CIColor(red: 0.1, green: 1.5, blue: -0.25, alpha: 0.5)
    for object in [vector, color] as [NSObject & NSSecureCoding] {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object,
        requiringSecureCoding: true
      )
      let read = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [CIVector.self, CIColor.self],
        from: data
      )
      #expect(read as? CIVector == object as? CIVector)
      let (mine, theirs) = (object as? CIColor, read as? CIColor)
      #expect(mine?.red == theirs?.red && mine?.green == theirs?.green)
      #expect(mine?.blue == theirs?.blue && mine?.alpha == theirs?.alpha)
      // An object that cannot change is its own copy.
      #expect(object.copy() as? NSObject === object)
    }
  }

  @Test(
    .shows(
      "CIColor",
      "CIColor.init(red:green:blue:alpha:)",
      "CIColor.red",
      "CIColor.green",
      "CIColor.blue",
      "CIColor.alpha",
      "CIColor.numberOfComponents",
      "CIColor.components",
      "CIColor.stringRepresentation",
      "CIColor.init(string:)",
      "CIColor.init(cgColor:)",
      "CIColor.colorSpace",
      "CIColor.init(red:green:blue:)",
      "CIColor.init(red:green:blue:colorSpace:)",
      "CIColor.init(red:green:blue:alpha:colorSpace:)"
    )
  ) func colorsHaveTheirComponents() throws {
    let color = CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(color.red == 0.25 && color.green == 0.5 && color.blue == 0.75 && color.alpha == 0.5)
    #expect(color.numberOfComponents == 4)
    #expect((0..<4).map { color.components[$0] } == [0.25, 0.5, 0.75, 0.5])
    #expect(color.stringRepresentation == "0.25 0.5 0.75 0.5")
    #expect(CIColor(string: "0.25 0.5 0.75 0.5") == color)
    #expect(CIColor(string: "1 0").alpha == 1)
    let gray = CIColor(cgColor: CGColor(gray: 0.5, alpha: 1))
    #expect(gray.numberOfComponents == 2)
    let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let wide = try #require(CIColor(red: 1, green: 0, blue: 0, colorSpace: space))
    #expect(wide.red == 1 && wide.colorSpace == space)
    let part = try #require(CIColor(red: 0, green: 1, blue: 0, alpha: 0.25, colorSpace: space))
    #expect(part.green == 1 && part.alpha == 0.25 && part.colorSpace == space)
    #expect(CIColor(red: 1, green: 0, blue: 0, colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
    let opaque = CIColor(red: 0.1, green: 0.2, blue: 0.3)
    #expect(opaque.stringRepresentation == "0.1 0.2 0.3 1")
  }

  /// Colours by name, and images of them.
  @Test(
    .shows(
      "CIColor.black",
      "CIColor.white",
      "CIColor.gray",
      "CIColor.red",
      "CIColor.green",
      "CIColor.blue",
      "CIColor.cyan",
      "CIColor.magenta",
      "CIColor.yellow",
      "CIColor.clear",
      "CIImage.black",
      "CIImage.white",
      "CIImage.gray",
      "CIImage.red",
      "CIImage.green",
      "CIImage.blue",
      "CIImage.cyan",
      "CIImage.magenta",
      "CIImage.yellow",
      "CIImage.clear"
    )
  ) func namedColorsAreTheirComponents() {
    let named: [(CIColor, CIImage, String, SIMD4<UInt8>)] = [
      (.black, .black, "0 0 0 1", SIMD4(0, 0, 0, 255)),
      (.white, .white, "1 1 1 1", SIMD4(255, 255, 255, 255)),
      (.gray, .gray, "0.5 0.5 0.5 1", SIMD4(128, 128, 128, 255)),
      (.red, .red, "1 0 0 1", SIMD4(255, 0, 0, 255)),
      (.green, .green, "0 1 0 1", SIMD4(0, 255, 0, 255)),
      (.blue, .blue, "0 0 1 1", SIMD4(0, 0, 255, 255)),
      (.cyan, .cyan, "0 1 1 1", SIMD4(0, 255, 255, 255)),
      (.magenta, .magenta, "1 0 1 1", SIMD4(255, 0, 255, 255)),
      (.yellow, .yellow, "1 1 0 1", SIMD4(255, 255, 0, 255)),
      (.clear, .clear, "0 0 0 0", .zero),
    ]
    for (color, image, text, pixel) in named {
      #expect(color.stringRepresentation == text)
      #expect(bytes(image, CGRect(x: -9, y: 7, width: 1, height: 1)) == [pixel], "\(text)")
    }
  }
}
