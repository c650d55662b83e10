// Objects that receive events, and the chain that passes them on.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import QuartzCore
public import QuartzFoundation

/// An object that receives events: touches, presses, motion.
///
/// Events that a responder does not handle go to `next`, up to the window and the application.
@preconcurrency
@MainActor
open class UIResponder: NSObject, SelectorTarget, UIResponderStandardEditActions {
  /// Creates a responder.
  public override init() { super.init() }

  /// The responder that gets what this one does not handle; nil if there is none.
  open var next: UIResponder? { nil }

  /// Returns the method of a name, for targets of controls and recognisers; nil if there is none.
  ///
  /// Subclasses override it for methods of their own, and call super for other names.
  nonisolated open func method(for selector: Selector) -> Method? { nil }

  // `Any` because: objects and values are of any type.
  /// Called when a property that the responder observes by its name has changed; does nothing.
  ///
  /// - Parameters:
  ///   - keyPath: The name with which it was asked for.
  ///   - object: The object that has the property.
  ///   - change: The kind, and the values that the options ask for.
  ///   - context: The one that was given to `addObserver(_:forKeyPath:options:context:)`.
  open func observeValue(
    forKeyPath keyPath: String?,
    of object: Any?,
    change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {}

  // MARK: First responder

  /// Whether it may become the first responder; false by default.
  open var canBecomeFirstResponder: Bool { false }

  /// Makes it the first responder of its window, which keys and shakes go to.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  open func becomeFirstResponder() -> Bool { takeFirstResponder() }

  /// Whether it may stop being the first responder; true by default.
  open var canResignFirstResponder: Bool { true }

  /// Stops being the first responder.
  ///
  /// - Returns: Whether it is no longer.
  @discardableResult
  open func resignFirstResponder() -> Bool { giveUpFirstResponder() }

  /// Whether it is the first responder of its window.
  open var isFirstResponder: Bool {
    guard let window = responderWindow else { return false }
    return window.firstResponder === self
  }

  // MARK: Touches

  /// Fingers touched a view; passed to `next` by default.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Fingers moved; passed to `next` by default.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Fingers were lifted; passed to `next` by default.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Touches were taken away, by a recogniser or by the system; passed to `next` by default.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// Better values for earlier touches came; passed to `next` by default.
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {
    next?.touchesEstimatedPropertiesUpdated(touches)
  }

  // MARK: Presses

  /// Keys went down; passed to `next` by default.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }

  /// The force of keys changed; passed to `next` by default.
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesChanged(presses, with: event)
  }

  /// Keys went up; passed to `next` by default.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }

  /// Presses were taken away; passed to `next` by default.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  // MARK: Motion

