// The pixels of images, for tests.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// Pixels of 8 bits: premultiplied red, green, blue, alpha.
struct Pixels {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  init?(_ image: UIImage?) {
    guard let image = image?.cgImage,
      let context = CGContext(
        data: nil,
        width: image.width,
        height: image.height,
        bitsPerComponent: 8,
        bytesPerRow: image.width * 4,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    else { return nil }
    (width, height) = (image.width, image.height)
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    guard let data = context.data else { return nil }
    // Bounds: the context has rows of width x 4 bytes.
    bytes = Array(UnsafeRawBufferPointer(start: data, count: width * height * 4))
  }

  /// The pixel in a column and a row, from the upper left corner.
  subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return bytes[start..<(start + 4)].map { Int($0) }
  }

  static let clear = [0, 0, 0, 0]
  static let red = [255, 0, 0, 255]
  static let green = [0, 255, 0, 255]
  static let blue = [0, 0, 255, 255]
  static let black = [0, 0, 0, 255]
  static let white = [255, 255, 255, 255]
}

/// Draws an image of one pixel a point.
func drawn(_ width: CGFloat, _ height: CGFloat, _ body: (CGContext) -> Void) -> UIImage {
  let format = UIGraphicsImageRendererFormat()
  format.scale = 1
  return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format)
    .image { body($0.cgContext) }
}

/// An image of columns and rows of colours, one pixel each.
func picture(_ rows: [[UIColor]], scale: CGFloat = 1) -> UIImage {
  let image = drawn(CGFloat(rows.first?.count ?? 0), CGFloat(rows.count)) { context in
    for (y, row) in rows.enumerated() {
      for (x, color) in row.enumerated() {
        color.setFill()
        context.fill(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
  }
  guard let pixels = image.cgImage else { return UIImage() }
  return UIImage(cgImage: pixels, scale: scale, orientation: .up)
}
