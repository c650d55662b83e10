// The focus: the one item of the interface that keys act on.
// Licensed under the MIT license; see LICENSE.
//
// Keys reach the focus when the first responder and its chain have left them: the tab key goes
// through the groups of the key window, arrows through the items of a group, return and space do
// what a touch does.

import CoreGraphics
public import Foundation

/// A move of the focus.
@preconcurrency
@MainActor
open class UIFocusUpdateContext: NSObject {
  /// The item that had the focus; nil if none had.
  open private(set) weak var previouslyFocusedItem: (any UIFocusItem)?
  /// The item that gets the focus; nil if none does.
  open private(set) weak var nextFocusedItem: (any UIFocusItem)?
  /// The direction; empty for a move by the program.
  public let focusHeading: UIFocusHeading

  init(
    from old: (any UIFocusItem)?,
    to new: (any UIFocusItem)?,
    _ heading: UIFocusHeading
  ) {
    previouslyFocusedItem = old
    nextFocusedItem = new
    focusHeading = heading
    super.init()
  }

  /// The view that had the focus; nil if none had.
  open var previouslyFocusedView: UIView? { previouslyFocusedItem as? UIView }
  /// The view that gets the focus; nil if none does.
  open var nextFocusedView: UIView? { nextFocusedItem as? UIView }
}

/// The motion of a move of the focus.
@preconcurrency
@MainActor
public protocol UIFocusAnimationContext: NSObjectProtocol {
  /// In seconds.
  var duration: TimeInterval { get }
}

/// Runs closures beside a move of the focus.
@preconcurrency
@MainActor
open class UIFocusAnimationCoordinator: NSObject {
  private final class Motion: NSObject, UIFocusAnimationContext {
    let duration: TimeInterval = 0.2
  }

  private let motion = Motion()
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  override init() { super.init() }

  /// Runs a closure with the motion, and another one after it.
  open func addCoordinatedAnimations(
    _ animations: (() -> Void)?,
    completion: (() -> Void)? = nil
  ) {
    if let animations { self.animations.append(animations) }
    if let completion { completions.append(completion) }
  }

  /// Runs a closure with the motion of the item that gets the focus, and another one after it.
  open func addCoordinatedFocusingAnimations(
    _ animations: ((any UIFocusAnimationContext) -> Void)?,
    completion: (() -> Void)? = nil
  ) {
    addCoordinatedAnimations(
      animations.map { animations in { [motion] in animations(motion) } },
      completion: completion
    )
  }

  /// Runs a closure with the motion of the item that loses the focus, and another one after it.
  open func addCoordinatedUnfocusingAnimations(
    _ animations: ((any UIFocusAnimationContext) -> Void)?,
    completion: (() -> Void)? = nil
  ) { addCoordinatedFocusingAnimations(animations, completion: completion) }

  final func run() {
    let (animations, completions) = (animations, completions)
    guard !animations.isEmpty || !completions.isEmpty else { return }
    UIView.animate(withDuration: motion.duration) {
      for animation in animations { animation() }
    } completion: { _ in
      for completion in completions { completion() }
    }
  }
}

/// The focus of the program's scene.
///
/// The tab key moves the focus to the next group of the key window, with shift to the one before:
/// to its item of the highest `focusGroupPriority`, or of those to the first. Arrows move it to the
/// nearest item of the group on that side. Return and space select a row or an item, and do the
/// first action of a control. Such keys come here when no responder took them; in a text field,
/// the tab key does in any case.
///
/// A group has the name that `focusGroupIdentifier` gives it. Without names a list is a group, and
/// so is a text that can be edited; all other items of a window are one.
///
/// **Differences**: views other than texts, and cells of lists with `allowsFocus`, have the focus
/// only if they override `canBecomeFocused`. An item in an item that can have the focus is left
/// out. There are no sounds. The move that `requestFocusUpdate(to:)` asks for is done at once.
@preconcurrency
@MainActor
open class UIFocusSystem: NSObject {
  nonisolated private static let instance = onViewThread { UIFocusSystem() }
  static var own: UIFocusSystem { instance }

