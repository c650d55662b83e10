// Images brighter than white.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

extension UIImage {
  /// The light that an image may show, relative to the white of a standard range.
  public enum DynamicRange: Int, Hashable, Sendable {
    /// Not said.
    case unspecified = -1
    /// At most white.
    case standard = 0
    /// More than white, but so that things of standard range beside it do not look dark: twice as
    /// much.
    case constrainedHigh = 1
    /// As much as the output has.
    case high = 2
  }

  /// Whether the pixels may be brighter than white: whether their headroom is known and above 1.
  ///
  /// Images of Core Image have a standard range.
  public var isHighDynamicRange: Bool {
    switch source {
    case .pixels(let image): image.contentHeadroom > 1
    case .filtered: false
    case .none: look.frames?.first?.isHighDynamicRange ?? false
    }
  }

  /// The image without light beyond white; an image of standard range is itself.
  ///
  /// It looks as on an output of standard range: brighter light is mapped by the reference-white
  /// curve.
  ///
  /// **Differences**: the copy of a brighter image has 8 bits a component in sRGB, and is made at
  /// once.
  public func imageRestrictedToStandardDynamicRange() -> UIImage {
    guard isHighDynamicRange else { return self }
    var look = look
    look.frames = look.frames?.map { $0.imageRestrictedToStandardDynamicRange() }
    guard case .pixels(let image) = source else { return UIImage(source, look) }
    return UIImage(.pixels(CGImage(image.pixelStorage)), look)
  }
}

extension UIImage.DynamicRange {
  /// The range as layers say it; an unspecified one is standard.
  var ofLayers: CALayer.DynamicRange {
    switch self {
    case .unspecified, .standard: .standard
    case .constrainedHigh: .constrainedHigh
    case .high: .high
    }
  }
}

extension CGImage {
  /// The picture as it is shown, with its light and its headroom; nil for one of standard range,
  /// whose bytes say all.
  func brightUpright(_ orientation: UIImage.Orientation) -> CGImage? {
    guard contentHeadroom > 1, let light = ownLight,
      let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    else { return nil }
    let (wide, high) = orientation.exchangesSides ? (height, width) : (width, height)
    let place = orientation.placement(width: width, height: height)
    var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { row in
      for y in 0..<height {
        light.read(row: y, into: row)
        for x in 0..<width {
          let (column, line) = place(x, y)
          pixels[line * wide + column] = row[x]
        }
      }
    }
    return CGImage(
      samples: pixels.withUnsafeBytes { Data($0) },
      size: (wide, high),
      .floats,
      space: space,
      alpha: .last,
      tags: (nil, contentHeadroom)
    )
  }
}

extension UIImage.Orientation {
  /// The place in the shown picture of a stored pixel.
  ///
  /// - Parameters:
  ///   - width: That of the stored picture, in pixels.
  ///   - height: Likewise.
  fileprivate func placement(width: Int, height: Int) -> (_ x: Int, _ y: Int) -> (Int, Int) {
    let (right, bottom) = (width - 1, height - 1)
    switch self {
    case .up: return { ($0, $1) }
    case .upMirrored: return { (right - $0, $1) }
    case .down: return { (right - $0, bottom - $1) }
    case .downMirrored: return { ($0, bottom - $1) }
    case .left: return { ($1, right - $0) }
    case .leftMirrored: return { ($1, $0) }
    case .right: return { (bottom - $1, $0) }
    case .rightMirrored: return { (bottom - $1, right - $0) }
    }
  }
}
