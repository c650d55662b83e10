// The delegate of layers: actions, layout and drawing.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// Chooses the actions of a layer, lays out its sublayers, and draws it.
///
/// A layer does not retain its delegate.
///
/// **Differences**: every method has a default implementation; the delegate need not be an
/// NSObject.
public protocol CALayerDelegate: AnyObject {
  /// Returns the action that the layer runs for an event, such as a change of the property of that
  /// name.
  ///
  /// - Returns: An action; NSNull to run none and end the search; nil to continue the search.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?

  /// Sets the layer's `contents`, instead of any drawing.
  ///
  /// `display()` calls it. The layers of delegates without it draw themselves.
  func display(_ layer: CALayer)

  /// Prepares a drawing: the last moment to change its inputs, such as `contentsFormat` and
  /// `isOpaque`.
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

  /// Lays out the sublayers of a layer that needs it; its `layoutManager` is then not used.
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

  /// Continues the search.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

  /// Uses the layer's `layoutManager`.
  public func layoutSublayers(of layer: CALayer) { layer.layOutWithManager() }
}
