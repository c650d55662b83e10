// States and the transitions between them.
// Licensed under the MIT license; see LICENSE.
//
// The elements themselves are kept and written back unchanged; this file makes the data that a
// controller needs. They name layers by ids, so they are read after all layers.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzModel

/// Classes of elements inside of states and transitions.
private enum StateElementClass: String {
  case state = "LKState"
  case setValue = "LKStateSetValue"
  case transition = "LKStateTransition"
  case transitionElement = "LKStateTransitionElement"
}

/// Attributes of elements of states.
private enum StateAttribute {
  static let name = "name"
  static let basedOn = "basedOn"
  static let initial = "initial"
  static let fromState = "fromState"
  static let toState = "toState"
  static let targetID = "targetId"
  static let keyPath = "keyPath"
  static let elements = "elements"
  static let target = "target"
  static let animation = "animation"
}

/// The markup of a layer's states.
struct StateMarkup {
  /// The layer's element.
  var path: ElementPath?
  var states: MarkupElement?
  var transitions: MarkupElement?
}

/// Elements of transitions with an id, and their animations, made once each.
private struct SharedAnimations {
  let elements: [String: MarkupElement]
  /// Nil for an unusable element.
  var animations: [String: StateAnimation?] = [:]
}

extension DocumentReader {
  /// Reads the states of all layers with states, in the order of the document.
  func readStates() throws(CAPackageError) -> [StateGroup] {
    var shared = SharedAnimations(elements: sharedTransitionElements())
    var groups: [StateGroup] = []
    for markup in stateMarkups {
      groups.append(
        try inside(markup.path) { () throws(CAPackageError) in
          var group = StateGroup()
          if let list = markup.states { try readStates(list, to: &group) }
          if let list = markup.transitions { try readTransitions(list, &shared, to: &group) }
          return group
        }
      )
    }
    return groups
  }

  // MARK: States

  private func readStates(
    _ list: MarkupElement,
    to group: inout StateGroup
  ) throws(CAPackageError) {
    var elements: [MarkupElement] = []
    try inside(list) { () throws(CAPackageError) in
      for child in list.children where isKnownNamespace(child) {
        guard StateElementClass(rawValue: child.className) == .state,
          let name = child.attributes[StateAttribute.name]
        else {
          warn("this element is kept, without effect", at: child)
          continue
        }
        guard !group.has(name) else {
          warn("the state \(name.shortened) stands twice; the first counts", at: child)
          continue
        }
        elements.append(child)
        group.add(
          CAState(
            name: name,
            basedOn: child.attributes[StateAttribute.basedOn],
            isInitial: child.attributes[StateAttribute.initial].flatMap { ValueText.bool($0) }
              ?? false
          ),
          try values(of: child)
        )
      }
    }
    var levels: [String: Int] = [:]
    for (state, element) in zip(group.states, elements) {
      try checkBase(of: state, in: group, element, &levels)
    }
  }

  /// The longest chain of base states.
  private static let chainLimit = 256

  /// Follows a state's base states to the last one, or to one that was followed before.
  ///
  /// - Parameter levels: The lengths of the chains of states that were followed.
  private func checkBase(
    of state: CAState,
    in group: StateGroup,
    _ element: MarkupElement,
    _ levels: inout [String: Int]
  ) throws(CAPackageError) {
    var chain: [String] = []
    var names: Set<String> = []
    var below = 0
    var next: CAState? = state
    while let link = next {
      if let known = levels[link.name] { below = known } else { chain.append(link.name) }
      names.insert(link.name)
      work.states += 1
      guard below + chain.count <= Self.chainLimit else {
        throw .limit(
          file: file,
          line: element.line,
          what: "states based on one another",
          limit: Self.chainLimit
        )
      }
      guard below == 0, let base = link.basedOn else { break }
      guard !names.contains(base) else {
        let names = (chain + [base]).map(\.shortened).joined(separator: ", ")
        throw malformed(element, "states are based on one another: \(names)")
      }
      next = group.state(named: base)
      guard next != nil else {
        throw malformed(
          element,
          "the state \(link.name.shortened) is based on \(base.shortened), which does not exist"
        )
      }
    }
    for (index, name) in chain.reversed().enumerated() { levels[name] = below + index + 1 }
  }

  private func values(of state: MarkupElement) throws(CAPackageError) -> [StateValue] {
    guard let list = state.child(StateAttribute.elements) else { return [] }
    return try inside(ElementPath(list, in: ElementPath(state, in: path))) {
      () throws(CAPackageError) in
      var values: [StateValue] = []
      for child in list.children where isKnownNamespace(child) {
        guard StateElementClass(rawValue: child.className) == .setValue else {
          warnOnce(
            "state element " + child.className,
            "\(child.className.shortened) is kept, without effect",
            at: child
          )
          continue
        }
        if let value = try stateValue(child) { values.append(value) }
      }
      return values
    }
  }

