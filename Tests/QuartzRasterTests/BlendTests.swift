// The blend modes against their definitions on straight colours, in Double.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster
import TestRandom
import Testing

/// The definitions of W3C Compositing 1 and PDF 32000-1, on straight colours, with no regard to
/// speed.
private enum Definition {
  typealias Color = SIMD3<Double>

  static func blend(
    _ mode: BlendMode,
    _ source: SIMD4<Double>,
    _ backdrop: SIMD4<Double>
  ) -> SIMD4<Double> {
    let (sa, ba) = (source.w, backdrop.w)
    let cs = sa > 0 ? Color(source.x, source.y, source.z) / sa : .zero
    let cb = ba > 0 ? Color(backdrop.x, backdrop.y, backdrop.z) / ba : .zero
    if let (fs, fb) = factors(mode, sa, ba) { return source * fs + backdrop * fb }
    switch mode {
    case .plusLighter: return (source + backdrop).clamped(lowerBound: .zero, upperBound: .one)
    case .plusDarker:
      let alpha = min(1, sa + ba)
      let ink = (1 - cs) * sa + (1 - cb) * ba
      let result = (alpha - ink).clamped(lowerBound: .zero, upperBound: .one)
      return SIMD4(result, alpha)
    case .maximum: return pointwiseMax(source, backdrop)
    case .minimum: return pointwiseMin(source, backdrop)
    case .sourceMinusDestination, .destinationMinusSource:
      let rest = mode == .sourceMinusDestination ? source - backdrop : backdrop - source
      var result = pointwiseMax(rest, .zero)
      result.w = sa + ba - sa * ba
      return result
    default: break
    }
    let mixed =
      nonSeparable(mode, cb, cs)
      ?? Color(
        separable(mode, cb.x, cs.x),
        separable(mode, cb.y, cs.y),
        separable(mode, cb.z, cs.z)
      )
    // W3C 10: co = cs (1 - ab) as + cb (1 - as) ab + as ab B(cb, cs).
    let color = cs * ((1 - ba) * sa) + cb * ((1 - sa) * ba) + mixed * (sa * ba)
    return SIMD4(color, sa + ba * (1 - sa))
  }

