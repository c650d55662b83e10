// How different colours look, in whatever space they are.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Foundation
@testable import QuartzComparison
import QuartzTesting
import TestRandom
import Testing

@Suite("Comparison of colours") struct ColorComparisonTests {
  /// Pairs of the table of Sharma, Wu and Dalal (2005), with four decimals.
  @Test(arguments: [
    (50.0, 2.6772, -79.7751, 50.0, 0.0, -82.7485, 2.0425),
    (50.0, 3.1571, -77.2803, 50.0, 0.0, -82.7485, 2.8615),
    (50.0, -1.3802, -84.2814, 50.0, 0.0, -82.7485, 1.0000),
    (50.0, 0.0, 0.0, 50.0, -1.0, 2.0, 2.3669),
    (50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0009, 7.1792),
    (50.0, 2.4900, -0.0010, 50.0, -2.4900, 0.0011, 7.2195),
    (50.0, 2.5, 0.0, 73.0, 25.0, -18.0, 27.1492),
    (50.0, 2.5, 0.0, 58.0, 24.0, 15.0, 19.4535),
    (50.0, 2.5, 0.0, 50.0, 3.1736, 0.5854, 1.0000),
    (60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644),
    (22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373),
    (90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441),
    (2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082),
  ])
  func deltaE(l1: Double, a1: Double, b1: Double, l2: Double, a2: Double, b2: Double, e: Double) {
    let one = LabColor(lightness: l1, a: a1, b: b1)
    let other = LabColor(lightness: l2, a: a2, b: b2)
    #expect((one.deltaE(other) * 10_000).rounded() / 10_000 == e)
    #expect((other.deltaE(one) * 10_000).rounded() / 10_000 == e)
  }

  @Test func labOfSRGB() {
    let white = LabColor(red: 255, green: 255, blue: 255)
    #expect(abs(white.lightness - 100) < 1e-9 && abs(white.a) < 1e-3 && abs(white.b) < 1e-3)
    let red = LabColor(red: 255, green: 0, blue: 0)
    #expect(abs(red.lightness - 53.24) < 0.01 && abs(red.a - 80.09) < 0.01)
    #expect(abs(red.b - 67.20) < 0.01)
  }

  // MARK: Kernels

  /// Returns the distances that the kernels compute from colours in columns.
  private func kernelDistances(_ pairs: [(LabColor, LabColor)]) -> [Double] {
    let count = (pairs.count + 7) / 8 * 8
    var columns = [[Double]](repeating: [Double](repeating: 0, count: count), count: 6)
    for (index, pair) in pairs.enumerated() {
      for (column, color) in [(0, pair.0), (3, pair.1)] {
        columns[column][index] = color.lightness
        columns[column + 1][index] = color.a
        columns[column + 2][index] = color.b
      }
    }
    return withColumns(columns) { memory in
      var distances = [Double](repeating: 0, count: count)
      _ = qk_delta_e(
        &distances,
        qk_colors(first: memory[0], second: memory[1], third: memory[2]),
        qk_colors(first: memory[3], second: memory[4], third: memory[5]),
        ColorTables.shared.blue,
        Int32(pairs.count)
      )
      return Array(distances.prefix(pairs.count))
    }
  }

  private func withColumns<Result>(
    _ columns: [[Double]],
    _ body: ([UnsafeMutablePointer<Double>]) -> Result
  ) -> Result {
    let memory = columns.map { column in
      let copy = UnsafeMutablePointer<Double>.allocate(capacity: column.count)
      copy.initialize(from: column, count: column.count)
      return copy
    }
    defer { for column in memory { column.deallocate() } }
    return body(memory)
  }

