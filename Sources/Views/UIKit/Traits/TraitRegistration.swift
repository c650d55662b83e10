// Observers of single traits.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore

/// A registration for changes of traits.
@preconcurrency
@MainActor
public protocol UITraitChangeRegistration: NSObjectProtocol {}

/// An object whose traits can be watched: views, controllers, screens and scenes.
@preconcurrency
@MainActor
public protocol UITraitChangeObservable: AnyObject {
  /// Ends a registration.
  func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration)
}

/// The registrations of one object.
@MainActor
final class TraitObservers {
  final class Registration: NSObject, UITraitChangeRegistration {
    let traits: [any UITraitDefinition.Type]
    let call: (UITraitCollection) -> Void

    init(_ traits: [any UITraitDefinition.Type], _ call: @escaping (UITraitCollection) -> Void) {
      self.traits = traits
      self.call = call
    }
  }

  private var registrations: [Registration] = []

  func add(
    _ traits: [any UITraitDefinition.Type],
    _ call: @escaping (UITraitCollection) -> Void
  ) -> Registration {
    let registration = Registration(traits, call)
    registrations.append(registration)
    return registration
  }

  func remove(_ registration: any UITraitChangeRegistration) {
    registrations.removeAll { $0 === registration }
  }

  /// Calls those whose traits differ.
  func tell(_ before: UITraitCollection, _ now: UITraitCollection) {
    for registration in registrations
    where registration.traits.contains(where: { before.values.differs(from: now.values, in: $0) }) {
      registration.call(before)
    }
  }
}

/// An object with registrations for its traits.
@MainActor
protocol TraitObserved: UITraitChangeObservable, UITraitEnvironment {
  /// Made when it is first asked for.
  var traitObservers: TraitObservers { get }
}

extension UIView: UITraitEnvironment, UITraitChangeObservable, TraitObserved {
  final var traitObservers: TraitObservers {
    if let observers = extras?.traitObservers { return observers }
    let observers = TraitObservers()
    ownExtras.traitObservers = observers
    return observers
  }

  /// Ends a registration for changes of traits.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    extras?.traitObservers?.remove(registration)
  }
}

extension UIViewController: UITraitEnvironment, UITraitChangeObservable, TraitObserved {
  /// Ends a registration for changes of traits.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    traitObservers.remove(registration)
  }
}

extension UITraitChangeObservable where Self: UITraitEnvironment {
  /// Calls a closure when one of some traits has changed.
  ///
  /// ```swift
  /// registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (view: Card, before) in
  ///   view.updateBorder()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - traits: The traits; a change of any other one calls nothing.
  ///   - handler: Gets the object and the traits before.
  /// - Returns: The registration; it ends with the object.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    handler: @escaping (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak self] before in
      if let self { handler(self, before) }
    }
  }

  /// Calls a method of the object when one of some traits has changed.
  ///
  /// - Parameters:
  ///   - traits: The traits; a change of any other one calls nothing.
  ///   - action: The name of the method; it may take the object and the traits before.
  /// - Returns: The registration; it ends with the object.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    action: Selector
  ) -> any UITraitChangeRegistration {
    registerForTraitChanges(traits, target: self, action: action)
  }

  /// Calls a method of an object when one of some traits has changed.
  ///
  /// - Parameters:
  ///   - traits: The traits; a change of any other one calls nothing.
  ///   - target: The object; it is not retained.
  ///   - action: The name of the method; it may take the object that has the traits.
  /// - Returns: The registration; it ends with the object that has the traits.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait],
    target: AnyObject,
    action: Selector
  ) -> any UITraitChangeRegistration {
    register(traits) { [weak self, weak target] _ in
      if let self, let target { SelectorCall.send(action, to: target, from: self) }
    }
  }

  private func register(
    _ traits: [UITrait],
    _ call: @escaping (UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    guard let observed = self as? any TraitObserved else {
      return TraitObservers.Registration(traits, call)
    }
    return observed.traitObservers.add(traits, call)
  }
}

// MARK: - The system's traits

/// A trait of the system, which collections keep in a property.
protocol SystemTrait: UITraitDefinition where Value: Equatable {
  static var field: WritableKeyPath<TraitValues, Value> { get }
}

extension TraitValues {
  /// Whether another collection says something else of a trait.
  func differs(from other: TraitValues, in trait: any UITraitDefinition.Type) -> Bool {
    func differs<T: SystemTrait>(_ trait: T.Type) -> Bool {
      self[keyPath: trait.field] != other[keyPath: trait.field]
    }
    if let system = trait as? any SystemTrait.Type { return differs(system) }
    return differsInDefined(trait, other)
  }
}
