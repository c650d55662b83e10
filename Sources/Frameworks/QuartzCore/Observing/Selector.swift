// Names of methods, and calls of methods by name.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing

/// The name of a method that a control, recogniser or link calls.
///
/// Swift on Linux finds no method by its name. So a selector brings its method along, or the target
/// has a table of its methods:
///
///     button.addTarget(self, action: Selector("play", Player.play), for: .touchUpInside)
///
///     override func method(for selector: Selector) -> Method? {
///       switch selector {
///       case "play": return { _, _ in self.play() }
///       default: return super.method(for: selector)
///       }
///     }
///
/// Methods that a selector brought along are remembered by name and class: another selector of that
/// name finds them. Two selectors are equal if their names are.
///
/// **Differences**: Apple's platforms make selectors by `#selector`.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, with a colon for each argument.
  public let name: String

  /// Creates a selector of a name alone.
  public init(_ name: String) { self.name = name }

  /// Creates a selector of a name alone.
  public init(stringLiteral value: String) { name = value }

  /// Creates a selector with a method without arguments: `Selector("play", Player.play)`.
  ///
  /// Here and below, the method's result is dropped, and the method may be the main actor's or
  /// nobody's.
  @preconcurrency
  public init<Target: AnyObject, Result>(
    _ name: String,
    _ method: @escaping @MainActor (Target) -> @isolated(any) () -> Result
  ) {
    self.name = name
    KnownMethods.add(name, of: Target.self) { target, _, _ in
      // Here and below, they are handed over within the thread.
      let target = Transferred(target)
      onViewThread {
        guard let target = target.value as? Target else { return }
        // Safe because: isolation does not change how a function is called.
        _ = unsafeBitCast(method(target), to: (() -> Result).self)()
      }
    }
  }

  /// Creates a selector with a method of one argument: `Selector("moved:", Player.moved)`.
  ///
  /// The method is called if the sender is of its type.
  @preconcurrency
  public init<Target: AnyObject, Sender, Result>(
    _ name: String,
    _ method: @escaping @MainActor (Target) -> @isolated(any) (Sender) -> Result
  ) {
    self.name = name
    KnownMethods.add(name, of: Target.self) { target, sender, _ in
      let held = Transferred((target: target, sender: sender))
      onViewThread {
        guard let target = held.value.target as? Target,
          let sender = held.value.sender as? Sender
        else { return }
        // Safe because: isolation does not change how a function is called.
        _ = unsafeBitCast(method(target), to: ((Sender) -> Result).self)(sender)
      }
    }
  }

  /// Creates a selector with a method of two arguments, the sender and the event.
  @preconcurrency
  public init<Target: AnyObject, Sender, Event, Result>(
    _ name: String,
    _ method: @escaping @MainActor (Target) -> @isolated(any) (Sender, Event) -> Result
  ) {
    self.name = name
    KnownMethods.add(name, of: Target.self) { target, sender, event in
      let held = Transferred((target: target, sender: sender, event: event))
      onViewThread {
        guard let target = held.value.target as? Target,
          let sender = held.value.sender as? Sender, let event = held.value.event as? Event
        else { return }
        // Safe because: isolation does not change how a function is called.
        _ = unsafeBitCast(method(target), to: ((Sender, Event) -> Result).self)(sender, event)
      }
    }
  }

  /// The name.
  public var description: String { name }
}

/// Creates a selector of a name alone.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }

/// An object whose methods are called by name.
///
/// `UIResponder` and `UIGestureRecognizer` are such objects; others conform to it.
public protocol SelectorTarget: AnyObject {
  /// A method with its sender and event; what a method does not take, it leaves.
  typealias Method = (_ sender: Any?, _ event: Any?) -> Void

  /// Returns the method of that name; nil if there is none.
  func method(for selector: Selector) -> Method?
}

/// The methods that selectors brought along.
private enum KnownMethods {
  typealias Call = (_ target: AnyObject, _ sender: Any?, _ event: Any?) -> Void

  private struct Entry {
    var type: AnyClass
    var isOf: (AnyObject) -> Bool
    var call: Call
  }

  // Closures of methods have no state.
  private static let table = Guarded<[String: [Entry]]>([:])

  static func add<Target: AnyObject>(_ name: String, of type: Target.Type, _ call: @escaping Call) {
    let entry = Entry(type: type, isOf: { $0 is Target }, call: call)
    table.withLock { table in
      table[name, default: []].removeAll { $0.type == type }
      table[name, default: []].append(entry)
    }
  }

  /// Returns the method of a name for an object, that of its nearest class.
  static func find(_ name: String, for target: AnyObject) -> Call? {
    var best: Entry?
    table.withLock { table in
      for entry in table[name] ?? [] where entry.isOf(target) {
        if let known = best, !isClass(entry.type, below: known.type) { continue }
        best = entry
      }
    }
    return best?.call
  }

  private static func isClass(_ type: AnyClass, below other: AnyClass) -> Bool {
    var next: AnyClass? = type
    while let type = next {
      if type == other { return true }
      next = _getSuperclass(type)
    }
    return false
  }
}

/// Calls of methods by name.
package enum SelectorCall {
  /// Whether an object has a method.
  package static func responds(_ target: AnyObject, to selector: Selector) -> Bool {
    if let table = target as? any SelectorTarget, table.method(for: selector) != nil { return true }
    return KnownMethods.find(selector.name, for: target) != nil
  }

  /// Calls a method; an object without it gives a diagnostic with the class and the name.
  ///
  /// - Returns: Whether it was called.
  @discardableResult
  package static func send(
    _ selector: Selector,
    to target: AnyObject,
    from sender: Any?,
    event: Any? = nil
  ) -> Bool {
    if let table = target as? any SelectorTarget, let method = table.method(for: selector) {
      method(sender, event)
      return true
    }
    if let call = KnownMethods.find(selector.name, for: target) {
      call(target, sender, event)
      return true
    }
    Diagnostics.report(
      "\(type(of: target)) has no method for the selector \"\(selector.name)\""
    )
    return false
  }
}
