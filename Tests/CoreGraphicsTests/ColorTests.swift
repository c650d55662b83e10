// Colours and their conversions, against published numbers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import TestClaims
import Testing

@Suite struct ColorTests {
  private func convert(
    _ name: CFString,
    _ components: [CGFloat],
    to target: CFString
  ) throws -> [CGFloat] {
    let source = try #require(CGColorSpace(name: name))
    let space = try #require(CGColorSpace(name: target))
    let color = try #require(CGColor(colorSpace: source, components: components))
    let converted = try #require(color.converted(to: space, intent: .defaultIntent, options: nil))
    #expect(converted.colorSpace == space)
    return try #require(converted.components)
  }

  private func near(_ left: [CGFloat], _ right: [CGFloat], _ tolerance: Double) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
  }

  // Numbers of W3C CSS Color 4 and its tests.
  @Test(
    .shows(
      "CGColor.converted(to:intent:options:)",
      "CGColorSpace.displayP3",
      "CGColorSpace.extendedSRGB"
    )
  ) func displayP3PrimariesInExtendedSRGB() throws {
    let red = try convert(CGColorSpace.displayP3, [1, 0, 0, 1], to: CGColorSpace.extendedSRGB)
    #expect(near(red, [1.09307, -0.22674, -0.15013, 1], 5e-4))
    let green = try convert(CGColorSpace.displayP3, [0, 1, 0, 1], to: CGColorSpace.extendedSRGB)
    #expect(near(green, [-0.51160, 1.01827, -0.31067, 1], 5e-4))
  }

  @Test(.shows("CGColorSpace.sRGB", "CGColorSpace.displayP3")) func sRGBRedInDisplayP3() throws {
    let red = try convert(CGColorSpace.sRGB, [1, 0, 0, 0.5], to: CGColorSpace.displayP3)
    #expect(near(red, [0.91749, 0.20029, 0.13856, 0.5], 5e-4))
  }

  @Test(.shows("CGColorSpace.adobeRGB1998")) func greenOfCSSInAdobeRGB() throws {
    let green = try convert(
      CGColorSpace.sRGB,
      [0, 128 / 255, 0, 1],
      to: CGColorSpace.adobeRGB1998
    )
    #expect(near(green, [0.281363, 0.498012, 0.116746, 1], 5e-4))
  }

  @Test(
    .shows("CGColorSpace.linearSRGB", "CGColorSpace.genericGrayGamma2_2", "CGColorSpace.linearGray")
  ) func transferCurves() throws {
    // IEC 61966-2-1: 0.5 encoded is 0.21404 of light.
    let half = try convert(CGColorSpace.sRGB, [0.5, 0.04, 0, 1], to: CGColorSpace.linearSRGB)
    let expected: [CGFloat] = [0.2140411, 0.04 / 12.92, 0, 1]
    #expect(near(half, expected, 1e-6))
    // 0.5 ^ 2.2
    let gray = try convert(
      CGColorSpace.genericGrayGamma2_2,
      [0.5, 1],
      to: CGColorSpace.linearGray
    )
    #expect(near(gray, [0.2176376, 1], 1e-6))
  }

  @Test(.shows("CGColorSpace.extendedLinearDisplayP3")) func conversionThereAndBackIsTheSame()
    throws
  {
    let there = try convert(
      CGColorSpace.sRGB,
      [0.2, 0.7, 0.9, 0.3],
      to: CGColorSpace.extendedLinearDisplayP3
    )
    let back = try convert(CGColorSpace.extendedLinearDisplayP3, there, to: CGColorSpace.sRGB)
    #expect(near(back, [0.2, 0.7, 0.9, 0.3], 1e-7))
  }

  @Test func luminanceOfPrimaries() throws {
    // ITU-R BT.709-6, item 3.2.
    let weights = [[1.0, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]].map { $0.map { CGFloat($0) } }
    for (color, weight) in zip(weights, [0.2126, 0.7152, 0.0722]) {
      let gray = try convert(CGColorSpace.sRGB, color, to: CGColorSpace.linearGray)
      #expect(near(gray, [weight, 1], 1e-4))
    }
  }

  @Test func grayStaysNeutral() throws {
    let gray = try convert(
      CGColorSpace.genericGrayGamma2_2,
      [0.3, 1],
      to: CGColorSpace.displayP3
    )
    #expect(gray[0] == gray[1] && gray[1] == gray[2])
  }

  @Test(.shows("CGColor.components", "CGColor.init(srgbRed:green:blue:alpha:)"))
  func rangeIsCutWhereASpaceIsNotExtended() throws {
    let red = try convert(CGColorSpace.displayP3, [1, 0, 0, 1], to: CGColorSpace.sRGB)
    #expect(red == [1, 0, 0, 1])
    let wide = CGColor(srgbRed: 2, green: -1, blue: 0.5, alpha: 1)
    #expect(wide.components == [2, -1, 0.5, 1])
    #expect(Color(wide) == Color(1, 0, 0.5, 1))
  }

  @Test(.shows("CGColor.init(gray:alpha:)", "CGColor.init(genericGrayGamma2_2Gray:alpha:)"))
  func grayIsTheSameRedGreenAndBlue() {
    // (0.5 ^ 1.8) encoded as sRGB.
    let generic = Color(CGColor(gray: 0.5, alpha: 0.25))
    #expect(abs(generic.red - 0.572_31) < 1e-4 && generic.red == generic.blue)
    #expect(generic.alpha == 0.25 && CGColor(gray: 0.5, alpha: 1).components == [0.5, 1])
    #expect(Color(CGColor(gray: 1, alpha: 1)) == Color(1, 1, 1, 1))
    #expect(Color(CGColor(deviceGray: 0.2, alpha: 0.5)) == Color(0.2, 0.2, 0.2, 0.5))
    // (0.2 ^ 2.2) encoded as sRGB.
    let gamma = Color(CGColor(genericGrayGamma2_2Gray: 0.2, alpha: 1))
    #expect(abs(gamma.red - 0.18628) < 1e-4 && gamma.red == gamma.green)
  }

  @Test(.shows("CGColor.converted(to:intent:options:)")) func convertedComponentsAreFloats() throws
  {
    for space in [CGColorSpace.displayP3, CGColorSpace.adobeRGB1998, CGColorSpace.extendedSRGB] {
      for name in [CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.extendedSRGB] {
        let gray = try convert(name, [0.5, 0.5, 0.5, 1], to: space)
        #expect(gray[0] == gray[1] && gray[1] == gray[2], "\(name) to \(space)")
        if space != CGColorSpace.adobeRGB1998 { #expect(gray[0] == 0.5) }
      }
      let color = try convert(CGColorSpace.sRGB, [0.2, 0.4, 0.9, 0.3], to: space)
      if space != CGColorSpace.extendedSRGB {
        #expect(color.dropLast().allSatisfy { CGFloat(Float($0)) == $0 })
      }
      #expect(color.last == 0.3)
    }
  }

  @Test func descriptionsAreThoseOfApple() throws {
    func text(_ color: CGColor) -> String {
      // Addresses differ from run to run.
      "\(color)".split(separator: " ").map { $0.hasPrefix("0x") ? "0x" : String($0) }
        .joined(separator: " ")
    }
    #expect(
      text(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1))
        == "<CGColor 0x [<CGColorSpace 0x (kCGColorSpaceICCBased; kCGColorSpaceModelRGB; "
        + "sRGB IEC61966-2.1)] ( 1 0.5 0 1 )"
    )
    let wide = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    #expect(
      text(try #require(CGColor(colorSpace: wide, components: [0, 0, 1.25, 0.5])))
        == "<CGColor 0x [<CGColorSpace 0x (kCGColorSpaceICCBased; kCGColorSpaceModelRGB; "
        + "sRGB IEC61966-2.1; extended range)] ( 0 0 1.25 0.5 )"
    )
    #expect(
      text(.black) == "<CGColor 0x [<CGColorSpace 0x (kCGColorSpaceICCBased; "
        + "kCGColorSpaceModelMonochrome; Generic Gray Gamma 2.2 Profile)] ( 0 1 )"
    )
    let device = CGColorSpaceCreateDeviceRGB()
    #expect(
      text(try #require(CGColor(colorSpace: device, components: [1, 0, 0, 1])))
        == "<CGColor 0x [<CGColorSpace 0x (kCGColorSpaceDeviceRGB)] ( 1 0 0 1 )"
    )
  }

  @Test func notFiniteCountsAsZero() {
    let color = CGColor(srgbRed: .nan, green: .infinity, blue: -.infinity, alpha: .nan)
    #expect(Color(color) == Color(0, 0, 0, 0))
    #expect(Color(CGColor(gray: 0, alpha: 7)).alpha == 1)
  }

  @Test func layersColorComesBackAsItWas() {
    let color = Color(1.2, -0.3, 0.5, 0.25)
    #expect(Color(CGColor(color)) == color)
  }

  @Test(
    .shows(
      "CGColor",
      "CGColor.init(red:green:blue:alpha:)",
      "CGColor.copy(alpha:)",
      "CGColor.init(colorSpace:components:)"
    )
  ) func equalityIsSpaceAndComponents() throws {
    let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 1)
    #expect(color == CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1))
    #expect(color.hashValue == CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 1).hashValue)
    #expect(color != color.copy(alpha: 0.5))
    let device = try #require(
      CGColor(colorSpace: CGColorSpaceCreateDeviceRGB(), components: [0.1, 0.2, 0.3, 1])
    )
    #expect(color != device)
    #expect(Color(color) == Color(device))
  }

  @Test(
    .shows(
      "CGColor.white",
      "CGColor.clear",
      "CGColor.black",
      "CGColor.alpha",
      "CGColor.numberOfComponents"
    )
  ) func constants() {
    #expect(CGColor.white.components == [1, 1])
    #expect(CGColor.clear.alpha == 0)
    #expect(Color(.white) == Color.white)
    #expect(Color(.black) == Color.black)
    #expect(CGColor.black.numberOfComponents == 2)
  }

  @Test(
    .shows(
      "CGColorSpace",
      "CGColorSpace.init(name:)",
      "CGColorSpace.numberOfComponents",
      "CGColorSpace.model",
      "CGColorSpace.isWideGamutRGB",
      "CGColorSpaceModel.monochrome",
      "CGColorSpaceCreateDeviceGray()",
      "CGColorSpaceCreateDeviceRGB()"
    )
  ) func spacesByName() {
    #expect(CGColorSpace(name: "kCGColorSpaceNothing") == nil)
    #expect(CGColorSpace(name: CGColorSpace.sRGB)?.numberOfComponents == 3)
    #expect(CGColorSpace(name: CGColorSpace.linearGray)?.model == .monochrome)
    #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
    #expect(CGColorSpace(name: CGColorSpace.sRGB) != CGColorSpaceCreateDeviceRGB())
    #expect(CGColorSpaceCreateDeviceGray() == CGColorSpaceCreateDeviceGray())
  }

  @Test func optionsOfConversionAreRefused() {
    #expect(
      CGColor.white.converted(
        to: CGColorSpaceCreateDeviceRGB(),
        intent: .perceptual,
        options: ["x": 1]
      ) == nil
    )
  }

  @Test(
    .shows("CGColor.init(genericCMYKCyan:magenta:yellow:black:alpha:)", "CGColorSpace.genericCMYK")
  ) func inksTakeLightAway() throws {
    let ink = CGColor(genericCMYKCyan: 0.5, magenta: 0, yellow: 1, black: 0.2, alpha: 0.5)
    #expect(ink.components == [0.5, 0, 1, 0.2, 0.5] && ink.numberOfComponents == 5)
    let color = Color(ink)
    #expect(near([color.red, color.green, color.blue, color.alpha], [0.4, 0.8, 0, 0.5], 1e-12))
    let back = try convert(CGColorSpace.sRGB, [0.4, 0.8, 0, 0.5], to: "kCGColorSpaceDeviceCMYK")
    #expect(near(back, [0.5, 0, 1, 0.2, 0.5], 1e-7))
    let black = try convert(CGColorSpace.linearGray, [0, 1], to: CGColorSpace.genericCMYK)
    #expect(black == [0, 0, 0, 1, 1])
    // Inks to a space with other primaries go by way of sRGB.
    let red = try convert(CGColorSpace.genericCMYK, [0, 1, 1, 0, 1], to: CGColorSpace.displayP3)
    #expect(near(red, [0.91749, 0.20029, 0.13856, 1], 5e-4))
  }

  private final class Stripes: Sendable {}

  @Test(
    .shows(
      "CGColorSpace.init(patternBaseSpace:)",
      "CGColorSpace.baseColorSpace",
      "CGColorSpace.name",
      "CGColorSpaceModel.pattern"
    )
  ) func patternsAreColors() throws {
    let base = CGColorSpaceCreateDeviceRGB()
    let space = try #require(CGColorSpace(patternBaseSpace: base))
    #expect(space.model == .pattern && space.baseColorSpace == base && space.name == nil)
    #expect(CGColorSpace(patternBaseSpace: space) == nil)
    #expect(CGColorSpace(patternBaseSpace: nil) != space)
    #expect(CGColorSpace(patternBaseSpace: nil)?.numberOfComponents == 0)
    #expect(CGColor(colorSpace: space, components: [1, 0, 0, 1]) == nil)
    let stripes = Stripes()
    let color = CGColor(patternSpace: space, object: stripes, components: [0, 1, 0, 0.5])
    #expect(color.components == [0, 1, 0, 0.5])
    #expect(color == CGColor(patternSpace: space, object: stripes, components: [0, 1, 0, 0.5]))
    #expect(color != CGColor(patternSpace: space, object: Stripes(), components: [0, 1, 0, 0.5]))
    #expect(color.converted(to: base, intent: .defaultIntent, options: nil) == nil)
    #expect(color.copy(alpha: 1)?.patternObject === stripes)
    #expect(Color(color) == Color(0, 1, 0, 0.5))
  }
}
