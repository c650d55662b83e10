// The filters that make light darker, against the numbers of the standard's curve.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import Foundation
import TestClaims
import Testing

@Suite struct ToneFilterTests {
  /// Light of contents of 1000 nits, and what it becomes to headrooms 1, 1.4142, 2, 8/3 and 4.
  private static let vectors: [(light: Float, shown: [Float])] = [
    (0.1, [0.05, 0.06388, 0.08160, 0.1, 0.1]),
    (0.5, [0.25, 0.31938, 0.40802, 0.5, 0.5]),
    (1, [0.5, 0.63876, 0.81603, 1, 1]),
    (1.5, [0.65559, 0.85951, 1.12687, 1.41094, 1.46917]),
    (2, [0.74516, 0.99956, 1.34083, 1.71104, 1.89685]),
    (3, [0.86347, 1.19075, 1.64208, 2.14412, 2.67684]),
    (4.926108, [1, 1.41421, 2, 2.66667, 4]),
  ]
  private static let targets = [1, 1.4142135, 2, 8.0 / 3, 4]
  private let bright = kCGDefaultHDRImageContentHeadroom

  /// A row of straight light, as it is.
  private func row(_ light: [SIMD4<Float>]) -> CIImage {
    let pixels = light.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
    return CIImage(
      bitmapData: pixels.withUnsafeBytes { Data($0) },
      bytesPerRow: light.count * 16,
      size: CGSize(width: light.count, height: 1),
      format: .RGBAf,
      colorSpace: nil
    )
  }

  private func grays(_ light: [Float]) -> CIImage { row(light.map { SIMD4($0, $0, $0, 1) }) }

