// The canvas of an animation: each frame changes the picture before it.
// Licensed under the MIT license; see LICENSE.

/// The canvas of an animation whose frames are rectangles: APNG and GIF.
package struct FrameCanvas: Sendable {
  /// The treatment of a frame before the next one is drawn.
  package enum Disposal: Int, Sendable {
    /// The picture stays.
    case keep
    /// The frame's rectangle becomes transparent.
    case clear
    /// The frame's rectangle becomes what it was.
    case restore
  }

  /// The way a frame is drawn.
  package enum Blend: Int, Sendable {
    case source
    case over
  }

  /// A change of the canvas; the caller vouches that it lies inside.
  package struct Change {
    package var x: Int
    package var y: Int
    package var pixels: PixelStorage
    package var blend: Blend
    package var disposal: Disposal

    package init(x: Int, y: Int, pixels: PixelStorage, blend: Blend, disposal: Disposal) {
      self.x = x
      self.y = y
      self.pixels = pixels
      self.blend = blend
      self.disposal = disposal
    }
  }

  package let width: Int
  package let height: Int
  /// Premultiplied RGBA, in rows that touch.
  private var pixels: [UInt32]
  private var isUntouched = true

  /// The most memory that a canvas and a picture that it shows take, in bytes for each pixel.
  package static let bytesPerPixel = 16

  /// A transparent canvas.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: 0, count: width * height)
  }

  /// Lays a change over the canvas, copies that if it is to be shown, and disposes of the change.
  package mutating func play(_ change: Change, isShown: Bool) -> PixelStorage? {
    let (wide, high) = (change.pixels.width, change.pixels.height)
    precondition(
      change.x >= 0 && change.y >= 0 && change.x + wide <= width && change.y + high <= height
    )
    // There is nothing before the first frame: PNG (third edition), section 11.3.2.6.2.
    let disposal = isUntouched && change.disposal == .restore ? .clear : change.disposal
    isUntouched = false
    let before = disposal == .restore ? pixels : []
    lay(change)
    let shown = isShown ? copy() : nil
    switch disposal {
    case .keep: break
    case .clear: clear(change)
    case .restore: pixels = before
    }
    return shown
  }

  private mutating func lay(_ change: Change) {
    let source = change.pixels
    // Bounds: the change lies inside the canvas, as `play` checked.
    for y in 0..<source.height {
      let target = (change.y + y) * width + change.x
      let row = source.base + y * source.rowBytes
      for x in 0..<source.width {
        let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
        pixels[target + x] =
          change.blend == .source ? pixel : over(pixel, pixels[target + x])
      }
    }
  }

  private mutating func clear(_ change: Change) {
    for y in change.y..<change.y + change.pixels.height {
      let start = y * width + change.x
      for index in start..<start + change.pixels.width { pixels[index] = 0 }
    }
  }

  private func copy() -> PixelStorage {
    PixelStorage(width: width, height: height) { target in
      pixels.withUnsafeBytes { source in
        target.copyMemory(from: source)
        guard let start = source.baseAddress else { return true }
        return PremultipliedRow(scanning: start, width: pixels.count).isOpaque
      }
    }
  }
}

/// A premultiplied pixel over another one.
private func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
  let rest = UInt8(255 - UInt32(littleEndian: source) >> 24)
  if rest == 0 { return source }
  var sum: UInt32 = 0
  for shift in stride(from: UInt32(0), to: 32, by: 8) {
    let below = multiply(UInt8(truncatingIfNeeded: target >> shift), rest)
    let value = (source >> shift & 0xFF) + UInt32(below)
    sum |= min(value, 255) << shift
  }
  return sum
}
