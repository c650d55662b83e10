// The state of cells and other views, for configurations.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A name for a value that a program adds to states.
public struct UIConfigurationStateCustomKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// A key of a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// A key of a name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The state that configurations depend on.
public protocol UIConfigurationState {
  /// Creates a state in which nothing is special.
  init(traitCollection: UITraitCollection)
  /// The traits.
  var traitCollection: UITraitCollection { get set }
  /// A value of the program's; nil if it has set none.
  subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? { get set }
}

/// The state of a view that is no cell, such as a header.
public struct UIViewConfigurationState: UIConfigurationState, Hashable {
  /// The traits.
  public var traitCollection: UITraitCollection
  /// Whether it answers no touches.
  public var isDisabled = false
  /// Whether it is touched.
  public var isHighlighted = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether it has the focus.
  public var isFocused = false
  /// Whether it stays at an edge while the content scrolls.
  public var isPinned = false
  private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  /// Creates a state in which nothing is special.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// A value of the program's; nil if it has set none.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

/// The state of a cell.
public struct UICellConfigurationState: UIConfigurationState, Hashable {
  /// The part of a cell in a drag.
  public enum DragState: Int, Hashable, Sendable {
    /// It is not dragged.
    case none = 0
    /// It is about to be dragged.
    case lifting = 1
    /// It is dragged.
    case dragging = 2
  }

  /// The part of a cell in a drop.
  public enum DropState: Int, Hashable, Sendable {
    /// Nothing is dropped.
    case none = 0
    /// Something is dropped, but not there.
    case notTargeted = 1
    /// Something is about to be dropped there.
    case targeted = 2
  }

  /// The traits.
  public var traitCollection: UITraitCollection
  /// Whether it answers no touches.
  public var isDisabled = false
  /// Whether it is touched.
  public var isHighlighted = false
  /// Whether it is selected.
  public var isSelected = false
  /// Whether it has the focus.
  public var isFocused = false
  /// Whether it stays at an edge while the content scrolls.
  public var isPinned = false
  /// Whether the list is edited.
  public var isEditing = false
  /// Whether items below it show.
  public var isExpanded = false
  /// Whether it is moved aside to show actions.
  public var isSwiped = false
  /// Whether it is moved to another place.
  public var isReordering = false
  /// The part in a drag.
  public var cellDragState = DragState.none
  /// The part in a drop.
  public var cellDropState = DropState.none
  private var values: [UIConfigurationStateCustomKey: AnyHashable] = [:]

  /// Creates a state in which nothing is special.
  public init(traitCollection: UITraitCollection) { self.traitCollection = traitCollection }

  /// A value of the program's; nil if it has set none.
  public subscript(key: UIConfigurationStateCustomKey) -> AnyHashable? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

/// A change of colours by configurations.
///
/// Two are equal if one is a copy of the other.
public struct UIConfigurationColorTransformer: Hashable, Sendable {
  /// The change, which is compared by identity.
  private final class Box: Sendable {
    let transform: @Sendable (UIColor) -> UIColor
    init(_ transform: @escaping @Sendable (UIColor) -> UIColor) { self.transform = transform }
  }

  private let box: Box

  /// Creates a change of colours.
  public init(_ transform: @escaping @Sendable (UIColor) -> UIColor) { box = Box(transform) }

  /// The change.
  public var transform: @Sendable (UIColor) -> UIColor { box.transform }

  /// Returns the changed colour.
  public func callAsFunction(_ input: UIColor) -> UIColor { box.transform(input) }

  /// Colours without saturation.
  public static let grayscale = UIConfigurationColorTransformer { color in
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return color }
    return UIColor(white: 0.2126 * red + 0.7152 * green + 0.0722 * blue, alpha: alpha)
  }

  /// Whether one is a copy of the other.
  public static func == (
    first: UIConfigurationColorTransformer,
    second: UIConfigurationColorTransformer
  ) -> Bool { first.box === second.box }

  /// Adds the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(box)) }
}
