// Rotors: lists of a screen's elements of one kind.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A place that a rotor leads to.
@preconcurrency
@MainActor
open class UIAccessibilityCustomRotorItemResult: NSObject {
  /// The element; the result does not retain it.
  open weak var targetElement: (any NSObjectProtocol)?
  /// The part of a text; nil for all of the element.
  open var targetRange: UITextRange?

  /// Creates a place.
  public init(targetElement: any NSObjectProtocol, targetRange: UITextRange?) {
    self.targetElement = targetElement
    self.targetRange = targetRange
    super.init()
  }

  /// A place of no element.
  override init() { super.init() }
}

/// A question of a rotor: the place from which it goes on, and the direction.
@preconcurrency
@MainActor
open class UIAccessibilityCustomRotorSearchPredicate: NSObject {
  /// The place; an element that is none of the rotor's at first.
  open var currentItem: UIAccessibilityCustomRotorItemResult
  /// The direction; next by default.
  open var searchDirection = UIAccessibilityCustomRotor.Direction.next

  /// Creates a question from no place.
  public override init() {
    currentItem = UIAccessibilityCustomRotorItemResult()
    super.init()
  }
}

/// A list of elements, one of which leads to the next.
///
/// **Differences**: Linux has no screen reader that turns rotors; `search(_:from:)` is an addition
/// for tests and for helpers of the program's own.
@preconcurrency
@MainActor
open class UIAccessibilityCustomRotor: NSObject {
  /// The way through the list.
  public enum Direction: Int, Sendable {
    /// Back.
    case previous = 0
    /// On.
    case next = 1
  }

  /// The lists that screen readers have names for.
  public enum SystemRotorType: Int, Sendable {
    /// None.
    case none = 0
    /// Links.
    case link = 1
    /// Links that were followed.
    case visitedLink = 2
    /// Headings.
    case heading = 3
    /// Headings of the first level.
    case headingLevel1 = 4
    /// Headings of the second level.
    case headingLevel2 = 5
    /// Headings of the third level.
    case headingLevel3 = 6
    /// Headings of the fourth level.
    case headingLevel4 = 7
    /// Headings of the fifth level.
    case headingLevel5 = 8
    /// Headings of the sixth level.
    case headingLevel6 = 9
    /// Bold texts.
    case boldText = 10
    /// Italic texts.
    case italicText = 11
    /// Underlined texts.
    case underlineText = 12
    /// Words that are misspelt.
    case misspelledWord = 13
    /// Pictures.
    case image = 14
    /// Fields for text.
    case textField = 15
    /// Tables.
    case table = 16
    /// Lists.
    case list = 17
    /// Parts of the screen that people look for.
    case landmark = 18
  }

  /// Finds the place after another one; nil at the end.
  public typealias Search =
    @MainActor (
      _ predicate: UIAccessibilityCustomRotorSearchPredicate
    ) -> UIAccessibilityCustomRotorItemResult?

  /// The name.
  open var name: String
  /// The name with attributes.
  open var attributedName: NSAttributedString {
    get { NSAttributedString(string: name) }
    set { name = newValue.string }
  }
  /// Finds the places.
  open var itemSearchBlock: Search
  /// The list of the system's that it is; none for one with a name.
  public let systemRotorType: SystemRotorType

  /// Creates a list with a name.
  public init(name: String, itemSearch itemSearchBlock: @escaping Search) {
    (self.name, self.itemSearchBlock, systemRotorType) = (name, itemSearchBlock, .none)
    super.init()
  }

  /// Creates a list with a name.
  public convenience init(
    attributedName: NSAttributedString,
    itemSearch itemSearchBlock: @escaping Search
  ) {
    self.init(name: attributedName.string, itemSearch: itemSearchBlock)
  }

  /// Creates a list of a kind that screen readers have a name for.
  public init(systemType type: SystemRotorType, itemSearch itemSearchBlock: @escaping Search) {
    (name, self.itemSearchBlock, systemRotorType) = ("", itemSearchBlock, type)
    super.init()
  }

  /// Returns the place after another one; nil at the end.
  ///
  /// **Differences**: an addition.
  ///
  /// - Parameters:
  ///   - direction: The way.
  ///   - item: The place; nil to begin.
  public final func search(
    _ direction: Direction,
    from item: UIAccessibilityCustomRotorItemResult? = nil
  ) -> UIAccessibilityCustomRotorItemResult? {
    let predicate = UIAccessibilityCustomRotorSearchPredicate()
    predicate.searchDirection = direction
    if let item { predicate.currentItem = item }
    return itemSearchBlock(predicate)
  }
}

extension UIResponder {
  /// The rotors of the element; nil if there are none.
  public var accessibilityCustomRotors: [UIAccessibilityCustomRotor]? {
    get { accessibilityFacts?.rotors }
    set { ownFacts.rotors = newValue }
  }
}
