// The difference of two pictures.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzMath
public import Testing

/// The difference of two pictures, in 8-bit steps of premultiplied, sRGB-encoded channels.
public struct ImageDifference: Equatable, Sendable, CustomStringConvertible {
  /// The sizes in pixels; pictures of different size are not compared further.
  public var sizes: (actual: CGSize, expected: CGSize)
  /// The number of pixels that differ by more than the tolerance.
  public var count = 0
  /// The largest difference of a channel, over all pixels.
  public var largest = 0
  /// The smallest rectangle around the pixels that differ by more than the tolerance, from the top
  /// left; null if there are none.
  public var boundingBox = CGRect.null
  /// The differences of the channels, 16 times brighter; black where the pictures are equal.
  public private(set) var image: CGImage?

  /// Compares pixel by pixel.
  ///
  /// - Parameters:
  ///   - actual: A picture.
  ///   - expected: Another one.
  ///   - tolerance: The difference of a channel that does not count.
  public init(_ actual: CGImage, _ expected: CGImage, tolerance: Int = 0) {
    sizes = (
      CGSize(width: actual.width, height: actual.height),
      CGSize(width: expected.width, height: expected.height)
    )
    guard sizes.actual == sizes.expected else { return }
    let (left, right) = (actual.pixelStorage, expected.pixelStorage)
    var difference = PixelDifference(tolerance: tolerance)
    image = CGImage(
      PixelStorage(width: left.width, height: left.height) { target in
        target.initializeMemory(as: UInt32.self, repeating: UInt32(bigEndian: 0xFF))
        withExtendedLifetime((left, right)) {
          difference.add(PixelRows(left), PixelRows(right)) { x, y, steps in
            // The alpha's difference shows in all channels, on an opaque picture.
            let shown = pointwiseMax(steps, SIMD4(repeating: steps.w))
            for channel in 0..<3 {
              // Bounds: the target has as many pixels as both pictures, without gaps.
              target[(y * left.width + x) * 4 + channel] = UInt8(min(Int(shown[channel]) * 16, 255))
            }
          }
        }
        return true
      }
    )
    count = difference.countAbove
    largest = difference.largest
    let box = difference.boundsAbove
    if !box.isEmpty {
      boundingBox = CGRect(
        x: Int(box.minX),
        y: Int(box.minY),
        width: Int(box.width),
        height: Int(box.height)
      )
    }
  }

  /// Whether the pictures have one size and no pixel differs by more than the tolerance.
  public var isWithinTolerance: Bool { sizes.actual == sizes.expected && count == 0 }

  /// One line: the sizes, or how many pixels differ, how much, and where.
  public var description: String {
    guard sizes.actual == sizes.expected else {
      return "\(ImageDifference.text(sizes.actual)) pixels, expected "
        + "\(ImageDifference.text(sizes.expected))"
    }
    guard count > 0 else { return "no difference above the tolerance; largest \(largest)/255" }
    let box = boundingBox
    return "\(count) pixels differ, by at most \(largest)/255, within "
      + "\(ImageDifference.text(box.size)) at (\(Int(box.minX)), \(Int(box.minY)))"
  }

  private static func text(_ size: CGSize) -> String { "\(Int(size.width)) x \(Int(size.height))" }

  /// Compares sizes and results; the images are not compared.
  public static func == (left: ImageDifference, right: ImageDifference) -> Bool {
    left.sizes == right.sizes && left.count == right.count && left.largest == right.largest
      && left.boundingBox == right.boundingBox
  }
}

/// Expects two pictures to be the same, within a tolerance.
///
/// A mismatch is recorded as an issue that says how many pixels differ, how much and where; both
/// pictures and their difference are attached to the test (`swift test --attachments-path DIR`
/// keeps them).
///
/// - Parameters:
///   - actual: The picture that was drawn.
///   - expected: The picture it should be.
///   - tolerance: The difference of a channel that does not count, in 1/255.
///   - name: The beginning of the names of attachments.
///   - sourceLocation: The location of the expectation.
public func expectEqualImages(
  _ actual: CGImage,
  _ expected: CGImage,
  tolerance: Int = 0,
  named name: String = "image",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = ImageDifference(actual, expected, tolerance: tolerance)
  if difference.isWithinTolerance { return }
  Issue.record("\(name): \(difference)", sourceLocation: sourceLocation)
  Attachment.record(actual, named: "\(name)-actual.png", sourceLocation: sourceLocation)
  Attachment.record(expected, named: "\(name)-expected.png", sourceLocation: sourceLocation)
  if let image = difference.image {
    Attachment.record(image, named: "\(name)-difference.png", sourceLocation: sourceLocation)
  }
}
