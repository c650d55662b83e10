// Pictures of images, and how they are compared.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import QuartzTesting
public import UIKit

extension Diffing where Value == UIImage {
  /// Images, compared pixel by pixel.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - scale: The pixels of a point of references.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    scale: CGFloat = 1
  ) -> Diffing {
    let images = Diffing<CGImage>.image(
      precision: precision,
      perceptualPrecision: perceptualPrecision
    )
    func pixels(_ image: UIImage) throws -> CGImage {
      guard let pixels = image.cgImage else { throw SnapshotProblem.notDrawn("the image is empty") }
      return pixels
    }
    return Diffing(
      toData: { try images.toData(pixels($0)) },
      fromData: { UIImage(cgImage: try images.fromData($0), scale: scale, orientation: .up) },
      diff: { reference, actual in
        guard let old = reference.cgImage, let new = actual.cgImage else {
          return ("one of the images is empty", [])
        }
        // A picture of a window depends on what was touched in it.
        return images.diff(old, new).map { ($0 + TouchText.ofWindows, $1) }
      }
    )
  }
}

extension Snapshotting where Value == UIImage, Format == UIImage {
  /// An image as it is.
  public static var image: Snapshotting { .image() }

  /// An image.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - scale: The pixels of a point of references; nil for one.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    scale: CGFloat? = nil
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(
        precision: precision,
        perceptualPrecision: perceptualPrecision,
        scale: scale ?? 1
      )
    )
  }
}

extension Snapshotting where Value == UIBezierPath, Format == UIImage {
  /// The picture of a path, filled with black.
  public static var image: Snapshotting { .image() }

  /// The picture of a path, filled with black, as large as its bounds.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - scale: The pixels of a point.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    scale: CGFloat = 1
  ) -> Snapshotting {
    picture(precision, perceptualPrecision, scale: scale) { path in
      let format = UIGraphicsImageRendererFormat()
      format.scale = scale
      return UIGraphicsImageRenderer(bounds: path.bounds, format: format).image { _ in
        UIColor.black.setFill()
        path.fill()
      }
    }
  }
}

extension Snapshotting where Value == UIBezierPath, Format == String {
  /// The elements of a path, one line each.
  public static var elementsDescription: Snapshotting {
    Snapshotting<CGPath, String>.elementsDescription.pullback { $0.cgPath }
  }
}
