// Key-value observing, of objects that tell of their changes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
import Synchronization

/// The values that a change handler gets.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Options of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A call at once, with the value of now.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// A call before each change.
  ///
  /// **Differences**: the call comes after the change, right before the other one.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change.
public enum NSKeyValueChange: UInt, Sendable {
  /// The value was set.
  case setting = 1
  /// Members came.
  case insertion = 2
  /// Members went.
  case removal = 3
  /// Members were exchanged.
  case replacement = 4
}

/// A change of a value.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of a change.
  public typealias Kind = NSKeyValueChange

  /// Always `setting`.
  public let kind: Kind
  /// The value after the change; nil without the option `new`.
  public let newValue: Value?
  /// The value before the change; nil without the option `old`.
  public let oldValue: Value?
  /// Always nil.
  public let indexes: IndexSet?
  /// Whether the call is the first of two, with the option `prior`.
  public let isPrior: Bool
}

/// An observation, which goes on for as long as the object lives.
public final class NSKeyValueObservation: NSObject {
  private let end: () -> Void

  fileprivate init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation.
  public func invalidate() { end() }
}

/// Objects that tell of changes of their properties.
public protocol _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Calls a handler after each change of a property.
  ///
  /// Layers tell of all of their properties, views of what their layers have and of a scroll
  /// view's `contentSize`, `contentInset` and `zoomScale`, controls of their states, players and
  /// their items of status, rate and item.
  ///
  /// ```swift
  /// let observation = scrollView.observe(\.contentOffset, options: .new) { view, change in
  ///   header.alpha = (change.newValue?.y ?? 0) > 0 ? 1 : 0
  /// }
  /// ```
  ///
  /// **Differences**: only these objects can be observed. The handler is not called where a value
  /// is set to what it was. Changes that a handler makes are reported after it has returned.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - options: The values that the handler gets, and the moments of its calls.
  ///   - changeHandler: Called on the thread of the change, with the object and the change.
  /// - Returns: The observation; it ends when it is let go of.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let watch = observe(keyPath, options: options, by: nil, changeHandler)
    return NSKeyValueObservation { [weak watch] in
      if let watch { Observers.remove(watch) }
    }
  }

  /// Observes a property until the observation is removed, or the object is gone.
  ///
  /// - Parameter observer: The observer by name; nil for an observation by key path.
  @discardableResult
  func observe<Value>(
    _ keyPath: KeyPath<Self, Value>,
    options: NSKeyValueObservingOptions,
    by observer: NamedObserver?,
    _ handler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> AnyPropertyObservation {
    let watch = PropertyObservation(self, keyPath, options, handler)
    watch.observer = observer
    Observers.add(watch, of: self)
    if options.contains(.initial) {
      handler(self, watch.change(from: nil, to: self[keyPath: keyPath], isPrior: false))
    }
    return watch
  }
}

/// The observers of all objects.
package enum Observers {
  // Watches run on the threads of their objects' changes.
  private static let table = Guarded<[ObjectIdentifier: [AnyPropertyObservation]]>([:])
  private static let count = Atomic<Int>(0)

  /// Whether anything is observed.
  @inline(__always)
  package static var isAny: Bool { count.load(ordering: .relaxed) > 0 }

  /// Tells the observers of an object that it may have changed.
  package static func changed(_ object: AnyObject) {
    guard isAny else { return }
    let id = ObjectIdentifier(object)
    let found = table.withLock { $0[id] ?? [] }
    for watch in found where watch.object === object { watch.check() }
  }

  fileprivate static func add(_ watch: AnyPropertyObservation, of object: AnyObject) {
    let id = ObjectIdentifier(object)
    table.withLock { table in
      // The memory of an object that is gone may be another's now.
      let gone = table[id]?.filter { $0.object == nil }.count ?? 0
      if gone > 0 { table[id]?.removeAll { $0.object == nil } }
      table[id, default: []].append(watch)
      count.add(1 - gone, ordering: .relaxed)
    }
    watch.id = id
  }

  /// Removes the last observation of an object by name that is meant; false if there is none.
  static func removeLast(of object: AnyObject, where isMeant: (NamedObserver) -> Bool) -> Bool {
    let list = table.withLock { $0[ObjectIdentifier(object)] ?? [] }
    let found = list.last { $0.object === object && $0.observer.map(isMeant) ?? false }
    if let found { remove(found) }
    return found != nil
  }

  fileprivate static func remove(_ watch: AnyPropertyObservation) {
    // It leaves the table before it is let go of.
    var dropped: [AnyPropertyObservation] = []
    table.withLock { table in
      guard let id = watch.id, let list = table[id],
        let place = list.firstIndex(where: { $0 === watch })
      else { return }
      dropped = list
      table[id]?.remove(at: place)
      if list.count == 1 { table[id] = nil }
      count.subtract(1, ordering: .relaxed)
    }
    watch.end()
    dropped.removeAll()
  }
}

