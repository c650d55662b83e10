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

package import QuartzMath

/// An image and its smaller versions.
///
/// The first level is the caller's image, which has to stay; the others are the chain's own.
// Safe because: the memory is written in `init`, and in `update`, which says when.
package final class MipChain: @unchecked Sendable {
  /// From large to small; the last one is 1 x 1.
  package private(set) var levels: [TexelSource]
  private let memory: UnsafeMutableRawPointer

  /// - Throws: `RasterError.sizeOutOfRange` above 65536 texels on a side, or without texels.
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
      let level = TexelSource(
        base: next,
        width: Int32(size.width),
        height: Int32(size.height),
        rowBytes: size.width * 4
      )
      let pixels = next.bindMemory(to: UInt32.self, capacity: size.width * size.height)
      let all = PixelRect(width: level.width, height: level.height)
      MipChain.halve(levels[levels.count - 1], pixels, level, all)
      levels.append(level)
      next += size.width * size.height * 4
    }
    self.levels = levels
  }

  /// Makes the parts of all levels anew that changed texels of the image show in.
  ///
  /// Nobody may use the chain meanwhile.
  ///
  /// - Parameters:
  ///   - image: The image as it is now, of the same size.
  ///   - part: Its texels that are not as they were.
  /// - Returns: For each level the texels that were made anew; `part` for the image itself.
  @discardableResult
  package func update(_ image: TexelSource, part: PixelRect) -> [PixelRect] {
    precondition(image.width == levels[0].width && image.height == levels[0].height)
    levels[0] = image
    var changed = [part.intersection(PixelRect(width: image.width, height: image.height))]
    var place = memory
    for index in levels.indices.dropFirst() {
      let (old, level) = (levels[index - 1], levels[index])
      let count = Int(level.width) * Int(level.height)
      let before = changed[index - 1]
      // Texel i of the old level is in the texels from (i - 2) / 2 to i / 2 of this one.
      let texels = PixelRect(
        max((before.minX - 1) / 2, 0),
        max((before.minY - 1) / 2, 0),
        min((before.maxX - 1) / 2, level.width - 1) + 1,
        min((before.maxY - 1) / 2, level.height - 1) + 1
      )
      changed.append(before.isEmpty ? .empty : texels)
      let pixels = place.assumingMemoryBound(to: UInt32.self)
      if !before.isEmpty { MipChain.halve(old, pixels, level, texels) }
      place += count * 4
    }
    return changed
  }

  deinit { memory.deallocate() }

  /// Texels on a side.
  package static let limit = 65536

  /// The means of `image` in some texels of the next level, whose memory is `result`.
  private static func halve(
    _ image: TexelSource,
    _ result: UnsafeMutablePointer<UInt32>,
    _ level: TexelSource,
    _ texels: PixelRect
  ) {
    let (width, height) = (Int(level.width), Int(level.height))
    let (columns, rows) = (Int(texels.minX)..<Int(texels.maxX), Int(texels.minY)..<Int(texels.maxY))
    if image.width == 2 * level.width, image.height == 2 * level.height {
      for y in rows { quarter(image, y, columns, result + y * width) }
      return
    }
    let taps = columns.map { MipTaps($0, of: Int(image.width), in: width) }
    // Bounds: taps lie in the image; `texels` lies in the level.
    for y in rows {
      let row = MipTaps(y, of: Int(image.height), in: height)
      for x in columns {
        let column = taps[x - columns.lowerBound]
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

  /// A row of means of four texels each.
  private static func quarter(
    _ image: TexelSource,
    _ y: Int,
    _ columns: Range<Int>,
    _ result: UnsafeMutablePointer<UInt32>
  ) {
    let upper = image.base + 2 * y * image.rowBytes
    let lower = upper + image.rowBytes
    // Two channels at a time, each with 16 bits to add up in.
    let mask: UInt32 = 0x00FF_00FF
    // Bounds: the image is twice as wide and high as the level that the columns are in.
    for x in columns {
      let a = upper.loadUnaligned(fromByteOffset: 8 * x, as: UInt32.self)
      let b = upper.loadUnaligned(fromByteOffset: 8 * x + 4, as: UInt32.self)
      let c = lower.loadUnaligned(fromByteOffset: 8 * x, as: UInt32.self)
      let d = lower.loadUnaligned(fromByteOffset: 8 * x + 4, as: UInt32.self)
      let even = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
      let odd =
        (a &>> 8 & mask) &+ (b &>> 8 & mask) &+ (c &>> 8 & mask) &+ (d &>> 8 & mask)
        &+ 0x0002_0002
      result[x] = (even &>> 2 & mask) | (odd &>> 2 & mask) &<< 8
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
}

/// The texels of a line that become one texel of the next level, and their weights.
package struct MipTaps {
  package var first: Int
  package var count: Int
  package var weights: SIMD3<UInt32>
  /// The sum of the weights.
  package var total: UInt32

  /// The taps of texel `index` of a level of `new` texels, whose next larger one has `old`.
  package init(_ index: Int, of old: Int, in new: Int) {
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
