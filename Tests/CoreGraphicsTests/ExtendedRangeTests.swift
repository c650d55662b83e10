// Colours and pictures brighter than white and outside of sRGB, against published numbers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import TestClaims
import Testing

@Suite struct ExtendedRangeTests {
  private func extended(_ name: CFString, _ components: [CGFloat]) throws -> [CGFloat] {
    let space = try #require(CGColorSpace(name: name))
    let target = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let color = try #require(CGColor(colorSpace: space, components: components + [1]))
    let converted = color.converted(to: target, intent: .defaultIntent, options: nil)
    return try #require(converted?.components)
  }

  private func near(_ left: [CGFloat], _ right: [CGFloat], _ tolerance: Double) -> Bool {
    zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
  }

  // Numbers of colour-science 0.4.7, with matrices derived from the chromaticities.
  @Test(
    .shows(
      "CGColorSpace.itur_2100_PQ",
      "CGColorSpace.itur_2100_HLG",
      "CGColorSpace.displayP3_PQ",
      "CGColorSpace.linearITUR_2020"
    )
  ) func spacesOfTelevision() throws {
    // because: components of conversions have the precision of Float.
    let step = 3e-7
    let pq = try extended(CGColorSpace.itur_2100_PQ, [0.75, 0.3, 0.5])
    #expect(near(pq, [2.4518248, -0.768075198, 0.676658316], step * 4), "\(pq)")
    let p3 = try extended(CGColorSpace.displayP3_PQ, [0.6, 0.5, 0.4])
    #expect(near(p3, [1.14792952, 0.682137752, 0.375303491], step), "\(p3)")
    let hlg = try extended(CGColorSpace.itur_2100_HLG, [0.9, 0.5, 0.2])
    // because: the oracle's constants of HLG have eight digits.
    #expect(near(hlg, [1.6807998, 0.310820131, -0.125870491], step * 4), "\(hlg)")
    // Law A1.6.
    let green = try extended(CGColorSpace.linearITUR_2020, [0, 1, 0])
    #expect(near(green, [-0.79037462, 1.05630244, -0.35016351], step), "\(green)")
  }

  // Law A1.5.
  @Test(.shows("CGColorSpace.extendedLinearSRGB")) func encodedValuesOverOne() throws {
    let pairs: [(CGFloat, CGFloat)] = [
      (1, 1), (2, 1.353256), (4, 1.824796), (1000.0 / 203, 1.995198), (4000.0 / 203, 3.598037),
      (10_000.0 / 203, 5.296339),
    ]
    for (light, expected) in pairs {
      let found = try extended(CGColorSpace.extendedLinearSRGB, [light, light, light])
      #expect(near(found, [expected, expected, expected], 2e-6), "\(light): \(found)")
    }
  }

