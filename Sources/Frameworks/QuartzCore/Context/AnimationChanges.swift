// The animations that came and went since the last commit of a context.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The changes of animations for the next commit.
///
/// To be used under the lock of layers.
final class AnimationChanges {
  enum Change {
    case add(AttachedAnimation)
    case remove(AttachedAnimation)
  }

  private var changes: [(layer: CALayer, change: Change)] = []
  // Animations that are over in a context made for pictures. They change no picture after their
  // end, but they change those of earlier times. So they stay in the other tree until another
  // change is committed.
  private var over: [(layer: CALayer, animation: AttachedAnimation)] = []
  // The animations that were removed from a layer, and that its output shows until the commit.
  private var withdrawn: [ObjectIdentifier: [AttachedAnimation]] = [:]

  var isEmpty: Bool { changes.isEmpty }

  func append(_ change: Change, of layer: CALayer) {
    changes.append((layer, change))
    if case .remove(let animation) = change {
      withdrawn[ObjectIdentifier(layer), default: []].append(animation)
    }
  }

  /// Returns the animations that were removed from a layer since the last commit, in the order in
  /// which they were added.
  func withdrawn(from layer: CALayer) -> [AttachedAnimation] {
    guard !withdrawn.isEmpty else { return [] }
    return (withdrawn[ObjectIdentifier(layer)] ?? []).sorted { $0.number < $1.number }
  }

  /// Returns the animations of a layer that are over, and that its output still has.
  func over(of layer: CALayer) -> [AttachedAnimation] {
    over.filter { $0.layer === layer }.map(\.animation)
  }

  /// Records that an animation is over, whose removal is committed with another change.
  func end(_ animation: AttachedAnimation, of layer: CALayer) { over.append((layer, animation)) }

  /// Removes and returns the changes.
  func take() -> [(layer: CALayer, change: Change)] {
    defer {
      changes.removeAll(keepingCapacity: true)
      withdrawn.removeAll()
    }
    return changes
  }

  /// Removes and returns the animations that are over.
  func takeOver() -> [AttachedAnimation] {
    defer { over.removeAll() }
    return over.map(\.animation)
  }

  /// Makes the removals of animations that are over changes like others, the first ones.
  ///
  /// - Returns: Those animations.
  func removeOver() -> [AttachedAnimation] {
    let removals = over.map { (layer: $0.layer, change: Change.remove($0.animation)) }
    changes.insert(contentsOf: removals, at: 0)
    return takeOver()
  }

  func removeAll() {
    changes.removeAll()
    withdrawn.removeAll()
    over.removeAll()
  }
}
