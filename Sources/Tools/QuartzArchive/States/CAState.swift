// States of a document: names for sets of values, and the animations between them.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzModel

/// A named set of values that a document's layers can take.
///
/// `CAStateController` puts layers into a state. In documents it is an `LKState`.
///
/// **Differences**: Apple's CAState is private; this one is only read, and is written back
/// unchanged.
public struct CAState: Equatable, Sendable {
  /// The name; unique among the states of one layer.
  public let name: String
  /// The state whose values apply before this state's own, or nil.
  public let basedOn: String?
  /// Whether the layers take the state when a controller is created.
  public let isInitial: Bool
}

/// A value of a state.
struct StateValue {
  let layer: CALayer
  let target: StateTarget
  /// The value for key-value coding; NSNull for no colour or image.
  let value: Any

  /// The row of the layer that the value, or its member, belongs to.
  var row: StateRow { StateRow(layer: ObjectIdentifier(layer), property: target.property) }
  var stateKey: StateKey { StateKey(layer: ObjectIdentifier(layer), keyPath: target.keyPath) }
}

/// The property of a layer that a state sets: a row, its member, or an input of a filter.
enum StateTarget {
  case row(AnimationTarget)
  case filter(FilterTarget)

  /// Creates the target of a key path; nil if the class has no such thing.
  init?(keyPath: String, of layerClass: LayerClass) {
    if let target = AnimationTarget(keyPath: keyPath, of: layerClass) {
      self = .row(target)
    } else if let target = FilterTarget(keyPath: keyPath) {
      self = .filter(target)
    } else {
      return nil
    }
  }

  var property: PropertyID {
    switch self {
    case .row(let target): target.property
    case .filter(let target): target.property
    }
  }

  var keyPath: String {
    switch self {
    case .row(let target): target.keyPath
    case .filter(let target): target.keyPath
    }
  }

  /// The type of the values; nil for inputs of filters, whose values say it.
  var valueType: ValueType? {
    if case .row(let target) = self { target.valueType } else { nil }
  }

  /// Whether it is a part of a row's value.
  var isMember: Bool {
    if case .row(let target) = self { target.member != nil } else { true }
  }
}

/// A property of one layer.
struct StateRow: Hashable {
  var layer: ObjectIdentifier
  var property: PropertyID
}

/// A key path of one layer.
struct StateKey: Hashable {
  var layer: ObjectIdentifier
  var keyPath: String
}

/// An animation that a change of states plays.
struct StateAnimation {
  let layer: CALayer
  let key: String
  let animation: CAAnimation

  var stateKey: StateKey { StateKey(layer: ObjectIdentifier(layer), keyPath: key) }
}

/// The animations of changes from one state to another.
struct StateTransition {
  /// The name that stands for every state.
  static let any = "*"

  let fromState: String
  let toState: String
  let animations: [StateAnimation]
}

/// The states of one layer, for itself and the layers that it names.
struct StateGroup {
  private(set) var states: [CAState] = []
  /// The states' own values; index i belongs to state i.
  private(set) var values: [[StateValue]] = []
  private var indexes: [String: Int] = [:]
  var transitions: [StateTransition] = []

  /// Adds a state; its name must be new.
  mutating func add(_ state: CAState, _ own: [StateValue]) {
    indexes[state.name] = states.count
    states.append(state)
    values.append(own)
  }

  func has(_ name: String) -> Bool { indexes[name] != nil }

  func state(named name: String) -> CAState? { indexes[name].map { states[$0] } }

  /// Returns all values of a state, with those of its base states first; nil if there is no such
  /// state.
  func values(of name: String) -> [StateValue]? {
    guard let index = indexes[name] else { return nil }
    // The reader made sure that no state is based on itself, and that chains are short.
    return (states[index].basedOn.flatMap { values(of: $0) } ?? []) + values[index]
  }

  /// Returns the animations of a change.
  ///
  /// The exact transition comes first. Without one, transitions for any end or any start apply, and
  /// the former win for the same layer and key. Without these, the transition for every change
  /// applies.
  ///
  /// - Parameter from: The state before, or nil.
  func animations(from: String?, to: String?) -> [StateAnimation] {
    func found(_ from: String?, _ to: String?) -> [StateAnimation]? {
      guard let from, let to else { return nil }
      return transitions.first { $0.fromState == from && $0.toState == to }?.animations
    }
    if let exact = found(from, to) { return exact }
    let any = StateTransition.any
    let (leaving, coming) = (found(from, any), found(any, to))
    guard leaving != nil || coming != nil else { return found(any, any) ?? [] }
    let keys = Set((leaving ?? []).map(\.stateKey))
    return (leaving ?? []) + (coming ?? []).filter { !keys.contains($0.stateKey) }
  }
}
