// Who may choose a layer's actions and lay out its sublayers.
// Licensed under the MIT license; see LICENSE.

/// May choose the actions of a layer and lay out its sublayers.
///
/// A layer does not keep its delegate alive.
///
/// **Differences**: every method has a default implementation; the delegate need not be an NSObject.
/// The methods for display do not exist yet.
public protocol CALayerDelegate: AnyObject {
  /// The action that the layer runs for an event, such as a change of the property of that name.
  ///
  /// - Returns: An action; NSNull to have none and search no further; nil to go on searching.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?

  /// Lays out the sublayers of a layer that needs it; then its `layoutManager` is not asked.
  func layoutSublayers(of layer: CALayer)
}

extension CALayerDelegate {
  /// Goes on searching.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }

  /// Leaves it to the layer's `layoutManager`.
  public func layoutSublayers(of layer: CALayer) { layer.layOutWithManager() }
}
