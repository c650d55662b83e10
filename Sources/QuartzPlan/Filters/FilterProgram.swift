// Filters that no step of the renderers makes: graphs that the processor draws.
// Licensed under the MIT license; see LICENSE.
//
// Both renderers run the same code on the same bytes, so they agree. Those that draw with GL read
// the source back and upload the result.

package import QuartzFilters
package import QuartzMath
package import QuartzModel

/// A graph of filters over the pixels of a surface.
///
/// Positions of nodes are in pixels, y up; those of surfaces are y down. Node position 0 is the
/// surface's lower edge at `bottom`.
package struct FilterProgram: Equatable, Sendable {
  /// Reads the surface as source 0.
  package let node: FilterNode
  /// The row of the surface's space that the nodes' y axis begins at.
  package let bottom: Int32
  /// A hash of the descriptions and of all that they were lowered with: the same for the same
  /// pixels of the same source.
  package let name: UInt64
  /// How often a pixel of the result is written, about: eight times for each node.
  package let writesPerPixel: Int

  package init(node: FilterNode, bottom: Int32, name: UInt64) {
    self.node = node
    self.bottom = bottom
    self.name = name
    writesPerPixel = FilterProgram.count(node) * 8
  }

  /// The number of nodes that a node is made of, itself included.
  private static func count(_ node: FilterNode) -> Int {
    var known: Set = [ObjectIdentifier(node)]
    var pending = [node]
    while let node = pending.popLast() {
      for input in node.inputs where known.insert(ObjectIdentifier(input)).inserted {
        pending.append(input)
      }
    }
    return known.count
  }

  package static func == (left: FilterProgram, right: FilterProgram) -> Bool {
    left.name == right.name && left.bottom == right.bottom
  }

  /// A rectangle of the nodes' space in the surface's, or the reverse.
  package static func flipped(_ rect: PixelRect, _ bottom: Int32) -> PixelRect {
    rect.isEmpty
      ? .empty : PixelRect(rect.minX, bottom &- rect.maxY, rect.maxX, bottom &- rect.minY)
  }

  /// Draws the result for the pixels of a surface.
  ///
  /// - Parameters:
  ///   - source: The surface's pixels: premultiplied bytes R, G, B, A, sRGB-encoded.
  ///   - result: Takes as many rows as its frame has, of the same format.
  /// - Throws: `RenderError.outOfMemory`, and `filter` for what the filters cannot do.
  package func run(from source: ProgramPixels, to result: ProgramPixels) throws(RenderError) {
    do {
      let pixels = try FilterBuffer(FilterProgram.flipped(source.frame, bottom))
      for row in 0..<Int(source.frame.height) {
        let y = Int(bottom) - 1 - (Int(source.frame.minY) + row)
        FilterProgram.decode(source.base + row * source.rowBytes, pixels.row(y), pixels.width)
      }
      var executor = FilterExecutor(space: .encoded)
      executor.limits.workPixels = FilterProgram.mostWork
      executor.limits.stepPixels = FilterProgram.mostPixels
      executor.sources[0] = pixels
      let frame = FilterProgram.flipped(result.frame, bottom)
      let drawn = try executor.render(node, in: frame)
      for row in 0..<Int(result.frame.height) {
        let y = Int(bottom) - 1 - (Int(result.frame.minY) + row)
        FilterProgram.encode(drawn.row(y), result.base + row * result.rowBytes, drawn.width)
      }
    } catch {
      if case .outOfMemory(let bytes) = error { throw .outOfMemory(bytes: bytes) }
      throw .filter("\(error)")
    }
  }

  /// The most pixels that all nodes of a program write, each as often as it costs.
  private static let mostWork = 1 << 29
  /// The most pixels of a node: 512 MiB.
  private static let mostPixels = 1 << 25

  private static func decode(
    _ bytes: UnsafeRawPointer,
    _ pixels: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    for index in 0..<count {
      let word = bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
      pixels[index] = SIMD4<Float>(word) / 255
    }
  }

  /// Rounds pixels to bytes; colours are at most as large as alpha, and no number is 0.
  private static func encode(
    _ pixels: UnsafePointer<SIMD4<Float>>,
    _ bytes: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    for index in 0..<count {
      var pixel = pixels[index]
      pixel.replace(with: 0, where: .!(pixel .> 0))
      pixel = pointwiseMin(pixel, SIMD4(repeating: min(pixel.w, 1)))
      let word = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(pixel * 255 + 0.5))
      bytes.storeBytes(of: word, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
    }
  }
}

/// Rows of a surface's pixels in memory that somebody else owns.
package struct ProgramPixels {
  /// The first pixel of the first row.
  package var base: UnsafeMutableRawPointer
  package var rowBytes: Int
  /// The pixels there are, in the surface's space.
  package var frame: PixelRect

  package init(base: UnsafeMutableRawPointer, rowBytes: Int, frame: PixelRect) {
    self.base = base
    self.rowBytes = rowBytes
    self.frame = frame
  }
}
