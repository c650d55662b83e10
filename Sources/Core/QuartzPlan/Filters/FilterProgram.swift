// Filters that no step of the renderers makes: graphs that the processor draws.
// Licensed under the MIT license; see LICENSE.
//
// Both renderers run the same code on the same bytes, so they agree. Those that draw with GL read
// the source back and upload the result.

package import QuartzFilters
package import QuartzMath
import QuartzModel
import QuartzRaster

/// Where the space of filters lies in that of a surface.
///
/// Filters count from the corner of a layer's bounds that is at the layer's left and bottom, y up.
package struct ProgramSpace: Equatable, Hashable, Sendable {
  /// The filters' origin in the surface's space.
  package var x: Int32
  package var y: Int32
  /// Whether the filters' y axis points as the surface's rows do, as in the picture of a layer
  /// whose own y axis points up.
  package var isTurned: Bool

  package init(x: Int32, y: Int32, isTurned: Bool) {
    (self.x, self.y, self.isTurned) = (x, y, isTurned)
  }

  /// The space of a layer's filters.
  ///
  /// - Parameters:
  ///   - bounds: Those of the layer in the surface's space.
  ///   - isTurned: Whether the layer's upper side is at the greatest row.
  package init(bounds: PixelRect, isTurned: Bool) {
    self.init(x: bounds.minX, y: isTurned ? bounds.minY : bounds.maxY, isTurned: isTurned)
  }

  /// A rectangle of the surface's space in that of the filters.
  package func inside(_ rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let (left, right) = (rect.minX &- x, rect.maxX &- x)
    return isTurned
      ? PixelRect(left, rect.minY &- y, right, rect.maxY &- y)
      : PixelRect(left, y &- rect.maxY, right, y &- rect.minY)
  }

  /// A rectangle of the filters' space in that of the surface.
  package func outside(_ rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let (left, right) = (rect.minX &+ x, rect.maxX &+ x)
    return isTurned
      ? PixelRect(left, rect.minY &+ y, right, rect.maxY &+ y)
      : PixelRect(left, y &- rect.maxY, right, y &- rect.minY)
  }

  /// The row of the filters' space that is a row of the surface.
  func row(_ row: Int) -> Int { isTurned ? row - Int(y) : Int(y) - 1 - row }

  /// The row of the surface that is a row of the filters' space.
  func outside(row: Int) -> Int { isTurned ? row + Int(y) : Int(y) - 1 - row }
}

/// A surface that shows two pictures side by side: what a program leads from and to.
package struct ProgramPair: Equatable, Sendable {
  /// The pixels of the picture that is at its place: source 1.
  package var target: PixelRect
  /// How far the other picture, source 0, is away from there.
  package var offset: SIMD2<Int32>

  /// A pair of pictures of a size, so that the whole is as little oblong as can be.
  package init(_ target: PixelRect) {
    self.target = target
    offset = target.width < target.height ? SIMD2(target.width, 0) : SIMD2(0, target.height)
  }

  /// The pixels of the other picture.
  package var other: PixelRect {
    PixelRect(
      target.minX &+ offset.x,
      target.minY &+ offset.y,
      target.maxX &+ offset.x,
      target.maxY &+ offset.y
    )
  }
}

