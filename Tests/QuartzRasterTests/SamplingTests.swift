// Samplers, mipmaps and scaled images against their definitions, in Double.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzRaster
import TestRandom
import Testing

/// An image whose memory lives as long as the object.
private final class Texels {
  let words: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int

  init(_ width: Int, _ height: Int, _ word: (Int, Int) -> UInt32) {
    (self.width, self.height) = (width, height)
    words = .allocate(capacity: width * height)
    for y in 0..<height { for x in 0..<width { words[y * width + x] = word(x, y) } }
  }

  convenience init(random width: Int, _ height: Int, seed: UInt64 = 4) {
    var numbers = SeededGenerator(seed: seed)
    let words = BlendTests.words(width * height, &numbers)
    self.init(width, height) { words[$1 * width + $0] }
  }

  deinit { words.deallocate() }

  var source: TexelSource {
    TexelSource(
      base: words,
      width: Int32(width),
      height: Int32(height),
      rowBytes: width * 4
    )
  }

  /// The channels of a texel, or what is outside.
  func color(_ x: Int, _ y: Int, _ edges: SamplingEdges) -> SIMD4<Double> {
    if edges == .transparent, x < 0 || y < 0 || x >= width || y >= height { return .zero }
    let (x, y) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
    return BlendTests.exact(words[y * width + x])
  }

  /// The colour at a place, by the kernel of a filter that reaches `reach` texels.
  func filtered(
    _ p: Point,
    _ edges: SamplingEdges,
    _ reach: Int,
    _ kernel: (Double) -> Double
  ) -> SIMD4<Double> {
    let (x, y) = (Int((p.x - 0.5).rounded(.down)), Int((p.y - 0.5).rounded(.down)))
    var sum = SIMD4<Double>.zero
    for j in (y - reach + 1)...(y + reach) {
      for i in (x - reach + 1)...(x + reach) {
        let weight = kernel(p.x - 0.5 - Double(i)) * kernel(p.y - 0.5 - Double(j))
        sum += color(i, j, edges) * weight
      }
    }
    return sum
  }
}

private func tent(_ x: Double) -> Double { max(1 - abs(x), 0) }

/// Keys 1981, equation 15, with a = -1/2.
private func keys(_ x: Double) -> Double {
  let (a, s) = (-0.5, abs(x))
  if s < 1 { return (a + 2) * s * s * s - (a + 3) * s * s + 1 }
  return s < 2 ? a * s * s * s - 5 * a * s * s + 8 * a * s - 4 * a : 0
}

/// Overshoot cut off.
private func settled(_ c: SIMD4<Double>) -> SIMD4<Double> {
  let a = min(max(c.w, 0), 1)
  return c.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: a))
}

@Suite struct SamplingTests {
  static let maps: [Affine] = [
    Affine(0.37, 0, 0, 0.61, 1.3, -2.2), Affine(0.9, 0.3, -0.2, 1.1, -5, 4),
    Affine(-0.5, 0, 0, 0.5, 20, 3.25), Affine(0, 1.3, -1.3, 0, 22, 1),
    Affine(1, 0, 0, 1, 0.5, 0.25),
  ]

  /// Words of a 60 x 40 picture, and for each the place of its pixel in texels.
  private func sampled(_ sampler: AffineSampler, _ map: Affine) -> [(UInt32, Point)] {
    (-10..<30).flatMap { y in
      var words = [UInt32](repeating: 1, count: 90)
      sampler.fill(&words, x: -15, y: y, count: 90)
      return words.enumerated().map {
        ($1, map.transform(Point(Double($0 - 15) + 0.5, Double(y) + 0.5)))
      }
    }
  }

  @Test(arguments: maps.indices, [SamplingEdges.clamped, .transparent])
  func nearestIsTheTexelOfThePlace(index: Int, edges: SamplingEdges) {
    let (image, map) = (Texels(random: 23, 17), Self.maps[index])
    let sampler = AffineSampler(image.source, quality: .nearest, edges: edges, pixelToTexel: map)
    for (word, p) in sampled(sampler, map) {
      let (x, y) = (p.x.rounded(.down), p.y.rounded(.down))
      // Rounding may decide on the edge of a texel.
      guard min(p.x - x, p.y - y) > 1e-4, max(p.x - x, p.y - y) < 1 - 1e-4 else { continue }
      #expect(BlendTests.exact(word) == image.color(Int(x), Int(y), edges))
    }
  }

