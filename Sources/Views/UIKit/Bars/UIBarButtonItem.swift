// Buttons of bars.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A button of a bar, or the room between two.
///
/// ```swift
/// navigationItem.rightBarButtonItem = UIBarButtonItem(
///   systemItem: .add,
///   primaryAction: UIAction { _ in add() }
/// )
/// ```
open class UIBarButtonItem: UIBarItem {
  /// The look of a button.
  public enum Style: Int, Sendable {
    /// As the others.
    case plain = 0
    /// For the end of something: bold.
    case done = 2
    /// As `done`.
    public static var prominent: Style { .done }
  }

  /// A button that bars know.
  ///
  /// **Differences**: the words are English.
  public enum SystemItem: Int, Sendable, CaseIterable {
    /// The word Done, bold.
    case done = 0
    /// The word Cancel.
    case cancel = 1
    /// The word Edit.
    case edit = 2
    /// The word Save, bold.
    case save = 3
    /// A plus.
    case add = 4
    /// Room that grows.
    case flexibleSpace = 5
    /// Room of a width.
    case fixedSpace = 6
    /// A pencil on a sheet.
    case compose = 7
    /// An arrow to the left.
    case reply = 8
    /// An arrow out of a box.
    case action = 9
    /// A folder.
    case organize = 10
    /// An open book.
    case bookmarks = 11
    /// A magnifying glass.
    case search = 12
    /// An arrow in a circle.
    case refresh = 13
    /// A cross.
    case stop = 14
    /// A camera.
    case camera = 15
    /// A bin.
    case trash = 16
    /// A triangle.
    case play = 17
    /// Two lines.
    case pause = 18
    /// Two triangles to the left.
    case rewind = 19
    /// Two triangles to the right.
    case fastForward = 20
    /// The word Undo.
    case undo = 21
    /// The word Redo.
    case redo = 22
    /// A turned page.
    case pageCurl = 23
    /// A cross.
    case close = 24

    /// The word; nil for a picture.
    var word: String? {
      switch self {
      case .done: "Done"
      case .cancel: "Cancel"
      case .edit: "Edit"
      case .save: "Save"
      case .undo: "Undo"
      case .redo: "Redo"
      default: nil
      }
    }

    /// The name of the symbol; nil for words and rooms.
    var symbol: String? {
      switch self {
      case .add: "plus"
      case .compose: "square.and.pencil"
      case .reply: "arrowshape.turn.up.left"
      case .action: "square.and.arrow.up"
      case .organize: "folder"
      case .bookmarks: "book"
      case .search: "magnifyingglass"
      case .refresh: "arrow.clockwise"
      case .stop, .close: "xmark"
      case .camera: "camera"
      case .trash: "trash"
      case .play: "play.fill"
      case .pause: "pause.fill"
      case .rewind: "backward.fill"
      case .fastForward: "forward.fill"
      case .pageCurl: "doc"
      default: nil
      }
    }
  }

  /// The look.
  open var style = Style.plain { didSet { changed?() } }
  /// The target of the action; nil for the chain of responders.
  open weak var target: AnyObject?
  /// The method that a tap calls.
  open var action: Selector?
  /// A view in place of the text; nil if there is none.
  open var customView: UIView? { didSet { changed?() } }
  /// The width in points; 0, the default, for that of the content.
  open var width: CGFloat = 0 { didSet { changed?() } }
  /// Titles that the button is as wide as the widest of; nil for its own.
  open var possibleTitles: Set<String>? { didSet { changed?() } }
  /// The colour of title and picture; nil for that of the bar.
  open var tintColor: UIColor? { didSet { changed?() } }
  /// Whether the button is left out; false by default.
  open var isHidden = false { didSet { changed?() } }
  /// Whether the button is shown as chosen; false by default.
  open var isSelected = false { didSet { changed?() } }
  /// Whether a tap switches `isSelected`; false by default.
  open var changesSelectionAsPrimaryAction = false
  /// The action of a tap, whose title and image the button has; nil for the target's method.
  open var primaryAction: UIAction? { didSet { takeContent(of: primaryAction) } }
  /// The menu of a long touch, and of a tap if there is no action; nil if there is none.
  open var menu: UIMenu?
  /// The group that the button is in; nil if there is none.
  open internal(set) weak var buttonGroup: UIBarButtonItemGroup?
  /// The item of the system that it is; nil for others.
  final private(set) var systemItem: SystemItem?
  /// The view that shows the button; nil while none does.
  final weak var shownView: UIView?

