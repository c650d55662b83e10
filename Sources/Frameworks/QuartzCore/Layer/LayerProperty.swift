// Properties that subclasses of CALayer declare.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel
import QuartzSharing
import Synchronization

/// Declares a property of a subclass of CALayer that animations can move.
///
///     final class Pie: CALayer {
///       @LayerProperty var angle: CGFloat = 0
///
///       override class func needsDisplay(forKey key: String) -> Bool {
///         key == "angle" || super.needsDisplay(forKey: key)
///       }
///
///       override func draw(in context: CGContext) { … }
///     }
///
///     let turn = CABasicAnimation(keyPath: "angle")
///     turn.toValue = 2 * CGFloat.pi
///     pie.add(turn, forKey: nil)
///
/// It replaces a property that is `@NSManaged` on Apple's platforms, which Swift for Linux does not
/// have. Key-value coding finds it by its name, `init(layer:)` copies it, and `presentation()` has
/// its current value. While an animation moves a property that `needsDisplay(forKey:)` names, a
/// presentation layer draws the layer for every frame. A change runs the action for the property's
/// name, if there is one; as on Apple's platforms, it does not animate by itself.
///
/// Numbers, points, sizes, rectangles, transforms, colours and paths can be animated. Properties
/// may have any type.
@propertyWrapper
public struct LayerProperty<Value>: DeclaredProperty {
  fileprivate let name = PropertyName()
  private let initial: Value

  /// Creates a property with its default.
  public init(wrappedValue: Value) {
    initial = wrappedValue
  }

  /// Unavailable outside of layers.
  @available(*, unavailable, message: "only subclasses of CALayer have layer properties")
  public var wrappedValue: Value {
    get { initial }
    set {}
  }

  /// The property of a layer.
  public static subscript<Layer: CALayer>(
    _enclosingInstance layer: Layer,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Layer, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Layer, LayerProperty<Value>>
  ) -> Value {
    get {
      let property = layer[keyPath: storageKeyPath]
      let any = layer.customValue(property.name.text(in: layer))
      return any.flatMap { property.value($0) } ?? property.initial
    }
    set {
      let name = layer[keyPath: storageKeyPath].name.text(in: layer)
      let any = newValue as Any
      let isNothing = (any as? any OptionalValue)?.isNothing == true
      layer.setCustomValue(isNothing ? NSNull() : any, name)
    }
  }

  /// Returns a value that was set by key, or by an animation, as the property's own type.
  private func value(_ any: Any) -> Value? {
    if let value = any as? Value ?? Bridge.unboxed(any) as? Value { return value }
    if any is NSNull {
      return (Value.self as? any ExpressibleByNilLiteral.Type).flatMap { type in
        type.init(nilLiteral: ()) as? Value
      }
    }
    guard let number = Bridge.number(any) else { return nil }
    return CGFloat(number) as? Value ?? Float(number) as? Value
      ?? Int64(exactly: number.rounded()).flatMap { Int($0) as? Value }
  }

  fileprivate var defaultValue: Any { initial }
}

/// The part of declared properties that does not depend on their type.
private protocol DeclaredProperty {
  var name: PropertyName { get }
  var defaultValue: Any { get }
}

private protocol OptionalValue {
  var isNothing: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNothing: Bool { self == nil }
}

/// The name of a declared property, found on first use.
private final class PropertyName {
  private var text: String?

  func text(in layer: CALayer) -> String {
    if let text = LayerLock.with({ text }) { return text }
    var found = ""
    layer.forEachDeclaredProperty { name, property in
      if property.name === self { found = name }
    }
    LayerLock.with { text = found }
    return found
  }
}

extension CALayer {
  /// Calls `body` with the name of every property that the layer's class declares, and with the
  /// property.
  fileprivate final func forEachDeclaredProperty(_ body: (String, any DeclaredProperty) -> Void) {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror, current.subjectType != CALayer.self {
      for child in current.children {
        guard let property = child.value as? any DeclaredProperty, let label = child.label else {
          continue
        }
        // The compiler stores a wrapper under the property's name after an underscore.
        body(String(label.dropFirst()), property)
      }
      mirror = current.superclassMirror
    }
  }

  /// The names and defaults of the properties that the layer's class declares.
  private final var declaredProperties: DeclaredProperties {
    let type = ObjectIdentifier(type(of: self))
    if let known = DeclaredProperties.known.withLock({ $0[type] }) { return known }
    var defaults: [String: Any] = [:]
    forEachDeclaredProperty { defaults[$0] = $1.defaultValue }
    let properties = DeclaredProperties(defaults)
    DeclaredProperties.known.withLock { $0[type] = properties }
    return properties
  }

  /// Whether the layer's class declares a property of that name.
  final func declares(_ name: String) -> Bool {
    isSubclass && declaredProperties.defaults[name] != nil
  }

  /// Returns the default of a declared property; nil if there is no such property.
  final func declaredDefault(_ name: String) -> Any? {
    isSubclass ? declaredProperties.defaults[name] : nil
  }
}

/// The declared properties of a class of layers.
private final class DeclaredProperties: Sendable {
  // They never change, and are only handed to code of the class that has them.
  private let handed: Transferred<[String: Any]>
  var defaults: [String: Any] { handed.value }

  init(_ defaults: [String: Any]) {
    handed = Transferred(defaults)
  }

  static let known = Mutex<[ObjectIdentifier: DeclaredProperties]>([:])
}
