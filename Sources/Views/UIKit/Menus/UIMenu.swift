// Menus.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Actions, commands and other menus under a title.
///
/// ```swift
/// let menu = UIMenu(title: "Sort", options: .singleSelection, children: [byName, byDate])
/// ```
@preconcurrency
@MainActor
open class UIMenu: UIMenuElement {
  /// The name of a menu.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// An identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The menu of the program.
    public static let application = Identifier("com.apple.menu.application")
    /// The menu of files.
    public static let file = Identifier("com.apple.menu.file")
    /// The menu of editing.
    public static let edit = Identifier("com.apple.menu.edit")
    /// The menu of views.
    public static let view = Identifier("com.apple.menu.view")
    /// The menu of windows.
    public static let window = Identifier("com.apple.menu.window")
    /// The menu of help.
    public static let help = Identifier("com.apple.menu.help")
    /// The menu of text formats.
    public static let format = Identifier("com.apple.menu.format")
    /// Cut, copy and paste.
    public static let standardEdit = Identifier("com.apple.menu.standard-edit")
    /// Undo and redo.
    public static let undoRedo = Identifier("com.apple.menu.undo-redo")
    /// The settings.
    public static let preferences = Identifier("com.apple.menu.preferences")
    /// New windows.
    public static let newScene = Identifier("com.apple.menu.new-scene")
    /// Closing.
    public static let close = Identifier("com.apple.menu.close")
    /// Printing.
    public static let print = Identifier("com.apple.menu.print")
    /// Finding.
    public static let find = Identifier("com.apple.menu.find")
    /// Looking up words.
    public static let lookup = Identifier("com.apple.menu.lookup")
    /// Sharing.
    public static let share = Identifier("com.apple.menu.share")
    /// The top of all menus.
    public static let root = Identifier("com.apple.menu.root")
  }

  /// The look and behaviour of a menu.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// The options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The children stand in the menu around it, between lines.
    public static let displayInline = Options(rawValue: 1 << 0)
    /// It destroys something: its title is red.
    public static let destructive = Options(rawValue: 1 << 1)
    /// One action at most is chosen, in it and in the menus in it.
    public static let singleSelection = Options(rawValue: 1 << 5)
    /// The children stand side by side.
    ///
    /// **Differences**: they stand below each other.
    public static let displayAsPalette = Options(rawValue: 1 << 7)
  }

  /// The size of the rows.
  public enum ElementSize: Int, Sendable {
    /// Small.
    case small = 0
    /// Of middle size.
    case medium = 1
    /// Large.
    case large = 2
    /// The menu's choice.
    case automatic = -1
  }

  /// The name; unique if none was given.
  public let identifier: Identifier
  /// The look and behaviour.
  public let options: Options
  /// The elements.
  public let children: [UIMenuElement]
  /// The size of the rows.
  ///
  /// **Differences**: it is stored; rows have one size.
  open var preferredElementSize: ElementSize

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - subtitle: The smaller text below; nil if there is none.
  ///   - image: The image; nil if there is none.
  ///   - identifier: The name; nil for a unique one.
  ///   - options: The look and behaviour.
  ///   - preferredElementSize: The size of the rows.
  ///   - children: The elements.
  public init(
    title: String = "",
    subtitle: String? = nil,
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    options: Options = [],
    preferredElementSize: ElementSize = .automatic,
    children: [UIMenuElement] = []
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.options = options
    self.children = children
    self.preferredElementSize = preferredElementSize
    super.init(title, image)
    self.subtitle = subtitle
  }

  /// Creates a menu without a smaller text.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - image: The image; nil if there is none.
  ///   - identifier: The name; nil for a unique one.
  ///   - options: The look and behaviour.
  ///   - children: The elements.
  public convenience init(
    title: String,
    image: UIImage?,
    identifier: Identifier?,
    options: Options,
    children: [UIMenuElement]
  ) {
    self.init(
      title: title,
      subtitle: nil,
      image: image,
      identifier: identifier,
      options: options,
      preferredElementSize: .automatic,
      children: children
    )
  }

  /// A menu like this one with other elements.
  open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
    UIMenu(
      title: title,
      subtitle: subtitle,
      image: image,
      identifier: identifier,
      options: options,
      preferredElementSize: preferredElementSize,
      children: newChildren
    )
  }

  /// The elements that are on, in it and in menus shown in it.
  open var selectedElements: [UIMenuElement] {
    children.flatMap { child -> [UIMenuElement] in
      if let action = child as? UIAction, action.state == .on { return [action] }
      if let command = child as? UICommand, command.state == .on { return [command] }
      if let menu = child as? UIMenu, menu.options.contains(.displayInline) {
        return menu.selectedElements
      }
      return []
    }
  }

  /// All actions in it and in the menus in it.
  final var allActions: [UIAction] {
    children.flatMap { child -> [UIAction] in
      if let action = child as? UIAction { return [action] }
      return (child as? UIMenu)?.allActions ?? []
    }
  }
}

/// A closure that gets its action.
public typealias UIActionHandler = (_ action: UIAction) -> Void

/// Elements of a menu that are made when it is shown.
@preconcurrency
@MainActor
open class UIDeferredMenuElement: UIMenuElement {
  /// A closure that makes elements and hands them over, once.
  public typealias Provider = (_ completion: @escaping ([UIMenuElement]) -> Void) -> Void

  private let provider: Provider
  private let isCached: Bool
  private var made: [UIMenuElement]?

  init(isCached: Bool, _ provider: @escaping Provider) {
    self.provider = provider
    self.isCached = isCached
    super.init("", nil)
  }

  /// Elements that are made once.
  public convenience init(_ elementProvider: @escaping Provider) {
    self.init(isCached: true, elementProvider)
  }

  /// Elements that are made whenever the menu is shown.
  open class func uncached(_ elementProvider: @escaping Provider) -> UIDeferredMenuElement {
    UIDeferredMenuElement(isCached: false, elementProvider)
  }

  /// Asks for the elements.
  final func ask(_ completion: @escaping ([UIMenuElement]) -> Void) {
    if let made { return completion(made) }
    var isDone = false
    provider { [weak self] elements in
      guard !isDone else { return }
      isDone = true
      if self?.isCached == true { self?.made = elements }
      completion(elements)
    }
  }
}
