// The effect of keys on text, and the wishes of a text about its keyboard.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The kind of keyboard that a text asks for.
///
/// There is no keyboard on the screen here: keys are injected, and the kind is only kept. So it is
/// with the others.
public enum UIKeyboardType: Int, Hashable, Sendable {
  /// The usual one.
  case `default` = 0
  /// ASCII.
  case asciiCapable = 1
  /// Numbers and signs.
  case numbersAndPunctuation = 2
  /// Addresses of pages.
  case URL = 3
  /// Digits.
  case numberPad = 4
  /// Telephone numbers.
  case phonePad = 5
  /// Names and telephone numbers.
  case namePhonePad = 6
  /// Addresses of letters.
  case emailAddress = 7
  /// Digits and a point.
  case decimalPad = 8
  /// Short messages.
  case twitter = 9
  /// Searches.
  case webSearch = 10
  /// Digits of ASCII.
  case asciiCapableNumberPad = 11
}

/// The title of the return key.
public enum UIReturnKeyType: Int, Hashable, Sendable {
  /// The usual one.
  case `default` = 0
  /// Go.
  case go = 1
  /// Google.
  case google = 2
  /// Join.
  case join = 3
  /// Next.
  case next = 4
  /// Route.
  case route = 5
  /// Search.
  case search = 6
  /// Send.
  case send = 7
  /// Yahoo.
  case yahoo = 8
  /// Done.
  case done = 9
  /// An emergency call.
  case emergencyCall = 10
  /// Continue.
  case `continue` = 11
}

/// Whether words are corrected.
public enum UITextAutocorrectionType: Int, Hashable, Sendable {
  /// As usual.
  case `default` = 0
  /// They are not.
  case no = 1
  /// They are.
  case yes = 2
}

/// Where letters become capital.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
  /// Nowhere.
  case none = 0
  /// In words.
  case words = 1
  /// In sentences.
  case sentences = 2
  /// Everywhere.
  case allCharacters = 3
}

/// Whether words are checked.
public enum UITextSpellCheckingType: Int, Hashable, Sendable {
  /// As usual.
  case `default` = 0
  /// They are not.
  case no = 1
  /// They are.
  case yes = 2
}

/// The look of a keyboard.
public enum UIKeyboardAppearance: Int, Hashable, Sendable {
  /// The usual one.
  case `default` = 0
  /// Dark.
  case dark = 1
  /// Light.
  case light = 2
}

/// The meaning of a text, for filling it in.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// A meaning of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A name.
  public static let name = UITextContentType(rawValue: "name")
  /// An address of letters.
  public static let emailAddress = UITextContentType(rawValue: "email")
  /// The name of an account.
  public static let username = UITextContentType(rawValue: "username")
  /// A password.
  public static let password = UITextContentType(rawValue: "password")
  /// A telephone number.
  public static let telephoneNumber = UITextContentType(rawValue: "tel")
}

/// A responder that takes keys.
@preconcurrency
@MainActor
public protocol UIKeyInput: UITextInputTraits {
  /// Whether there is any text.
  var hasText: Bool { get }
  /// Inserts text where the caret is.
  func insertText(_ text: String)
  /// Removes the character before the caret.
  func deleteBackward()
}

/// The effect of a pressed key on text.
enum KeyEffect: Equatable {
  case insert(String)
  case delete
  case newLine
  case nothing

  /// Keys with the command or control key are not text.
  @MainActor init(_ key: UIKey?) {
    guard let key, key.modifierFlags.isDisjoint(with: [.command, .control]) else {
      self = .nothing
      return
    }
    switch key.characters {
    case "": self = .nothing
    // The keys that type nothing, by the names of `UIKeyCommand`.
    case let name where name.hasPrefix("UIKeyInput"): self = .nothing
    case "\u{8}", "\u{7F}": self = .delete
    case "\r", "\n", "\r\n": self = .newLine
    default:
      let isText = key.characters.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\t" }
      self = isText ? .insert(key.characters) : .nothing
    }
  }
}
