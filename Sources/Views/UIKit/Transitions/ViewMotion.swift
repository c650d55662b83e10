// The system's motion of controllers' views, which may have to end early.
// Licensed under the MIT license; see LICENSE.

import QuartzCore

/// A motion of views, which ends once: by itself, or early.
@MainActor
final class ViewMotion {
  /// The animations that the motion gave to layers, beside those that they had.
  private var added: [(layer: CALayer, keys: Set<String>)] = []
  private var completion: (() -> Void)?

  /// Begins a motion.
  ///
  /// - Parameters:
  ///   - views: The views that it moves.
  ///   - completion: Called once, at its end.
  init(
    of views: [UIView?],
    duration: Double,
    animations: @escaping () -> Void,
    completion: @escaping () -> Void
  ) {
    self.completion = completion
    let layers = views.compactMap { $0?.layer }
    let before = layers.map { Set($0.animationKeys() ?? []) }
    UIView.animate(withDuration: duration, animations: animations) { _ in self.end() }
    for (layer, keys) in zip(layers, before) {
      added.append((layer, Set(layer.animationKeys() ?? []).subtracting(keys)))
    }
  }

  /// Ends the motion now: takes its animations away, so that the views are where they were going.
  func finish() {
    for (layer, keys) in added {
      for key in keys { layer.removeAnimation(forKey: key) }
    }
    end()
  }

  private func end() {
    let completion = completion
    self.completion = nil
    completion?()
  }
}
