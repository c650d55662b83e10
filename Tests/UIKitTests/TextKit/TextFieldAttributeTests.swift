// The notifications and the default attributes of text fields and text views.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@Suite("Notifications and attributes of fields", .serialized)
@MainActor
struct TextFieldAttributeTests {
  /// Notes the names of the notifications of an object.
  @MainActor
  private final class Ear {
    var names: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ object: NSObject, _ names: [Notification.Name]) {
      for name in names {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
            [weak self] note in
            let name = note.name.rawValue
            MainActor.assumeIsolated { self?.names.append(name) }
          }
        )
      }
    }

    func stop() { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  @Test("A field tells that it is edited, of keys, and that it is not edited any more")
  func fieldNotifications() {
    let window = makeWindow()
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
    window.addSubview(field)
    let ear = Ear(
      field,
      [
        UITextField.textDidChangeNotification, UITextField.textDidBeginEditingNotification,
        UITextField.textDidEndEditingNotification,
      ]
    )
    defer { ear.stop() }
    field.text = "by program"
    #expect(ear.names.isEmpty)
    field.becomeFirstResponder()
    field.insertText("x")
    field.deleteBackward()
    field.resignFirstResponder()
    #expect(
      ear.names == [
        "UITextFieldTextDidBeginEditingNotification", "UITextFieldTextDidChangeNotification",
        "UITextFieldTextDidChangeNotification", "UITextFieldTextDidEndEditingNotification",
      ]
    )
  }

  @Test("A text view tells the same")
  func viewNotifications() {
    let window = makeWindow()
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    let ear = Ear(
      view,
      [
        UITextView.textDidChangeNotification, UITextView.textDidBeginEditingNotification,
        UITextView.textDidEndEditingNotification,
      ]
    )
    defer { ear.stop() }
    view.becomeFirstResponder()
    view.insertText("x")
    view.resignFirstResponder()
    #expect(
      ear.names == [
        "UITextViewTextDidBeginEditingNotification", "UITextViewTextDidChangeNotification",
        "UITextViewTextDidEndEditingNotification",
      ]
    )
  }

  @Test("Default attributes change font, colour, alignment and spacing")
  func defaultAttributes() {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    field.text = "abcde"
    let before = field.sizeThatFits(.zero).width
    #expect((field.defaultTextAttributes[.font] as? UIFont)?.pointSize == 17)
    field.defaultTextAttributes[.kern] = 10
    #expect(field.sizeThatFits(.zero).width - before >= 40)
    let style = NSMutableParagraphStyle()
    style.alignment = .right
    field.defaultTextAttributes = [
      .font: UIFont.systemFont(ofSize: 30), .foregroundColor: UIColor.red, .paragraphStyle: style,
    ]
    #expect(field.font?.pointSize == 30 && field.textColor == .red)
    #expect(field.textAlignment == .right)
    #expect(field.defaultTextAttributes[.kern] == nil)
  }

  @Test("Wishes about the keyboard are kept")
  func wishes() {
    let field = UITextField()
    let view = UITextView()
    #expect(field.smartDashesType == .default && view.smartQuotesType == .default)
    field.smartDashesType = .no
    view.smartInsertDeleteType = .yes
    #expect(field.smartDashesType == .no && view.smartInsertDeleteType == .yes)
    field.inputAssistantItem.leadingBarButtonGroups = []
    #expect(field.inputAssistantItem === field.inputAssistantItem)
    #expect(view.inputAssistantItem.allowsHidingShortcuts)
  }
}
