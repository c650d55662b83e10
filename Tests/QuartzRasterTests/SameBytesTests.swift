// The same bytes in every build mode and with every instruction set.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzRaster
import TestRandom
import Testing

/// All that makes pixels, drawn into one sum: numbers that a build or a machine must not change.
@Suite(.serialized) struct SameBytesTests {
  /// FNV-1a (Fowler, Noll, Vo) of words.
  private struct Sum {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ words: [UInt32]) {
      for word in words {
        for shift in 0..<4 as Range<UInt32> {
          value = (value ^ UInt64(word >> (shift * 8) & 255)) &* 0x100_0000_01B3
        }
      }
    }
  }

  private static func blends(_ sum: inout Sum) {
    var numbers = SeededGenerator(seed: 31)
    for mode in BlendMode.allCases {
      let source = BlendTests.words(123, &numbers)
      var pixels = BlendTests.words(123, &numbers)
      source.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        SpanBlender(mode: mode, format: .bgra8).blend(
          .pixels(base),
          opacity: 0.7,
          coverage: .constant(200),
          onto: &pixels,
          count: 123
        )
      }
      sum.add(pixels)
    }
  }

  private static func blurs(_ sum: inout Sum) throws {
    var numbers = SeededGenerator(seed: 32)
    for sigma in [0.7, 2.9, 5, 21] {
      var pixels = BlendTests.words(47 * 31, &numbers)
      try pixels.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let picture = BlurPicture(base: base, rowBytes: 188)
        try GaussianBlur(
          .rgba8,
          width: 47,
          height: 31,
          sigma: sigma,
          edges: .clamped,
          from: picture,
          to: picture
        ).run()
      }
      sum.add(pixels)
    }
  }

  private static func gradients(_ sum: inout Sum) {
    let shapes: [GradientShape] = [
      .axial(start: Point(3, 9), end: Point(60, 40)),
      .radial(start: Point(30, 28), startRadius: 3, end: Point(40, 30), endRadius: 35),
      .conic(center: Point(31, 7), angle: 1),
    ]
    for shape in shapes {
      for definition in GradientFillerTests.ramps {
        let filler = GradientFiller(
          definition.ramp(),
          shape,
          extent: .both,
          pixelToGradient: Affine(0.8, 0.31, -0.4, 1.1, -7, 5)
        )
        var words = [UInt32](repeating: 0, count: 100)
        for y in 0..<5 {
          filler.fill(&words, x: -9, y: y * 7, count: 100)
          sum.add(words)
        }
      }
    }
  }

  private static func samples(_ sum: inout Sum) throws {
    var numbers = SeededGenerator(seed: 33)
    let texels = BlendTests.words(29 * 23, &numbers)
    try texels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let image = TexelSource(base: base, width: 29, height: 23, rowBytes: 116)
      let map = Affine(1.9, 0.7, -0.6, 1.4, -7, 5)
      let chain = try MipChain(image)
      let scaled = try ScaledImage(image, width: 13, height: 40)
      var samplers = SamplingQuality.allCases.map {
        AffineSampler(image, quality: $0, edges: .transparent, pixelToTexel: map)
      }
      samplers.append(
        AffineSampler(chain.levels[1], quality: .linear, edges: .clamped, pixelToTexel: map)
      )
      samplers.append(
        AffineSampler(scaled.texels, quality: .cubic, edges: .clamped, pixelToTexel: .identity)
      )
      var words = [UInt32](repeating: 0, count: 60)
      for sampler in samplers {
        for y in 0..<30 {
          sampler.fill(&words, x: -3, y: y, count: 60)
          sum.add(words)
        }
      }
      withExtendedLifetime(scaled) {}
    }
  }

  @Test func bytesAreThoseOfEveryOtherBuild() throws {
    defer { qk_use_instructions(qk_best_instructions()) }
    for set in 0...qk_best_instructions() {
      qk_use_instructions(set)
      var sums = [Sum](repeating: Sum(), count: 4)
      Self.blends(&sums[0])
      try Self.blurs(&sums[1])
      Self.gradients(&sums[2])
      try Self.samples(&sums[3])
      #expect(sums[0].value == 12_724_170_220_703_428_499, "blends")
      #expect(sums[1].value == 4_791_751_032_029_631_113, "blurs")
      #expect(sums[2].value == 11_798_866_516_297_711_916, "gradients")
      #expect(sums[3].value == 1_601_083_201_655_712_764, "samples")
    }
  }
}
