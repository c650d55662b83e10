// The blend rule: exact where it must be, close to Float everywhere else.
// Licensed under the MIT license; see LICENSE.

import QuartzRaster
import Testing

@Suite struct SourceOverTests {
  @Test func opaqueReplacesAndClearLeaves() {
    for value in 0...255 as ClosedRange<UInt32> {
      let pixel = value | (255 - value) << 8 | (value ^ 85) << 16 | value << 24
      let opaque = pixel | 0xFF00_0000
      #expect(SourceOver.blend(SourceOver.source(pixel: opaque), over: ~pixel) == opaque)
      #expect(SourceOver.blend(.zero, over: pixel) == pixel)
      #expect(SourceOver.pixel(SourceOver.source(pixel: pixel)) == pixel)
    }
  }

  @Test func bytesGiveTheNearestByte() {
    for a in 0...255 as ClosedRange<UInt32> {
      for b in 0...255 as ClosedRange<UInt32> {
        let nearest = (a * b * 2 + 255) / 510
        let byte = PixelSource(repeating: UInt16(a << 8))
        #expect(SourceOver.tinted(byte, UInt16(b * 257)).x == UInt16(nearest << 8))
        // Black at every alpha over every level.
        let black = PixelSource(0, 0, 0, UInt16((255 - b) << 8))
        #expect(SourceOver.blend(black, over: a) & 0xFF == nearest)
      }
    }
  }

  @Test func factorsOfOneAndZeroAreExact() {
    for value in 0...65280 as ClosedRange<UInt16> {
      let source = PixelSource(repeating: value)
      #expect(SourceOver.scaled(source, 65535) == source)
      #expect(SourceOver.scaled(source, 0) == .zero)
    }
  }

  @Test func whiteOverWhiteStaysWhite() {
    for alpha in 0...65535 as ClosedRange<UInt16> {
      let white = SourceOver.scaled(PixelSource(repeating: 65280), alpha)
      #expect(SourceOver.blend(white, over: .max) == .max)
    }
  }

  @Test func blendIsFloatRoundedToNearest() {
    // Level k is right for all exact values in k - 1/2 ... k + 1/2, give or take 1/40.
    for alpha in stride(from: Float(0), through: 1, by: 1.0 / 97) {
      for share in [0, 0.3, 0.5, 1] as [Float] {
        for coverage in [0, 0.013, 0.5, 0.77, 1] as [Float] {
          let color = SIMD4(alpha * share, alpha, alpha * 0.25, alpha)
          let factor = SourceOver.factor(coverage)
          let source = SourceOver.scaled(SourceOver.source(color), factor)
          for below in stride(from: UInt32(0), through: 255, by: 15) {
            let result = SourceOver.blend(source, over: below * 0x0101_0101)
            for channel in 0..<4 {
              let exact =
                color[channel] * coverage * 255 + Float(below) * (1 - alpha * coverage)
              let level = Float(result >> UInt32(channel * 8) & 255)
              #expect(abs(level - exact) <= 0.525)
            }
          }
        }
      }
    }
  }

  @Test func brokenNumbersAreNothing() {
    #expect(SourceOver.source([.nan, .infinity, -.infinity, -1]) == [0, 65280, 0, 0])
    #expect(SourceOver.factor(.nan) == 0)
    #expect(SourceOver.factor(2) == 65535)
  }
}
