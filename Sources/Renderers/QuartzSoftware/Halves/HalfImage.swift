// Images of half floats, and their smaller versions.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan
import QuartzRaster

/// An image of half floats: texels of 8 bytes, extended sRGB, encoded, premultiplied, finite.
///
/// `TexelSource.texel` must not be asked of its levels, whose texels are not words.
struct HalfImage {
  /// The image, and its smaller versions if they were made.
  let levels: [TexelSource]

  init(_ image: TexelSource) { levels = [image] }

  init(_ chain: HalfChain) { levels = chain.levels }

  var texels: TexelSource { levels[0] }
}

/// The smaller versions of an image of half floats.
///
/// The texels are those of `MipChain`, mixed in Float and rounded to nearest once for each level.
final class HalfChain {
  /// From large to small; the first one is the caller's image, which has to stay.
  private(set) var levels: [TexelSource]
  private let memory: UnsafeMutableRawPointer

  /// - Throws: `RenderError.outOfMemory`.
  init(_ image: TexelSource) throws(RenderError) {
    var sizes: [(width: Int, height: Int)] = []
    var size = (width: Int(image.width), height: Int(image.height))
    while size.width > 1 || size.height > 1 {
      size = (max(size.width / 2, 1), max(size.height / 2, 1))
      sizes.append(size)
    }
    let bytes = sizes.reduce(0) { $0 + $1.width * $1.height * 8 }
    guard let block = MemoryProbe.block(bytes: max(bytes, 8)) else {
      throw .outOfMemory(bytes: bytes)
    }
    memory = block
    levels = [image]
    var next = memory
    for size in sizes {
      let level = TexelSource(
        base: next,
        width: Int32(size.width),
        height: Int32(size.height),
        rowBytes: size.width * 8
      )
      HalfChain.halve(levels[levels.count - 1], next, level)
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
    _ result: UnsafeMutableRawPointer,
    _ level: TexelSource
  ) {
    let (width, old) = (Int(level.width), Int(image.width))
    let taps = (0..<width).map { MipTaps($0, of: old, in: width) }
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: old * 2 + width) { memory in
      guard let line = memory.baseAddress else { return }
      let (sums, means) = (line + old, line + old * 2)
      // Bounds: taps lie in the image.
      for y in 0..<Int(level.height) {
        let row = MipTaps(y, of: Int(image.height), in: Int(level.height))
        sums.update(repeating: .zero, count: old)
        for j in 0..<row.count {
          let texels = image.base + (row.first + j) * image.rowBytes
          qk_floats_from_halves(line.numbers, texels, Int32(old * 4))
          let weight = Float(row.weights[j])
          for x in 0..<old { sums[x] += line[x] * weight }
        }
        for x in 0..<width {
          var sum = SIMD4<Float>.zero
          for i in 0..<taps[x].count { sum += sums[taps[x].first + i] * Float(taps[x].weights[i]) }
          means[x] = sum / (Float(taps[x].total) * Float(row.total))
        }
        qk_half_store(result + y * width * 8, means.numbers, Int32(width))
      }
    }
  }
}
