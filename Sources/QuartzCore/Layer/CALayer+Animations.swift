// Adding, ending and following animations.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import Synchronization

extension CALayer {
  // A number for each animation that has no key.
  private static let keyCount = Atomic<UInt64>(0)

  private static func makeKey() -> String {
    // No program's key starts with a control character.
    "\u{1}\(keyCount.add(1, ordering: .relaxed).newValue)"
  }

  final func attachAnimation(_ original: CAAnimation, _ name: String?) {
    guard let animation = original.copy() as? CAAnimation else { return }
    let stack = TransactionStack.current
    if animation.duration <= 0 { animation.duration = stack.duration }
    animation.freeze()
    if let name { removeAnimation(forKey: name) }
    let attached = AttachedAnimation(
      name: name,
      key: name ?? Self.makeKey(),
      animation: animation,
      groups: stack.completionGroups
    )
    for group in attached.groups { group.enter() }
    attachedAnimations.append(attached)
    if let journal = link.journal {
      journal.animationAdded(attached, to: self)
    } else {
      stack.addDetached(attached, to: self)
    }
  }

  /// Ends an animation before its time, or takes away one that had ended.
  final func end(_ animation: AttachedAnimation) {
    attachedAnimations.removeAll { $0 === animation }
    link.journal?.animationRemoved(animation, from: self)
    tellStop(animation, finished: false)
  }

  private final func tellStop(_ attached: AttachedAnimation, finished: Bool) {
    guard !attached.hasEnded else { return }
    attached.hasEnded = true
    let animation = attached.animation
    if let delegate = animation.delegate {
      TransactionStack.current.enqueue {
        delegate.animationDidStop(animation, finished: finished)
      }
    }
    attached.leaveGroups()
  }

  /// Gives up what was committed, because the layer leaves its context; the rest waits for another.
  final func takeCommittedAnimations() -> [AttachedAnimation] {
    guard !attachedAnimations.isEmpty else { return [] }
    let committed = attachedAnimations.filter(\.isCommitted)
    attachedAnimations.removeAll(where: \.isCommitted)
    for animation in attachedAnimations { animation.leaveGroups() }
    for animation in committed { tellStop(animation, finished: false) }
    return committed
  }

  // MARK: Events

  /// Tells about animations that started or ended by a time of the layer's clock, and removes those
  /// that are over.
  final func processAnimationEvents(at localTime: Double) {
    for attached in attachedAnimations where attached.isCommitted {
      let timing = attached.timing
      if !attached.hasStarted && localTime >= timing.beginTime {
        attached.hasStarted = true
        let animation = attached.animation
        if let delegate = animation.delegate {
          TransactionStack.current.enqueue { delegate.animationDidStart(animation) }
        }
      }
      guard !attached.hasEnded, !timing.isValid || localTime >= timing.endTime else { continue }
      tellStop(attached, finished: true)
      if timing.isRemovedOnCompletion { end(attached) }
    }
  }

  /// When the next animation starts or ends, in the layer's time; nil for never.
  final var nextAnimationEvent: Double? {
    var next: Double?
    for attached in attachedAnimations where attached.isCommitted && !attached.hasEnded {
      let timing = attached.timing
      guard timing.isValid else { return -.greatestFiniteMagnitude }
      let event = attached.hasStarted ? timing.endTime : timing.beginTime
      if event.isFinite { next = min(next ?? .infinity, event) }
    }
    return next
  }
}
