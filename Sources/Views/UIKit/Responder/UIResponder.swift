// Objects that receive events, and the chain that passes them on.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// An object that receives events: touches, presses, motion.
///
/// Events that a responder does not handle go to `next`, up to the window and the application.
@preconcurrency
@MainActor
open class UIResponder: NSObject, SelectorTarget {
  /// Creates a responder.
  public override init() { super.init() }

  /// The responder that gets what this one does not handle; nil if there is none.
  open var next: UIResponder? { nil }

  /// Returns the method of a name, for targets of controls and recognisers; nil if there is none.
  ///
  /// Subclasses override it for methods of their own, and call super for other names.
  nonisolated open func method(for selector: Selector) -> Method? { nil }

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

  // MARK: Input

  /// The view that takes the place of the keyboard; nil for the keyboard.
  open var inputView: UIView? { nil }

  /// The view above the keyboard; nil if there is none.
  open var inputAccessoryView: UIView? { nil }

  /// Tells that the views for input changed.
  open func reloadInputViews() {}

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
