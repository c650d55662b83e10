// Finding the action for an event.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

extension CALayer {
  /// Whether the layer is in a context's tree and was committed there.
  final var isShown: Bool {
    guard let journal = link.journal, !link.pending.contains(.creation) else { return false }
    return journal.holds(self)
  }

  /// The action to run after a change that is about to be made; nil for none.
  ///
  /// A basic animation that says nothing of where it starts gets what the layer shows now.
  final func prepareAction(_ key: String) -> (any CAAction)? {
    // Most layers that are not attached have nobody to ask.
    guard
      link.journal != nil || isSubclass || storedActions != nil || delegate != nil
        || styleValues != nil,
      presented == nil, !TransactionStack.current.disablesActions,
      let action = action(forKey: key)
    else { return nil }
    guard let animation = action as? CABasicAnimation, !animation.hasEnds,
      animation.keyPath ?? key == key,
      let id = PropertyTable.id(named: key, of: type(of: self).layerClass),
      let copy = animation.copy() as? CABasicAnimation
    else { return action }
    copy.fromValue = shownValue(id)
    return copy
  }

  final func findAction(_ event: String) -> (any CAAction)? {
    let action =
      delegate?.action(for: self, forKey: event) ?? storedActions?[event] ?? styleAction(event)
      ?? type(of: self).defaultAction(forKey: event) ?? implicitAction(event)
    return action is NSNull ? nil : action
  }

  /// The animation of a change for which nobody has another action.
  private final func implicitAction(_ event: String) -> (any CAAction)? {
    guard isShown, let id = PropertyTable.id(named: event, of: type(of: self).layerClass),
      PropertyTable[id].isAnimatable
    else { return nil }
    let stack = TransactionStack.current
    let animation = CABasicAnimation(keyPath: event)
    animation.fromValue = shownValue(id)
    animation.duration = stack.duration
    animation.timingFunction =
      (stack.value(\.timingFunction) ?? nil) ?? CAMediaTimingFunction(name: .default)
    return animation
  }
}
