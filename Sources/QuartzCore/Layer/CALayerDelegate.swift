// Who may choose a layer's actions, lay out its sublayers and draw it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// May choose the actions of a layer, lay out its sublayers, and draw it.
///
/// A layer does not keep its delegate alive.
///
/// **Differences**: every method has a default implementation; the delegate need not be an NSObject.
public protocol CALayerDelegate: AnyObject {
  /// The action that the layer runs for an event, such as a change of the property of that name.
  ///
  /// - Returns: An action; NSNull to have none and search no further; nil to go on searching.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?

  /// Gives the layer its contents, in place of any drawing: it sets `contents`.
  ///
  /// `display()` calls it. Delegates that do not have it let the layer draw itself.
  func display(_ layer: CALayer)

  /// The last chance to change what a drawing depends on, such as `contentsFormat` and `isOpaque`.
  ///
  /// It is called before each drawing, but not if the delegate has `display(_:)`.
  func layerWillDraw(_ layer: CALayer)

  /// Draws the layer.
  ///
  /// `draw(in:)` calls it. It may edit the tree, this layer too.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - ctx: A context whose user space is the layer's own coordinate space.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Lays out the sublayers of a layer that needs it; then its `layoutManager` is not asked.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  /// Lets the layer draw itself.
  public func display(_ layer: CALayer) {
    layer.drawContents()
  }

  /// Changes nothing.
  public func layerWillDraw(_ layer: CALayer) {}

  /// Draws nothing; the layer has no contents then.
  public func draw(_ layer: CALayer, in ctx: CGContext) {
    layer.nobodyDraws()
  }

  /// Goes on searching.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

  /// Leaves it to the layer's `layoutManager`.
  public func layoutSublayers(of layer: CALayer) { layer.layOutWithManager() }
}
