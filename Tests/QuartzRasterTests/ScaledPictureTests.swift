// Pictures made larger and smaller in whole numbers: against doubles.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import TestRandom
import Testing

@testable import QuartzRaster

@Suite struct ScaledPictureTests {
  /// A picture with its first pixel at a place.
  private struct Pixels {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32
    var words: [UInt32]

    subscript(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let column = min(max(x, 0), Int(width) - 1)
      let word = words[min(max(y, 0), Int(height) - 1) * Int(width) + column]
      return SIMD4<Double>(unsafeBitCast(word, to: SIMD4<UInt8>.self))
    }

    func scaled(_ scale: Double, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32)
      -> Pixels
    {
      var result = Pixels(x: x, y: y, width: width, height: height, words: [])
      let picture = ScaledPicture(
        scale: scale,
        of: PixelRect(self.x, self.y, self.x + self.width, self.y + self.height),
        to: PixelRect(x, y, x + width, y + height)
      )
      var line = [UInt32](repeating: 0, count: Int(width))
      for row in 0..<height {
        words.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          line.withUnsafeMutableBufferPointer { target in
            guard let target = target.baseAddress else { return }
            picture.run(
              row: row,
              to: target,
              width: width,
              from: base,
              rowBytes: Int(self.width) * 4
            )
          }
        }
        result.words += line
      }
      return result
    }
  }

  private static func noise(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> Pixels {
    var random = SeededGenerator(seed: 7)
    let words = (0..<width * height).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
    return Pixels(x: x, y: y, width: width, height: height, words: words)
  }

  /// Pixels of smaller pictures are the means of the rectangles below them.
  @Test(arguments: [0.75, 0.5, 0.37, 0.25, 0.1, 1.0 / 64])
  func smallerPicturesAreMeans(_ scale: Double) {
    let source = Self.noise(-13, 5, 200, 90)
    let (left, top) = (Int32((-13 * scale).rounded(.down)), Int32((5 * scale).rounded(.down)))
    let (width, height) = (Int32(200 * scale) + 1, Int32(90 * scale) + 1)
    let result = source.scaled(scale, left, top, width, height)
    /// The weights of the source's pixels for an index of the result.
    func weights(_ index: Int32, _ first: Int32, _ count: Int32) -> [(Int, Double)] {
      let low = max(Double(index) / scale - Double(first), 0)
      let high = min(Double(index + 1) / scale - Double(first), Double(count))
      return (0..<Int(count)).compactMap { pixel in
        let part = min(high, Double(pixel + 1)) - max(low, Double(pixel))
        return part > 0 ? (pixel, part / (high - low)) : nil
      }
    }
    var largest = 0.0
    for y in 0..<height {
      let rows = weights(top + y, source.y, source.height)
      for x in 0..<width {
        let columns = weights(left + x, source.x, source.width)
        // Beyond the source there is nothing to be the mean of.
        if rows.isEmpty || columns.isEmpty { continue }
        // Slivers at the edges have few 256ths.
        let isCut = [rows, columns].contains { $0.reduce(0) { $0 + $1.1 } < 0.999 }
        if isCut { continue }
        var mean = SIMD4<Double>.zero
        for (row, share) in rows {
          for (column, part) in columns { mean += source[column, row] * (share * part) }
        }
        let difference = mean - result[Int(x), Int(y)]
        largest = max(largest, difference.max(), -difference.min())
      }
    }
    // Half a level of the last rounding, and places in 256ths of pixels of any colours.
    #expect(largest < 2.5, "\(largest)")
  }

  /// Pixels of larger pictures are mixed from the four around them.
  @Test(arguments: [4 / 3.0, 2, 2.7, 4, 64])
  func largerPicturesAreMixed(_ scale: Double) {
    let source = Self.noise(-3, 2, 30, 20)
    let (left, top) = (Int32((-3 * scale).rounded()), Int32((2 * scale).rounded()))
    let (width, height) = (Int32(30 * scale), Int32(20 * scale))
    let result = source.scaled(scale, left, top, width, height)
    var largest = 0.0
    for y in 0..<height {
      let v = (Double(top + y) + 0.5) / scale - Double(source.y) - 0.5
      let (row, below) = (Int(v.rounded(.down)), v - v.rounded(.down))
      for x in 0..<width {
        let u = (Double(left + x) + 0.5) / scale - Double(source.x) - 0.5
        let (column, right) = (Int(u.rounded(.down)), u - u.rounded(.down))
        func mixed(_ row: Int) -> SIMD4<Double> {
          source[column, row] * (1 - right) + source[column + 1, row] * right
        }
        let exact = mixed(row) * (1 - below) + mixed(row + 1) * below
        let difference = exact - result[Int(x), Int(y)]
        largest = max(largest, difference.max(), -difference.min())
      }
    }
    #expect(largest < 2.6, "\(largest)")
  }

  /// One colour stays what it is, at any size.
  @Test(arguments: [1.0 / 64, 0.1, 0.37, 0.999_999_9, 1, 1.000_000_1, 2.7, 64])
  func oneColourStays(_ scale: Double) {
    for word: UInt32 in [0, 0xff00_0000, 0x8040_20ff, 0xffff_ffff] {
      let words = [UInt32](repeating: word, count: 70 * 70)
      let source = Pixels(x: 4, y: -9, width: 70, height: 70, words: words)
      let result = source.scaled(scale, -2, -2, 20, 20)
      #expect(result.words.allSatisfy { $0 == word })
    }
  }
}
