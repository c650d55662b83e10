// Windows for tests.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

/// A window of 200 x 200 points, a pixel each, that is shown and has the keys.
@MainActor
func makeWindow(
  _ size: CGSize = CGSize(width: 200, height: 200),
  _ controller: UIViewController? = nil
) -> UIWindow {
  UIApplication.shared.resetInput()
  UIScreen.setMain(UIScreen(size: size, scale: 1))
  let window = UIWindow(frame: CGRect(origin: .zero, size: size))
  window.rootViewController = controller
  window.makeKeyAndVisible()
  return window
}

/// The red, green, blue and alpha of a pixel, premultiplied.
func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
  let start = (y * image.width + x) * 4
  return Array(pixels(image)[start..<start + 4])
}

/// The red, green, blue and alpha of all pixels, premultiplied, in rows from the top.
func pixels(_ image: CGImage) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
  let space = CGColorSpaceCreateDeviceRGB()
  bytes.withUnsafeMutableBytes { buffer in
    let context = CGContext(
      data: buffer.baseAddress,
      width: image.width,
      height: image.height,
      bitsPerComponent: 8,
      bytesPerRow: image.width * 4,
      space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
  }
  return bytes
}

/// Lines that something wrote, in order.
@MainActor
final class Journal {
  var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