  @Test(arguments: maps.indices, [SamplingEdges.clamped, .transparent])
  func linearIsTheTentsSum(index: Int, edges: SamplingEdges) {
    let (image, map) = (Texels(random: 23, 17), Self.maps[index])
    let sampler = AffineSampler(image.source, quality: .linear, edges: edges, pixelToTexel: map)
    for (word, p) in sampled(sampler, map) {
      let exact = image.filtered(p, edges, 1, tent)
      // Fractions have 15 bits and mixes 8.7: 1/30 of a level, besides the rounding.
      #expect(BlendTests.distance(word, exact) <= 0.54, "\(p)")
    }
  }

  @Test(arguments: maps.indices, [SamplingEdges.clamped, .transparent])
  func cubicIsKeysSum(index: Int, edges: SamplingEdges) {
    let (image, map) = (Texels(random: 23, 17), Self.maps[index])
    let sampler = AffineSampler(image.source, quality: .cubic, edges: edges, pixelToTexel: map)
    for (word, p) in sampled(sampler, map) {
      let exact = settled(image.filtered(p, edges, 2, keys))
      #expect(BlendTests.distance(word, exact) <= 0.51, "\(p)")
    }
  }

  @Test(arguments: SamplingQuality.allCases, [SamplingEdges.clamped, .transparent])
  func movesByWholePixelsCopy(quality: SamplingQuality, edges: SamplingEdges) {
    let image = Texels(random: 31, 9)
    for (dx, dy) in [(0, 0), (3, -2), (-40, 1), (100, 100), (-5, 8)] {
      let map = Affine.translation(Double(dx), Double(dy))
      let sampler = AffineSampler(image.source, quality: quality, edges: edges, pixelToTexel: map)
      var words = [UInt32](repeating: 1, count: 80)
      for y in -3..<15 {
        sampler.fill(&words, x: -20, y: y, count: 80)
        for (index, word) in words.enumerated() {
          #expect(BlendTests.exact(word) == image.color(index - 20 + dx, y + dy, edges))
        }
      }
    }
  }

  @Test func constantImagesStay() {
    let image = Texels(9, 7) { _, _ in 0x8040_2010 }
    for quality in SamplingQuality.allCases {
      for map in Self.maps {
        let sampler = AffineSampler(
          image.source,
          quality: quality,
          edges: .clamped,
          pixelToTexel: map
        )
        #expect(sampled(sampler, map).allSatisfy { $0.0 == 0x8040_2010 })
      }
    }
  }

  @Test(arguments: SamplingQuality.allCases, [SamplingEdges.clamped, .transparent])
  func spansMayBeginAnywhere(quality: SamplingQuality, edges: SamplingEdges) {
    let image = Texels(random: 83, 57)
    let map = Affine(0.3, 0.11, -0.4, 1.7, 5, 4)
    let sampler = AffineSampler(image.source, quality: quality, edges: edges, pixelToTexel: map)
    var whole = [UInt32](repeating: 1, count: 300)
    sampler.fill(&whole, x: -70, y: 9, count: 300)
    for (start, count) in [(0, 1), (1, 299), (37, 64), (69, 130), (70, 1), (133, 2)] {
      var part = [UInt32](repeating: 1, count: count)
      sampler.fill(&part, x: start - 70, y: 9, count: count)
      #expect(part[...] == whole[start..<start + count])
    }
  }