  /// Pictures are compared to a millionth.
  @Test func kernelOfDistancesIsTheFormula() {
    var random = SeededGenerator(seed: 4)
    func color(_ chroma: ClosedRange<Double>) -> LabColor {
      LabColor(
        lightness: Double.random(in: 0...100, using: &random),
        a: Double.random(in: chroma, using: &random),
        b: Double.random(in: chroma, using: &random)
      )
    }
    var pairs = (0..<20_000).map { _ in (color(-130...130), color(-130...130)) }
    // Near each other, greys, and blues, where the formula turns.
    for _ in 0..<20_000 {
      let one = color(-100...100)
      var other = one
      other.a += Double.random(in: -2...2, using: &random)
      other.b += Double.random(in: -2...2, using: &random)
      pairs.append((one, other))
      pairs.append((color(-0.01...0.01), color(-0.01...0.01)))
      let blue = LabColor(lightness: 40, a: other.a / 5, b: -80 + other.b / 5)
      pairs.append((blue, color(-100...0)))
    }
    pairs.append((LabColor(lightness: 5, a: 0, b: 0), LabColor(lightness: 9, a: 3, b: 0)))
    var largest = 0.0
    for (pair, distance) in zip(pairs, kernelDistances(pairs)) {
      largest = max(largest, abs(distance - pair.0.deltaE(pair.1)))
    }
    #expect(largest < 1e-6)
  }

  @Test func kernelTellsThatHuesAreOpposite() {
    let pair = (LabColor(lightness: 50, a: 20, b: 0), LabColor(lightness: 50, a: -20, b: 0))
    #expect(kernelDistances([pair, (pair.0, pair.0)]) == [-1, 0])
    // The tally takes the formula then.
    let picture = { (red: UInt8, green: UInt8) in
      CGImage(
        PixelStorage(width: 1, height: 1) { target in
          target.storeBytes(of: SIMD4(red, green, 100, 255), as: SIMD4<UInt8>.self)
          return true
        }
      )
    }
    let rules = ComparisonRules(perceptualPrecision: 0.5)
    let comparison = ImageComparison(picture(100, 120), picture(130, 90), rules: rules)
    let expected = LabColor(red: 100, green: 120, blue: 100)
      .deltaE(LabColor(red: 130, green: 90, blue: 100))
    #expect(abs((comparison?.largestDeltaE ?? 0) - expected) < 1e-6)
  }

  @Test func kernelOfLabIsTheFormula() {
    var random = SeededGenerator(seed: 6)
    // From dark to bright, and outside sRGB.
    let lights = (0..<8000).map { index in
      let most = index.isMultiple(of: 2) ? 1.2 : 0.02
      return SIMD3<Double>.random(in: -0.3 * most...most, using: &random)
    }
    let columns = [lights.map(\.x), lights.map(\.y), lights.map(\.z)]
    withColumns(columns) { memory in
      qk_lab(
        qk_colors(first: memory[0], second: memory[1], third: memory[2]),
        Int32(lights.count)
      )
      for (index, light) in lights.enumerated() {
        let color = LabColor(light: light)
        #expect(abs(memory[0][index] - color.lightness) < 1e-9)
        #expect(abs(memory[1][index] - color.a) < 1e-9)
        #expect(abs(memory[2][index] - color.b) < 1e-9)
      }
    }
  }

  // MARK: Colour spaces

  /// A pixel of 8 bits for each component, or of 16 with the most significant byte first.
  private func pixel(_ space: CFString, _ bytes: [UInt8]) throws -> CGImage {
    let bits = bytes.count * 2
    let colors = try #require(CGColorSpace(name: space))
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let image = CGImage(
      width: 1,
      height: 1,
      bitsPerComponent: bits,
      bitsPerPixel: bits * 4,
      bytesPerRow: bits / 2,
      space: colors,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: false,
      intent: .defaultIntent
    )
    return try #require(image)
  }

  private func lab(_ image: CGImage) throws -> LabColor {
    let rows = try #require(image.ownLight)
    var light = [SIMD4<Float>.zero]
    light.withUnsafeMutableBufferPointer { rows.read(row: 0, into: $0) }
    return LabColor(light: SIMD3(Double(light[0].x), Double(light[0].y), Double(light[0].z)))
  }