/// An observation of any object.
class AnyPropertyObservation {
  weak var object: AnyObject?
  /// The observer by name; nil for an observation by key path.
  fileprivate(set) var observer: NamedObserver?
  var id: ObjectIdentifier?

  init(_ object: AnyObject) { self.object = object }

  /// Calls the handler if the value has changed.
  func check() {}

  /// Ends the observation.
  func end() { object = nil }
}

/// An observation of a property.
private final class PropertyObservation<Root: NSObject, Value>: AnyPropertyObservation {
  /// The most changes that a handler makes by itself, one after the other.
  private static var mostRounds: Int { 1000 }

  private let keyPath: KeyPath<Root, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: (Root, NSKeyValueObservedChange<Value>) -> Void
  private var last: Value
  private var isTelling = false

  init(
    _ object: Root,
    _ keyPath: KeyPath<Root, Value>,
    _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Root, NSKeyValueObservedChange<Value>) -> Void
  ) {
    (self.keyPath, self.options, self.handler) = (keyPath, options, handler)
    last = object[keyPath: keyPath]
    super.init(object)
  }

  override func check() {
    guard !isTelling, let object = object as? Root else { return }
    isTelling = true
    defer { isTelling = false }
    for _ in 0..<Self.mostRounds {
      let value = object[keyPath: keyPath]
      let old = last
      guard self.object != nil, !isSame(old, value) else { return }
      last = value
      if options.contains(.prior) { handler(object, change(from: old, to: nil, isPrior: true)) }
      handler(object, change(from: old, to: value, isPrior: false))
    }
    Diagnostics.report("an observer of \(type(of: object)) changes what it observes for ever")
  }

  func change(from old: Value?, to new: Value?, isPrior: Bool) -> NSKeyValueObservedChange<Value> {
    NSKeyValueObservedChange(
      kind: .setting,
      newValue: options.contains(.new) ? new : nil,
      oldValue: options.contains(.old) ? old : nil,
      indexes: nil,
      isPrior: isPrior
    )
  }
}

// `Any` because: values of any type are compared.
/// Whether two values of one type are the same: equal, one object, or both nothing.
private func isSame(_ a: Any, _ b: Any) -> Bool {
  if let a = a as? any WrappedValue, let b = b as? any WrappedValue {
    guard let a = a.wrapped, let b = b.wrapped else { return a.wrapped == nil && b.wrapped == nil }
    return isSame(a, b)
  }
  if let a = a as? any Equatable { return a.equals(b) }
  return type(of: a) is any AnyObject.Type && a as AnyObject === b as AnyObject
}

/// An optional of any type.
private protocol WrappedValue {
  /// The value.
  var wrapped: Any? { get }
}

extension Optional: WrappedValue {
  // `Any` because: see `isSame`.
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

extension Equatable {
  // `Any` because: the other value has the type of this one.
  fileprivate func equals(_ other: Any) -> Bool { (other as? Self) == self }
}

// MARK: - Layers

extension CALayer: _KeyValueCodingAndObserving {
  /// Tells the observers of the layer and of its view.
  final func tellObservers() {
    guard Observers.isAny, !layout.isFrameChanging else { return }
    Observers.changed(self)
    if let delegate, delegate is any _KeyValueCodingAndObserving { Observers.changed(delegate) }
  }
}
