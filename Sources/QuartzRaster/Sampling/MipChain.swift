// Ever smaller versions of an image.
// Licensed under the MIT license; see LICENSE.
//
// Each level has half the size of the one before, rounded down, at least 1. A texel is the mean of
// the area that it stands for, in premultiplied sRGB-encoded bytes, rounded to nearest: so GL and
// Core Animation make their chains. An odd number of n = 2 m + 1 texels becomes m, each of which
// covers 2 + 1/m of the old ones; texel j takes three with the weights
//
//     (m - j) / n     m / n     (j + 1) / n
//
// (a polyphase box: Guthe and Heckbert, Non-Power-of-Two Mipmapping, 2005). Nothing shifts, and the
// mean of the picture stays.

/// An image and its smaller versions.
///
/// The first level is the caller's image, which has to stay; the others are the chain's own.
// Safe because: the memory is written in `init` only.
package final class MipChain: @unchecked Sendable {
  /// From large to small; the last one is 1 x 1.
  package let levels: [TexelSource]
  private let memory: UnsafeMutableRawPointer

  /// - Throws: `RasterError.sizeOutOfRange` above 32768 texels on a side, or without texels.
  package init(_ image: TexelSource) throws(RasterError) {
    let (width, height) = (Int(image.width), Int(image.height))
    guard (1...MipChain.limit).contains(width), (1...MipChain.limit).contains(height) else {
      throw .sizeOutOfRange(width: width, height: height, limit: MipChain.limit)
    }
    var sizes: [(width: Int, height: Int)] = []
    var size = (width: width, height: height)
    while size.width > 1 || size.height > 1 {
      size = (max(size.width / 2, 1), max(size.height / 2, 1))
      sizes.append(size)
    }
    let bytes = sizes.reduce(0) { $0 + $1.width * $1.height * 4 }
    memory = .allocate(byteCount: max(bytes, 4), alignment: 16)
    var levels = [image]
    var next = memory
    for size in sizes {
      let pixels = next.bindMemory(to: UInt32.self, capacity: size.width * size.height)
      MipChain.halve(levels[levels.count - 1], pixels, size.width, size.height)
      levels.append(
        TexelSource(
          base: next,
          width: Int32(size.width),
          height: Int32(size.height),
          rowBytes: size.width * 4
        )
      )
      next += size.width * size.height * 4
    }
    self.levels = levels
  }

  deinit { memory.deallocate() }

  /// Texels on a side.
  package static let limit = 32768

  /// The means of `image` in the width x height texels of `result`.
  private static func halve(
    _ image: TexelSource,
    _ result: UnsafeMutablePointer<UInt32>,
    _ width: Int,
    _ height: Int
  ) {
    let columns = (0..<width).map { Taps($0, of: Int(image.width), in: width) }
    let rows = (0..<height).map { Taps($0, of: Int(image.height), in: height) }
    // Bounds: taps lie in the image; x < width, y < height.
    for y in 0..<height {
      let row = rows[y]
      for x in 0..<width {
        let column = columns[x]
        var sum = SIMD4<UInt64>.zero
        for j in 0..<row.count {
          var line = SIMD4<UInt64>.zero
          for i in 0..<column.count {
            let texel = image.texel(Int32(column.first + i), Int32(row.first + j))
            line &+= channels(texel) &* UInt64(column.weights[i])
          }
          sum &+= line &* UInt64(row.weights[j])
        }
        let total = UInt64(column.total) * UInt64(row.total)
        result[y * width + x] = word((sum &+ total / 2) / total)
      }
    }
  }

  @inline(__always)
  private static func channels(_ texel: UInt32) -> SIMD4<UInt64> {
    SIMD4(
      UInt64(texel & 0xFF),
      UInt64((texel &>> 8) & 0xFF),
      UInt64((texel &>> 16) & 0xFF),
      UInt64(texel &>> 24)
    )
  }

  @inline(__always)
  private static func word(_ channels: SIMD4<UInt64>) -> UInt32 {
    UInt32(channels.x) | UInt32(channels.y) &<< 8 | UInt32(channels.z) &<< 16
      | UInt32(channels.w) &<< 24
  }

  /// Which texels of a line become one, and how much of each.
  private struct Taps {
    var first: Int
    var count: Int
    var weights: SIMD3<UInt32>
    var total: UInt32

    init(_ index: Int, of old: Int, in new: Int) {
      first = old == 1 ? 0 : index * 2
      if old == 1 {
        (count, weights, total) = (1, SIMD3(1, 0, 0), 1)
      } else if old % 2 == 0 {
        (count, weights, total) = (2, SIMD3(1, 1, 0), 2)
      } else {
        (count, total) = (3, UInt32(old))
        weights = SIMD3(UInt32(new - index), UInt32(new), UInt32(index + 1))
      }
    }
  }
}
