// Observers by the names of properties.
// Licensed under the MIT license; see LICENSE.
//
// Swift for Linux finds no property by its name, so each class that tells of changes says itself
// which names it has. Beyond that, an observation by name is one by key path.

import CoreGraphics
public import Foundation

/// The parts of a change that an observer by name gets.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// A part of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The kind: an NSNumber with the raw value of an `NSKeyValueChange`, always `setting`.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The value after the change, with the option `new`; NSNull for nil.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before the change, with the option `old`; NSNull for nil.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The places of members of a collection; never there, as collections are set as a whole.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True in the first of two calls, with the option `prior`; else it is not there.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An object that observes properties by their names.
///
/// Responders of UIKit have the method, and need no conformance. Other classes of programs conform,
/// where on iOS they override the method of NSObject.
public protocol KeyValueObserver: AnyObject {
  // `Any` because: objects and values are of any type.
  /// Called when a property that the object observes has changed.
  ///
  /// - Parameters:
  ///   - keyPath: The name with which it was asked for.
  ///   - object: The object that has the property.
  ///   - change: The kind, and the values that the options ask for. Numbers and truth values are
  ///     NSNumbers, points, sizes and rectangles are structs.
  ///   - context: The one that was given to `addObserver(_:forKeyPath:options:context:)`.
  func observeValue(
    forKeyPath keyPath: String?,
    of object: Any?,
    change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  )
}

/// Objects with properties that are observed by their names.
package protocol NamedProperties: NSObject {
  // `Any` because: properties are of many types.
  /// Returns the value of a property that the object tells of; nil if it tells of none of the name.
  func value(named keyPath: String) -> Any??
}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Calls an observer after each change of a property, until it or the object is gone.
  ///
  /// ```swift
  /// player.addObserver(self, forKeyPath: "status", options: [.initial, .new], context: nil)
  /// ```
  ///
  /// **Differences**: only what `observe(_:options:changeHandler:)` lists can be observed, and key
  /// paths go no further than from a view to its layer. Another name is reported, and nothing is
  /// observed. An observer that is gone is forgotten.
  ///
  /// - Parameters:
  ///   - observer: The object to call; it is not kept.
  ///   - keyPath: The name of a property in Objective-C, as "hidden" for `isHidden`.
  ///   - options: The values that the observer gets, and the moments of its calls.
  ///   - context: Given to the observer.
  public func addObserver(
    _ observer: any KeyValueObserver,
    forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    add(NamedObserver(observer, keyPath, context), options) { [weak observer] object, change in
      observer?.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  /// Ends the last observation of a property by an observer.
  ///
  /// - Parameters:
  ///   - observer: The object that is called.
  ///   - keyPath: The name that it observes.
  ///   - context: The context of the observation.
  public func removeObserver(
    _ observer: AnyObject,
    forKeyPath keyPath: String,
    context: UnsafeMutableRawPointer?
  ) { remove(observer, keyPath) { $0.context == context } }

  /// Ends the last observation of a property by an observer, whatever its context.
  ///
  /// - Parameters:
  ///   - observer: The object that is called.
  ///   - keyPath: The name that it observes.
  public func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String) {
    remove(observer, keyPath) { _ in true }
  }

  // `Any?` because: see `NamedProperties`.
  private subscript(named keyPath: String) -> Any? {
    (self as? any NamedProperties)?.value(named: keyPath) ?? nil
  }

  /// Adds an observer by name.
  ///
  /// - Parameters:
  ///   - observer: The observer and the property.
  ///   - options: The values that it gets, and the moments of its calls.
  ///   - tell: Calls it.
  package func add(
    _ observer: NamedObserver,
    _ options: NSKeyValueObservingOptions,
    _ tell: @escaping (Self, [NSKeyValueChangeKey: Any]) -> Void
  ) {
    let name = observer.keyPath
    guard (self as? any NamedProperties)?.value(named: name) != nil else {
      return Diagnostics.report(
        "addObserver(_:forKeyPath:): \(type(of: self)) tells of no \"\(name)\"; "
          + "nothing is observed"
      )
    }
    observe(\Self.[named: name], options: options, by: observer) { object, change in
      var parts: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: change.kind.rawValue)]
      func note(_ key: NSKeyValueChangeKey, _ value: Any??) {
        if let value { parts[key] = value.map { Boxing.boxed($0) } ?? NSNull() }
      }
      if change.isPrior { parts[.notificationIsPriorKey] = NSNumber(value: true) }
      note(.oldKey, change.oldValue)
      note(.newKey, change.newValue)
      tell(object, parts)
    }
  }

  private func remove(
    _ observer: AnyObject,
    _ keyPath: String,
    where isMeant: (NamedObserver) -> Bool
  ) {
    let isFound = Observers.removeLast(of: self) { named in
      named.object === observer && named.keyPath == keyPath && isMeant(named)
    }
    guard !isFound else { return }
    Diagnostics.report(
      "removeObserver(_:forKeyPath:): \(type(of: observer)) observes no \"\(keyPath)\" of "
        + "\(type(of: self))"
    )
  }
}

/// The observer of a property by its name.
package struct NamedObserver {
  private(set) weak var object: AnyObject?
  let keyPath: String
  let context: UnsafeMutableRawPointer?

  package init(_ object: AnyObject, _ keyPath: String, _ context: UnsafeMutableRawPointer?) {
    (self.object, self.keyPath, self.context) = (object, keyPath, context)
  }
}

extension CALayer: NamedProperties {
  package final func value(named keyPath: String) -> Any?? {
    let key = String(keyPath.prefix { $0 != "." })
    guard hasProperty(forKey: key) || declares(key) else { return nil }
    return .some(value(forKeyPath: keyPath))
  }
}
