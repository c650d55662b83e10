// Commands of editing, wishes about keyboards, and views in their place.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@testable import UIKit

/// A view with commands, as programs write it.
private final class CommandCard: UIView {
  var calls: [String] = []
  override var canBecomeFirstResponder: Bool { true }
  override func copy(_ sender: Any?) { calls.append("copy") }
  override func delete(_ sender: Any?) { calls.append("delete") }

  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    action == "copy:" || action == "delete:"
  }
}

/// A field with a keyboard of its own.
private final class DigitField: UITextField {
  let digits = UIInputViewController()
  override var inputViewController: UIInputViewController? { digits }
}

/// A responder that takes keys and has no wishes.
private final class Keys: UIView, UIKeyInput {
  var hasText: Bool { false }
  func insertText(_ text: String) {}
  func deleteBackward() {}
}

@MainActor
@Suite("Commands of editing", .serialized)
struct EditActionTests {
  private let window = makeWindow(CGSize(width: 300, height: 400))

  @Test(
    "Commands reach overrides along the chain of responders",
    .shows("UIResponderStandardEditActions")
  )
  func overrides() {
    let card = CommandCard(frame: window.bounds)
    let inner = UIView()
    card.addSubview(inner)
    window.addSubview(card)
    let commands = StandardCommands.available(from: inner)
    #expect(commands.map(\.title) == ["Copy", "Delete"])
    for command in commands { #expect(command.perform(from: inner)) }
    #expect(card.calls == ["copy", "delete"])
    #expect(!UICommand(title: "Cut", action: "cut:").perform(from: inner))
    #expect(UIApplication.shared.sendAction("delete:", to: card, from: nil, for: nil))
    #expect(card.calls == ["copy", "delete", "delete"])
    window.isHidden = true
  }

  @Test("Texts answer to the commands that their selection allows")
  func texts() {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    let view = UITextView(frame: CGRect(x: 0, y: 50, width: 200, height: 90))
    window.addSubview(field)
    window.addSubview(view)
    UIPasteboard.general.string = nil
    for text in [field, view] as [UIView & UITextInput] {
      #expect(text.becomeFirstResponder())
      text.insertText("two words")
      #expect(StandardCommands.available(from: text).map(\.title) == ["Select", "Select All"])
      text.select(nil)
      #expect(text.selectedTextRange.flatMap { text.text(in: $0) } == "words")
      #expect(
        StandardCommands.available(from: text).map(\.title) == ["Cut", "Copy", "Select All"]
      )
      let app = UIApplication.shared
      #expect(app.sendAction("cut:", to: text, from: nil, for: nil))
      #expect(UIPasteboard.general.string == "words")
      #expect(app.sendAction("paste:", to: text, from: nil, for: nil))
      #expect(
        text.textRange(from: text.beginningOfDocument, to: text.endOfDocument)
          .flatMap { text.text(in: $0) } == "two words"
      )
      text.selectAll(nil)
      #expect(!text.canPerformAction("selectAll:", withSender: nil))
      UIPasteboard.general.string = nil
      #expect(!text.canPerformAction("paste:", withSender: nil))
    }
    field.isSecureTextEntry = true
    field.selectAll(nil)
    #expect(!field.canPerformAction("copy:", withSender: nil))
    view.isEditable = false
    #expect(!view.canPerformAction("cut:", withSender: nil))
    #expect(view.canPerformAction("copy:", withSender: nil))
    window.isHidden = true
  }

  @Test(
    "Texts without wishes have the usual ones",
    .shows("UITextInputTraits", "UITextInputPasswordRules", "UITextContentType.oneTimeCode")
  )
  func wishes() {
    let traits: any UITextInputTraits = Keys()
    #expect(traits.keyboardType == .default && traits.autocapitalizationType == .sentences)
    #expect(!traits.isSecureTextEntry && traits.textContentType == nil)
    let field = UITextField()
    field.keyboardType = .numberPad
    field.textContentType = .oneTimeCode
    field.passwordRules = UITextInputPasswordRules(descriptor: "minlength: 12;")
    let given: any UITextInputTraits = field
    #expect(given.keyboardType == .numberPad && given.textContentType?.rawValue == "one-time-code")
    #expect(given.passwordRules?.passwordRulesDescriptor == "minlength: 12;")
    let item = UIView().inputAssistantItem
    #expect(item.leadingBarButtonGroups.isEmpty && field.inputAssistantItem !== item)
    #expect(field.textInputMode === UITextInputMode.activeInputModes.first)
    #expect(
      field.textInputMode?.primaryLanguage == UILocalization.preferredLanguages.first
    )
  }

  @Test(
    "A controller in the place of the keyboard types into the first responder",
    .shows("UIInputViewController")
  )
  func keyboards() throws {
    let field = DigitField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    window.addSubview(field)
    #expect(field.digits.inputView == nil)
    #expect(field.becomeFirstResponder())
    try window.context?.advance(to: 1)
    let view = try #require(field.digits.inputView as? UIInputView)
    #expect(view.inputViewStyle == .keyboard)
    #expect(
      view.convert(view.bounds, to: window) == CGRect(x: 0, y: 184, width: 300, height: 216)
    )
    let proxy = field.digits.textDocumentProxy
    #expect(!proxy.hasText)
    proxy.insertText("1234")
    proxy.deleteBackward()
    #expect(field.text == "123" && proxy.documentContextBeforeInput == "123")
    proxy.adjustTextPosition(byCharacterOffset: -1)
    #expect(proxy.documentContextBeforeInput == "12" && proxy.documentContextAfterInput == "3")
    proxy.adjustTextPosition(byCharacterOffset: -100)
    #expect(proxy.documentContextBeforeInput == nil && proxy.selectedText == nil)
    field.selectAll(nil)
    #expect(proxy.selectedText == "123")
    field.digits.dismissKeyboard()
    #expect(!field.isFirstResponder)
    try window.context?.advance(to: 2)
    #expect(view.window == nil)
    window.isHidden = true
  }

  @Test("Constraints decide the height of a view that sizes itself", .shows("UIInputView"))
  func heights() throws {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
    let view = UIInputView(
      frame: CGRect(x: 0, y: 0, width: 10, height: 50),
      inputViewStyle: .default
    )
    let box = UIView()
    box.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(box)
    NSLayoutConstraint.activate([
      box.topAnchor.constraint(equalTo: view.topAnchor),
      box.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      box.heightAnchor.constraint(equalToConstant: 120),
    ])
    field.inputView = view
    window.addSubview(field)
    _ = field.becomeFirstResponder()
    try window.context?.advance(to: 1)
    #expect(view.convert(view.bounds, to: window).minY == 350)
    view.allowsSelfSizing = true
    try window.context?.advance(to: 2)
    #expect(
      view.convert(view.bounds, to: window) == CGRect(x: 0, y: 280, width: 300, height: 120)
    )
    window.isHidden = true
  }
}
