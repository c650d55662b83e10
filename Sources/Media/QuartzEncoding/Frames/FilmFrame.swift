// A frame in an encoder's format.
// Licensed under the MIT license; see LICENSE.
//
// Video is stored as brightness for each pixel and two differences of colour for each four.
// Converting here rather than in FFmpeg more than halves the bytes in the pipe. Only pixels that
// changed since the previous frame are converted: a frame records which of its pixels are out of
// date.
//
// ITU-R BT.709, studio range, in 8 bits of fraction:
//
//     Y  = 16  + ( 47 R + 157 G +  16 B) / 256
//     Cb = 128 + (-26 R -  86 G + 112 B) / 256
//     Cr = 128 + (112 R - 102 G -  10 B) / 256
//
// The colours of two by two pixels are averaged first, so their place is the middle of the four.
// Planes that came from a film may have them at the left of the four. Colours of an even column are
// then half of it and a quarter of the columns beside it, of both rows:
//
//     (c[2i - 1] + 2 c[2i] + c[2i + 1] + 4) / 8 with c the sum of the two rows

import Glibc
package import QuartzMath

/// The memory layout of a frame's pixels.
package enum FilmPixels: Sendable {
  /// Planes of Y, Cb and Cr, the latter with half the width and height.
  case yuv420
  /// The same and a plane of alpha; colours are straight, not premultiplied.
  case yuva420
  /// R, G, B, A bytes, straight.
  case rgba
  /// As `yuv420`, of 10 bits in two bytes, the lower one first.
  case yuv420Wide

  /// FFmpeg's name.
  package var name: String {
    switch self {
    case .yuv420: "yuv420p"
    case .yuva420: "yuva420p"
    case .rgba: "rgba"
    case .yuv420Wide: "yuv420p10le"
    }
  }

  /// The four characters that Matroska names them by; nil if it has none.
  package var fourCharacters: String? {
    switch self {
    case .yuv420: "I420"
    case .yuva420: nil
    case .rgba: "RGBA"
    case .yuv420Wide: "Y3\u{0B}\u{0A}"
    }
  }

  package func byteCount(_ width: Int, _ height: Int) -> Int {
    let chroma = 2 * ((width + 1) / 2) * ((height + 1) / 2)
    return switch self {
    case .yuv420: width * height + chroma
    case .yuva420: 2 * width * height + chroma
    case .rgba: width * height * 4
    case .yuv420Wide: 2 * (width * height + chroma)
    }
  }
}

/// A frame on its way to an encoder, from the thread that draws it to the one that writes.
package protocol EncoderFrame: AnyObject {
  var byteCount: Int { get }
  /// Gives the encoder all of its bytes.
  func write(to encoder: FilmEncoder) throws
}

/// Frames for reuse once nobody else holds them.
package struct FramePool<Frame: AnyObject> {
  package private(set) var frames: [Frame] = []

  package init() {}

  /// Returns a frame that nobody holds.
  ///
  /// - Parameter make: Makes one if there is none.
  package mutating func free(or make: () -> Frame) -> Frame {
    for index in frames.indices where isKnownUniquelyReferenced(&frames[index]) {
      return frames[index]
    }
    let frame = make()
    frames.append(frame)
    return frame
  }
}

/// A picture in premultiplied R, G, B, A bytes that each frame changes in place.
package final class FilmCanvas {
  package let width: Int
  package let height: Int
  /// The width for encoders: even, and at least the picture's.
  package let evenWidth: Int
  package let evenHeight: Int
  package let rowBytes: Int
  package let base: UnsafeMutableRawPointer
  private var scratch: UnsafeMutableRawPointer?

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    evenWidth = (width + 1) & ~1
    evenHeight = (height + 1) & ~1
    rowBytes = evenWidth * 4
    base = .allocate(byteCount: rowBytes * evenHeight, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * evenHeight)
  }

  deinit {
    base.deallocate()
    scratch?.deallocate()
  }

  /// As much memory again, for pixels with straight colours.
  var straight: UnsafeMutableRawPointer {
    if let scratch { return scratch }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: rowBytes * evenHeight, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * evenHeight)
    scratch = memory
    return memory
  }

  /// Doubles the last column and row where the even sides are larger.
  package func extendEdges() {
    // Bounds: rows up to `evenHeight` of `evenWidth` pixels are there; `width` and `height` are
    // above 0.
    if evenWidth > width {
      for y in 0..<height {
        let end = base + y * rowBytes + width * 4
        end.copyMemory(from: end - 4, byteCount: 4)
      }
    }
    if evenHeight > height {
      let row = base + height * rowBytes
      row.copyMemory(from: row - rowBytes, byteCount: rowBytes)
    }
  }
}

