// How two pictures differ.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Testing

/// How two pictures differ, in 8-bit steps of premultiplied, sRGB-encoded channels.
public struct ImageDifference: Equatable, Sendable, CustomStringConvertible {
  /// The sizes in pixels; pictures of different size are not compared further.
  public var sizes: (actual: CGSize, expected: CGSize)
  /// How many pixels differ by more than the tolerance.
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
    image = CGImage(
      PixelStorage(width: left.width, height: left.height) { target in
        left.withBytes { leftBytes in
          right.withBytes { rightBytes in
            // Bounds: both have rows of `width` pixels for each of the same number of rows, and the
            // target has as many pixels without gaps.
            for y in 0..<left.height {
              for x in 0..<left.width {
                let steps = SIMD4<Int> { channel in
                  let place = y * left.rowBytes + x * 4 + channel
                  let other = y * right.rowBytes + x * 4 + channel
                  return abs(Int(leftBytes[place]) - Int(rightBytes[other]))
                }
                note(steps, x, y, tolerance: tolerance)
                // The alpha's difference shows in all channels, on an opaque picture.
                let shown = pointwiseMax(steps, SIMD4(repeating: steps.w)) &* 16
                for channel in 0..<4 {
                  target[(y * left.width + x) * 4 + channel] =
                    channel == 3 ? 255 : UInt8(min(shown[channel], 255))
                }
              }
            }
          }
        }
        return true
      }
    )
  }

  /// Counts a pixel's difference in.
  private mutating func note(_ steps: SIMD4<Int>, _ x: Int, _ y: Int, tolerance: Int) {
    let difference = steps.max()
    largest = max(largest, difference)
    guard difference > tolerance else { return }
    count += 1
    boundingBox = boundingBox.union(CGRect(x: x, y: y, width: 1, height: 1))
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

  /// Whether both say the same of the same sizes; their images are not compared.
  public static func == (left: ImageDifference, right: ImageDifference) -> Bool {
    left.sizes == right.sizes && left.count == right.count && left.largest == right.largest
      && left.boundingBox == right.boundingBox
  }
}

/// Expects two pictures to be the same, but for a tolerance.
///
/// A mismatch is recorded as an issue that says how many pixels differ, how much and where; both
/// pictures and their difference are attached to the test (`swift test --attachments-path DIR` keeps
/// them).
///
/// - Parameters:
///   - actual: The picture that was drawn.
///   - expected: What it should be.
///   - tolerance: The difference of a channel that does not count, in 1/255.
///   - name: The beginning of the names of attachments.
///   - sourceLocation: Where the expectation stands.
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

extension SIMD4<Int> {
  /// A vector of what `element` gives for each index.
  fileprivate init(_ element: (Int) -> Int) {
    self.init(element(0), element(1), element(2), element(3))
  }
}