  /// Numbers computed apart from this package, from the chromaticities of the spaces.
  @Test(
    arguments: [
      (CGColorSpace.displayP3, [255, 0, 0], 54.9666, 94.0925, 94.7699),
      (CGColorSpace.displayP3, [0, 255, 0], 86.5901, -115.2805, 107.6780),
      (CGColorSpace.displayP3, [0, 0, 255], 33.8339, 81.7089, -111.2788),
      (CGColorSpace.displayP3, [110, 255, 0], 88.3256, -94.2073, 110.6703),
      (CGColorSpace.adobeRGB1998, [0, 255, 0], 83.3035, -137.9734, 90.8362),
    ] as [(CFString, [UInt8], Double, Double, Double)]
  )
  func labOfOwnSpace(
    _ space: CFString,
    _ color: [UInt8],
    _ lightness: Double,
    _ a: Double,
    _ b: Double
  ) throws {
    let found = try lab(pixel(space, color + [255]))
    #expect(abs(found.lightness - lightness) < 0.01, "\(found)")
    #expect(abs(found.a - a) < 0.02 && abs(found.b - b) < 0.02, "\(found)")
    // Twice the byte is the same number of 16 bits.
    let wide = try lab(pixel(space, (color + [255]).flatMap { [$0, $0] }))
    #expect(abs(wide.a - found.a) < 1e-4)
  }

  /// Both are (0, 255, 0) in sRGB, which can show neither.
  @Test func colorsOutsideSRGBDiffer() throws {
    let one = try pixel(CGColorSpace.displayP3, [0, 255, 0, 255])
    let other = try pixel(CGColorSpace.displayP3, [110, 255, 0, 255])
    let rules = ComparisonRules(perceptualPrecision: 0.98)
    #expect(ImageComparison(one, other)?.count == 0)
    let comparison = try #require(ImageComparison(one, other, rules: rules))
    #expect(comparison.count == 1 && comparison.mismatches == 1 && !comparison.isAccepted)
    #expect("\(comparison.bounds)" == "(0 0 1 1)")
    #expect(abs(comparison.largestDeltaE - 4.7348) < 0.001)
    #expect(ImageComparison(one, one, rules: rules)?.count == 0)
    // Against sRGB's own green.
    let green = try pixel(CGColorSpace.sRGB, [0, 255, 0, 255])
    #expect(green.ownLight == nil)
    let distance = try #require(ImageComparison(green, one, rules: rules)).largestDeltaE
    #expect(abs(distance - 5.3255) < 0.001)
  }

  @Test func stepsOfSixteenBitsDiffer() throws {
    let one = try pixel(CGColorSpace.sRGB, [80, 0, 80, 0, 80, 0, 255, 255])
    let other = try pixel(CGColorSpace.sRGB, [80, 60, 80, 0, 80, 0, 255, 255])
    let comparison = ImageComparison(one, other, rules: ComparisonRules(perceptualPrecision: 0.99))
    #expect(comparison?.count == 1 && comparison?.mismatches == 0)
    let distance = comparison?.largestDeltaE ?? 0
    #expect(distance > 0.05 && distance < 0.5)
  }

  /// A translucent colour is seen over something, of which its light is a part.
  @Test func translucentColorsOfOwnSpace() throws {
    let rules = ComparisonRules(perceptualPrecision: 0.98)
    let one = try pixel(CGColorSpace.displayP3, [90, 90, 90, 128])
    // Greys are the same in both spaces.
    let other = try pixel(CGColorSpace.sRGB, [90, 90, 90, 128])
    let same = try #require(ImageComparison(one, other, rules: rules))
    #expect(same.largestDeltaE < 0.5 && same.isAccepted)
    let clear = try pixel(CGColorSpace.sRGB, [90, 90, 90, 0])
    let far = try #require(ImageComparison(one, clear, rules: rules))
    // Over white: 173 of 255 against 255.
    let expected = LabColor(red: 173, green: 173, blue: 173)
      .deltaE(LabColor(red: 255, green: 255, blue: 255))
    #expect(abs(far.largestDeltaE - expected) < 0.3)
  }

  /// A reference of 8 bits in sRGB holds what the picture's PNG file would.
  @Test func ownReferenceIsMatched() throws {
    let image = try pixel(CGColorSpace.displayP3, [0, 255, 0, 255])
    let folder = try SnapshotFolder()
    let strategy = Snapshotting<CGImage, CGImage>
      .image(perceptualPrecision: 0.99, colorSpaces: .converted)
    _ = folder.verify(image, strategy)
    #expect(folder.verify(image, strategy) == nil)
  }
}
