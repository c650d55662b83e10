// The system's motion of controllers' views, which may have to end early.
// Licensed under the MIT license; see LICENSE.

import QuartzCore

/// The animations that a block gave to views, beside those that the views had.
@MainActor
struct ViewMotion {
  private var added: [(layer: CALayer, keys: Set<String>)] = []

  /// Runs an animation block, and notes what it adds to the layers of some views.
  init(of views: [UIView?], _ block: () -> Void) {
    let layers = views.compactMap { $0?.layer }
    let before = layers.map { Set($0.animationKeys() ?? []) }
    block()
    for (layer, keys) in zip(layers, before) {
      added.append((layer, Set(layer.animationKeys() ?? []).subtracting(keys)))
    }
  }

  /// Takes the animations away, so that the views are where they were going.
  func stop() {
    for (layer, keys) in added {
      for key in keys { layer.removeAnimation(forKey: key) }
    }
  }
}