  static func factors(_ mode: BlendMode, _ sa: Double, _ ba: Double) -> (Double, Double)? {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .normal: (1, 1 - sa)
    case .sourceIn: (ba, 0)
    case .sourceOut: (1 - ba, 0)
    case .sourceAtop: (ba, 1 - sa)
    case .destinationOver: (1 - ba, 1)
    case .destinationIn: (0, sa)
    case .destinationOut: (0, 1 - sa)
    case .destinationAtop: (1 - ba, sa)
    case .xor: (1 - ba, 1 - sa)
    default: nil
    }
  }

  static func separable(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double {
    switch mode {
    case .multiply: return cb * cs
    case .screen: return 1 - (1 - cb) * (1 - cs)
    case .overlay: return separable(.hardLight, cs, cb)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .hardLight:
      return cs <= 0.5 ? cb * 2 * cs : separable(.screen, cb, 2 * cs - 1)
    case .softLight:
      if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
      let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cb + (2 * cs - 1) * (d - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    case .linearBurn: return max(cb + cs - 1, 0)
    case .linearDodge: return min(cb + cs, 1)
    case .linearLight: return min(max(cb + 2 * cs - 1, 0), 1)
    case .vividLight:
      return cs <= 0.5 ? separable(.colorBurn, cb, 2 * cs) : separable(.colorDodge, cb, 2 * cs - 1)
    case .pinLight: return cs <= 0.5 ? min(cb, 2 * cs) : max(cb, 2 * cs - 1)
    case .subtract: return max(cb - cs, 0)
    case .divide: return cb == 0 ? 0 : cs == 0 ? 1 : min(cb / cs, 1)
    default: return .nan
    }
  }

  static func nonSeparable(_ mode: BlendMode, _ cb: Color, _ cs: Color) -> Color? {
    switch mode {
    case .hue: setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: setLum(cs, lum(cb))
    case .luminosity: setLum(cb, lum(cs))
    default: nil
    }
  }

  static func lum(_ c: Color) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  static func sat(_ c: Color) -> Double { c.max() - c.min() }

  static func setLum(_ c: Color, _ l: Double) -> Color { clipColor(c + (l - lum(c))) }

  static func clipColor(_ color: Color) -> Color {
    var c = color
    let (l, n, x) = (lum(c), c.min(), c.max())
    // Without the second conditions rounding makes 0 / 0 of grey.
    if n < 0, l > n { c = l + (c - l) * l / (l - n) }
    if x > 1, x > l { c = l + (c - l) * (1 - l) / (x - l) }
    return c
  }

  /// With the channels in order, as the texts have it.
  static func setSat(_ c: Color, _ s: Double) -> Color {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    let (min, mid, max) = (order[0], order[1], order[2])
    var result = Color.zero
    if c[max] > c[min] {
      result[mid] = (c[mid] - c[min]) * s / (c[max] - c[min])
      result[max] = s
    }
    return result
  }
}

extension SpanBlender {
  /// Blends an array of words, covered by an array of bytes or wholly.
  fileprivate func blend(
    _ words: [UInt32],
    opacity: Float = 1,
    coverage: [UInt8]? = nil,
    onto target: UnsafeMutableRawPointer,
    count: Int
  ) {
    words.withUnsafeBufferPointer { words in
      let source = SpanSource.pixels(words.baseAddress!)
      guard let coverage else {
        blend(source, opacity: opacity, onto: target, count: count)
        return
      }
      coverage.withUnsafeBufferPointer {
        let coverage = SpanCoverage.bytes($0.baseAddress!)
        blend(source, opacity: opacity, coverage: coverage, onto: target, count: count)
      }
    }
  }
}

@Suite struct BlendTests {
  /// Premultiplied words, many of them grey, clear, opaque, or with colours equal to alpha.
  static func words(_ count: Int, _ numbers: inout SeededGenerator) -> [UInt32] {
    (0..<count).map { _ in
      let alpha = [0, 255, 128, UInt32(numbers.next() % 256)][Int(numbers.next() % 4)]
      var word = alpha << 24
      let gray = UInt32(numbers.next() % UInt64(alpha + 1))
      let kind = numbers.next() % 4
      for channel in 0..<3 as Range<UInt32> {
        let any = UInt32(numbers.next() % UInt64(alpha + 1))
        word |= [gray, any, any, [0, alpha][Int(any & 1)]][Int(kind)] << (channel * 8)
      }
      return word
    }
  }

  static func exact(_ word: UInt32) -> SIMD4<Double> {
    SIMD4(
      Double(word & 255),
      Double(word >> 8 & 255),
      Double(word >> 16 & 255),
      Double(word >> 24)
    ) / 255
  }

  /// The largest distance of a word's channels from exact ones, in levels.
  static func distance(_ word: UInt32, _ exact: SIMD4<Double>) -> Double {
    let difference = (BlendTests.exact(word) - exact.clamped(lowerBound: .zero, upperBound: .one))
    return max(difference.max(), -difference.min()) * 255
  }

  @Test(arguments: BlendMode.allCases)
  func modeIsItsDefinitionRounded(mode: BlendMode) {
    var numbers = SeededGenerator(seed: UInt64(mode.rawValue))
    // Half a level for rounding; the integers of source-over are within 1/40 of that.
    let limit = mode == .normal ? 0.525 : 0.5005
    let blender = SpanBlender(mode: mode, format: .rgba8)
    for round in 0..<40 {
      let (source, below) = (Self.words(256, &numbers), Self.words(256, &numbers))
      let coverage = (0..<256).map { _ in
        [0, 255, UInt8(truncatingIfNeeded: numbers.next())][Int(numbers.next() % 3)]
      }
      let opacity = [1, 0, 0.5, 0.25][round % 4] as Float
      var (full, covered, solid) = (below, below, below)
      blender.blend(source, opacity: opacity, onto: &full, count: 256)
      coverage.withUnsafeBufferPointer {
        let cover = SpanCoverage.bytes($0.baseAddress!)
        blender.blend(source, opacity: opacity, coverage: coverage, onto: &covered, count: 256)
        let color = PixelWord.color(source[7])
        blender.blend(.color(color), opacity: opacity, coverage: cover, onto: &solid, count: 256)
      }
      for index in 0..<256 {
        let under = Self.exact(below[index])
        let share = Double(coverage[index]) / 255
        let mixed = Definition.blend(mode, Self.exact(source[index]) * Double(opacity), under)
        let even = Definition.blend(mode, Self.exact(source[7]) * Double(opacity), under)
        #expect(Self.distance(full[index], mixed) <= limit)
        let part = under * (1 - share) + mixed * share
        #expect(Self.distance(covered[index], part) <= limit, "coverage \(coverage[index])")
        #expect(Self.distance(solid[index], under * (1 - share) + even * share) <= limit)
      }
    }
  }

  @Test(arguments: BlendMode.allCases)
  func formatsAreBlendedAsWords(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 77)
    for layout in PixelFormat.Layout.allCases where layout != .rgbaHalf {
      for alpha in [PixelFormat.Alpha.premultiplied, .ignored] {
        let format = PixelFormat(layout, alpha)
        let (own, count) = (PixelFormat(layout), 700)
        var source = Self.words(count, &numbers)
        if layout == .gray8 { source = source.map { ($0 & 255) * 0x01_0101 | $0 & 0xFF00_0000 } }
        let coverage = (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
        // The pixels below have only values that the format can hold.
        let below = Self.words(count, &numbers).map { word in
          switch layout {
          case .gray8: (word & 255) * 0x01_0101 | 0xFF00_0000
          case .alpha8: word & 0xFF00_0000
          default: format.isOpaque ? word | 0xFF00_0000 : word
          }
        }
        var (expected, result) = (below, below)
        SpanBlender(mode: mode, format: .rgba8).blend(
          source,
          opacity: 0.75,
          coverage: coverage,
          onto: &expected,
          count: count
        )
        if format.isOpaque { expected = expected.map { $0 | 0xFF00_0000 } }
        if layout == .alpha8 { expected = expected.map { $0 & 0xFF00_0000 } }
        // One byte further: no alignment is needed.
        var pixels = [UInt8](repeating: 0, count: count * format.bytesPerPixel + 1)
        pixels.withUnsafeMutableBytes { bytes in
          let target = bytes.baseAddress! + 1
          PixelConversion(from: .rgba8, to: own).convert(below, to: target, count: count)
          SpanBlender(mode: mode, format: format).blend(
            source,
            opacity: 0.75,
            coverage: coverage,
            onto: target,
            count: count
          )
          PixelConversion(from: own, to: .rgba8).convert(target, to: &result, count: count)
        }
        #expect(result == expected, "\(format)")
      }
    }
  }

  @Test(arguments: BlendMode.allCases)
  func halvesAreBlendedInFloat(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 5)
    let (source, below) = (Self.words(300, &numbers), Self.words(300, &numbers))
    let coverage = (0..<300).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    var halves = [SIMD4<Float16>](repeating: .zero, count: 300)
    PixelConversion(from: .rgba8, to: .rgbaHalf).convert(below, to: &halves, count: 300)
    let under = halves
    SpanBlender(mode: mode, format: .rgbaHalf).blend(
      source,
      coverage: coverage,
      onto: &halves,
      count: 300
    )
    for index in 0..<300 {
      let backdrop = SIMD4<Double>(under[index])
      // A half has 11 bits: thresholds of the formulas may fall to either side.
      let share = Double(coverage[index]) / 255
      let mixed = Definition.blend(mode, Self.exact(source[index]), backdrop)
      let expected = backdrop * (1 - share) + mixed * share
      let difference = SIMD4<Double>(halves[index]) - expected
      #expect(max(difference.max(), -difference.min()) <= 0.001, "\(backdrop) \(source[index])")
    }
  }

  @Test func extendedColorsSurviveInHalves() {
    let bright = SIMD4<Float>(3, -0.5, 0.25, 1)
    for mode in [BlendMode.normal, .copy] {
      var halves = [SIMD4<Float16>](repeating: [0, 0.5, 2, 1], count: 5)
      SpanBlender(mode: mode, format: .rgbaHalf).blend(.color(bright), onto: &halves, count: 4)
      #expect(halves[0] == SIMD4<Float16>(bright) && halves[3] == halves[0])
      #expect(halves[4] == [0, 0.5, 2, 1])
    }
  }

  @Test(arguments: BlendMode.allCases)
  func nothingChangesWithoutCoverage(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 8)
    // Not even what is no colour: channels above alpha.
    let below = (0..<100).map { _ in UInt32(truncatingIfNeeded: numbers.next()) }
    let source = Self.words(100, &numbers)
    var pixels = below
    let blender = SpanBlender(mode: mode, format: .rgba8)
    blender.blend(source, coverage: [UInt8](repeating: 0, count: 100), onto: &pixels, count: 100)
    blender.blend(.color([1, 0, 1, 1]), coverage: .constant(0), onto: &pixels, count: 100)
    blender.blend(
      .color([.nan, .infinity, 0, 1]),
      coverage: .constant(0),
      onto: &pixels,
      count: 99
    )
    blender.blend(.color(.one), onto: &pixels, count: 0)
    blender.blend(.color(.one), onto: &pixels, count: -7)
    #expect(pixels == below)
  }

  @Test(arguments: BlendMode.allCases)
  func clearSourcesAreIgnoredWhereSaid(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 21)
    let below = Self.words(500, &numbers)
    var pixels = below
    SpanBlender(mode: mode, format: .rgba8).blend(.color(.zero), onto: &pixels, count: 500)
    #expect((pixels == below) == mode.ignoresClearSources)
  }

  @Test(arguments: BlendMode.allCases)
  func opaqueOnOpaqueStaysOpaqueAndColorsBelowAlpha(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 2)
    let (source, below) = (Self.words(2000, &numbers), Self.words(2000, &numbers))
    var pixels = below
    SpanBlender(mode: mode, format: .rgba8).blend(source, onto: &pixels, count: 2000)
    for (index, pixel) in pixels.enumerated() {
      let alpha = pixel >> 24
      #expect(pixel & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel >> 16 & 255 <= alpha)
      if mode.rawValue < BlendMode.clear.rawValue, below[index] >> 24 == 255 {
        #expect(alpha == 255)
      }
    }
  }

  @Test(arguments: [BlendMode.multiply, .screen, .darken, .lighten, .difference, .exclusion])
  func theOrderOfColorsDoesNotMatter(mode: BlendMode) {
    var numbers = SeededGenerator(seed: 30)
    let (a, b) = (Self.words(900, &numbers), Self.words(900, &numbers))
    var (ab, ba) = (b, a)
    let blender = SpanBlender(mode: mode, format: .rgba8)
    blender.blend(a, onto: &ab, count: 900)
    blender.blend(b, onto: &ba, count: 900)
    for (one, other) in zip(ab, ba) {
      #expect(Self.distance(one, Self.exact(other)) <= 1)
    }
  }

  @Test func rawValuesAreThoseOfCoreGraphics() {
    #expect(BlendMode.allCases.prefix { $0 != .linearBurn }.count == 28)
    #expect(BlendMode.luminosity.rawValue == 15 && BlendMode.clear.rawValue == 16)
    #expect(BlendMode.destinationAtop.rawValue == 24 && BlendMode.plusLighter.rawValue == 27)
  }
}