  private func stateValue(_ element: MarkupElement) throws(CAPackageError) -> StateValue? {
    guard let layer = target(of: element) else { return nil }
    let keyPath = element.attributes[StateAttribute.keyPath] ?? ""
    let layerClass = type(of: layer).layerClass
    guard let target = StateTarget(keyPath: keyPath, of: layerClass) else {
      warnOnce(
        "state key path " + keyPath,
        "states that set \"\(keyPath.shortened)\" are kept, without effect",
        at: element
      )
      return nil
    }
    guard let child = element.child(ReservedName.value.rawValue) else {
      warn("a state sets \"\(keyPath.shortened)\" to nothing", at: element)
      return nil
    }
    guard let value = try stateValue(child, target.valueType) else {
      warn("the value of \"\(keyPath.shortened)\" is not understood", at: element)
      return nil
    }
    return StateValue(layer: layer, target: target, value: value)
  }

  private func stateValue(
    _ element: MarkupElement,
    _ type: ValueType?
  ) throws(CAPackageError) -> Any? {
    if isNull(element) { return NSNull() }
    guard let type else {
      let value = try typedValue(element)
      let input = value.flatMap { FilterInputValue(any: $0, image: { _ in 0 }) }
      return input?.isFinite == true ? value : nil
    }
    if type == .image { return try contents(of: element)?.image }
    guard let value = value(of: element, type), value.isFinite else { return nil }
    return value.bridged(type) { _ in nil }
  }

  /// Returns the target layer of an element; nil, with a warning, if there is none.
  private func target(of element: MarkupElement) -> CALayer? {
    let object = element.child(StateAttribute.target)
    let id =
      element.attributes[StateAttribute.targetID]
      ?? object?.attributes[ReservedName.object.rawValue] ?? object?.attributes["href"]
    guard let id, let layer = layersByID[id] else {
      warn("there is no layer \((id ?? "without an id").shortened)", at: element)
      return nil
    }
    return layer
  }

  // MARK: Transitions

  /// Returns the elements of transitions with an id, to which others can refer.
  private func sharedTransitionElements() -> [String: MarkupElement] {
    var shared: [String: MarkupElement] = [:]
    var open = stateMarkups.compactMap(\.transitions)
    while let element = open.popLast() {
      if StateElementClass(rawValue: element.className) == .transitionElement,
        let id = element.attributes[ReservedName.id.rawValue]
      {
        shared[id] = element
      }
      open += element.children
    }
    return shared
  }

  private func readTransitions(
    _ list: MarkupElement,
    _ shared: inout SharedAnimations,
    to group: inout StateGroup
  ) throws(CAPackageError) {
    try inside(list) { () throws(CAPackageError) in
      for child in list.children where isKnownNamespace(child) {
        guard StateElementClass(rawValue: child.className) == .transition,
          let from = child.attributes[StateAttribute.fromState],
          let to = child.attributes[StateAttribute.toState]
        else {
          warn("this element is kept, without effect", at: child)
          continue
        }
        group.transitions.append(
          StateTransition(
            fromState: from,
            toState: to,
            animations: try stateAnimations(child, &shared)
          )
        )
      }
    }
  }

  private func stateAnimations(
    _ transition: MarkupElement,
    _ shared: inout SharedAnimations
  ) throws(CAPackageError) -> [StateAnimation] {
    guard let list = transition.child(StateAttribute.elements) else { return [] }
    return try inside(ElementPath(list, in: ElementPath(transition, in: path))) {
      () throws(CAPackageError) in
      var animations: [StateAnimation] = []
      for child in list.children where isKnownNamespace(child) {
        let reference = child.attributes[ReservedName.object.rawValue] ?? child.attributes["href"]
        let id = reference ?? child.attributes[ReservedName.id.rawValue]
        if let id, let known = shared.animations[id] {
          animations += known.map { [$0] } ?? []
          continue
        }
        guard let element = reference.map({ shared.elements[$0] }) ?? child else {
          warn("there is no element \((reference ?? "").shortened)", at: child)
          continue
        }
        let animation = try stateAnimation(element)
        if let id { shared.animations[id] = .some(animation) }
        animations += animation.map { [$0] } ?? []
      }
      // Of several animations for one key of a layer, the last one would replace the others.
      var keys: Set<StateKey> = []
      return animations.reversed().filter { keys.insert($0.stateKey).inserted }.reversed()
    }
  }

  private func stateAnimation(_ element: MarkupElement) throws(CAPackageError) -> StateAnimation? {
    guard StateElementClass(rawValue: element.className) == .transitionElement,
      let child = element.child(StateAttribute.animation)
    else {
      warn("this element is kept, without effect", at: element)
      return nil
    }
    guard let layer = target(of: element) else { return nil }
    return try inside(element) { () throws(CAPackageError) in
      let key = element.attributes[ReservedName.key.rawValue]
      guard let animation = try animation(child, for: key) else { return nil }
      let path = (animation as? CAPropertyAnimation)?.keyPath
      guard let key = key ?? path else {
        warn("an animation without a key is left out", at: child)
        return nil
      }
      return StateAnimation(layer: layer, key: key, animation: animation)
    }
  }
}

extension MarkupElement {
  /// The class of the object of a list's element.
  fileprivate var className: String { attributes[ReservedName.type.rawValue] ?? name }
}
