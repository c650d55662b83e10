// Managers that lay out the sublayers of layers.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// Lays out the sublayers of layers.
///
/// A layer whose delegate has a `layoutSublayers(of:)` uses that instead.
///
/// **Differences**: every method has a default implementation; a manager need not be an NSObject.
public protocol CALayoutManager: AnyObject {
  /// Returns the preferred size of the layer, in the coordinates of its superlayer.
  ///
  /// The default implementation returns the size of its frame.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Invalidates cached data, because the layout of the layer may have changed.
  func invalidateLayout(of layer: CALayer)

  /// Sets the frames of the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// Returns the size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

  /// Does nothing: nothing is cached.
  public func invalidateLayout(of layer: CALayer) {}

  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) {}
}