@Suite(.serialized) struct BlendKernelTests {
  /// Kernels for all instruction sets, all lengths 0...33, all ways to pass source and coverage.
  @Test(arguments: BlendMode.allCases)
  func kernelIsItsReference(mode: BlendMode) {
    defer { qk_use_instructions(qk_best_instructions()) }
    var numbers = SeededGenerator(seed: 11)
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      for length in 0...33 {
        for kind in 0..<8 {
          let (isSolid, isConstant) = (kind & 1 != 0, kind & 2 != 0)
          let isOpaque = kind & 4 != 0
          let source = BlendTests.words(length + 1, &numbers)
          let colors =
            isSolid
            ? [SIMD4<Float>](repeating: PixelWord.color(source[0]), count: length)
            : source.prefix(length).map { PixelWord.color($0) }
          let cover = UInt8(truncatingIfNeeded: numbers.next() | (numbers.next() & 1) * 255)
          let coverage = (0..<length).map { _ in
            isConstant ? cover : UInt8(truncatingIfNeeded: numbers.next())
          }
          let opacity = [1, 0.3, 0.99][length % 3] as Float
          var result = BlendTests.words(length + 9, &numbers)
          let rest = Array(result[length...])
          var expected = Array(result[..<length])
          ReferenceBlend.words(
            &expected,
            mode,
            colors,
            opacity: opacity,
            coverage: coverage,
            isOpaque: isOpaque
          )
          var blend = qk_blend()
          let color = PixelWord.color(source[0])
          blend.color = (color.x, color.y, color.z, color.w)
          blend.opacity = opacity
          blend.cover = cover
          blend.opaque = isOpaque ? 1 : 0
          blend.mode = UInt8(mode.rawValue)
          source.withUnsafeBufferPointer { source in
            coverage.withUnsafeBufferPointer { coverage in
              if !isSolid { blend.source = source.baseAddress }
              if !isConstant, length > 0 { blend.coverage = coverage.baseAddress }
              qk_blend_words(&result, &blend, Int32(length))
            }
          }
          #expect(result == expected + rest, "length \(length), kind \(kind), set \(set)")
        }
      }
    }
  }
}
