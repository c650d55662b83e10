// Images scaled to another number of texels, with a filter as wide as it takes.
// Licensed under the MIT license; see LICENSE.
//
// Where n texels become fewer, m, Catmull and Rom's kernel is widened by n / m, so that it removes
// what m texels cannot show; where they become more it interpolates. First the rows, then the
// columns, in Float; the weights of each texel are made to have the sum 1. One rounding, at the
// end.

package import QuartzMath
import QuartzSharing

/// A scaled copy of an image, in premultiplied words.
package final class ScaledImage: Sendable {
  /// Valid for as long as the object.
  package var texels: TexelSource { shared.value }
  // The memory is written in `init` only.
  private let shared: SharedPointer<TexelSource>
  private let memory: SharedPointer<UnsafeMutableRawPointer>

  /// - Throws: `RasterError.sizeOutOfRange` for sides outside of 1...32768, of the image or the
  ///   result.
  package init(_ image: TexelSource, width: Int, height: Int) throws(RasterError) {
    for size in [(Int(image.width), Int(image.height)), (width, height)] {
      guard (1...MipChain.limit).contains(size.0), (1...MipChain.limit).contains(size.1) else {
        throw .sizeOutOfRange(width: size.0, height: size.1, limit: MipChain.limit)
      }
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 16)
    self.memory = SharedPointer(memory)
    let texels = TexelSource(
      base: memory,
      width: Int32(width),
      height: Int32(height),
      rowBytes: width * 4
    )
    shared = SharedPointer(texels)
    ScaledImage.scale(
      image,
      memory.bindMemory(to: UInt32.self, capacity: width * height),
      FilterTaps(from: Int(image.width), to: width),
      FilterTaps(from: Int(image.height), to: height)
    )
  }

  deinit { memory.value.deallocate() }

  /// The size that an image has on screen under a map, where that is smaller than its own.
  ///
  /// Scaled to it, the image can be drawn with linear or cubic sampling without aliasing. Nil if no
  /// side shrinks, or the map is not finite.
  package static func reducedSize(
    _ image: TexelSource,
    texelToPixel map: Affine
  ) -> (width: Int, height: Int)? {
    guard map.isFinite, image.width > 0, image.height > 0 else { return nil }
    let scaleX = (map.a * map.a + map.b * map.b).squareRoot()
    let scaleY = (map.c * map.c + map.d * map.d).squareRoot()
    guard scaleX < 1 || scaleY < 1 else { return nil }
    let width = min((Double(image.width) * min(scaleX, 1) - 1e-6).rounded(.up), Double(image.width))
    let height = min(
      (Double(image.height) * min(scaleY, 1) - 1e-6).rounded(.up),
      Double(image.height)
    )
    return (max(Int(width), 1), max(Int(height), 1))
  }

  private static func scale(
    _ image: TexelSource,
    _ result: UnsafeMutablePointer<UInt32>,
    _ columns: FilterTaps,
    _ rows: FilterTaps
  ) {
    // Rows of the image that are already scaled, at their number modulo the height of the filter.
    var lines = [SIMD4<Float>](repeating: .zero, count: rows.width * columns.count)
    var next = 0
    for y in 0..<rows.count {
      let first = rows.first[y]
      next = max(next, first)
      while next < first + rows.width {
        let place = next % rows.width * columns.count
        for x in 0..<columns.count {
          var sum = SIMD4<Float>.zero
          for tap in 0..<columns.width {
            let texel = image.texel(Int32(columns.first[x] + tap), Int32(next))
            sum += PixelWord.levels(texel) * columns.weights[x * columns.width + tap]
          }
          lines[place + x] = sum
        }
        next += 1
      }
      for x in 0..<columns.count {
        var sum = SIMD4<Float>.zero
        for tap in 0..<rows.width {
          sum +=
            lines[(first + tap) % rows.width * columns.count + x]
            * rows.weights[y * rows.width + tap]
        }
        result[y * columns.count + x] = PixelWord.word(levels: CubicKernel.settled(sum))
      }
    }
  }
}

/// The texels of a line that each texel of the scaled line takes, and their weights.
private struct FilterTaps {
  let count: Int
  /// Weights for each texel.
  let width: Int
  var first: [Int] = []
  var weights: [Float] = []

  init(from old: Int, to new: Int) {
    count = new
    let scale = Double(old) / Double(new)
    let reach = max(scale, 1)
    width = min(Int((2 * reach).rounded(.up)) * 2 + 1, old)
    for index in 0..<new {
      let center = (Double(index) + 0.5) * scale - 0.5
      let start = min(max(Int((center - 2 * reach).rounded(.up)), 0), old - width)
      // Beyond the edges the edge texels are repeated: their weights go to the outermost ones.
      var line = [Double](repeating: 0, count: width)
      let (low, high) = (
        Int((center - 2 * reach).rounded(.up)), Int((center + 2 * reach).rounded(.down))
      )
      for texel in low...max(low, high) {
        let place = min(max(texel, 0), old - 1) - start
        line[min(max(place, 0), width - 1)] +=
          CubicKernel.weight((Double(texel) - center) / reach)
      }
      let sum = line.reduce(0, +)
      first.append(start)
      weights += line.map { Float($0 / sum) }
    }
  }
}
