// Animated PNG files, written frame by frame.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG
import Foundation
import QuartzMath

// PNG (third edition), section 4.9. The file:
//
//     signature IHDR sRGB acTL | fcTL IDAT | fcTL fdAT | fcTL fdAT | ... | IEND
//
// Each picture is compressed by libpng as a file of its own, from which the compressed pixels are
// taken. A frame after the first holds only the rectangle that differs from the frame before; its
// pixels replace those before. Memory: the frame before and one frame's compressed bytes.

/// Makes an animated PNG file as pieces of bytes, in their order.
package struct PNGAnimationWriter {
  /// Nil if it is not known yet.
  private let frameCount: Int?
  private let loopCount: Int
  private let options: PNGOptions
  private var previous: PixelStorage?
  private var written = 0
  /// The place of the animation's control in the bytes of the first frame.
  private var controlPlace = 0
  /// The number of the next fcTL or fdAT chunk.
  private var sequence: UInt32 = 0

  /// A writer of a file of `frameCount` frames.
  ///
  /// - Parameters:
  ///   - frameCount: The number of frames to be added, which is written at the start of the file.
  ///   - loopCount: How often the animation plays; 0 without end.
  ///   - options: How pictures are compressed.
  package init(frameCount: Int, loopCount: Int = 0, options: PNGOptions = PNGOptions()) {
    self.frameCount = frameCount
    self.loopCount = loopCount
    self.options = options
  }

  /// A writer of a file whose frames are counted at the end, by `countFrames`.
  package init(loopCount: Int = 0) {
    frameCount = nil
    self.loopCount = loopCount
    options = PNGOptions()
  }

  /// Writes the number of frames so far into the bytes of the first one.
  package func countFrames(in head: inout [UInt8]) {
    var control = PNGBytes()
    appendAnimationControl(&control, written)
    head.replaceSubrange(controlPlace..<controlPlace + control.bytes.count, with: control.bytes)
  }

  /// The bytes of the next frame; those of the first begin with the head of the file.
  ///
  /// - Parameters:
  ///   - image: All frames have one size.
  ///   - delay: How long the frame is shown, in seconds. It is stored as a fraction of two numbers
  ///     up to 65535, the best there is; times are clamped to 0...65535.
  /// - Returns: The piece of the file that comes next.
  /// - Throws: `PNGError.wrongFrameCount` or `wrongSize`, after which the writer is as it was.
  package mutating func add(_ image: CGImage, delay: Double) throws(PNGError) -> [UInt8] {
    if let frameCount, written >= frameCount {
      throw .wrongFrameCount(expected: frameCount, found: written + 1)
    }
    let pixels = image.pixelStorage
    let size = PNGSize(pixels.width, pixels.height)
    if let previous, PNGSize(previous.width, previous.height) != size {
      throw .wrongSize(expected: PNGSize(previous.width, previous.height), found: size)
    }
    let whole = PixelRect(width: Int32(size.width), height: Int32(size.height))
    let changed = previous.map { pixels.changes(from: $0) } ?? whole
    let part = pixels.part(
      x: Int(changed.minX),
      y: Int(changed.minY),
      width: Int(changed.width),
      height: Int(changed.height)
    )
    let picture = Data(try PNGRows(part, colors: QUARTZ_PNG_RGBA).encoded(options))
    var piece = PNGBytes(signed: written == 0)
    var reader = try PNGChunkReader(picture)
    while true {
      let chunk = try reader.next()
      if chunk.type == "IDAT" { break }
      // The head of the first picture is that of the file.
      if written == 0 { picture.withBytes(chunk.offset..<chunk.end) { piece.append($0) } }
    }
    if written == 0 {
      controlPlace = piece.bytes.count
      appendAnimationControl(&piece, frameCount ?? 0)
    }
    appendFrameControl(&piece, changed, DelayFraction(delay))
    try appendPixels(&piece, of: picture)
    written += 1
    previous = pixels
    return piece.bytes
  }

  /// The last bytes of the file.
  ///
  /// - Throws: `PNGError.wrongFrameCount` if frames are missing.
  package func finish() throws(PNGError) -> [UInt8] {
    if let frameCount, written != frameCount {
      throw .wrongFrameCount(expected: frameCount, found: written)
    }
    var piece = PNGBytes()
    piece.appendChunk("IEND") { _ in }
    return piece.bytes
  }

  private func appendAnimationControl(_ piece: inout PNGBytes, _ frameCount: Int) {
    piece.appendChunk("acTL") { chunk in
      chunk.append(UInt32(clamping: frameCount))
      chunk.append(UInt32(clamping: loopCount))
    }
  }

  private mutating func appendFrameControl(
    _ piece: inout PNGBytes,
    _ rect: PixelRect,
    _ delay: DelayFraction
  ) {
    let sequence = nextSequence()
    piece.appendChunk("fcTL") { chunk in
      chunk.append(sequence)
      for number in [rect.width, rect.height, rect.minX, rect.minY] { chunk.append(UInt32(number)) }
      chunk.append(delay.numerator)
      chunk.append(delay.denominator)
      // Disposal: keep. Blend: source.
      chunk.append([0, 0])
    }
  }

  private mutating func appendPixels(_ piece: inout PNGBytes, of picture: Data) throws(PNGError) {
    var reader = try PNGChunkReader(picture)
    while true {
      let chunk = try reader.next()
      if chunk.type == "IEND" { return }
      guard chunk.type == "IDAT" else { continue }
      if written == 0 {
        picture.withBytes(chunk.offset..<chunk.end) { piece.append($0) }
      } else {
        let sequence = nextSequence()
        piece.appendChunk("fdAT") { data in
          data.append(sequence)
          picture.withBytes(chunk.data) { data.append($0) }
        }
      }
    }
  }

  private mutating func nextSequence() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }
}

