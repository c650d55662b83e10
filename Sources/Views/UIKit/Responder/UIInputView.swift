// Views and controllers in the place of a keyboard.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// A view in the place of a keyboard, or above it.
@preconcurrency
@MainActor
open class UIInputView: UIView {
  /// The look.
  public enum Style: Int, Sendable {
    /// None.
    case `default` = 0
    /// The plate of a keyboard.
    case keyboard = 1
  }

  /// The look.
  public let inputViewStyle: Style

  /// Whether constraints decide the height; false, the default, for that of the frame.
  open var allowsSelfSizing = false {
    didSet { if allowsSelfSizing != oldValue { window?.keyboard.update() } }
  }

  /// Creates a view of a look.
  public init(frame: CGRect, inputViewStyle: Style) {
    self.inputViewStyle = inputViewStyle
    super.init(frame: frame)
    prepareLook()
  }

  /// Creates a view without a look.
  public override convenience init(frame: CGRect) {
    self.init(frame: frame, inputViewStyle: .default)
  }

  /// Creates a view without a look from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    inputViewStyle = .default
    super.init(coder: coder)
    coder.finish(self, UIInputView.self)
  }

  private func prepareLook() {
    if inputViewStyle == .keyboard { backgroundColor = .systemGray5 }
  }
}

/// An object that has clicks for its keys.
///
/// **Differences**: nothing is heard: there is no sound of keys.
@preconcurrency
@MainActor
public protocol UIInputViewAudioFeedback: AnyObject {
  /// Whether keys click while the view shows; false by default.
  var enableInputClicksWhenVisible: Bool { get }
}

extension UIInputViewAudioFeedback {
  /// False.
  public var enableInputClicksWhenVisible: Bool { false }
}

/// The text that the keys of a controller change: that of the first responder.
@preconcurrency
@MainActor
public protocol UITextDocumentProxy: UIKeyInput {
  /// The text before the selection; nil if there is none.
  var documentContextBeforeInput: String? { get }
  /// The text after the selection; nil if there is none.
  var documentContextAfterInput: String? { get }
  /// The selected text; nil if there is none.
  var selectedText: String? { get }
  /// The language of the keys; nil if it is not known.
  var documentInputMode: UITextInputMode? { get }
  /// Moves the caret by UTF-16 code units; it stays in the text.
  func adjustTextPosition(byCharacterOffset offset: Int)
}

/// A controller whose view is in the place of a keyboard.
///
/// A responder returns it as its `inputViewController`. Its keys type by the `textDocumentProxy`.
///
///     final class Digits: UIInputViewController {
///       func press(_ digit: Int) { textDocumentProxy.insertText(String(digit)) }
///     }
///
/// **Differences**: it serves responders of the program; keyboards for other programs do not exist
/// on Linux.
@preconcurrency
@MainActor
open class UIInputViewController: UIViewController {
  /// The view in the place of the keyboard; it is the controller's view.
  open override var inputView: UIView? {
    isViewLoaded ? view as? UIInputView : nil
  }

  /// The text that keys change.
  open var textDocumentProxy: any UITextDocumentProxy { proxy }
  private lazy var proxy = DocumentProxy(self)

  /// The language of the keyboard, such as `de-DE`; nil for that of the program.
  open var primaryLanguage: String?

  /// Whether a key for other keyboards is needed: false, there are none.
  open var needsInputModeSwitchKey: Bool { false }

  /// Makes a view of the look of a keyboard, 216 points high.
  open override func loadView() {
    guard !loadFromNib() else { return }
    let frame = CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: 216)
    view = UIInputView(frame: frame, inputViewStyle: .keyboard)
  }

  /// Takes the keyboard away: the first responder resigns.
  open func dismissKeyboard() { viewIfLoaded?.window?.firstResponder?.resignFirstResponder() }

  /// Goes to the next keyboard: there is none.
  ///
  /// **Differences**: it does nothing.
  open func advanceToNextInputMode() {}
}

/// The text of the first responder in the window of a controller.
@MainActor
private final class DocumentProxy: UITextDocumentProxy {
  private weak var controller: UIInputViewController?

  init(_ controller: UIInputViewController) { self.controller = controller }

  private var responder: UIResponder? { controller?.viewIfLoaded?.window?.firstResponder }
  private var keys: (any UIKeyInput)? { responder as? any UIKeyInput }
  private var text: (any UITextInput)? { responder as? any UITextInput }

  var hasText: Bool { keys?.hasText ?? false }
  func insertText(_ text: String) { keys?.insertText(text) }
  func deleteBackward() { keys?.deleteBackward() }

  private func part(_ ends: (any UITextInput, UITextRange) -> (UITextPosition, UITextPosition))
    -> String?
  {
    guard let text, let selection = text.selectedTextRange else { return nil }
    let (start, end) = ends(text, selection)
    guard let range = text.textRange(from: start, to: end) else { return nil }
    return text.text(in: range).flatMap { $0.isEmpty ? nil : $0 }
  }

  var documentContextBeforeInput: String? { part { ($0.beginningOfDocument, $1.start) } }
  var documentContextAfterInput: String? { part { ($1.end, $0.endOfDocument) } }
  var selectedText: String? { part { ($1.start, $1.end) } }
  var documentInputMode: UITextInputMode? { responder?.textInputMode }

  func adjustTextPosition(byCharacterOffset offset: Int) {
    guard let text, let head = text.selectedTextRange?.end else { return }
    let place =
      text.position(from: head, offset: offset)
      ?? (offset < 0 ? text.beginningOfDocument : text.endOfDocument)
    text.selectedTextRange = text.textRange(from: place, to: place)
  }
}

/// The language of keys.
///
/// **Differences**: there is one mode, of the language of the program: the layout of the machine's
/// keyboard is not known.
@preconcurrency
@MainActor
open class UITextInputMode: NSObject {
  /// Posted when the language of keys changed.
  ///
  /// **Differences**: never by itself.
  nonisolated public static let currentInputModeDidChangeNotification = Notification.Name(
    "UITextInputCurrentInputModeDidChangeNotification"
  )

  private static let machine = UITextInputMode(UILocalization.preferredLanguages.first)

  /// The modes: one.
  open class var activeInputModes: [UITextInputMode] { [machine] }

  /// The language, such as `de-DE`; nil if it is not known.
  public let primaryLanguage: String?

  private init(_ language: String?) {
    primaryLanguage = language
    super.init()
  }
}
