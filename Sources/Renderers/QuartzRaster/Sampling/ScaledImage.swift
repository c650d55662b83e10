// Images scaled to another number of texels, with a filter as wide as it takes.
// Licensed under the MIT license; see LICENSE.
//
// Along an axis on which n texels become fewer, m, Catmull and Rom's kernel is widened by n / m, so
// that it removes what m texels cannot show; on one on which they become more, the kernel or a tent
// interpolates. Rows are summed up first, texel by texel, so that one line of sums is all the
// memory that it takes; then the texels of that line. Sums are Floats; the weights of each texel
// are made to have the sum 1. One rounding, at the end, which cuts off overshoot.

package import QuartzMath
import QuartzSharing

/// The texels of a scaled image along one axis, and where they lie on the image.
package struct ScaledAxis: Hashable, Sendable {
  /// The number of texels of the scaled image.
  package var count: Int
  /// The place of the middle of the first one, in texels of the image from its edge.
  package var start: Double
  /// From one to the next, in texels of the image; negative for a mirrored one.
  package var step: Double
  /// Whether an axis that does not shrink has the cubic kernel; else it has the tent.
  package var isCubic = true

  package init(count: Int, start: Double, step: Double, isCubic: Bool = true) {
    self.count = count
    self.start = start
    self.step = step
    self.isCubic = isCubic
  }

  /// All `old` texels of an image as `new` ones.
  package init(from old: Int, to new: Int) {
    let step = Double(old) / Double(new)
    self.init(count: new, start: step / 2, step: step)
  }
}

/// A scaled copy of an image or of a part of it, in premultiplied words.
package final class ScaledImage: Sendable {
  /// The texels beyond the edges of an image.
  package enum Edges: Hashable, Sendable {
    /// Its edge texels, repeated.
    case clamped
    /// The image again.
    case wrapped
  }

  /// Valid for as long as the object.
  package var texels: TexelSource { shared.value }
  // The memory is written in `init` only.
  private let shared: SharedPointer<TexelSource>
  private let memory: SharedPointer<UnsafeMutableRawPointer>

  /// Scales a whole image.
  ///
  /// - Throws: `RasterError.sizeOutOfRange` for sides outside of 1...`MipChain.limit`, of the image
  ///   or the result.
  package convenience init(
    _ image: TexelSource,
    width: Int,
    height: Int,
    edges: Edges = .clamped
  ) throws(RasterError) {
    // The axes divide by the sides.
    guard width > 0, height > 0 else {
      throw .sizeOutOfRange(width: width, height: height, limit: MipChain.limit)
    }
    try self.init(
      image,
      columns: ScaledAxis(from: Int(image.width), to: width),
      rows: ScaledAxis(from: Int(image.height), to: height),
      edges: edges
    )
  }

  /// Scales the part of an image that two axes say.
  ///
  /// - Throws: As for a whole image. Places and steps are finite.
  package init(
    _ image: TexelSource,
    columns: ScaledAxis,
    rows: ScaledAxis,
    edges: Edges = .clamped
  ) throws(RasterError) {
    let (width, height) = (columns.count, rows.count)
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
      FilterTaps(columns, of: Int(image.width), edges),
      FilterTaps(rows, of: Int(image.height), edges)
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
    let (low, length) = (columns.range.lowerBound, columns.range.count)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: length) { line in
      for y in 0..<rows.count {
        line.initialize(repeating: .zero)
        for tap in 0..<rows.width {
          let weight = rows.weights[y * rows.width + tap]
          if weight == 0 { continue }
          // Bounds: places have as many texels as the range, each one within the row.
          let row = image.base + Int(rows.place(rows.first[y] + tap)) * image.rowBytes
          for x in 0..<length {
            let texel = row.loadUnaligned(fromByteOffset: columns.offsets[x], as: UInt32.self)
            line[x] += PixelWord.levels(texel) * weight
          }
        }
        for x in 0..<columns.count {
          var sum = SIMD4<Float>.zero
          let place = columns.first[x] - low
          for tap in 0..<columns.width {
            sum += line[place + tap] * columns.weights[x * columns.width + tap]
          }
          result[y * columns.count + x] = PixelWord.word(levels: CubicKernel.settled(sum))
        }
      }
    }
  }
}

/// The texels of a line that each texel of the scaled line takes, and their weights.
private struct FilterTaps {
  let count: Int
  /// Weights for each texel.
  let width: Int
  /// The first texel for each, counted over the edges.
  private(set) var first: [Int] = []
  private(set) var weights: [Float] = []
  /// The texels that are taken at all, counted over the edges.
  private(set) var range = 0..<0
  /// The bytes from the start of a row to each of these.
  private(set) var offsets: [Int] = []
  private let old: Int
  private let edges: ScaledImage.Edges

  init(_ axis: ScaledAxis, of old: Int, _ edges: ScaledImage.Edges) {
    count = axis.count
    (self.old, self.edges) = (old, edges)
    let step = abs(axis.step)
    // A kernel that is wider than the image takes the mean of all of it.
    let widening = min(max(step, 1), Double(old))
    let kernel = step > 1 || axis.isCubic ? CubicKernel.weight : FilterTaps.tent
    width = Int((2 * widening).rounded(.up)) * 2 + 1
    first.reserveCapacity(count)
    weights.reserveCapacity(count * width)
    // Further out all texels are those of the edges.
    let limit = 3 * Double(old) + 3
    var line = [Double](repeating: 0, count: width)
    for index in 0..<count {
      var center = axis.start + Double(index) * axis.step - 0.5
      if edges == .clamped { center = min(max(center, -limit), Double(old) + limit) }
      let start = Int((center - 2 * widening).rounded(.up))
      for tap in 0..<width { line[tap] = kernel((Double(start + tap) - center) / widening) }
      let sum = line.reduce(0, +)
      first.append(start)
      weights += line.map { Float($0 / sum) }
    }
    let ends = (first.min() ?? 0, (first.max() ?? 0) + width)
    range = ends.0..<ends.1
    offsets = range.map { place($0) * 4 }
  }

  /// The texel of the image at a place that may lie beyond its edges.
  func place(_ texel: Int) -> Int {
    switch edges {
    case .clamped: return min(max(texel, 0), old - 1)
    case .wrapped:
      let rest = texel % old
      return rest < 0 ? rest + old : rest
    }
  }

  private static func tent(_ distance: Double) -> Double { max(1 - abs(distance), 0) }
}
