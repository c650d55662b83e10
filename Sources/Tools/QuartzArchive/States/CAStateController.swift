// The controller of a package's states, at once or with the document's animations.
// Licensed under the MIT license; see LICENSE.
//
// A state sets some properties; all others stay as in the document. So a change reverts the values
// of the previous state and sets those of the new one, in one transaction without implicit
// animations. Then it adds the transition's animations. Animations without a start value begin at
// the values that the layers showed before the change.

import Foundation
public import QuartzCore
import QuartzModel

/// A controller that puts the layers of a package into its states.
///
///     let package = try CAPackage(contentsOf: URL(fileURLWithPath: "Lamp.ca"))
///     context.layer = package.canvasLayer
///     let controller = CAStateController(package: package)
///     controller.setState("on")
///     controller.setState("off", transition: .played())
///
/// A controller begins with the base document, or in its initial states. A state changes the layers
/// themselves, so call `setState(nil)` before writing a package unchanged.
///
/// A controller belongs to the thread of its layers.
///
/// **Differences**: Apple's CAStateController is private.
public final class CAStateController {
  /// The transition of layers from one state to another.
  public enum Transition: Equatable, Sendable {
    /// At once.
    case none
    /// With the document's animations for the change.
    ///
    /// `time` is the time of the change on the context's clock; nil is now.
    case played(at: CFTimeInterval? = nil)
  }

  private let groups: [StateGroup]
  private var current: [String?]
  /// The values of properties before a state set them, with their layers.
  private var base: [StateRow: (layer: CALayer, value: Any?)] = [:]
  private var playing: [StateAnimation] = []

  /// Creates a controller of a package's layers, which take their initial states at once.
  public init(package: CAPackage) {
    groups = package.stateGroups
    current = groups.map { _ in nil }
    for (index, group) in groups.enumerated() {
      guard let initial = group.states.first(where: \.isInitial) else { continue }
      change { set(initial.name, of: index) }
    }
  }

  /// Returns whether any layer has a state of that name.
  public func hasState(_ name: String) -> Bool {
    groups.contains { $0.has(name) }
  }

  /// The current state; nil for the base document.
  public private(set) var state: String?

  /// Puts every layer that has a state of that name into it.
  ///
  /// Layers whose states have other names stay as they are.
  ///
  /// - Parameters:
  ///   - name: The state's name; nil returns all layers to the base document.
  ///   - transition: Whether the document's animations are played.
  /// - Returns: Whether there is such a state; if not, nothing has changed.
  @discardableResult
  public func setState(_ name: String?, transition: Transition = .none) -> Bool {
    if let name, !hasState(name) { return false }
    let concerned = groups.indices.filter { index in
      name.map { groups[index].has($0) } ?? true
    }
    var animations: [StateAnimation] = []
    if case .played = transition {
      animations = concerned.flatMap { groups[$0].animations(from: current[$0], to: name) }
    }
    let started = animations.map { $0.started(transition) }
    change {
      for index in concerned { set(name, of: index) }
      play(started)
    }
    state = name
    return true
  }

  /// Shows a blend of two states, without animations.
  ///
  /// Numbers, points, sizes, rectangles, colours and transforms are interpolated; anything else is
  /// the nearer state's.
  ///
  /// - Parameters:
  ///   - first: A state's name; nil is the base document.
  ///   - second: Another.
  ///   - fraction: The progress from the first to the second, 0...1; values outside extrapolate.
  /// - Returns: Whether there are such states; if not, nothing has changed.
  @discardableResult
  public func blend(_ first: String?, _ second: String?, fraction: Double) -> Bool {
    for name in [first, second] {
      if let name, !hasState(name) { return false }
    }
    change {
      for index in groups.indices {
        // A layer without the state is as in the document.
        let ends = [first, second].map { name in
          name.flatMap { groups[index].values(of: $0) } ?? []
        }
        set(nil, of: index)
        for value in ends.joined() { keepBase(of: value) }
        StateBlend(ends[0], ends[1], fraction: fraction).apply()
        current[index] = fraction < 0.5 ? first : second
      }
      play([])
    }
    state = fraction < 0.5 ? first : second
    return true
  }

  // MARK: Changing layers

  private func change(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  /// Reverts the values of the previous state, and sets the new one's values.
  private func set(_ name: String?, of index: Int) {
    let old = current[index].flatMap { groups[index].values(of: $0) } ?? []
    var rows: Set<StateRow> = []
    // A blend has set both states' values, so all values that the group set are reverted.
    for value in old + groups[index].values.joined() where rows.insert(value.row).inserted {
      guard let kept = base[value.row] else { continue }
      kept.layer.setValue(kept.value, forKey: PropertyTable[value.row.property].name)
    }
    for value in name.flatMap({ groups[index].values(of: $0) }) ?? [] {
      keepBase(of: value)
      value.layer.setValue(value.value, forKeyPath: value.target.keyPath)
    }
    current[index] = name
  }

  private func keepBase(of value: StateValue) {
    guard base[value.row] == nil else { return }
    let name = PropertyTable[value.target.property].name
    base[value.row] = (value.layer, value.layer.value(forKey: name))
  }

  /// Replaces the animations of the last change.
  private func play(_ animations: [StateAnimation]) {
    for old in playing { old.layer.removeAnimation(forKey: old.key) }
    for new in animations { new.layer.add(new.animation, forKey: new.key) }
    playing = animations
  }
}

extension StateAnimation {
  /// Returns the animation with its start time and start values; called before the change.
  fileprivate func started(_ transition: CAStateController.Transition) -> StateAnimation {
    guard case .played(let time) = transition, let copy = animation.copy() as? CAAnimation else {
      return self
    }
    let now = time.map { layer.convertTime($0, from: nil) } ?? layer.currentLocalTime
    // In documents, 1e-100 means the time of the change, because 0 would mean that of the commit.
    let begin = copy.beginTime.magnitude < StateAnimation.leastDelay ? now : now + copy.beginTime
    copy.beginTime = begin == 0 ? .leastNormalMagnitude : begin
    copy.start(at: layer.presentation() ?? layer)
    return StateAnimation(layer: layer, key: key, animation: copy)
  }

  /// Delays below this count as none, in seconds.
  private static let leastDelay = 1e-9
}

extension CAAnimation {
  /// Sets the values that a layer shows as the start of animations without values.
  fileprivate func start(at shown: CALayer) {
    if let group = self as? CAAnimationGroup {
      group.animations = group.animations?.map { member in
        guard let copy = member.copy() as? CAAnimation else { return member }
        copy.start(at: shown)
        return copy
      }
    }
    if let spring = self as? CASpringAnimation, spring.duration == 0, spring.hasOwnDuration {
      spring.duration = spring.settlingDuration
    }
    guard let basic = self as? CABasicAnimation, let keyPath = basic.keyPath,
      basic.fromValue == nil, basic.toValue == nil, basic.byValue == nil
    else { return }
    basic.fromValue = shown.value(forKeyPath: keyPath) ?? NSNull()
  }
}

extension CASpringAnimation {
  /// Whether the document's editor takes the duration from the spring.
  fileprivate var hasOwnDuration: Bool {
    (value(forKey: "mica_autorecalculatesDuration") as? String).flatMap { ValueText.bool($0) }
      ?? false
  }
}
