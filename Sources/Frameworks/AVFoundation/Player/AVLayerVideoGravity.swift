// How pictures fill rectangles.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzCore

/// How a film fills its layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// A way of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// As large as fits, with its proportions.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// As small as covers the layer, with its proportions; the rest is cut off.
  public static let resizeAspectFill =
    AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// Stretched.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")

  /// Where a film of a size shows in a rectangle.
  func rect(of size: CGSize, in bounds: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0, self != .resize else { return bounds }
    let (x, y) = (bounds.width / size.width, bounds.height / size.height)
    let factor = self == .resizeAspectFill ? max(x, y) : min(x, y)
    let fit = CGSize(width: size.width * factor, height: size.height * factor)
    return CGRect(
      x: bounds.midX - fit.width / 2,
      y: bounds.midY - fit.height / 2,
      width: fit.width,
      height: fit.height
    )
  }
}

/// The largest rectangle of some proportions in the middle of another one.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  AVLayerVideoGravity.resizeAspect.rect(of: aspectRatio, in: boundingRect)
}
