// The targets and actions of controls.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A target with a method, or an action, and its events.
struct EventHandler {
  private(set) weak var target: AnyObject?
  /// Whether there is a target at all; without one, the chain of responders is asked.
  let hasTarget: Bool
  let selector: Selector?
  let action: UIAction?
  var events: UIControl.Event

  init(_ target: AnyObject?, _ selector: Selector, _ events: UIControl.Event) {
    self.target = target
    hasTarget = target != nil
    self.selector = selector
    action = nil
    self.events = events
  }

  init(_ action: UIAction, _ events: UIControl.Event) {
    hasTarget = false
    selector = nil
    self.action = action
    self.events = events
  }

  /// Whether its target is gone.
  var isOver: Bool { hasTarget && target == nil }

  // `Any` because: it is the type of targets.
  /// Whether it has that target and that method; nil stands for any.
  func matches(_ target: Any?, _ selector: Selector?) -> Bool {
    guard let own = self.selector else { return false }
    if let target, self.target !== target as AnyObject { return false }
    return selector == nil || selector == own
  }
}

extension UIControl {
  // `Any` because: it is the type of targets.
  final func addHandler(_ target: Any?, _ selector: Selector, _ events: Event) {
    handlers.removeAll { $0.isOver }
    let object = target.map { $0 as AnyObject }
    let known = handlers.firstIndex {
      $0.selector == selector && $0.target === object && $0.hasTarget == (object != nil)
    }
    if let known {
      handlers[known].events.formUnion(events)
    } else {
      handlers.append(EventHandler(object, selector, events))
    }
  }

  final func addHandler(_ action: UIAction, _ events: Event) {
    removeHandlers(events) { $0.action?.identifier == action.identifier }
    if let known = handlers.firstIndex(where: { $0.action === action }) {
      handlers[known].events.formUnion(events)
    } else {
      handlers.append(EventHandler(action, events))
    }
  }

  final func removeHandlers(_ events: Event, _ isMeant: (EventHandler) -> Bool) {
    for index in handlers.indices where isMeant(handlers[index]) {
      handlers[index].events.subtract(events)
    }
    handlers.removeAll { $0.events.isEmpty || $0.isOver }
  }

  final var targetSet: Set<AnyHashable> {
    var targets: Set<AnyHashable> = []
    for handler in handlers where handler.selector != nil {
      if let target = handler.target as? NSObject {
        targets.insert(target)
      } else if !handler.hasTarget {
        targets.insert(NSNull())
      }
    }
    return targets
  }

  /// Notifies the handlers of an event, in the order in which they were added.
  final func send(_ events: Event, _ event: UIEvent?) {
    // A handler may remove others: those that are gone by then are not called.
    for handler in handlers where !handler.events.isDisjoint(with: events) {
      if let action = handler.action {
        guard handlers.contains(where: { $0.action === action }) else { continue }
        sendAction(action)
      } else if let selector = handler.selector, !handler.isOver {
        let isThere = handlers.contains {
          $0.selector == selector && $0.target === handler.target
        }
        if isThere { sendAction(selector, to: handler.target, for: event) }
      }
    }
  }
}
