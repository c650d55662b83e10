// Adding, ending and tracking animations.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import Synchronization

extension CALayer {
  // A number for each animation; animations without a name derive their key from it.
  private static let animationCount = Atomic<UInt64>(0)

  /// - Parameter groups: The completion groups that wait for the end; nil for those of the open
  ///   transactions.
  final func attachAnimation(
    _ original: CAAnimation,
    _ name: String?,
    groups: [CompletionGroup]? = nil
  ) {
    guard let animation = original.copy() as? CAAnimation else { return }
    // A layer has one transition, whatever its name is.
    let name = original is CATransition ? kCATransition : name
    let stack = TransactionStack.current
    if animation.duration <= 0 { animation.duration = stack.duration }
    animation.freeze()
    LayerLock.lock()
    if let name { removeAnimation(forKey: name) }
    let number = Self.animationCount.add(1, ordering: .relaxed).newValue
    let attached = AttachedAnimation(
      name: name,
      // No program's key starts with a control character.
      key: name ?? "\u{1}\(number)",
      number: number,
      animation: animation,
      groups: groups ?? (name.map(DerivedKey.isStructure) == true ? [] : stack.completionGroups)
    )
    for group in attached.groups { group.enter() }
    attachedAnimations.append(attached)
    if let name, !namedAnimations.isEmpty { namedAnimations[name] = attached }
    attached.isAttached = true
    if let journal = link.journal {
      journal.animationAdded(attached, to: self)
    } else {
      stack.addDetached(attached, to: self)
    }
    LayerLock.unlock()
    // Another transition as the action would replace this one, and so on.
    if original is CATransition, let action = prepareAction(kCATransition),
      !(action is CATransition)
    {
      action.run(forKey: kCATransition, object: self, arguments: nil)
    }
  }

  /// Ends an animation before its time, or removes one that had ended.
  ///
  /// - Parameter isOver: Whether it reaches its own end.
  final func end(_ animation: AttachedAnimation, isOver: Bool = false) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    remove(animation)
    link.journal?.animationRemoved(animation, from: self, isOver: isOver)
    if isSubclass, changesDrawing(animation) {
      // The drawing of the last frame is outdated.
      setNeedsDisplay()
    }
    tellStop(animation, finished: false)
  }

  /// Up to this many animations are searched one by one.
  private static let fewAnimations = 32

  /// Returns the animation that was added with a name; there is at most one.
  final func attachedAnimation(named name: String) -> AttachedAnimation? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard attachedAnimations.count > Self.fewAnimations else {
      return attachedAnimations.first { $0.name == name }
    }
    if namedAnimations.isEmpty {
      for animation in attachedAnimations {
        if let name = animation.name { namedAnimations[name] = animation }
      }
    }
    return namedAnimations[name]
  }

  private final func remove(_ animation: AttachedAnimation) {
    guard animation.isAttached else { return }
    animation.isAttached = false
    // They are in the order of their numbers.
    var (low, high) = (0, attachedAnimations.count)
    while low < high {
      let middle = (low + high) / 2
      if attachedAnimations[middle].number < animation.number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < attachedAnimations.count, attachedAnimations[low] === animation else { return }
    attachedAnimations.remove(at: low)
    if let name = animation.name { namedAnimations[name] = nil }
  }

  private final func tellStop(_ attached: AttachedAnimation, finished: Bool) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
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

  /// Removes and returns committed animations, because the layer leaves its context; the rest waits
  /// for another.
  final func takeCommittedAnimations() -> [AttachedAnimation] {
    guard !attachedAnimations.isEmpty else { return [] }
    let committed = attachedAnimations.filter(\.isCommitted)
    attachedAnimations.removeAll(where: \.isCommitted)
    namedAnimations = [:]
    for animation in committed { animation.isAttached = false }
    for animation in attachedAnimations { animation.leaveGroups() }
    for animation in committed { tellStop(animation, finished: false) }
    return committed
  }

  // MARK: Events

  /// Adds the animations that started or ended by a time of the layer's clock, except for starts
  /// without a listener.
  final func addAnimationEvents(at localTime: Double, to events: inout [AnimationEvent]) {
    // Walks through all superlayers, so once for all animations.
    lazy var clock = clockInContext
    for attached in attachedAnimations where attached.isCommitted {
      let timing = attached.timing
      func event(_ time: Double, isEnd: Bool) -> AnimationEvent {
        AnimationEvent(
          time: clock.speed > 0 ? clock.parent(time) ?? -.infinity : -.infinity,
          layer: self,
          animation: attached,
          isEnd: isEnd
        )
      }
      if !attached.hasStarted, localTime >= timing.beginTime {
        if attached.animation.delegate == nil {
          attached.hasStarted = true
        } else {
          events.append(event(timing.beginTime, isEnd: false))
        }
      }
      guard !attached.hasEnded, !timing.isValid || localTime >= timing.endTime else { continue }
      events.append(event(timing.isValid ? timing.endTime : -.infinity, isEnd: true))
    }
  }

  /// Reports the start or the end of an animation; one that is over is removed.
  final func process(_ event: AnimationEvent) {
    let attached = event.animation
    if event.isEnd {
      tellStop(attached, finished: true)
      if attached.timing.isRemovedOnCompletion { end(attached, isOver: true) }
    } else if !attached.hasStarted {
      attached.hasStarted = true
      let animation = attached.animation
      if let delegate = animation.delegate {
        TransactionStack.current.enqueue { delegate.animationDidStart(animation) }
      }
    }
  }

  /// When the next animation starts or ends, in the layer's time; nil for never.
  ///
  /// Starts that no delegate observes are not events: most animations are without a delegate.
  final var nextAnimationEvent: Double? {
    var next: Double?
    for attached in attachedAnimations where attached.isCommitted && !attached.hasEnded {
      let timing = attached.timing
      guard timing.isValid else { return -.greatestFiniteMagnitude }
      let isStartHeard = !attached.hasStarted && attached.animation.delegate != nil
      let event = isStartHeard ? timing.beginTime : timing.endTime
      if event.isFinite { next = min(next ?? .infinity, event) }
    }
    return next
  }
}

/// The start or the end of an animation.
struct AnimationEvent {
  /// In seconds of the context's clock.
  var time: Double
  var layer: CALayer
  var animation: AttachedAnimation
  var isEnd: Bool

  /// Orders events by time; at the same time, by the order in which animations were added.
  static func comesBefore(_ one: AnimationEvent, _ other: AnimationEvent) -> Bool {
    if one.time != other.time { return one.time < other.time }
    if one.animation.number != other.animation.number {
      return one.animation.number < other.animation.number
    }
    return !one.isEnd && other.isEnd
  }
}
