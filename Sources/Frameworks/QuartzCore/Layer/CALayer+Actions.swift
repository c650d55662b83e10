// Finding the action for an event.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// The event of a layer that becomes visible: it was put into a tree, or is not hidden any more.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that becomes invisible: it was removed from its tree, or hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The event of a layer that is given a CATransition, and the key of the transition.
public let kCATransition = "transition"

extension CALayer {
  /// Whether the layer is in a context's tree and was committed there.
  final var isShown: Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let journal = link.journal, !link.pending.contains(.creation) else { return false }
    return journal.holds(self)
  }

  /// Returns the action to run after a change that is about to be made; nil if there is none.
  ///
  /// A basic animation without a start value gets the value that the layer shows now.
  final func prepareAction(_ key: String) -> (any CAAction)? {
    // Most layers that are not attached have no source of actions.
    guard
      link.journal != nil || isSubclass || storedActions != nil || delegate != nil
        || styleValues != nil,
      presented == nil, !TransactionStack.current.disablesActions,
      let action = action(forKey: key)
    else { return nil }
    guard let animation = action as? CABasicAnimation, !animation.hasEnds,
      animation.keyPath ?? key == key, let shown = shownValue(ofKey: key),
      let copy = animation.copy() as? CABasicAnimation
    else { return action }
    copy.fromValue = shown
    return copy
  }

  /// Returns the value that the layer shows now of an animatable property; nil if there is none.
  private final func shownValue(ofKey key: String) -> Any? {
    if let id = PropertyTable.id(named: key, of: type(of: self).layerClass) {
      return shownValue(id)
    }
    if let target = FilterTarget(keyPath: key) { return shownValue(target) }
    if let target = CellTarget(keyPath: key) {
      return (self as? CAEmitterLayer)?.shownCellValue(target)
    }
    return declares(key) ? presentation()?.value(forKey: key) ?? value(forKey: key) : nil
  }

  /// Finds the action of an event and runs it; the layer does not change in between.
  final func runAction(_ event: String) {
    prepareAction(event)?.run(forKey: event, object: self, arguments: nil)
  }

  /// Runs `change`, which edits the list of sublayers, and the action for it.
  final func editSublayers(_ change: () -> Void) {
    let action = prepareAction(DerivedKey.sublayers.rawValue)
    change()
    action?.run(forKey: DerivedKey.sublayers.rawValue, object: self, arguments: nil)
  }

  final func findAction(_ event: String) -> (any CAAction)? {
    let action =
      delegate?.action(for: self, forKey: event) ?? storedActions?[event] ?? styleAction(event)
      ?? type(of: self).defaultAction(forKey: event) ?? implicitAction(event)
    return action is NSNull ? nil : action
  }

  /// Returns the shown value of a property whose changes animate; nil for other events.
  private final func animatedValue(_ event: String) -> Any? {
    if let id = PropertyTable.id(named: event, of: type(of: self).layerClass) {
      return PropertyTable[id].animatesImplicitly ? shownValue(id) : nil
    }
    if let target = FilterTarget(keyPath: event) { return shownValue(target) }
    guard type(of: self).layerClass == .emitter, let target = CellTarget(keyPath: event),
      target.property.isAnimatable
    else { return nil }
    return shownValue(ofKey: event)
  }

  /// The properties whose changes have an implicit transition.
  private static let eventsWithTransition = [PropertyID.compositingFilter, .backgroundFilters].map {
    PropertyTable[$0].name
  }

  /// Returns the implicit animation of a change that has no other action.
  private final func implicitAction(_ event: String) -> (any CAAction)? {
    guard isShown else { return nil }
    if CALayer.eventsWithTransition.contains(event) { return timed(CATransition()) }
    // As on Apple's platforms, nothing animates, and no key says so, when sublayers come and go.
    if event == DerivedKey.sublayers.rawValue { return nil }
    if DerivedKey.isStructure(event) {
      // One animation for all the changes of a commit.
      let isThere = attachedAnimations.contains { $0.name == event && !$0.isCommitted }
      return isThere ? nil : timed(CABasicAnimation(keyPath: event))
    }
    guard let shown = animatedValue(event) else { return nil }
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = shown
    return timed(animation)
  }

  /// Gives an implicit animation the timing of the transaction.
  private final func timed(_ animation: CAAnimation) -> CAAnimation {
    let stack = TransactionStack.current
    animation.duration = stack.duration
    animation.timingFunction =
      (stack.value(\.timingFunction) ?? nil) ?? CAMediaTimingFunction(name: .default)
    return animation
  }
}
