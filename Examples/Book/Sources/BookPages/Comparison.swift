// The figures of a demo by two renderers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The difference of two pictures of the same thing.
public struct FigureDifference: CustomStringConvertible {
  /// The mean difference of a component, in 255ths.
  public let mean: Double
  /// The share of the pixels with a component that differs by more than 32 of 255.
  public let unlike: Double

  /// Whether only edges differ, which renderers cover by other steps.
  public var isOfEdges: Bool { mean <= 1 && unlike <= 0.01 }

  /// Whether no byte differs.
  public var isNone: Bool { mean == 0 }

  /// The difference as text.
  public var description: String {
    "\((mean * 1000).rounded() / 1000) of 255 in the mean, "
      + "\((unlike * 100_000).rounded() / 1000) % of the pixels are unlike"
  }

  /// Compares pictures; nil for those of unlike sizes.
  public init?(_ first: CGImage, _ second: CGImage) {
    guard first.width == second.width, first.height == second.height,
      let one = FigureDifference.bytes(first), let other = FigureDifference.bytes(second)
    else { return nil }
    var (sum, count) = (0, 0)
    for pixel in stride(from: 0, to: one.count, by: 4) {
      var worst = 0
      for place in pixel..<pixel + 4 {
        let distance = abs(Int(one[place]) - Int(other[place]))
        sum += distance
        worst = max(worst, distance)
      }
      if worst > 32 { count += 1 }
    }
    mean = Double(sum) / Double(max(one.count, 1))
    unlike = Double(count) * 4 / Double(max(one.count, 1))
  }

  /// The bytes of a picture as red, green, blue and alpha.
  private static func bytes(_ image: CGImage) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    let isDrawn = bytes.withUnsafeMutableBytes { memory in
      guard
        let context = CGContext(
          data: memory.baseAddress,
          width: image.width,
          height: image.height,
          bitsPerComponent: 8,
          bytesPerRow: image.width * 4,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      else { return false }
      context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
      return true
    }
    return isDrawn ? bytes : nil
  }
}
