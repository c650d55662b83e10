// Chains of smaller images whose image changes, and which texels of them are whose.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster
import TestRandom
import Testing

@Suite struct MipChainUpdateTests {
  private func withTexels<Result>(
    _ words: [UInt32],
    _ width: Int,
    _ height: Int,
    _ body: (TexelSource) throws -> Result
  ) rethrows -> Result {
    try words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { preconditionFailure("no texels") }
      return try body(
        TexelSource(base: base, width: Int32(width), height: Int32(height), rowBytes: width * 4)
      )
    }
  }

  private func words(_ level: TexelSource) -> [UInt32] {
    (0..<level.height).flatMap { y in (0..<level.width).map { level.texel($0, y) } }
  }

  /// An updated chain equals the chain of the new image, whatever part changes.
  @Test(arguments: [(64, 64), (37, 53), (1, 20), (33, 1), (128, 6), (65, 31)])
  func updatedPartsEqualAFreshChain(width: Int, height: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(width * height))
    var image = (0..<width * height).map { _ in UInt32.random(in: 0...UInt32.max, using: &numbers) }
    // Two memories in turn: a part may come with another place for all of the image.
    var old = image
    try withTexels(image, width, height) { texels in
      let chain = try MipChain(texels)
      for _ in 0..<20 {
        let x = Int.random(in: 0..<width, using: &numbers)
        let y = Int.random(in: 0..<height, using: &numbers)
        let part = PixelRect(
          Int32(x),
          Int32(y),
          Int32(Int.random(in: x...width, using: &numbers)),
          Int32(Int.random(in: y...height, using: &numbers))
        )
        for row in part.minY..<max(part.maxY, part.minY) {
          for column in part.minX..<max(part.maxX, part.minX) {
            old[Int(row) * width + Int(column)] = UInt32.random(in: 0...UInt32.max, using: &numbers)
          }
        }
        try withTexels(old, width, height) { texels in
          let before = chain.levels.dropFirst().map(words)
          let parts = chain.update(texels, part: part)
          let fresh = try MipChain(texels)
          #expect(parts.count == chain.levels.count)
          for (index, (found, expected)) in zip(chain.levels, fresh.levels).enumerated() {
            #expect(words(found) == words(expected), "level \(index) of \(part)")
            guard index > 0 else { continue }
            // Nothing else was touched.
            let frame = PixelRect(width: found.width, height: found.height)
            #expect(frame.contains(parts[index]))
            for y in 0..<found.height {
              for x in 0..<found.width
              where !parts[index].contains(PixelRect(x, y, x + 1, y + 1)) {
                #expect(found.texel(x, y) == before[index - 1][Int(y * found.width + x)])
              }
            }
          }
        }
      }
    }
    image.removeAll()
  }

  @Test func scaledRangesLieInside() {
    for (size, first, last) in [
      (64, 0, 63), (61, 7, 30), (100, 50, 50), (9, 3, 5), (65536, 0, 65535),
    ] {
      let range = TexelRange(
        [Float(first), 0, Float(last + 1), 1],
        width: Int32(size),
        height: 1
      )
      var level = size
      while level > 1 {
        level /= 2
        let scaled = range.scaled(from: (Int32(size), 1), to: (Int32(level), 1))
        #expect(scaled.minX <= scaled.lastX && scaled.minX >= 0 && scaled.lastX < Int32(level))
        let isWhole = first == 0 && last == size - 1
        if isWhole { #expect(scaled.minX == 0 && Int(scaled.lastX) == level - 1) }
        guard scaled.minX < scaled.lastX else { continue }
        // Texel j of the level has the texels from j · size / level to (j + 1) · size / level.
        #expect(Int(scaled.minX) * size >= first * level)
        #expect((Int(scaled.lastX) + 1) * size <= (last + 1) * level)
      }
    }
  }

  @Test func wrappedTexelsRepeat() {
    var range = TexelRange([2, 1, 7, 4], width: 10, height: 10)
    range.wraps = true
    #expect((-10...20).map { range.column($0) }.allSatisfy { (2...6).contains($0) })
    for x in -50...50 as ClosedRange<Int32> {
      #expect(range.column(x) == range.column(x + 5))
      #expect(range.row(x) == range.row(x + 3))
    }
    #expect((2...6).map { range.column($0) } == [2, 3, 4, 5, 6])
    _ = range.column(.min) + range.row(.max)
  }
}
