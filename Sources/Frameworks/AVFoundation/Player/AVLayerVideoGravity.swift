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

/// Pictures that fill a layer by a gravity, as its contents.
///
/// At rest a picture that covers more than the layer is cut to it and stretched over it, which
/// gives whole edges. While the gravity changes, the contents keep the proportions of what is left
/// of the cut: a cut from all of the picture to the part that covers the layer goes through all
/// sizes between.
extension CALayer {
  /// The part of a picture that shows, in units of the picture.
  private func cut(_ gravity: AVLayerVideoGravity, _ size: CGSize, in bounds: CGRect) -> CGRect {
    let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
    guard gravity == .resizeAspectFill, size.width > 0, size.height > 0, bounds.width > 0,
      bounds.height > 0
    else { return whole }
    let rect = gravity.rect(of: size, in: bounds)
    let (width, height) = (bounds.width / rect.width, bounds.height / rect.height)
    return CGRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
  }

  /// Takes another gravity, with the action that the layer has for `contentsRect`.
  ///
  /// - Parameter size: Of the picture; zero if it is unknown.
  func changeCut(_ gravity: AVLayerVideoGravity, _ size: CGSize, from old: AVLayerVideoGravity) {
    let keepsProportions = gravity != .resize && old != .resize
    contentsGravity = keepsProportions || gravity == .resizeAspect ? .resizeAspect : .resize
    if !keepsProportions { removeAnimation(forKey: "contentsRect") }
    let new = cut(gravity, size, in: bounds)
    guard new != contentsRect else { return }
    CATransaction.begin()
    if !keepsProportions { CATransaction.setDisableActions(true) }
    contentsRect = new
    CATransaction.commit()
  }

  /// Follows the sizes of the picture and of the layer, at once.
  ///
  /// - Parameter bounds: Of the frame.
  func followCut(_ gravity: AVLayerVideoGravity, _ size: CGSize, in bounds: CGRect) {
    let isAtRest = animation(forKey: "contentsRect") == nil
    let atRest: CALayerContentsGravity = gravity == .resizeAspect ? .resizeAspect : .resize
    let new = cut(gravity, size, in: bounds)
    guard new != contentsRect || isAtRest && contentsGravity != atRest else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if isAtRest { contentsGravity = atRest }
    contentsRect = new
    CATransaction.commit()
  }
}

/// The largest rectangle of some proportions in the middle of another one.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
  AVLayerVideoGravity.resizeAspect.rect(of: aspectRatio, in: boundingRect)
}
