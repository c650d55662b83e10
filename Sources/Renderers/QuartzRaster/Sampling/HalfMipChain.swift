// Ever smaller versions of an image of half-precision texels.
// Licensed under the MIT license; see LICENSE.
//
// Sizes and weights are those of MipChain.swift; means are made in Float and rounded once for each
// level.

import Glibc
import QuartzFaults

/// An image of half floats and its smaller versions.
///
/// The first level is the caller's image, which has to stay; the others are the chain's own.
/// `TexelSource.texel` must not be asked of any of them, whose texels have eight bytes.
package final class HalfMipChain {
  /// From large to small; the last one is 1 x 1.
  package private(set) var levels: [TexelSource]
  private let memory: UnsafeMutableRawPointer

  /// - Throws: `RasterError.sizeOutOfRange` above 65536 texels on a side, or without texels, and
  ///   `outOfMemory`.
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
    let bytes = max(sizes.reduce(0) { $0 + $1.width * $1.height * 8 }, 8)
    guard let memory = MemoryProbe.block(bytes: bytes) else { throw .outOfMemory(bytes: bytes) }
    self.memory = memory
    levels = [image]
    var next = memory
    for size in sizes {
      let level = TexelSource(
        base: UnsafeRawPointer(next),
        width: Int32(size.width),
        height: Int32(size.height),
        rowBytes: size.width * 8
      )
      HalfMipChain.halve(levels[levels.count - 1], to: next, level)
      levels.append(level)
      next += size.width * size.height * 8
    }
  }

  deinit {
    free(memory)
  }

  /// Writes the means of `image` to the memory of the next level.
  private static func halve(
    _ image: TexelSource,
    to result: UnsafeMutableRawPointer,
    _ level: TexelSource
  ) {
    let (width, old) = (Int(level.width), Int(image.width))
    let taps = (0..<width).map { MipTaps($0, of: old, in: width) }
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: old * 2 + width) { buffer in
      guard let line = buffer.baseAddress else { return }
      let (sums, means) = (line + old, line + old * 2)
      // Bounds: taps lie in the image; the level has the rows and columns that are written.
      for y in 0..<Int(level.height) {
        let row = MipTaps(y, of: Int(image.height), in: Int(level.height))
        sums.update(repeating: .zero, count: old)
        for j in 0..<row.count {
          HalfPixels.read(image.base + (row.first + j) * image.rowBytes, to: line, count: old)
          let weight = Float(row.weights[j])
          for x in 0..<old { sums[x] += line[x] * weight }
        }
        for x in 0..<width {
          var sum = SIMD4<Float>.zero
          for i in 0..<taps[x].count { sum += sums[taps[x].first + i] * Float(taps[x].weights[i]) }
          means[x] = sum / (Float(taps[x].total) * Float(row.total))
        }
        HalfPixels.write(means, to: result + y * width * 8, count: width)
      }
    }
  }
}
