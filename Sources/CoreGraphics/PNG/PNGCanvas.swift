// The pictures of an animated PNG, each as it is shown.
// Licensed under the MIT license; see LICENSE.

/// Plays the frames of a file onto a canvas.
///
/// Frames are changes of what was there before; going forward costs one frame, going back starts
/// again from the first. A canvas belongs to one thread.
package struct PNGCanvas {
  package let file: PNGFile
  /// The canvas as the frame before `next` left it, disposal included: premultiplied RGBA.
  private var pixels: [UInt32] = []
  private var next = 0

  package init(_ file: PNGFile) {
    self.file = file
  }

  /// The whole picture at frame `index`.
  package mutating func image(at index: Int) throws(PNGError) -> CGImage {
    guard file.frames.indices.contains(index) else {
      throw .noSuchFrame(index: index, count: file.frames.count)
    }
    if file.isPlain { return try file.image() }
    if index < next || next == 0 {
      pixels = Array(repeating: 0, count: file.header.width * file.header.height)
      next = 0
    }
    while next < index { _ = try play(isShown: false) }
    guard let shown = try play(isShown: true) else { preconditionFailure("a frame is shown") }
    return CGImage(shown)
  }

  /// Lays the next frame over the canvas, copies that if it is to be shown, and disposes of it.
  private mutating func play(isShown: Bool) throws(PNGError) -> PixelStorage? {
    let frame = file.frames[next]
    let changes = try file.pixels(of: next)
    let before = frame.disposal == .restore && next > 0 ? pixels : []
    lay(changes, frame)
    let shown = isShown ? copy() : nil
    switch frame.disposal {
    case .keep: break
    case .clear: clear(frame)
    // There is nothing before the first frame: PNG (third edition), section 11.3.2.6.2.
    case .restore: if next > 0 { pixels = before } else { clear(frame) }
    }
    next += 1
    return shown
  }

  private mutating func lay(_ changes: PixelStorage, _ frame: PNGFile.Frame) {
    let width = file.header.width
    changes.withBytes { bytes in
      let source = bytes.bindMemory(to: UInt32.self)
      // Bounds: the frame lies inside the picture, as the file's reader checked.
      for y in 0..<frame.height {
        let target = (frame.y + y) * width + frame.x
        for x in 0..<frame.width {
          let pixel = source[y * frame.width + x]
          pixels[target + x] =
            frame.blend == .source ? pixel : over(pixel, pixels[target + x])
        }
      }
    }
  }

  private mutating func clear(_ frame: PNGFile.Frame) {
    for y in frame.y..<frame.y + frame.height {
      let start = y * file.header.width + frame.x
      for index in start..<start + frame.width { pixels[index] = 0 }
    }
  }

  private func copy() -> PixelStorage {
    PixelStorage(width: file.header.width, height: file.header.height) { target in
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