/// A graph of filters over the pixels of a surface.
package struct FilterProgram: Equatable, Sendable {
  /// Reads the surface as source 0, or the two pictures of a pair as sources 0 and 1.
  package let node: FilterNode
  package let space: ProgramSpace
  package let pair: ProgramPair?
  /// A hash of the descriptions and of all that they were lowered with: the same for the same
  /// pixels of the same source.
  package let name: UInt64
  /// The number of plain pixels that a pixel of the result counts as, but for `smears`.
  let pixelWeight: Int
  /// Its smears along curves, whose pixels are counted by what they reach.
  let smears: [FilterSmear]
  /// The plain pixels that the result counts as besides, whatever its size: what reductions read.
  let pixelsRead: Int

  package init(node: FilterNode, space: ProgramSpace, pair: ProgramPair? = nil, name: UInt64) {
    (self.node, self.space, self.pair) = (node, space, pair)
    self.name = name
    (pixelWeight, smears, pixelsRead) = FilterProgram.weights(of: node)
  }

  package static func == (left: FilterProgram, right: FilterProgram) -> Bool {
    left.name == right.name && left.space == right.space && left.pair == right.pair
  }

  func hash(into hash: inout ContentHash) {
    hash.add(name)
    hash.add(PixelRect(space.x, space.y, space.isTurned ? 1 : 0, pair == nil ? 0 : 1))
    guard let pair else { return }
    hash.add(pair.target)
    hash.add(PixelRect(pair.offset.x, pair.offset.y, 0, 0))
  }

  /// Draws the result for the pixels of a surface.
  ///
  /// - Parameters:
  ///   - source: The surface's pixels: premultiplied, sRGB-encoded bytes or half floats.
  ///   - result: Takes as many rows as its frame has, of the same format.
  /// - Throws: `RenderError.outOfMemory`, and `filter` for what the filters cannot do.
  package func run(from source: ProgramPixels, to result: ProgramPixels) throws(RenderError) {
    do {
      var executor = FilterProgram.executor
      if let pair {
        executor.sources[0] = try pixels(source, pair.target, from: pair.offset)
        executor.sources[1] = try pixels(source, pair.target, from: .zero)
      } else {
        executor.sources[0] = try pixels(source, source.frame, from: .zero)
      }
      let drawn = try executor.render(node, in: space.inside(result.frame))
      for row in 0..<Int(result.frame.height) {
        let y = space.row(Int(result.frame.minY) + row)
        result.encode(drawn.row(y), to: result.base + row * result.rowBytes, drawn.width)
      }
    } catch {
      if case .outOfMemory(let bytes) = error { throw .outOfMemory(bytes: bytes) }
      throw .filter("\(error)")
    }
  }

  private static var executor: FilterExecutor {
    var executor = FilterExecutor(space: .encoded)
    executor.limits.workPixels = mostWork
    executor.limits.stepPixels = mostPixels
    return executor
  }

  /// The most bytes that drawing the result keeps at a time, beside the surfaces.
  ///
  /// - Parameters:
  ///   - source: The frame of the surface that is read.
  ///   - frame: That of the result.
  /// - Returns: 0 for filters that draw nothing because they ask for too much.
  func keptBytes(from source: PixelRect, to frame: PixelRect) -> Int {
    let place = space.inside(pair?.target ?? source)
    let sources = pair == nil ? [0: place] : [0: place, 1: place]
    let pixels = try? FilterProgram.executor.keptPixels(
      of: node,
      in: space.inside(frame),
      sources: sources
    )
    return (pixels ?? 0) * FilterExecutor.bytesOfPixel
  }

  /// The pixels of a picture in a surface.
  ///
  /// - Parameters:
  ///   - frame: Its place.
  ///   - offset: How far from there the surface has its pixels; those beyond the surface are clear.
  private func pixels(
    _ source: ProgramPixels,
    _ frame: PixelRect,
    from offset: SIMD2<Int32>
  ) throws(FilterError) -> FilterBuffer {
    let pixels = try FilterBuffer(space.inside(frame))
    let part = PixelRect(
      frame.minX &+ offset.x,
      frame.minY &+ offset.y,
      frame.maxX &+ offset.x,
      frame.maxY &+ offset.y
    ).intersection(source.frame)
    guard !part.isEmpty else { return pixels }
    let first = Int(part.minX - source.frame.minX) * source.pixelBytes
    let column = Int(part.minX - offset.x - frame.minX)
    for row in Int(part.minY)..<Int(part.maxY) {
      // Bounds: the part lies in the surface, and moved back in the frame.
      let bytes = source.base + (row - Int(source.frame.minY)) * source.rowBytes + first
      let line = pixels.row(space.row(row - Int(offset.y))) + column
      source.decode(bytes, to: line, Int(part.width))
    }
    return pixels
  }

  /// The most pixels that all nodes of a program write, each as often as it costs.
  private static let mostWork = 1 << 29
  /// The most pixels of a node: 512 MiB.
  private static let mostPixels = 1 << 25
}

/// Rows of a surface's pixels in memory that somebody else owns.
package struct ProgramPixels {
  /// The first pixel of the first row.
  package var base: UnsafeMutableRawPointer
  package var rowBytes: Int
  /// The pixels there are, in the surface's space.
  package var frame: PixelRect
  /// Whether pixels are half floats of extended range, and not bytes R, G, B, A.
  package var isHalf: Bool

  package init(
    base: UnsafeMutableRawPointer,
    rowBytes: Int,
    frame: PixelRect,
    isHalf: Bool = false
  ) {
    self.base = base
    self.rowBytes = rowBytes
    self.frame = frame
    self.isHalf = isHalf
  }

  /// Bytes of a pixel.
  var pixelBytes: Int { isHalf ? 8 : 4 }

  /// Reads pixels as premultiplied colours.
  ///
  /// - Parameters:
  ///   - pixels: As many as `count`, in the form of these.
  ///   - colors: Takes `count` colours.
  ///   - count: The number of pixels.
  func decode(
    _ pixels: UnsafeRawPointer,
    to colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    if isHalf { return HalfPixels.read(pixels, to: colors, count: count) }
    FilterBytes.decode(pixels, to: colors, count)
  }

  /// Writes premultiplied colours as pixels, the other way round.
  ///
  /// Half floats that would not be finite are kept within ±65504; NaN becomes 0.
  func encode(
    _ colors: UnsafePointer<SIMD4<Float>>,
    to pixels: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    if isHalf { return HalfPixels.writeFinite(colors, to: pixels, count: count) }
    FilterBytes.encode(colors, to: pixels, count)
  }
}
