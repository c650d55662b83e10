// Functions of layers for views.
// Licensed under the MIT license; see LICENSE.

import QuartzInstances

extension CALayer {
  /// Creates a layer of a class by its `init()`.
  ///
  /// - Parameter type: A class of layers; for any other, and for one that does not implement
  ///   `init()`, a CALayer is made.
  package static func make(_ type: AnyClass) -> CALayer {
    guard let type = type as? CALayer.Type, type != CALayer.self else { return CALayer() }
    let made = Instances.attempt(type, "init()") { type.make() }
    if made == nil { Diagnostics.report("\(type) has no init(): the view has a CALayer") }
    return made ?? CALayer()
  }

  /// The time of the layer's context; that of `CACurrentMediaTime()` for a layer in none.
  package final var contextTime: Double {
    LayerLock.with { link.journal?.context }?.currentTime ?? CACurrentMediaTime()
  }

  /// Position, bounds and anchor point, read at once.
  package final var placement: (position: CGPoint, bounds: CGRect, anchorPoint: CGPoint) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return (
      CGPoint(state.values.value(.position).point ?? .zero),
      CGRect(state.values.value(.bounds).rect ?? .zero),
      CGPoint(state.values.value(.anchorPoint).point ?? .zero)
    )
  }

  /// Whether the layer is in the tree of a context.
  package final var isInContext: Bool { link.journal != nil }

  /// Makes a view the delegate, and the layout follow its rules.
  ///
  /// The view calls `endLayout()` before it ends: the layer's reference to it is not weak.
  /// A transform requests no layout then, and a change of a sublayer's size requests one.
  package final func beginLayout(ofView view: any CALayerDelegate) {
    LayerLock.with {
      state.setView(view)
      state.layout.isOfView = true
    }
  }

  /// Lets go of the view that is about to end.
  package final func endLayout() {
    LayerLock.with { state.setView(nil) }
  }
}