  // Numbers by numpy from the chromaticities, whites adapted by Bradford's matrix.
  @Test(
    .shows(
      "CGColorSpace.dcip3",
      "CGColorSpace.acescgLinear",
      "CGColorSpace.rommrgb",
      "CGColorSpace.genericXYZ",
      "CGColorSpace.coreMedia709"
    )
  ) func spacesOfOtherWhites() throws {
    func light(_ name: CFString, _ components: [CGFloat]) throws -> [CGFloat] {
      let space = try #require(CGColorSpace(name: name))
      let target = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
      let color = try #require(CGColor(colorSpace: space, components: components + [1]))
      let converted = color.converted(to: target, intent: .defaultIntent, options: nil)
      return try #require(converted?.components)
    }
    // because: components of conversions have the precision of Float.
    let step = 3e-7
    for name in [CGColorSpace.dcip3, CGColorSpace.acescgLinear, CGColorSpace.rommrgb] {
      #expect(near(try light(name, [1, 1, 1]), [1, 1, 1], step), "\(name)")
    }
    let red = try light(CGColorSpace.dcip3, [1, 0, 0])
    #expect(near(red, [1.1575164062, -0.0415000715, -0.018050039], step), "\(red)")
    let grey = try light(CGColorSpace.dcip3, [0.5, 0.5, 0.5])
    // 0.5 to the power of 2.6.
    #expect(near(grey, [0.1649384888, 0.1649384888, 0.1649384888], step), "\(grey)")
    let green = try light(CGColorSpace.acescgLinear, [0, 2, 0])
    #expect(near(green, [-1.2435842414, 2.2816094732, -0.2579379522], step * 4), "\(green)")
    let blue = try light(CGColorSpace.rommrgb, [0, 0, 1])
    #expect(near(blue, [-0.3067330693, -0.002926598, 1.1618266279], step), "\(blue)")
    // White of D50, and its Y alone.
    let white = try light(CGColorSpace.genericXYZ, [0.9642957, 1, 0.8251046])
    #expect(near(white, [1, 1, 1], 1e-6), "\(white)")
    let y = try light(CGColorSpace.genericXYZ, [0, 1, 0])
    #expect(near(y, [-1.617385998, 1.9162543774, -0.2289767598], step * 4), "\(y)")
    let film = try light(CGColorSpace.coreMedia709, [0.5, 0.5, 0.5])
    #expect(near(film, [0.2568504, 0.2568504, 0.2568504], 1e-6), "\(film)")
    let space = try #require(CGColorSpace(name: CGColorSpace.genericXYZ))
    #expect(space.model == .XYZ && !space.isWideGamutRGB)
    #expect(CGColor(headroom: 2, colorSpace: space, red: 1, green: 1, blue: 1, alpha: 1) == nil)
    #expect(CGColorSpace(name: CGColorSpace.itur_2020_PQ)?.name == CGColorSpace.itur_2100_PQ)
    #expect(CGColorSpace(name: CGColorSpace.itur_2020_HLG)?.name == CGColorSpace.itur_2100_HLG)
  }

