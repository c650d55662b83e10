// Commands: methods that the chain of responders performs.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Another method of a command, for keys that are held while it is chosen.
@preconcurrency
@MainActor
open class UICommandAlternate: NSObject {
  /// The title.
  public let title: String
  /// The method.
  public let action: Selector
  /// The keys that are held.
  public let modifierFlags: UIKeyModifierFlags

  /// Creates another method of a command.
  public init(title: String, action: Selector, modifierFlags: UIKeyModifierFlags) {
    self.title = title
    self.action = action
    self.modifierFlags = modifierFlags
    super.init()
  }
}

/// A method that the first responder, or one further on in its chain, performs.
@preconcurrency
@MainActor
open class UICommand: UIMenuElement {
  /// The method.
  public let action: Selector
  // `Any` because: it is Apple's type.
  /// A value for the program's own use; nil if there is none.
  public let propertyList: Any?
  /// The text that explains it; nil if there is none.
  open var discoverabilityTitle: String?
  /// Its properties.
  open var attributes: Attributes
  /// Whether it is chosen.
  open var state: State
  /// Other methods, for keys that are held while it is chosen.
  public let alternates: [UICommandAlternate]

  /// Creates a command.
  public init(
    title: String = "",
    image: UIImage? = nil,
    action: Selector,
    propertyList: Any? = nil,
    alternates: [UICommandAlternate] = [],
    discoverabilityTitle: String? = nil,
    attributes: Attributes = [],
    state: State = .off
  ) {
    self.action = action
    self.propertyList = propertyList
    self.alternates = alternates
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    super.init(title, image)
  }

  /// Performs the method by a responder or one further on in its chain.
  ///
  /// - Returns: Whether one performed it.
  @discardableResult
  final func perform(from responder: UIResponder?) -> Bool {
    guard !attributes.contains(.disabled),
      let found = responder?.target(forAction: action, withSender: self)
    else { return false }
    return UIApplication.shared.sendAction(action, to: found, from: self, for: nil)
  }
}

/// A command that keys call.
///
/// ```swift
/// override var keyCommands: [UIKeyCommand]? {
///   [UIKeyCommand(input: "n", modifierFlags: .command, action: Selector("add", List.add))]
/// }
/// ```
@preconcurrency
@MainActor
open class UIKeyCommand: UICommand {
  /// The characters of the key, or one of the names below; nil if there is none.
  public let input: String?
  /// The keys that are held with it.
  public let modifierFlags: UIKeyModifierFlags
  /// Whether it wins over what the system does with the keys, as typing; false by default.
  open var wantsPriorityOverSystemBehavior = false
  /// Whether other layouts of keyboards get other keys; true by default.
  ///
  /// **Differences**: it is stored; keys are compared by their characters.
  open var allowsAutomaticLocalization = true
  /// Whether arrows are exchanged where layout goes from right to left; true by default.
  ///
  /// **Differences**: it is stored.
  open var allowsAutomaticMirroring = true

  /// The arrow up.
  nonisolated public static let inputUpArrow = "UIKeyInputUpArrow"
  /// The arrow down.
  nonisolated public static let inputDownArrow = "UIKeyInputDownArrow"
  /// The arrow to the left.
  nonisolated public static let inputLeftArrow = "UIKeyInputLeftArrow"
  /// The arrow to the right.
  nonisolated public static let inputRightArrow = "UIKeyInputRightArrow"
  /// The key for leaving.
  nonisolated public static let inputEscape = "UIKeyInputEscape"
  /// The key for a page up.
  nonisolated public static let inputPageUp = "UIKeyInputPageUp"
  /// The key for a page down.
  nonisolated public static let inputPageDown = "UIKeyInputPageDown"
  /// The key for the beginning.
  nonisolated public static let inputHome = "UIKeyInputHome"
  /// The key for the end.
  nonisolated public static let inputEnd = "UIKeyInputEnd"
  /// The key that deletes.
  nonisolated public static let inputDelete = "UIKeyInputDelete"

  /// Creates a command of keys.
  public init(
    title: String = "",
    image: UIImage? = nil,
    action: Selector,
    input: String,
    modifierFlags: UIKeyModifierFlags = [],
    propertyList: Any? = nil,
    alternates: [UICommandAlternate] = [],
    discoverabilityTitle: String? = nil,
    attributes: Attributes = [],
    state: State = .off
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    super.init(
      title: title,
      image: image,
      action: action,
      propertyList: propertyList,
      alternates: alternates,
      discoverabilityTitle: discoverabilityTitle,
      attributes: attributes,
      state: state
    )
  }

  /// Creates a command of keys.
  public convenience init(input: String, modifierFlags: UIKeyModifierFlags, action: Selector) {
    self.init(title: "", action: action, input: input, modifierFlags: modifierFlags)
  }

  /// Creates a command of keys with a text that explains it.
  public convenience init(
    input: String,
    modifierFlags: UIKeyModifierFlags,
    action: Selector,
    discoverabilityTitle: String
  ) {
    self.init(
      title: "",
      action: action,
      input: input,
      modifierFlags: modifierFlags,
      discoverabilityTitle: discoverabilityTitle
    )
  }

  /// The keys that are held with a key.
  private static let held: UIKeyModifierFlags = [.shift, .control, .alternate, .command]

  /// Whether a key with those that are held calls the command.
  final func matches(_ key: UIKey) -> Bool {
    guard let input, !input.isEmpty else { return false }
    var flags = key.modifierFlags.intersection(Self.held)
    var wanted = modifierFlags.intersection(Self.held)
    // A character that needs shift says so itself.
    if key.characters == input, key.characters.lowercased() == key.characters.uppercased() {
      flags.remove(.shift)
      wanted.remove(.shift)
    }
    guard flags == wanted else { return false }
    return key.characters == input || key.charactersIgnoringModifiers == input.lowercased()
      || input == "\u{8}" && key.characters == "\u{8}"
  }
}

extension UIApplication {
  /// Calls the command of a key; the first one in the chain of responders.
  ///
  /// - Parameters:
  ///   - key: The key that went down.
  ///   - window: The window that keys go to.
  /// - Returns: Whether a command was called.
  final func performKeyCommand(_ key: UIKey, in window: UIWindow) -> Bool {
    let first = window.firstResponder ?? window.innermostResponder
    let isTyping =
      window.firstResponder is any UIKeyInput
      && key.modifierFlags.isDisjoint(with: [.command, .control])
    var responder: UIResponder? = first
    while let candidate = responder {
      for command in candidate.keyCommands ?? [] where command.matches(key) {
        if isTyping, !command.wantsPriorityOverSystemBehavior { continue }
        if command.perform(from: first) { return true }
      }
      responder = candidate.next
    }
    return UIMenuSystem.main.perform(key, from: first, isTyping: isTyping)
  }
}

extension UIWindow {
  /// The view of the innermost controller that shows; the window itself without controllers.
  final var innermostResponder: UIResponder {
    var controller = rootViewController
    while let current = controller {
      let inner =
        current.presentedViewController.flatMap { $0 === current ? nil : $0 }
        ?? (current as? UINavigationController)?.topViewController
        ?? (current as? UITabBarController)?.selectedViewController
        ?? current.children.last { $0.viewIfLoaded?.window === self }
      guard let inner, inner !== current else { return current }
      controller = inner
    }
    return self
  }
}
