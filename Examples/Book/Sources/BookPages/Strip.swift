// The figures of a demo side by side in a PNG file.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import ImageIO

/// A picture of figures in a row.
public enum Strip {
  /// A file that could not be written.
  public struct Problem: Error, CustomStringConvertible {
    /// The file, and what is wrong.
    public let description: String
  }

  /// The space between two figures, in pixels.
  private static let gap = 12

  /// Returns the picture of figures in a row, on grey; nil without any.
  public static func image(_ figures: [Figure]) -> CGImage? {
    let width = figures.map(\.image.width).reduce(-gap) { $0 + $1 + gap }
    let height = figures.map(\.image.height).max() ?? 0
    guard width > 0, height > 0, let context = context(width, height) else { return nil }
    context.setFillColor(CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    var x = 0
    for figure in figures {
      let (width, rows) = (figure.image.width, figure.image.height)
      // The context counts y from below, and figures hang from the upper edge.
      let frame = CGRect(x: x, y: height - rows, width: width, height: rows)
      context.draw(figure.image, in: frame)
      x += width + gap
    }
    return context.makeImage()
  }

  /// Returns the picture of a demo for people who look at changes: the figures in a row, half as
  /// large and at most 480 pixels wide; without those that are measured, and nil without any other.
  public static func reference(_ figures: [Figure]) -> CGImage? {
    image(figures.filter { !$0.isMeasured }).flatMap(reference)
  }

  /// Returns the picture of figures in a row, in the size of references.
  public static func reference(_ strip: CGImage) -> CGImage? {
    let share = min(0.5, 480 / Double(strip.width))
    let sides = [strip.width, strip.height].map { max(Int(Double($0) * share), 1) }
    return scaled(strip, width: sides[0], height: sides[1])
  }

  /// Returns a picture in another size, with all pixels of the old one averaged.
  public static func scaled(_ image: CGImage, width: Int, height: Int) -> CGImage? {
    guard let context = context(width, height) else { return nil }
    context.interpolationQuality = .high
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    return context.makeImage()
  }

  /// Writes figures to a PNG file.
  public static func write(_ figures: [Figure], to path: String) throws {
    guard let image = image(figures) else { throw Problem(description: "no figure for \(path)") }
    guard let data = png(image) else { throw Problem(description: "no PNG of \(path)") }
    try data.write(to: URL(filePath: path))
  }

  /// Returns a picture as a PNG file; nil if it cannot be one.
  public static func png(_ image: CGImage) -> Data? {
    let data = NSMutableData()
    guard
      let destination = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil)
    else { return nil }
    CGImageDestinationAddImage(destination, image, nil)
    return CGImageDestinationFinalize(destination) ? data as Data : nil
  }

  private static func context(_ width: Int, _ height: Int) -> CGContext? {
    CGContext(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  }
}
