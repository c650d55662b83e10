// `contentsSwizzle`: pictures whose channels come from others.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The source of each channel of a picture: four of the letters R, G, B, A, 0 and 1, as `AAAA`,
/// which makes a white picture of an alpha channel.
struct ContentsSwizzle: Hashable {
  /// The key of layers.
  static let key = "contentsSwizzle"

  private enum Source: Hashable {
    case channel(Int)
    case constant(UInt8)
  }

  private let sources: [Source]

  /// Reads four letters; nil for other texts.
  init?(_ text: String) {
    let names: [Character: Source] = [
      "R": .channel(0), "G": .channel(1), "B": .channel(2), "A": .channel(3),
      "0": .constant(0), "1": .constant(255),
    ]
    let found = text.uppercased().map { names[$0] }.compactMap { $0 }
    guard found.count == 4, text.count == 4 else { return nil }
    sources = found
  }

  /// Whether it leaves pictures as they are.
  var isIdentity: Bool { sources == (0..<4).map { .channel($0) } }

  /// Returns the picture with other channels; the colours are at most as large as alpha.
  func applied(to image: CGImage) -> CGImage? {
    let pixels = image.pixelStorage
    var bytes = Data(count: pixels.width * pixels.height * 4)
    bytes.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
      // Bounds: `target` has as many pixels as the picture.
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let from = y * pixels.rowBytes + x * 4
          let to = (y * pixels.width + x) * 4
          func value(_ channel: Int) -> UInt8 {
            switch sources[channel] {
            case .channel(let index): pixels.base.load(fromByteOffset: from + index, as: UInt8.self)
            case .constant(let value): value
            }
          }
          let alpha = value(3)
          for channel in 0..<3 { target[to + channel] = min(value(channel), alpha) }
          target[to + 3] = alpha
        }
      }
    }
    guard let provider = CGDataProvider(data: bytes),
      let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    return CGImage(
      width: pixels.width,
      height: pixels.height,
      bitsPerComponent: 8,
      bitsPerPixel: 32,
      bytesPerRow: pixels.width * 4,
      space: space,
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}

extension DocumentReader {
  /// Gives a layer the picture that its `contentsSwizzle` makes of its contents.
  ///
  /// The document's own picture is written back.
  func swizzleContents(of layer: CALayer) {
    guard let text = layer.value(forKey: ContentsSwizzle.key) as? String,
      let image = layer.contents as? CGImage, let swizzle = ContentsSwizzle(text),
      !swizzle.isIdentity
    else { return }
    guard let swizzled = swizzle.applied(to: image) else {
      return warn("contentsSwizzle=\"\(text.shortened)\" has no effect on this picture")
    }
    layer.contents = swizzled
    // Without a file of its own, the picture is written as it is shown.
    guard let own = preservedImages[image] else {
      return layer.setValue(nil, forKey: ContentsSwizzle.key)
    }
    preservedImages[swizzled] = own
  }
}