  /// The premultiplied light of a row.
  private func light(_ image: CIImage?, _ count: Int) throws -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: .zero, count: count)
    CIContext().render(
      try #require(image),
      toBitmap: &pixels,
      rowBytes: count * 16,
      bounds: CGRect(x: 0, y: 0, width: count, height: 1),
      format: .RGBAf,
      colorSpace: nil
    )
    return pixels
  }

  private func toned(_ image: CIImage, from source: Float? = nil, to target: Float) -> CIImage? {
    let filter = CIFilter.toneMapHeadroom()
    filter.inputImage = image
    if let source { filter.sourceHeadroom = source }
    filter.targetHeadroom = target
    return filter.outputImage
  }

  private func near(_ left: Float, _ right: Float) -> Bool {
    // because: the numbers have five digits behind the point.
    abs(left - right) <= 1.5e-5
  }

  @Test(
    .shows("CIToneMapHeadroom", "CISystemToneMap"),
    arguments: Array(Self.targets.enumerated())
  )
  func vectorsOfTheStandard(place: Int, target: Double) throws {
    let image = grays(Self.vectors.map(\.light))
    let display = CIFilter.systemToneMap()
    display.inputImage = image.settingContentHeadroom(bright)
    display.displayHeadroom = Float(target)
    for output in [
      toned(image, from: bright, to: Float(target)),
      toned(image.settingContentHeadroom(bright), to: Float(target)),
      display.outputImage,
    ] {
      for (found, row) in zip(try light(output, Self.vectors.count), Self.vectors) {
        #expect(near(found.x, row.shown[place]), "\(row.light) to \(target): \(found.x)")
        #expect(found.x == found.y && found.x == found.z && found.w == 1)
      }
      // It is a filter that says nothing of its light.
      #expect(output?.contentHeadroom == 0)
    }
  }

  @Test func otherContents() throws {
    let small = try light(toned(grays([0.5, 1, 2]), from: 2, to: 1), 3)
    #expect(near(small[0].x, 0.39133) && near(small[1].x, 0.78265) && near(small[2].x, 1))
    let large = try light(toned(grays([1, 2, 4]), from: 4000 / 203, to: 1), 3)
    #expect(near(large[0].x, 0.5) && near(large[1].x, 0.62685) && near(large[2].x, 0.72451))
  }

  // Hues stay: one factor for all, that of the largest component in the primaries of BT.2020.
  @Test func coloursAndAlpha() throws {
    let colors = [SIMD4<Float>(2, 1, 0.5, 1), SIMD4(2, 1, 0.5, 0.5), SIMD4(2, 1, 0.5, 0)]
    let found = try light(toned(row(colors), from: bright, to: 1), 3)
    #expect(found[0].x < 1 && near(found[0].y * 2, found[0].x))
    #expect(near(found[0].z * 4, found[0].x))
    #expect(found[1].w == 0.5 && near(found[1].x * 2, found[0].x))
    #expect(found[2] == .zero)
    let largest: Float = 0.6274039 * 2 + 0.3292831 + 0.0433131 * 0.5
    let gray = try light(toned(grays([largest]), from: bright, to: 1), 1)
    #expect(near(found[0].x / 2, gray[0].x / largest))
  }

  @Test func brightTargetsLeaveAllAsItIs() throws {
    let colors = [SIMD4<Float>(6, -0.25, 0.5, 1), SIMD4(3, 3, 3, 0.5), SIMD4(0.1, 0.2, 0.3, 1)]
    let image = row(colors)
    let before = try light(image, 3)
    for (source, target) in [(2, 2), (1, 1), (4, 8), (4, .infinity)] as [(Float, Float)] {
      #expect(try light(toned(image, from: source, to: target), 3) == before)
    }
  }

  // Nothing is known of the light of such images, so it ends at the target.
  @Test(arguments: [0, 0.5, -3, .nan, -Float.infinity]) func unknownLight(_ source: Float) throws {
    let image = row([SIMD4(6, -3, 0.5, 1), SIMD4(1.5, 1, 0.25, 0.5)])
    let found = try light(toned(image, from: source, to: 2), 2)
    #expect(found == [SIMD4(2, -2, 0.5, 1), SIMD4(0.75, 0.5, 0.125, 0.5)])
    #expect(try light(toned(image, to: 2), 2) == found)
  }

  @Test func targetsThatAreNone() throws {
    let image = grays([1, 2, 4])
    let standard = try light(toned(image, from: bright, to: 1), 3)
    for target in [0, -1, .nan, -Float.infinity] {
      #expect(try light(toned(image, from: bright, to: target), 3) == standard)
    }
    // No content is brighter than 10,000 nits.
    let most = try light(toned(image, from: 10_000 / 203, to: 1), 3)
    for (left, right) in zip(try light(toned(image, from: .infinity, to: 1), 3), most) {
      #expect(near(left.x, right.x))
    }
  }

  @Test func rangesOfDisplays() throws {
    let image = grays([1, 2, 4]).settingContentHeadroom(bright)
    func shown(_ range: String?, on display: Float) throws -> [SIMD4<Float>] {
      let filter = CIFilter.systemToneMap()
      filter.inputImage = image
      filter.displayHeadroom = display
      filter.preferredDynamicRange = range
      return try light(filter.outputImage, 3)
    }
    let (one, two, four) = (
      try light(toned(image, to: 1), 3), try light(toned(image, to: 2), 3),
      try light(toned(image, to: 4), 3)
    )
    #expect(try shown(nil, on: 4) == four && shown("high", on: 4) == four)
    #expect(try shown("constrainedHigh", on: 4) == two && shown("automatic", on: 4) == two)
    #expect(try shown("constrainedHigh", on: 1) == one)
    #expect(try shown("standard", on: 4) == one)
    #expect(try shown(nil, on: 0) == one)
  }

  @Test func unknownRangesAreRefused() {
    let filter = CIFilter.systemToneMap()
    filter.inputImage = grays([2])
    filter.preferredDynamicRange = "blinding"
    let lines = diagnostics { #expect(filter.outputImage == nil) }
    #expect(lines.count == 1 && lines[0].contains("standard, constrainedHigh, high"))
  }
}