  /// Creates a button without content.
  public override init() { super.init() }

  /// Creates a button with a text.
  public init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.style = style
    super.init()
    self.title = title
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// Creates a button with a picture.
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }

  /// Creates a button with a picture, and another one for a phone that is held across.
  public convenience init(
    image: UIImage?,
    landscapeImagePhone: UIImage?,
    style: Style,
    target: Any?,
    action: Selector?
  ) {
    self.init(image: image, style: style, target: target, action: action)
    self.landscapeImagePhone = landscapeImagePhone
  }

  /// Creates a button that bars know.
  public convenience init(
    barButtonSystemItem systemItem: SystemItem,
    target: Any?,
    action: Selector?
  ) {
    self.init(title: systemItem.word, style: .plain, target: target, action: action)
    take(systemItem)
  }

  /// Creates a button from a view.
  public convenience init(customView: UIView) {
    self.init(title: nil, style: .plain, target: nil, action: nil)
    self.customView = customView
  }

  /// Creates a button that bars know, with an action and a menu.
  public convenience init(
    systemItem: SystemItem,
    primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) {
    self.init(title: systemItem.word, style: .plain, target: nil, action: nil)
    take(systemItem)
    self.primaryAction = primaryAction
    // Observers are not called within initialisers.
    takeContent(of: primaryAction)
    self.menu = menu
  }

  /// Creates a button with an action, whose title and image it has where there are no others, and a
  /// menu.
  public convenience init(
    title: String? = nil,
    image: UIImage? = nil,
    primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) {
    self.init(title: title, style: .plain, target: nil, action: nil)
    self.primaryAction = primaryAction
    // Observers are not called within initialisers.
    takeContent(of: primaryAction)
    if let title { self.title = title }
    self.image = image ?? primaryAction?.image
    self.menu = menu
  }

  /// Takes the title and the image of an action, as far as it has them.
  private func takeContent(of action: UIAction?) {
    if let action {
      if !action.title.isEmpty { title = action.title }
      if let picture = action.image { image = picture }
    }
    changed?()
  }

  private func take(_ systemItem: SystemItem) {
    self.systemItem = systemItem
    if systemItem == .done || systemItem == .save { style = .done }
    image = systemItem.symbol.flatMap { UIImage(systemName: $0) }
  }

  /// Returns room that grows.
  open class func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
  }

  /// Returns room of a width, in points.
  open class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
    item.width = width
    return item
  }

  /// Whether it is room and no button.
  final var isSpace: Bool { systemItem == .flexibleSpace || systemItem == .fixedSpace }

  /// Does what a tap does.
  final func perform() {
    guard isEnabled else { return }
    if changesSelectionAsPrimaryAction { isSelected.toggle() }
    if let primaryAction { return primaryAction.perform(from: self) }
    if let action {
      UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    } else if let menu, let shownView {
      MenuPresenter.show(menu, from: shownView)
    }
  }
}

/// Buttons that a bar shows side by side, or as one where there is little room.
@preconcurrency
@MainActor
open class UIBarButtonItemGroup: NSObject {
  /// The buttons.
  open var barButtonItems: [UIBarButtonItem] {
    didSet { adopt() }
  }
  /// The button in place of the others where there is little room; nil if there is none.
  open var representativeItem: UIBarButtonItem?
  /// Whether the group is left out; false by default.
  open var isHidden = false

  /// Creates a group.
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    self.barButtonItems = barButtonItems
    self.representativeItem = representativeItem
    super.init()
    adopt()
  }

  private func adopt() { for item in barButtonItems { item.buttonGroup = self } }

  /// Whether `representativeItem` shows: never, for bars show all buttons.
  open var isDisplayingRepresentativeItem: Bool { false }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