  /// Posted when the focus moved.
  nonisolated public static let didUpdateNotification = Notification.Name(
    "UIFocusDidUpdateNotification"
  )
  /// Posted when a key found no item to move the focus to.
  nonisolated public static let movementDidFailNotification = Notification.Name(
    "UIFocusMovementDidFailNotification"
  )

  private weak var item: (any UIFocusItem)?
  private weak var asked: (any UIFocusEnvironment)?
  /// The items that had the focus last, by their groups.
  private var lastItems: [FocusGroup: Remembered] = [:]
  private var halo: FocusHalo?

  private struct Remembered {
    weak var item: UIView?
  }

  private override init() { super.init() }

  /// The focus of what is in a window; nil for what is in none.
  open class func focusSystem(for environment: any UIFocusEnvironment) -> UIFocusSystem? {
    var next: (any UIFocusEnvironment)? = environment
    for _ in 0..<FocusSearch.depth {
      guard let found = next else { return nil }
      if found is UIWindow { return own }
      next = found.parentFocusEnvironment
    }
    return nil
  }

  /// Whether a part of an interface is another one, or around it.
  open class func environment(
    _ environment: any UIFocusEnvironment,
    contains otherEnvironment: any UIFocusEnvironment
  ) -> Bool { FocusSearch.chain(of: otherEnvironment).contains { $0 === environment } }

  /// The item that has the focus; nil if none has, or if it does not show any more.
  open var focusedItem: (any UIFocusItem)? {
    guard let item else { return nil }
    guard let view = item as? UIView else { return item }
    return view.window == nil || !FocusSearch.isShown(view) ? nil : item
  }

  /// Moves the focus to a part of an interface: to the item in it that it prefers.
  open func requestFocusUpdate(to environment: any UIFocusEnvironment) {
    guard let target = FocusSearch.preferred(in: environment) else { return }
    move(to: target, [])
  }

  /// Moves the focus, if a part of the interface that it is in asked for that.
  open func updateFocusIfNeeded() {
    guard let environment = asked else { return }
    asked = nil
    requestFocusUpdate(to: environment)
  }

  final func request(_ environment: any UIFocusEnvironment) {
    guard let focusedItem, UIFocusSystem.environment(environment, contains: focusedItem) else {
      return
    }
    asked = environment
  }

  // MARK: Moving

  /// Moves the focus, unless something around the old or the new item does not let it.
  ///
  /// - Returns: Whether it moved.
  @discardableResult
  final func move(to new: (any UIFocusItem)?, _ heading: UIFocusHeading) -> Bool {
    let old = focusedItem
    guard old !== new else { return false }
    let context = UIFocusUpdateContext(from: old, to: new, heading)
    var told: [any UIFocusEnvironment] = []
    for environment in [old, new].flatMap({ $0.map { FocusSearch.chain(of: $0) } ?? [] })
    where !told.contains(where: { $0 === environment }) {
      told.append(environment)
    }
    guard told.allSatisfy({ $0.shouldUpdateFocus(in: context) }) else { return false }
    item = new
    halo?.end()
    halo = nil
    if let view = new as? UIView { take(view) }
    (old as? any FocusStateful)?.focusChanged()
    (new as? any FocusStateful)?.focusChanged()
    let coordinator = UIFocusAnimationCoordinator()
    for environment in told { environment.didUpdateFocus(in: context, with: coordinator) }
    coordinator.run()
    NotificationCenter.default.post(name: UIFocusSystem.didUpdateNotification, object: self)
    return true
  }

  private func take(_ view: UIView) {
    lastItems = lastItems.filter { $0.value.item != nil }
    lastItems[FocusGroup(of: view)] = Remembered(item: view)
    view.showInScrollViews()
    halo = FocusHalo(of: view)
    if view.canBecomeFirstResponder, !view.isFirstResponder { view.becomeFirstResponder() }
  }

