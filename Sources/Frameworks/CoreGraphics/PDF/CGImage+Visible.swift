// The part of an image that is not clear.
// Licensed under the MIT license; see LICENSE.

package import Foundation

extension CGImage {
  /// The smallest box around all pixels with any alpha, in pixels from the top left; nil if there
  /// are none.
  package var visibleBox: CGRect? {
    let pixels = pixelStorage
    if pixels.isOpaque { return CGRect(x: 0, y: 0, width: width, height: height) }
    var (left, right, top, bottom) = (width, -1, height, -1)
    for row in 0..<height {
      // Bounds: rows have `width` words.
      let line = pixels.base + row * pixels.rowBytes
      func isClear(_ column: Int) -> Bool {
        line.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self) == 0
      }
      guard let first = (0..<width).first(where: { !isClear($0) }) else { continue }
      let last = (first..<width).last { !isClear($0) } ?? first
      (left, right) = (min(left, first), max(right, last))
      (top, bottom) = (min(top, row), row)
    }
    guard right >= left else { return nil }
    return CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