  /// The device began to be shaken; passed to `next` by default.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionBegan(motion, with: event)
  }

  /// The device was shaken; passed to `next` by default.
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionEnded(motion, with: event)
  }

  /// A motion took too long for a shake; passed to `next` by default.
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionCancelled(motion, with: event)
  }

  // MARK: Actions

  /// Whether it has the method of an action.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    SelectorCall.responds(self, to: action)
  }

  /// Returns the object that performs an action: itself, or one further on in the chain.
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
    var responder: UIResponder? = self
    while let candidate = responder {
      if candidate.canPerformAction(action, withSender: sender) { return candidate }
      responder = candidate.next
    }
    return nil
  }

  /// Moves the selection to the pasteboard; does nothing by default.
  open func cut(_ sender: Any?) {}

  /// Copies the selection to the pasteboard; does nothing by default.
  open func copy(_ sender: Any?) {}

  /// Puts the contents of the pasteboard in the place of the selection; does nothing by default.
  open func paste(_ sender: Any?) {}

  /// Selects what is at the caret; does nothing by default.
  open func select(_ sender: Any?) {}

  /// Selects everything; does nothing by default.
  open func selectAll(_ sender: Any?) {}

  /// Removes the selection; does nothing by default.
  open func delete(_ sender: Any?) {}

  /// Makes the selected text bold, or takes that back; does nothing by default.
  open func toggleBoldface(_ sender: Any?) {}

  /// Makes the selected text italic, or takes that back; does nothing by default.
  open func toggleItalics(_ sender: Any?) {}

  /// Underlines the selected text, or takes that back; does nothing by default.
  open func toggleUnderline(_ sender: Any?) {}

  /// Makes the selected text larger; does nothing by default.
  open func increaseSize(_ sender: Any?) {}

  /// Makes the selected text smaller; does nothing by default.
  open func decreaseSize(_ sender: Any?) {}

  // MARK: Input

  /// The view that takes the place of the keyboard; nil for the keyboard.
  open var inputView: UIView? { nil }

  /// The view above the keyboard; nil if there is none.
  open var inputAccessoryView: UIView? { nil }

  /// The controller of the view that takes the place of the keyboard; nil for `inputView`.
  open var inputViewController: UIInputViewController? { nil }

  /// The controller of the view above the keyboard; nil for `inputAccessoryView`.
  open var inputAccessoryViewController: UIInputViewController? { nil }

  /// The language of the keys; that of the machine by default.
  open var textInputMode: UITextInputMode? { UITextInputMode.activeInputModes.first }

  /// The buttons beside the suggestions above a keyboard.
  ///
  /// **Differences**: they do not show; there is no keyboard on the screen.
  open var inputAssistantItem: UITextInputAssistantItem {
    let facts = ownFacts
    if let item = facts.assistantItem { return item }
    let item = UITextInputAssistantItem()
    facts.assistantItem = item
    return item
  }

  /// Tells that the views for input changed.
  open func reloadInputViews() {
    if isFirstResponder { responderWindow?.keyboard.update() }
  }

  // MARK: Undoing

  /// The undo manager of the next responder that has one, such as the window.
  ///
  /// **Differences**: text fields and text views record no changes in it.
  open var undoManager: UndoManager? { next?.undoManager }

  // MARK: Activities

  /// The activity of a person with the responder, for going on elsewhere; nil by default.
  ///
  /// **Differences**: nothing leaves the program; see ``NSUserActivity``.
  open var userActivity: NSUserActivity? {
    get { accessibilityFacts?.activity }
    set { ownFacts.activity = newValue }
  }

  /// Adds values to an activity before it is saved; does nothing by default.
  ///
  /// **Differences**: the system saves none.
  open func updateUserActivityState(_ activity: NSUserActivity) {}

  /// Takes the state of an activity back; does nothing by default.
  open func restoreUserActivityState(_ activity: NSUserActivity) {}

  /// The commands that keys call while it is in the chain of the first responder; nil by default.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// Changes a menu while it is built; does nothing by default.
  ///
  /// The main menu asks the application, whose own method asks its delegate; see ``UIMenuSystem``.
  open func buildMenu(with builder: any UIMenuBuilder) {}

  /// Changes a command of the main menu before it is performed, such as its attributes; does
  /// nothing by default.
  open func validate(_ command: UICommand) {}

  // MARK: Accessibility

  /// The facts that the program set on the element; nil if there are none.
  final var accessibilityFacts: AccessibilityFacts?

  /// The facts about an element of this kind by default.
  var accessibilityDefaults: AccessibilityDefaults { AccessibilityDefaults() }

  /// A name for tests; nil by default.
  open var accessibilityIdentifier: String? {
    get { accessibilityFacts?.identifier }
    set { ownFacts.identifier = newValue }
  }

  /// A short description for people who do not see the element; for those with a text, the text.
  open var accessibilityLabel: String? {
    get { accessibilityFacts?.label ?? accessibilityDefaults.label }
    set {
      ownFacts.label = newValue
      ownFacts.attributedLabel = nil
    }
  }

  /// The description with attributes for speech; nil without one.
  ///
  /// **Differences**: helpers get its text alone.
  open var accessibilityAttributedLabel: NSAttributedString? {
    get { accessibilityFacts?.attributedLabel ?? accessibilityLabel.map { .init(string: $0) } }
    set {
      ownFacts.label = newValue?.string
      ownFacts.attributedLabel = newValue
    }
  }

  /// The hint with attributes for speech; nil without one.
  ///
  /// **Differences**: helpers get its text alone.
  open var accessibilityAttributedHint: NSAttributedString? {
    get { accessibilityFacts?.attributedHint ?? accessibilityHint.map { .init(string: $0) } }
    set {
      ownFacts.hint = newValue?.string
      ownFacts.attributedHint = newValue
    }
  }

  /// The value with attributes for speech; nil without one.
  ///
  /// **Differences**: helpers get its text alone.
  open var accessibilityAttributedValue: NSAttributedString? {
    get { accessibilityFacts?.attributedValue ?? accessibilityValue.map { .init(string: $0) } }
    set {
      ownFacts.value = newValue?.string
      ownFacts.attributedValue = newValue
    }
  }

  /// A hint at what happens on a touch.
  open var accessibilityHint: String? {
    get { accessibilityFacts?.hint }
    set {
      ownFacts.hint = newValue
      ownFacts.attributedHint = nil
    }
  }

  /// The value as a text; controls have one by default.
  open var accessibilityValue: String? {
    get { accessibilityFacts?.value ?? accessibilityDefaults.value }
    set {
      ownFacts.value = newValue
      ownFacts.attributedValue = nil
    }
  }

  /// Whether it is treated as one element; true by default for labels, controls and cells.
  open var isAccessibilityElement: Bool {
    get { accessibilityFacts?.isElement ?? accessibilityDefaults.isElement }
    set { ownFacts.isElement = newValue }
  }

  /// The kinds of the element; those of its class and state by default.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { accessibilityFacts?.traits ?? accessibilityDefaults.traits }
    set { ownFacts.traits = newValue }
  }

  // `Any` because: views and elements are taken.
  /// The elements in it, in the order in which they are read; nil for the subviews.
  open var accessibilityElements: [Any]? {
    get { accessibilityFacts?.elements }
    set { ownFacts.elements = newValue }
  }

  /// The frame on the screen, in points; that of the view by default.
  open var accessibilityFrame: CGRect {
    get { accessibilityFacts?.frame ?? .zero }
    set { ownFacts.frame = newValue }
  }

  /// The outline on the screen, in points; nil for the frame.
  open var accessibilityPath: UIBezierPath? {
    get { accessibilityFacts?.path }
    set { ownFacts.path = newValue }
  }

  /// The point on the screen where a helper touches it, in points; the middle by default.
  open var accessibilityActivationPoint: CGPoint {
    get {
      if let point = accessibilityFacts?.activationPoint { return point }
      let area = accessibilityPath?.bounds ?? accessibilityFrame
      return CGPoint(x: area.midX, y: area.midY)
    }
    set { ownFacts.activationPoint = newValue }
  }

  /// Whether the elements in it are left out; false by default.
  open var accessibilityElementsHidden: Bool {
    get { accessibilityFacts?.hidesElements ?? false }
    set { ownFacts.hidesElements = newValue }
  }

  /// Whether the views beside it are left out; false by default.
  open var accessibilityViewIsModal: Bool {
    get { accessibilityFacts?.isModal ?? false }
    set { ownFacts.isModal = newValue }
  }

  /// The kind of container that it is; none by default.
  open var accessibilityContainerType: UIAccessibilityContainerType {
    get { accessibilityFacts?.containerType ?? .none }
    set { ownFacts.containerType = newValue }
  }

  /// The language of its texts, such as `en-GB`; nil for that of the program.
  open var accessibilityLanguage: String? {
    get { accessibilityFacts?.language }
    set { ownFacts.language = newValue }
  }

  /// Actions beside a tap; nil if there are none.
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { accessibilityFacts?.customActions }
    set { ownFacts.customActions = newValue }
  }

  /// The way in which helpers go through the elements in it; automatic by default.
  ///
  /// **Differences**: it is stored; helpers of the desktop choose the way.
  open var accessibilityNavigationStyle: UIAccessibilityNavigationStyle {
    get { accessibilityFacts?.navigationStyle ?? .automatic }
    set { ownFacts.navigationStyle = newValue }
  }

  /// Whether the elements in it are read before those beside it; false by default.
  ///
  /// **Differences**: it is stored; helpers of the desktop choose the order.
  open var shouldGroupAccessibilityChildren: Bool {
    get { accessibilityFacts?.groupsChildren ?? false }
    set { ownFacts.groupsChildren = newValue }
  }

  /// The kind of its text, by which a voice reads it; nil by default.
  ///
  /// **Differences**: it is stored.
  open var accessibilityTextualContext: UIAccessibilityTextualContext? {
    get { accessibilityFacts?.textualContext }
    set { ownFacts.textualContext = newValue }
  }

  /// Whether a helper has the element in its focus: false, helpers do not say so here.
  open func accessibilityElementIsFocused() -> Bool { false }

  /// Called when a helper has the element in its focus.
  ///
  /// **Differences**: never by itself.
  open func accessibilityElementDidBecomeFocused() {}

  /// Called when a helper has left the element.
  ///
  /// **Differences**: never by itself.
  open func accessibilityElementDidLoseFocus() {}

  /// Does what a tap does, for helpers of accessibility.
  ///
  /// - Returns: Whether something was done; without that a helper taps the activation point. False
  ///   by default.
  @discardableResult
  open func accessibilityActivate() -> Bool { false }

  /// Makes the value of an adjustable element greater.
  open func accessibilityIncrement() {}

  /// Makes the value of an adjustable element smaller.
  open func accessibilityDecrement() {}

  /// Scrolls by a page; passed to `next` by default.
  ///
  /// - Returns: Whether something scrolled.
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
    next?.accessibilityScroll(direction) ?? false
  }

  /// Closes what lies over the rest, such as an alert; passed to `next` by default.
  ///
  /// - Returns: Whether something was done.
  open func accessibilityPerformEscape() -> Bool { next?.accessibilityPerformEscape() ?? false }

  /// Does what matters most now; passed to `next` by default.
  ///
  /// - Returns: Whether something was done.
  open func accessibilityPerformMagicTap() -> Bool {
    next?.accessibilityPerformMagicTap() ?? false
  }

  /// Returns the number of elements in it.
  open func accessibilityElementCount() -> Int { containedElements.count }

  // `Any` because: views and elements are returned.
  /// Returns an element in it; nil for a number that none has.
  open func accessibilityElement(at index: Int) -> Any? {
    let elements = containedElements
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// Returns the number of an element in it; `NSNotFound` for one that is not in it.
  open func index(ofAccessibilityElement element: Any) -> Int {
    containedElements.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
  }

  /// Stops being the first responder, whatever it or its delegate answers.
  ///
  /// - Returns: True.
  func resignByForce() -> Bool {
    responderWindow?.firstResponder = nil
    return true
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }

  /// The window whose first responder it may be; nil if there is none.
  var responderWindow: UIWindow? { next?.responderWindow }
}

extension NSObject {
  /// The class and the address as UIKit writes them: `UIView: 0x5f3a10`, and with the module for a
  /// class of the program.
  final var appleName: String { ObjectText.nameAndAddress(of: self) }
}

extension UIResponder {
  /// Does the default work of `becomeFirstResponder()`.
  final func takeFirstResponder() -> Bool {
    if isFirstResponder { return true }
    guard canBecomeFirstResponder, let window = responderWindow else { return false }
    return window.keyboard.whileChanging { replaceFirstResponder(of: window) }
  }

  private final func replaceFirstResponder(of window: UIWindow) -> Bool {
    if let old = window.firstResponder {
      guard old.canResignFirstResponder, old.resignFirstResponder() else { return false }
      // Its code for resigning may make another one the first.
      guard window.firstResponder == nil else { return isFirstResponder }
    }
    window.firstResponder = self
    return true
  }

  /// Does the default work of `resignFirstResponder()`.
  final func giveUpFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    responderWindow?.firstResponder = nil
    return true
  }
}