  /// Does what a key does to the focus of a window.
  ///
  /// - Returns: Whether the key means something to it.
  final func take(_ key: UIKey?, in window: UIWindow) -> Bool {
    guard let key, key.modifierFlags.isDisjoint(with: [.command, .control, .alternate]) else {
      return false
    }
    let current = (focusedItem as? UIView).flatMap { $0.window === window ? $0 : nil }
    switch key.keyCode {
    case .keyboardTab:
      let isBack = key.modifierFlags.contains(.shift) || key.characters == "\u{19}"
      return moveGroup(isBack ? .previous : .next, from: current, in: window)
    case .keyboardUpArrow: return moveInGroup(.up, from: current)
    case .keyboardDownArrow: return moveInGroup(.down, from: current)
    case .keyboardLeftArrow: return moveInGroup(.left, from: current)
    case .keyboardRightArrow: return moveInGroup(.right, from: current)
    case .keyboardReturnOrEnter, .keypadEnter, .keyboardSpacebar:
      return (current as? any FocusStateful)?.activateByFocus() ?? false
    default: return false
    }
  }

  /// Moves the focus from a field to another group, if there is one.
  ///
  /// - Returns: Whether it moved.
  final func takeTab(_ key: UIKey?, from field: UIView, in window: UIWindow) -> Bool {
    guard FocusSearch.items(in: window).contains(where: { $0 !== field }) else { return false }
    // A field that a touch or the program made the first responder has the focus.
    if focusedItem !== field { item = field }
    return take(key, in: window) && focusedItem !== field
  }

  private func moveGroup(
    _ heading: UIFocusHeading,
    from current: UIView?,
    in window: UIWindow
  ) -> Bool {
    let items = FocusSearch.items(in: window)
    var groups: [FocusGroup] = []
    var members: [FocusGroup: [UIView]] = [:]
    for item in items {
      let group = FocusGroup(of: item)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(item)
    }
    guard !groups.isEmpty else { return false }
    let own = current.flatMap { groups.firstIndex(of: FocusGroup(of: $0)) }
    let step = heading == .next ? 1 : groups.count - 1
    let index = own.map { ($0 + step) % groups.count } ?? (heading == .next ? 0 : groups.count - 1)
    let group = groups[index]
    let last = lastItems[group]?.item
    func importance(_ view: UIView) -> UIFocusGroupPriority {
      max(view.focusGroupPriority, view === last ? .previouslyFocused : .ignored)
    }
    let most = members[group]?.map(importance).max() ?? .ignored
    guard let target = members[group]?.first(where: { importance($0) == most }),
      target !== current
    else { return fail() }
    return move(to: target, heading) || fail()
  }

  private func moveInGroup(_ heading: UIFocusHeading, from current: UIView?) -> Bool {
    guard let current, let window = current.window else { return false }
    let group = FocusGroup(of: current)
    let target =
      FocusSearch.neighbour(of: current, heading, in: window, group)
      ?? (current as? any FocusStateful)?.neighbourOutOfSight(heading)
    guard let target else { return fail() }
    return move(to: target, heading) || fail()
  }

  /// - Returns: True: the key was for the focus.
  private func fail() -> Bool {
    NotificationCenter.default.post(name: UIFocusSystem.movementDidFailNotification, object: self)
    return true
  }
}

/// A view that looks otherwise with the focus, or does something by it.
@MainActor
protocol FocusStateful: UIView {
  /// The view got the focus or lost it.
  func focusChanged()
  /// Does what a touch does.
  ///
  /// - Returns: Whether a touch does anything.
  func activateByFocus() -> Bool
  /// The item on a side that does not show yet; nil if there is none.
  func neighbourOutOfSight(_ heading: UIFocusHeading) -> UIView?
}

extension FocusStateful {
  func neighbourOutOfSight(_ heading: UIFocusHeading) -> UIView? { nil }
}

extension UIView {
  /// Moves the scroll views around it as little as shows it.
  fileprivate final func showInScrollViews() {
    var next = parent
    while let view = next {
      if let scroll = view as? UIScrollView {
        scroll.scrollRectToVisible(convert(bounds, to: scroll), animated: false)
      }
      next = view.parent
    }
  }
}

extension UIWindowScene {
  /// The focus of the scene.
  public var focusSystem: UIFocusSystem? { .own }
}
