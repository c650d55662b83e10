// Solids in shapes and through texels: the kernels against the formulas of single pixels.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

@Suite(.serialized) struct ShapeKernelTests {
  private static let (width, height) = (76, 40)

  private static func float(_ range: ClosedRange<Float>, _ numbers: inout SeededGenerator) -> Float
  {
    Float.random(in: range, using: &numbers)
  }

  /// Rectangles, circles and ellipses in corners, radii that overlap, edges on whole numbers.
  private static func shape(_ numbers: inout SeededGenerator, inset: Float = 0) -> RasterShape {
    var shape = RasterShape(
      isAxis: true,
      rect: [
        float(-9...30, &numbers), float(-9...15, &numbers), float(31...80, &numbers),
        float(12...50, &numbers),
      ]
    )
    if numbers.next() % 3 == 0 { shape.rect = shape.rect.rounded(.toNearestOrEven) }
    shape.rect += [inset, inset, -inset, -inset]
    switch numbers.next() % 5 {
    case 0: break
    case 1:
      shape.radiiX = SIMD4(repeating: float(0.2...14, &numbers))
      shape.radiiY = shape.radiiX
    case 2:
      for corner in 0..<4 { shape.radiiX[corner] = float(0...20, &numbers) }
      shape.radiiY = shape.radiiX
    case 3:
      for corner in 0..<4 {
        shape.radiiX[corner] = float(-1...30, &numbers)
        shape.radiiY[corner] = float(-1...30, &numbers)
      }
    default:
      shape.radiiX = [8, 8, 0, 8]
      shape.radiiY = shape.radiiX
    }
    return shape
  }

  /// The coverage of a pixel.
  private static func cover(_ coverage: Coverage, x: Int32, y: Int32) -> Float {
    var cover = coverage.outer?.coverage(x: x, y: y) ?? 1
    if let inner = coverage.inner {
      cover = RasterShape.ring(cover, inner.coverage(x: x, y: y))
    }
    if let clip = coverage.clip { cover *= clip.coverage(x: x, y: y) }
    return cover
  }

  /// The pixels of an area as the formulas for one pixel say.
  private static func expected(
    _ pixels: [UInt32],
    _ source: PixelSource,
    _ coverage: Coverage,
    _ area: qk_area
  ) -> [UInt32] {
    var result = pixels
    for y in area.min_y..<area.max_y {
      for x in area.min_x..<area.max_x {
        let index = Int(y) * width + Int(x)
        let scaled = SourceOver.scaled(source, SourceOver.factor(cover(coverage, x: x, y: y)))
        result[index] = SourceOver.blend(scaled, over: result[index])
      }
    }
    return result
  }