  @Test(arguments: SamplingQuality.allCases)
  func largeImagesAreSampledAsSmallOnes(quality: SamplingQuality) {
    // One row of 20000 texels: places near its end have few bits left in Float.
    let image = Texels(20000, 1) { x, _ in UInt32(x * 7 % 256) | 0xFF00_0000 }
    let map = Affine(0.25, 0, 0, 1, 19900.125, 0)
    let sampler = AffineSampler(image.source, quality: quality, edges: .clamped, pixelToTexel: map)
    var words = [UInt32](repeating: 1, count: 300)
    sampler.fill(&words, x: 0, y: 0, count: 300)
    for (index, word) in words.enumerated() {
      let p = map.transform(Point(Double(index) + 0.5, 0.5))
      let exact =
        switch quality {
        case .nearest: image.color(Int(p.x), 0, .clamped)
        case .linear: image.filtered(p, .clamped, 1, tent)
        case .cubic: settled(image.filtered(p, .clamped, 2, keys))
        }
      #expect(BlendTests.distance(word, exact) <= 0.54)
    }
  }

  @Test(arguments: SamplingQuality.allCases, [SamplingEdges.clamped, .transparent])
  func hostileMapsDoNotTrap(quality: SamplingQuality, edges: SamplingEdges) {
    let image = Texels(random: 5, 3)
    var words = [UInt32](repeating: 1, count: 200)
    let huge = [1e30, -1e30, 1e9, 3e9, .infinity, .nan, 0, 1e-300]
    for a in huge {
      for b in huge {
        let maps = [
          Affine(a, 0, 0, b, 0, 0), Affine(1, 0, 0, 1, a, b), Affine(0, a, b, 0, 1, 1),
          Affine(a, a, b, b, b, a),
        ]
        for map in maps {
          let sampler = AffineSampler(
            image.source,
            quality: quality,
            edges: edges,
            pixelToTexel: map
          )
          sampler.fill(&words, x: -100, y: 7, count: 200)
          sampler.fill(&words, x: 1 << 40, y: -(1 << 40), count: 200)
          sampler.fill(&words, x: 0, y: 0, count: -1)
        }
      }
    }
    let none = TexelSource(base: image.words, width: 0, height: 3, rowBytes: 0)
    AffineSampler(none, quality: quality, edges: edges, pixelToTexel: .identity)
      .fill(&words, x: 0, y: 0, count: 200)
    #expect(words.allSatisfy { $0 == 0 })
  }
}

@Suite struct MipChainTests {
  @Test(arguments: [(16, 16), (17, 9), (1, 1), (1, 13), (37, 1), (255, 3)])
  func levelsAreMeansOfAreas(width: Int, height: Int) throws {
    let image = Texels(random: width, height)
    let chain = try MipChain(image.source)
    for (from, to) in zip(chain.levels, chain.levels.dropFirst()) {
      #expect(to.width == max(from.width / 2, 1) && to.height == max(from.height / 2, 1))
      let (w, h) = (Double(from.width) / Double(to.width), Double(from.height) / Double(to.height))
      for y in 0..<to.height {
        for x in 0..<to.width {
          // Each texel counts by its part in the area x w ... (x + 1) w, y h ... (y + 1) h.
          var sum = SIMD4<Double>.zero
          for j in 0..<from.height {
            let tall = min(Double(j + 1), Double(y + 1) * h) - max(Double(j), Double(y) * h)
            guard tall > 0 else { continue }
            for i in 0..<from.width {
              let wide = min(Double(i + 1), Double(x + 1) * w) - max(Double(i), Double(x) * w)
              if wide > 0 { sum += BlendTests.exact(from.texel(i, j)) * (wide * tall) }
            }
          }
          #expect(BlendTests.distance(to.texel(x, y), sum / (w * h)) <= 0.5001)
        }
      }
    }
    #expect(chain.levels.last.map { $0.width == 1 && $0.height == 1 } == true)
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 4), (65537, 1), (Int.max, 1)])
  func impossibleSizesAreErrors(width: Int, height: Int) {
    let image = Texels(random: 1, 1)
    let source = TexelSource(
      base: image.words,
      width: Int32(clamping: width),
      height: Int32(clamping: height),
      rowBytes: 4
    )
    #expect(throws: RasterError.self) { try MipChain(source) }
    #expect(throws: RasterError.self) { try ScaledImage(source, width: 1, height: 1) }
    #expect(throws: RasterError.self) {
      try ScaledImage(image.source, width: width, height: height)
    }
  }
}

