// Bitmaps for tests, and their pixels.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Testing

/// A bitmap of R, G, B, A bytes and its context.
struct PaintedPicture {
  let context: CGContext

  init(_ width: Int, _ height: Int) throws {
    context = try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
  }

  /// R, G, B, A of the pixel in column x and row y, from the top left.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    guard let data = context.data else { return [] }
    let pixel = data + y * context.bytesPerRow + x * context.bitsPerPixel / 8
    return (0..<context.bitsPerPixel / 8).map { pixel.load(fromByteOffset: $0, as: UInt8.self) }
  }

  /// The alphas of row y.
  func alphas(row y: Int) -> [Int] { (0..<context.width).map { Int(pixel($0, y)[3]) } }

  /// The sum of all alphas, in pixels.
  var area: Double {
    var sum = 0
    for y in 0..<context.height { sum += alphas(row: y).reduce(0, +) }
    return Double(sum) / 255
  }

  /// All bytes.
  var bytes: [UInt8] {
    guard let data = context.data else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: context.bytesPerRow * context.height))
  }

  static let clear: [UInt8] = [0, 0, 0, 0]
  static let red: [UInt8] = [255, 0, 0, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]
  static let black: [UInt8] = [0, 0, 0, 255]
  static let white: [UInt8] = [255, 255, 255, 255]
}

extension CGColor {
  static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
}

/// Whether all channels are within `tolerance` of what is expected.
func close(_ pixel: [UInt8], _ expected: [UInt8], _ tolerance: Int) -> Bool {
  pixel.count == expected.count
    && zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
}