/// A time in seconds as a fraction of two numbers of 16 bits.
struct DelayFraction: Equatable {
  let numerator: UInt16
  let denominator: UInt16

  /// The fraction nearest to `seconds` among its convergents, so that 1/30 is 1/30.
  init(_ seconds: Double) {
    let most = Double(UInt16.max)
    let time = seconds > 0 ? min(seconds, most) : 0
    // Continued fractions: p/q of each step is the best with a denominator up to q.
    var (p, q) = ((last: 0.0, now: 1.0), (last: 1.0, now: 0.0))
    var rest = time
    for _ in 0..<16 {
      let whole = rest.rounded(.down)
      let next = (p: whole * p.now + p.last, q: whole * q.now + q.last)
      guard next.p <= most, next.q <= most else { break }
      p = (p.now, next.p)
      q = (q.now, next.q)
      // Double's rounding is far below this; a film does not need more.
      guard abs(p.now / q.now - time) > 1e-9 else { break }
      rest = 1 / (rest - whole)
    }
    // A time too short for any fraction becomes the shortest one.
    (numerator, denominator) =
      p.now == 0 && time > 0 ? (1, .max) : (UInt16(p.now), UInt16(q.now))
  }
}

extension PixelStorage {
  /// The smallest rectangle outside of which two pictures of one size are equal; one pixel if they
  /// are equal everywhere, for a frame must have some.
  fileprivate func changes(from other: PixelStorage) -> PixelRect {
    func rows(_ y: Int) -> (UnsafeRawPointer, UnsafeRawPointer) {
      (base + y * rowBytes, other.base + y * other.rowBytes)
    }
    func differ(_ y: Int) -> Bool {
      let (left, right) = rows(y)
      return memcmp(left, right, width * 4) != 0
    }
    guard let top = (0..<height).first(where: differ),
      let bottom = (0..<height).last(where: differ)
    else { return PixelRect(width: 1, height: 1) }
    var (left, right) = (width, -1)
    // Bounds: pixels up to width of rows up to height, which both pictures have.
    for y in top...bottom {
      let (new, old) = rows(y)
      func differ(_ x: Int) -> Bool {
        new.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          != old.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
      }
      var x = 0
      while x < left, !differ(x) { x += 1 }
      left = min(left, x)
      x = width - 1
      while x > right, !differ(x) { x -= 1 }
      right = max(right, x)
    }
    return PixelRect(Int32(left), Int32(top), Int32(right + 1), Int32(bottom + 1))
  }
}