  private static func drawn(
    _ pixels: [UInt32],
    _ source: PixelSource,
    _ coverage: Coverage,
    _ area: qk_area
  ) throws -> [UInt32] {
    var result = pixels
    var shapes = try #require(qk_shapes(coverage))
    var area = area
    let channels = [source.x, source.y, source.z, source.w]
    result.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      let first = base + Int(area.min_y) * width + Int(area.min_x)
      qk_solid_shapes(first, width, &area, channels, &shapes)
    }
    return result
  }

  /// A coverage, and the area that is drawn through it.
  private static func place(_ numbers: inout SeededGenerator) -> (Coverage, qk_area) {
    var coverage = Coverage(nil)
    if numbers.next() % 8 != 0 { coverage.outer = shape(&numbers) }
    if numbers.next() % 3 == 0 {
      coverage.inner = shape(&numbers, inset: float(0...6, &numbers))
    }
    if numbers.next() % 3 == 0 { coverage.clip = shape(&numbers) }
    let (x, y) = (Int32(numbers.next() % 40), Int32(numbers.next() % 20))
    let area = qk_area(
      min_x: x,
      min_y: y,
      max_x: x + Int32(numbers.next() % UInt64(Int32(width) - x)) + 1,
      max_y: y + Int32(numbers.next() % UInt64(Int32(height) - y)) + 1
    )
    return (coverage, area)
  }

  @Test func solidsAreThoseOfTheFormula() throws {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 12)
      for round in 0..<3_000 {
        let pixels = (0..<Self.width * Self.height).map { _ in
          UInt32(truncatingIfNeeded: numbers.next()) | 0xFF00_0000
        }
        let (coverage, area) = Self.place(&numbers)
        let alpha = round % 2 == 0 ? 1 : Self.float(0...1, &numbers)
        let source = SourceOver.source([0.2, 0.7, 0.1, 1] * alpha)
        #expect(
          try Self.drawn(pixels, source, coverage, area)
            == Self.expected(pixels, source, coverage, area),
          "round \(round), set \(set)"
        )
      }
    }
  }

  /// The same over half floats, against one pixel at a time.
  @Test func solidsOfHalfFloatsAreThoseOfTheFormula() throws {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 13)
      for round in 0..<300 {
        // Numbers of -8...8.
        let pixels = (0..<4 * Self.width * Self.height).map { _ in
          UInt16(truncatingIfNeeded: numbers.next()) & 0xC7FF
        }
        let (coverage, area) = Self.place(&numbers)
        let color = SIMD4<Float>(3, 0.7, -0.1, 1) * (round % 2 == 0 ? 1 : 0.4)
        var (drawn, expected) = (pixels, pixels)
        try Self.draw(&drawn, color, coverage, area)
        for y in area.min_y..<area.max_y {
          for x in area.min_x..<area.max_x {
            Self.draw(&expected, color, coverage, at: (x, y))
          }
        }
        // Nothing over -0 may be 0.
        let unlike = zip(drawn, expected).count { $0 != $1 && ($0 | $1) != 0x8000 }
        #expect(unlike == 0, "round \(round), set \(set)")
      }
    }
  }

  private static func draw(
    _ pixels: inout [UInt16],
    _ color: SIMD4<Float>,
    _ coverage: Coverage,
    _ area: qk_area
  ) throws {
    var (shapes, area) = (try #require(qk_shapes(coverage)), area)
    let channels = [color.x, color.y, color.z, color.w]
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      let first = base + 4 * (Int(area.min_y) * width + Int(area.min_x))
      qk_half_solid_shapes(first, width * 8, &area, channels, &shapes)
    }
  }

  private static func draw(
    _ pixels: inout [UInt16],
    _ color: SIMD4<Float>,
    _ coverage: Coverage,
    at place: (x: Int32, y: Int32)
  ) {
    let factor = [SourceOver.factor(cover(coverage, x: place.x, y: place.y))]
    let channels = [color.x, color.y, color.z, color.w]
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      let pixel = base + 4 * (Int(place.y) * width + Int(place.x))
      qk_half_solid_rows(pixel, 0, 1, channels, factor, 1, 0, 0, factor, 0)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30, -1e30])
  func numbersThatAreNoneDoNotTrap(number: Float) throws {
    let pixels = [UInt32](repeating: 0xFF12_3456, count: Self.width * Self.height)
    let area = qk_area(min_x: 3, min_y: 2, max_x: 70, max_y: 39)
    let source = SourceOver.source([0.2, 0.7, 0.1, 1])
    for place in 0..<12 {
      var shape = RasterShape(
        isAxis: true,
        rect: [10, 5, 60, 35],
        radiiX: SIMD4(repeating: 6),
        radiiY: SIMD4(repeating: 6)
      )
      if place < 4 {
        shape.rect[place] = number
      } else if place < 8 {
        shape.radiiX[place - 4] = number
      } else {
        shape.radiiY[place - 8] = number
      }
      let coverage = Coverage(shape)
      #expect(
        try Self.drawn(pixels, source, coverage, area)
          == Self.expected(pixels, source, coverage, area),
        "place \(place)"
      )
    }
  }

  /// Rows of texels in three parts, at fractions, against the mix of each pixel's four texels.
  @Test func texelsThatAreOneApartAreMixedAsSingleOnes() {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var numbers = SeededGenerator(seed: 31)
      for round in 0..<600 {
        let bytes = (0..<90 * 9).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        var map = qk_stretch()
        (map.row_bytes, map.min_y, map.last_y) = (90, 1, 8)
        var steps: [qk_steps] = []
        for _ in 0..<4 {
          steps.append(
            qk_steps(
              count: Int32(numbers.next() % 25),
              texel: Int32(numbers.next() % 64),
              fraction: Int16(numbers.next() % 32768),
              step: Int16(numbers.next() % 2)
            )
          )
        }
        map.columns = (steps[0], steps[1], steps[2])
        map.rows = steps[3]
        map.rows.texel = Int32(numbers.next() % 12) - 2
        let rgb: SIMD4<Float> = round % 2 == 0 ? [0, 0, 0, 0.6] : [0.3, 0.1, 0.5, 0.9]
        let source = SourceOver.source(rgb)
        let pixels = (0..<Self.width * 12).map { _ in
          UInt32(truncatingIfNeeded: numbers.next()) | 0xFF00_0000
        }
        let (drawn, expected) = Self.mixed(bytes, map, steps, source, pixels)
        #expect(drawn == expected, "round \(round), set \(set)")
      }
    }
  }

  /// Three rows of the kernel, and of single pixels.
  private static func mixed(
    _ bytes: [UInt8],
    _ map: qk_stretch,
    _ steps: [qk_steps],
    _ source: PixelSource,
    _ pixels: [UInt32]
  ) -> (drawn: [UInt32], expected: [UInt32]) {
    let rows: Int32 = 3
    var (drawn, expected) = (pixels, pixels)
    let channels = [source.x, source.y, source.z, source.w]
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var map = map
      map.base = base
      qk_cover_texels(&drawn, width, rows, &map, channels)
      let texels = CoverageSource(base: base, width: 90, height: 9, rowBytes: 90)
      let range = TexelRange([0, 1, 90, 9], width: 90, height: 9)
      for y in 0..<rows {
        var x = 0
        for part in steps[..<3] {
          for index in 0..<part.count {
            let factor = CoverageSampler.linear(
              texels,
              range,
              x: part.texel + index * Int32(part.step),
              y: map.rows.texel + y * Int32(map.rows.step),
              fractionX: part.fraction,
              fractionY: map.rows.fraction
            )
            let place = Int(y) * width + x
            let tinted = SourceOver.tinted(source, factor)
            expected[place] = SourceOver.blend(tinted, over: expected[place])
            x += 1
          }
        }
      }
    }
    return (drawn, expected)
  }
}