/// A frame in memory, in an encoder's format.
///
/// It is written by the thread that draws it before it is handed over, and that thread takes it
/// again only when nobody else holds it.
package final class FilmFrame: EncoderFrame {
  let pixels: FilmPixels
  /// Where colours lie, of planes with half of them.
  let place: ChromaPlace
  let width: Int
  let height: Int
  private let memory: UnsafeMutableRawBufferPointer
  /// The pixels that are out of date.
  private var stale: Damage

  /// - Parameters:
  ///   - width: In pixels, as the encoder has it; any width for planes with alpha or studio
  ///     colours.
  ///   - height: The same.
  package init(_ pixels: FilmPixels, width: Int, height: Int, place: ChromaPlace = .middle) {
    self.pixels = pixels
    self.place = place
    self.width = width
    self.height = height
    memory = .allocate(byteCount: pixels.byteCount(width, height), alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    stale = Damage(PixelRect(width: Int32(width), height: Int32(height)))
  }

  deinit {
    memory.deallocate()
  }

  package var byteCount: Int { memory.count }

  package func write(to encoder: FilmEncoder) throws {
    try encoder.add(UnsafeRawBufferPointer(memory))
  }

  /// Calls `body` with the frame as the encoder gets it.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }

  /// Notes that the canvas has changed.
  package func invalidate(_ damage: Damage) {
    for index in 0..<damage.count { stale.add(damage[index]) }
  }

  /// Brings the frame up to date.
  package func update(from canvas: FilmCanvas) {
    for index in 0..<stale.count {
      let rect = stale[index]
      let x = Int(rect.minX) & ~7
      // Colours at the left of a column take the column before it as well.
      let end = Int(rect.maxX) + (place == .left ? 1 : 0)
      let part = FrameRect(
        x: x,
        y: Int(rect.minY) & ~1,
        maxX: min((end + 7) & ~7, canvas.evenWidth),
        maxY: min((Int(rect.maxY) + 1) & ~1, canvas.evenHeight)
      )
      convert(part, canvas)
    }
    stale.removeAll()
  }

  private func convert(_ rect: FrameRect, _ canvas: FilmCanvas) {
    guard let target = memory.baseAddress else { return }
    let planes = StudioPlanes(base: target, width: width, height: height, place: place)
    switch pixels {
    case .rgba:
      for y in rect.y..<min(rect.maxY, height) {
        StraightPixels.row(
          canvas.base + y * canvas.rowBytes + rect.x * 4,
          target + (y * width + rect.x) * 4,
          count: min(rect.maxX, width) - rect.x
        )
      }
    case .yuv420:
      StudioColors.convert(rect, canvas, canvas.base, planes)
    case .yuva420:
      // Alpha is a plane of its own; the others have straight colours.
      let straight = canvas.straight
      let alpha = target + FilmPixels.yuv420.byteCount(width, height)
      for y in rect.y..<rect.maxY {
        let start = y * canvas.rowBytes + rect.x * 4
        let row = canvas.base + start
        StraightPixels.row(row, straight + start, count: rect.maxX - rect.x)
        guard y < height else { continue }
        // Bounds: `x` stays below the width of the plane, `y` below its height.
        for x in rect.x..<min(rect.maxX, width) {
          alpha.storeBytes(
            of: row.load(fromByteOffset: (x - rect.x) * 4 + 3, as: UInt8.self),
            toByteOffset: y * width + x,
            as: UInt8.self
          )
        }
      }
      StudioColors.convert(rect, canvas, straight, planes)
    // Frames brighter than white are of a class of their own.
    case .yuv420Wide: break
    }
  }
}

/// A part of a canvas: x a multiple of 8, y of 2, ends inside of the even sides.
struct FrameRect {
  var x: Int
  var y: Int
  var maxX: Int
  var maxY: Int
}

/// The conversion of premultiplied colours to straight ones.
enum StraightPixels {
  /// - Parameters:
  ///   - source: `count` premultiplied pixels.
  ///   - target: Memory for as many.
  static func row(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, count: Int) {
    // Bounds: both rows have `count` pixels of four bytes.
    for x in 0..<max(count, 0) {
      let pixel = source.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
      target.storeBytes(of: straight(pixel), toByteOffset: x * 4, as: UInt32.self)
    }
  }

  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 || alpha == 0 { return pixel }
    func component(_ shift: UInt32) -> UInt32 {
      min(((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha, 255) << shift
    }
    return component(0) | component(8) | component(16) | alpha << 24
  }
}