@Suite struct ScaledImageTests {
  /// Catmull and Rom's kernel, widened where the image shrinks, in Double, with edges repeated.
  private func exact(_ image: Texels, _ x: Int, _ y: Int, _ width: Int, _ height: Int)
    -> SIMD4<Double>
  {
    let (sx, sy) = (Double(image.width) / Double(width), Double(image.height) / Double(height))
    let (wx, wy) = (max(sx, 1), max(sy, 1))
    let (cx, cy) = ((Double(x) + 0.5) * sx - 0.5, (Double(y) + 0.5) * sy - 0.5)
    var (sum, total) = (SIMD4<Double>.zero, 0.0)
    for j in Int((cy - 2 * wy).rounded(.up))...Int((cy + 2 * wy).rounded(.down)) {
      for i in Int((cx - 2 * wx).rounded(.up))...Int((cx + 2 * wx).rounded(.down)) {
        let weight = keys((Double(i) - cx) / wx) * keys((Double(j) - cy) / wy)
        sum += image.color(i, j, .clamped) * weight
        total += weight
      }
    }
    return settled(sum / total)
  }

  @Test(arguments: [(5, 4), (33, 21), (64, 64), (1, 1), (40, 3), (13, 21)])
  func scaledByTheWidenedKernel(width: Int, height: Int) throws {
    for (w, h) in [(33, 21), (7, 50), (1, 6), (2, 2)] {
      let image = Texels(random: w, h)
      let scaled = try ScaledImage(image.source, width: width, height: height)
      for y in 0..<height {
        for x in 0..<width {
          let word = scaled.texels.texel(Int32(x), Int32(y))
          #expect(BlendTests.distance(word, exact(image, x, y, width, height)) <= 0.51)
        }
      }
    }
  }

  @Test func theSameSizeIsACopy() throws {
    let image = Texels(random: 19, 14)
    let scaled = try ScaledImage(image.source, width: 19, height: 14)
    for y in 0..<14 {
      for x in 0..<19 {
        #expect(scaled.texels.texel(Int32(x), Int32(y)) == image.words[y * 19 + x])
      }
    }
  }

  @Test func reducedSizes() {
    let image = Texels(random: 100, 60).source
    #expect(ScaledImage.reducedSize(image, texelToPixel: .identity) == nil)
    #expect(ScaledImage.reducedSize(image, texelToPixel: .scale(2, 3)) == nil)
    let half = ScaledImage.reducedSize(image, texelToPixel: .scale(0.5, 3))
    #expect(half?.width == 50 && half?.height == 60)
    let turned = Affine.scale(0.25, 0.1) * .rotation(cosine: 0.6, sine: 0.8)
    let small = ScaledImage.reducedSize(image, texelToPixel: turned)
    #expect(small?.width == 25 && small?.height == 6)
    let none = ScaledImage.reducedSize(image, texelToPixel: .scale(0, 0))
    #expect(none?.width == 1 && none?.height == 1)
    #expect(ScaledImage.reducedSize(image, texelToPixel: .scale(.nan, 1)) == nil)
  }
}

@Suite(.serialized) struct CubicKernelTests {
  @Test func kernelIsItsReference() {
    defer { qk_use_instructions(qk_best_instructions()) }
    let image = Texels(random: 13, 11)
    var numbers = SeededGenerator(seed: 8)
    func number(_ limit: Float) -> Float { Float.random(in: -limit...limit, using: &numbers) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      for length in 0...40 {
        var texels = qk_texels(
          base: UnsafeRawPointer(image.words).assumingMemoryBound(to: UInt8.self),
          row_bytes: 52,
          min_x: 0,
          min_y: 0,
          last_x: 12,
          last_y: 10
        )
        var row = qk_place_row(
          base: (number(20), number(20), 1),
          row1: (number(1), number(1), 0),
          map: (1, 1, 0, 0)
        )
        var result = [UInt32](repeating: 7, count: length + 2)
        qk_sample_cubic(&result, &texels, &row, 3, Int32(length))
        let expected = (0..<length).map {
          ReferenceSpans.cubic(image.source, row, x: 3 + Int32($0))
        }
        #expect(result == expected + [7, 7])
      }
    }
  }
}
