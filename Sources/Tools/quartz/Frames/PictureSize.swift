// The size of the picture, and the position of the package's canvas in it.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import QuartzMath
import QuartzModel

/// `WxH` in pixels.
struct PixelSize: Equatable, ExpressibleByArgument {
  var width: Int
  var height: Int

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0,
      height > 0
    else { return nil }
    self.width = width
    self.height = height
  }
}

/// The picture's size in pixels, and its pixels per point of the canvas.
struct PictureSize: Equatable {
  var width: Int
  var height: Int
  var scale: Double

  /// Creates the size of the canvas at a scale; or of a given size, which the scaled canvas fills
  /// and is cropped to.
  ///
  /// - Throws: `RenderFailure` for a picture that is larger than any renderer draws.
  init(canvas: CGSize, scale: Double?, size: PixelSize?) throws(RenderFailure) {
    if let size {
      self.scale =
        scale ?? max(Double(size.width) / canvas.width, Double(size.height) / canvas.height)
      (width, height) = (size.width, size.height)
    } else {
      self.scale = scale ?? 1
      let width = Double(canvas.width).pixels(self.scale)
      let height = Double(canvas.height).pixels(self.scale)
      guard max(width, height) <= Double(Int32.max) else {
        throw .pictureTooLarge("\(width) x \(height)")
      }
      (self.width, self.height) = (max(Int(width), 1), max(Int(height), 1))
    }
    let configuration = ContextConfiguration(width: width, height: height, scale: self.scale)
    guard configuration.isValid else {
      throw .pictureTooLarge("\(width) x \(height) pixels at \(self.scale) pixels a point")
    }
  }

  /// The middle of the picture in points.
  var center: CGPoint {
    CGPoint(x: Double(width) / scale / 2, y: Double(height) / scale / 2)
  }
}
