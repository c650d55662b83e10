// A picture that comes in parts from where it is drawn.
// Licensed under the MIT license; see LICENSE.

import Glibc
package import QuartzMath

/// A picture that comes in parts, in memory of its own, and what nobody has taken of it yet.
///
/// One thread uses it at a time.
package final class ReceivedPicture {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// The pixels that came since they were last taken.
  package private(set) var news = Damage()
  // R, G, B, A bytes, rows from the top without gaps.
  private let memory: UnsafeMutableRawPointer

  /// Makes a black picture; nil if there is no memory for it.
  package init?(width: Int, height: Int) {
    guard width > 0, height > 0, let memory = calloc(width * height, 4) else { return nil }
    (self.width, self.height, self.memory) = (width, height, memory)
  }

  deinit { free(memory) }

  private var rect: PixelRect { PixelRect(width: Int32(width), height: Int32(height)) }

  /// Takes over parts of a picture of the same size.
  ///
  /// - Parameters:
  ///   - pixels: The whole picture, of which only the parts are read.
  ///   - rowBytes: From one row to the next.
  ///   - parts: Pixels outside are left out.
  package func take(_ pixels: UnsafeRawBufferPointer, rowBytes: Int, _ parts: [PixelRect]) {
    guard let base = pixels.baseAddress, rowBytes >= width * 4,
      pixels.count >= rowBytes * (height - 1) + width * 4
    else { return }
    for part in parts {
      let part = part.intersection(rect)
      if part.isEmpty { continue }
      // Bounds: the part lies inside of both, by the guards above.
      for y in Int(part.minY)..<Int(part.maxY) {
        let (from, to) = (y * rowBytes + Int(part.minX) * 4, (y * width + Int(part.minX)) * 4)
        memcpy(memory + to, base + from, Int(part.width) * 4)
      }
      news.add(part)
    }
  }

  /// Copies what is new, or all, to memory of the picture's size.
  ///
  /// - Parameter rowBytes: From one row of `target` to the next.
  /// - Returns: The parts that were copied.
  package func copy(
    to target: UnsafeMutableRawPointer,
    rowBytes: Int,
    isWhole: Bool
  ) -> Damage {
    let parts = isWhole ? Damage(rect) : news
    news = Damage()
    for index in 0..<parts.count {
      let part = parts[index]
      for y in Int(part.minY)..<Int(part.maxY) {
        let (from, to) = ((y * width + Int(part.minX)) * 4, y * rowBytes + Int(part.minX) * 4)
        memcpy(target + to, memory + from, Int(part.width) * 4)
      }
    }
    return parts
  }

  /// Shows what is new, or all, in a window: in its middle and on black where it is larger.
  ///
  /// - Returns: Whether there was something to draw on; what is new stays new if not.
  package func show(in window: SystemWindow, isWhole: Bool) -> Bool {
    guard let size = window.size else { return false }
    let x = Int32(max(0, (size.pixelWidth - width) / 2))
    let y = Int32(max(0, (size.pixelHeight - height) / 2))
    let parts = isWhole ? Damage(rect) : news
    let all = PixelRect(width: Int32(size.pixelWidth), height: Int32(size.pixelHeight))
    if isWhole { window.fill(all, 0) }
    guard window.copy(memory, width: width, height: height, x: x, y: y, parts) else { return false }
    news = Damage()
    var shown = Damage()
    for index in 0..<parts.count {
      shown.add(parts[index].offset(x: x, y: y).intersection(all))
    }
    window.present(isWhole ? Damage(all) : shown)
    return true
  }
}
