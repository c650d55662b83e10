// Items for the focus, and the parts of an interface around them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The importance of an item of a group for the focus that comes into the group.
public struct UIFocusGroupPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// Greater ones come first.
  public let rawValue: Int
  /// A priority.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A priority.
  public init(_ rawValue: Int) { self.rawValue = rawValue }
  /// The first item of the group comes first.
  public static let ignored = UIFocusGroupPriority(rawValue: 0)
  /// It had the focus last.
  public static let previouslyFocused = UIFocusGroupPriority(rawValue: 1000)
  /// It is more important than the others, such as a selected row.
  public static let prioritized = UIFocusGroupPriority(rawValue: 2000)
  /// It has the focus.
  public static let currentlyFocused = UIFocusGroupPriority(rawValue: .max)

  /// Whether one is less important than another one.
  public static func < (first: UIFocusGroupPriority, second: UIFocusGroupPriority) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// The direction in which the focus moves.
public struct UIFocusHeading: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The directions of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Up.
  public static let up = UIFocusHeading(rawValue: 1 << 0)
  /// Down.
  public static let down = UIFocusHeading(rawValue: 1 << 1)
  /// To the left.
  public static let left = UIFocusHeading(rawValue: 1 << 2)
  /// To the right.
  public static let right = UIFocusHeading(rawValue: 1 << 3)
  /// To the next group.
  public static let next = UIFocusHeading(rawValue: 1 << 4)
  /// To the group before.
  public static let previous = UIFocusHeading(rawValue: 1 << 5)
  /// To the first item.
  public static let first = UIFocusHeading(rawValue: 1 << 8)
  /// To the last item.
  public static let last = UIFocusHeading(rawValue: 1 << 9)
}

/// A part of an interface that the focus may be in: a view, or a controller.
@preconcurrency
@MainActor
public protocol UIFocusEnvironment: NSObjectProtocol {
  /// The parts of it that the focus prefers, the most important one first.
  var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
  /// The part around it; nil if there is none.
  var parentFocusEnvironment: (any UIFocusEnvironment)? { get }
  /// The items in it; nil if there are none.
  var focusItemContainer: (any UIFocusItemContainer)? { get }
  /// The name of the group of its items; nil for that of the part around it.
  var focusGroupIdentifier: String? { get }
  /// Asks for a move of the focus to its preferred part with the next `updateFocusIfNeeded()`; for
  /// a part that has the focus.
  func setNeedsFocusUpdate()
  /// Moves the focus, if that was asked for.
  func updateFocusIfNeeded()
  /// Whether the focus may move.
  func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool
  /// The focus moved: from an item in it, or to one.
  func didUpdateFocus(
    in context: UIFocusUpdateContext,
    with coordinator: UIFocusAnimationCoordinator
  )
}

/// Something that can have the focus.
@preconcurrency
@MainActor
public protocol UIFocusItem: UIFocusEnvironment {
  /// Whether it can have the focus now.
  var canBecomeFocused: Bool { get }
  /// Whether it has the focus.
  var isFocused: Bool { get }
  /// The frame in the coordinates of its container, in points.
  var frame: CGRect { get }
  /// The look of the focus; nil if there is none.
  var focusEffect: UIFocusEffect? { get }
  /// The importance in its group.
  var focusGroupPriority: UIFocusGroupPriority { get }
}

/// Something with items.
@preconcurrency
@MainActor
public protocol UIFocusItemContainer: NSObjectProtocol {
  /// The coordinates of the frames of its items.
  var coordinateSpace: any UICoordinateSpace { get }
  /// Returns the items in a rectangle of its coordinates.
  func focusItems(in rect: CGRect) -> [any UIFocusItem]
}

extension UIView: UIFocusItem, UIFocusItemContainer {
  /// The controller of the view, or the superview; nil if there is none.
  public var parentFocusEnvironment: (any UIFocusEnvironment)? {
    if let controller = extras?.controller { return controller }
    return parent
  }

  /// The view itself.
  public var focusItemContainer: (any UIFocusItemContainer)? { self }

  /// The coordinates of the view.
  public var coordinateSpace: any UICoordinateSpace { self }

  /// Returns the items in a rectangle of the view, in the order of reading.
  public func focusItems(in rect: CGRect) -> [any UIFocusItem] {
    FocusSearch.items(in: self).filter { $0.convert($0.bounds, to: self).intersects(rect) }
  }

  /// Asks for a move of the focus, if it is in the view, to the preferred part of it.
  public func setNeedsFocusUpdate() { UIFocusSystem.own.request(self) }

  /// Moves the focus, if that was asked for.
  public func updateFocusIfNeeded() { UIFocusSystem.own.updateFocusIfNeeded() }
}

extension UIViewController: UIFocusEnvironment {
  /// The view around that of the controller, or the controller around it; nil if there is none.
  public var parentFocusEnvironment: (any UIFocusEnvironment)? {
    if let around = viewIfLoaded?.superview { return around }
    return parent
  }

  /// The view; nil while it is not loaded.
  public var focusItemContainer: (any UIFocusItemContainer)? { viewIfLoaded }

  /// Asks for a move of the focus, if it is in the view, to the preferred part of it.
  public func setNeedsFocusUpdate() { UIFocusSystem.own.request(self) }

  /// Moves the focus, if that was asked for.
  public func updateFocusIfNeeded() { UIFocusSystem.own.updateFocusIfNeeded() }
}