  @Test func cameraCurve() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearITUR_2020))
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2020))
    let color = try #require(CGColor(colorSpace: space, components: [0.05, 0.5, 0.9, 1]))
    let found = color.converted(to: linear, intent: .defaultIntent, options: nil)?.components
    let light = try #require(found)
    // colour-science 0.4.7, 12 bits.
    // because: the oracle's constants have four digits.
    #expect(near(light, [0.0111111111111, 0.259720827056, 0.809011693098], 2e-6), "\(light)")
    let back = CGColor(colorSpace: linear, components: light)
    let again = try #require(
      back?.converted(to: space, intent: .defaultIntent, options: nil)?.components
    )
    #expect(near(again, [0.05, 0.5, 0.9], 1e-6))
  }

  @Test(arguments: [
    CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG, CGColorSpace.displayP3_HLG,
    CGColorSpace.itur_709_PQ, CGColorSpace.itur_709_HLG, CGColorSpace.itur_2020_sRGBGamma,
  ]) func thereAndBack(_ name: CFString) throws {
    let space = try #require(CGColorSpace(name: name))
    let wide = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let colors: [[CGFloat]] = [
      [0.7, 0.4, 0.1, 1], [1, 1, 1, 1], [0.2, 0.2, 0.2, 1], [0, 0, 0, 1],
    ]
    for components in colors {
      let color = try #require(CGColor(colorSpace: space, components: components))
      let light = color.converted(to: wide, intent: .defaultIntent, options: nil)
      let back = light?.converted(to: space, intent: .defaultIntent, options: nil)
      // because: light has the precision of Float, and small components are differences of large
      // ones.
      #expect(near(try #require(back?.components), components, 2e-5), "\(name) \(components)")
    }
  }

  @Test(
    .shows(
      "CGColorSpaceUsesExtendedRange(_:)",
      "CGColorSpaceUsesITUR_2100TF(_:)",
      "CGColorSpaceIsPQBased(_:)",
      "CGColorSpaceIsHLGBased(_:)",
      "CGColorSpaceCreateLinearized(_:)",
      "CGColorSpaceCreateExtended(_:)"
    )
  ) func questions() throws {
    let pq = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let hlg = try #require(CGColorSpace(name: CGColorSpace.displayP3_HLG))
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let gray = try #require(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2))
    #expect(CGColorSpaceIsHDR(pq) && CGColorSpaceIsPQBased(pq) && !CGColorSpaceIsHLGBased(pq))
    #expect(CGColorSpaceIsHDR(hlg) && CGColorSpaceIsHLGBased(hlg))
    #expect(CGColorSpaceUsesITUR_2100TF(hlg) && !CGColorSpaceUsesITUR_2100TF(p3))
    #expect(!CGColorSpaceIsHDR(p3) && !CGColorSpaceUsesExtendedRange(p3))
    let wide = try #require(CGColorSpaceCreateExtended(p3))
    #expect(wide.name == CGColorSpace.extendedDisplayP3 && CGColorSpaceUsesExtendedRange(wide))
    #expect(CGColorSpaceCreateCopyWithStandardRange(wide) == p3)
    #expect(CGColorSpaceCreateCopyWithStandardRange(p3) == p3)
    #expect(CGColorSpaceCreateLinearized(pq)?.name == CGColorSpace.linearITUR_2020)
    let linear = CGColorSpaceCreateExtendedLinearized(p3)
    #expect(linear?.name == CGColorSpace.extendedLinearDisplayP3)
    #expect(CGColorSpaceCreateExtended(gray)?.name == CGColorSpace.extendedGray)
    #expect(CGColorSpaceCreateExtended(pq) == nil)
    #expect(CGColorSpace(name: "kCGColorSpaceITUR_2020_PQ_EOTF") == pq)
  }

  @Test(.shows("CGColor.contentHeadroom")) func headroomOfColors() throws {
    let color = try #require(
      CGColor(headroom: 2, colorSpace: nil, red: 1.3, green: 1, blue: 0.5, alpha: 1)
    )
    #expect(color.contentHeadroom == 2 && color.components == [1.3, 1, 0.5, 1])
    #expect(color.copy(alpha: 0.5)?.contentHeadroom == 2)
    // Without a number of its own: 1 up to reference white in BT.2020's primaries, else unknown.
    #expect(CGColor.white.contentHeadroom == 1)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    for components: [CGFloat] in [[1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1]] {
      #expect(CGColor(colorSpace: p3, components: components)?.contentHeadroom == 1)
    }
    let wide = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    #expect(CGColor(colorSpace: wide, components: [1.01, 1, 1, 1])?.contentHeadroom == 0)
    let converted = try #require(color.converted(to: p3, intent: .defaultIntent, options: nil))
    #expect(converted.contentHeadroom == 2)
    #expect(color.copy()?.contentHeadroom == 2)
    for headroom: Float in [0.5, -1, .nan, .infinity, 1e9] {
      #expect(
        CGColor(headroom: headroom, colorSpace: nil, red: 1, green: 1, blue: 1, alpha: 1) == nil
      )
    }
    let gray = CGColorSpace(name: CGColorSpace.linearGray)
    #expect(CGColor(headroom: 2, colorSpace: gray, red: 1, green: 1, blue: 1, alpha: 1) == nil)
  }

  // MARK: Pictures

  /// One row of grey light in nits, as PQ of 16 bits.
  private func ramp(_ nits: [Double]) throws -> CGImage {
    let numbers = nits.flatMap { nits -> [UInt16] in
      let number = UInt16((PerceptualQuantizer.signal(nits) * 65535).rounded())
      return [number, number, number, 65535]
    }
    return CGImage(
      samples: numbers.withUnsafeBytes { Data($0) },
      size: (nits.count, 1),
      .integers16,
      space: try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ)),
      alpha: .noneSkipLast
    )
  }

  private func bytes(_ image: CGImage) -> [Int] {
    (0..<image.width).map { x in
      Int(image.pixelStorage.base.load(fromByteOffset: x * 4 + 1, as: UInt8.self))
    }
  }

  // Law A6.2, as bytes of sRGB.
  @Test(.shows("CGImage.contentHeadroom", "kCGDefaultHDRImageContentHeadroom"))
  func brightPicturesAreMadeDarker() throws {
    let image = try ramp([10, 50, 100, 203, 300, 400, 600, 1000])
    #expect(image.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    #expect(abs(Double(image.contentHeadroom) - 4.926108) < 1e-6 && image.shouldToneMap)
    #expect(bytes(image) == [43, 98, 136, 188, 211, 223, 239, 255])
  }

  @Test(.shows("CGImage.copy(contentHeadroom:)")) func headroomOfCopies() throws {
    let image = try ramp([203, 406, 812])
    let two = try #require(image.copy(contentHeadroom: 2))
    // Law A6.2: from headroom 2, 1 becomes 0.78265; the brightest light is white.
    #expect(bytes(two) == [229, 255, 255])
    let one = try #require(image.copy(contentHeadroom: 1))
    #expect(bytes(one) == [255, 255, 255] && !one.shouldToneMap)
    // The default cannot be taken away.
    #expect(two.copy(contentHeadroom: 0)?.contentHeadroom == kCGDefaultHDRImageContentHeadroom)
    for headroom: Float in [0.5, -1, .nan, .infinity, 1e9] {
      #expect(image.copy(contentHeadroom: headroom) == nil)
    }
  }

  @Test(.shows("CGImage.calculatedContentHeadroom", "CGImage.copyWithCalculatedHDRStats()"))
  func statistics() throws {
    let image = try ramp([0, 203, 812, 1000])
    // because: a step of 16 bits in PQ is 1.5e-4 of the light there.
    #expect(abs(image.calculatedContentHeadroom / 4.926108 - 1) < 3e-4)
    #expect(image.contentAverageLightLevel == 0)
    let copy = try #require(image.copyWithCalculatedHDRStats())
    #expect(abs(copy.contentAverageLightLevel - 503.75) < 0.2)
    #expect(abs(copy.contentHeadroom / 4.926108 - 1) < 3e-4)
    #expect(try ramp([1, 2]).calculatedContentHeadroom == 1)
  }

  // Law A5.1 and A7.2: what is not known to be bright is cut off; numbers that are none count as 0.
  @Test func halvesOfAnExtendedSpace() throws {
    let halves: [UInt16] = [
      0x3C00, 0x4000, 0x3800, 0x3C00,  // 1, 2, 0.5
      0x7E00, 0x7C00, 0xFC00, 0x3C00,  // not a number, infinity, -infinity
      0xB400, 0x3800, 0x7BFF, 0x3C00,  // -0.25, 0.5, 65504
      0x3C00, 0x3C00, 0x3C00, 0,  // clear
    ]
    let image = CGImage(
      samples: halves.withUnsafeBytes { Data($0) },
      size: (4, 1),
      .halves,
      space: try #require(CGColorSpace(name: CGColorSpace.extendedSRGB)),
      alpha: .last
    )
    #expect(image.contentHeadroom == 0 && !image.shouldToneMap)
    let pixels = image.pixelStorage
    let found = (0..<4).map { x in
      pixels.base.load(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
    #expect(found[0] == [255, 255, 128, 255] && found[1] == [0, 255, 0, 255])
    #expect(found[2] == [0, 128, 255, 255] && found[3] == [0, 0, 0, 0])
    // A tag makes it darker instead of cutting it off; encoded 2 is 4.95 of light.
    let tagged = try #require(image.copy(contentHeadroom: 65504))
    let dark = tagged.pixelStorage.base.load(as: SIMD4<UInt8>.self)
    #expect(dark.y < 255 && dark.x < dark.y && dark.z < dark.x)
  }
}
