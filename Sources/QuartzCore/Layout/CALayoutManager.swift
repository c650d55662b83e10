// Who lays out the sublayers of a layer.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// Lays out the sublayers of layers.
///
/// A layer that has a delegate with a `layoutSublayers(of:)` asks that instead.
///
/// **Differences**: every method has a default implementation; a manager need not be an NSObject.
public protocol CALayoutManager: AnyObject {
  /// The size that the layer would like to have, in the coordinates of its superlayer.
  ///
  /// The default implementation gives the size of its frame.
  func preferredSize(of layer: CALayer) -> CGSize

  /// Tells that the layout of the layer may have changed: what was kept of it is out of date.
  func invalidateLayout(of layer: CALayer)

  /// Sets the frames of the layer's sublayers.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The size of the layer's frame.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.frame.size }

  /// Nothing is kept.
  public func invalidateLayout(of layer: CALayer) {}

  /// Leaves the sublayers where they are.
  public func layoutSublayers(of layer: CALayer) {}
}
