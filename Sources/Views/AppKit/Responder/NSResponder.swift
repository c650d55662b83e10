// Objects that receive events, and the chain that passes them on.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An object that receives mouse and key events.
///
/// Events that a responder does not handle go to `nextResponder`, up to the window and the
/// application.
@preconcurrency
@MainActor
open class NSResponder: NSObject, SelectorTarget {
  /// Creates a responder.
  public override init() { super.init() }

  /// Creates a responder from an archive; nothing is read.
  public init?(coder: NSCoder) { super.init() }

  /// The responder that gets what this one does not handle; nil if there is none.
  ///
  /// It is not retained.
  open weak var nextResponder: NSResponder?

  /// Returns the method of a name, for targets of controls; nil if there is none.
  nonisolated open func method(for selector: Selector) -> Method? { nil }

  // MARK: First responder

  /// Whether it may receive key events; false by default.
  open var acceptsFirstResponder: Bool { false }

  /// Called when it is to become the first responder; returns whether it agrees.
  @discardableResult
  open func becomeFirstResponder() -> Bool { true }

  /// Called when it is to stop being the first responder; returns whether it agrees.
  @discardableResult
  open func resignFirstResponder() -> Bool { true }

  // MARK: Mouse

  /// The left button went down; passed on by default.
  open func mouseDown(with event: NSEvent) { nextResponder?.mouseDown(with: event) }

  /// The pointer moved while the left button was down; passed on by default.
  open func mouseDragged(with event: NSEvent) { nextResponder?.mouseDragged(with: event) }

  /// The left button went up; passed on by default.
  open func mouseUp(with event: NSEvent) { nextResponder?.mouseUp(with: event) }

  /// The right button went down; passed on by default.
  open func rightMouseDown(with event: NSEvent) { nextResponder?.rightMouseDown(with: event) }

  /// The pointer moved while the right button was down; passed on by default.
  open func rightMouseDragged(with event: NSEvent) { nextResponder?.rightMouseDragged(with: event) }

  /// The right button went up; passed on by default.
  open func rightMouseUp(with event: NSEvent) { nextResponder?.rightMouseUp(with: event) }

  /// A button beyond the second went down; passed on by default.
  open func otherMouseDown(with event: NSEvent) { nextResponder?.otherMouseDown(with: event) }

  /// The pointer moved while such a button was down; passed on by default.
  open func otherMouseDragged(with event: NSEvent) { nextResponder?.otherMouseDragged(with: event) }

  /// A button beyond the second went up; passed on by default.
  open func otherMouseUp(with event: NSEvent) { nextResponder?.otherMouseUp(with: event) }

  /// The pointer moved; passed on by default.
  open func mouseMoved(with event: NSEvent) { nextResponder?.mouseMoved(with: event) }

  /// The pointer came into a tracking area; passed on by default.
  open func mouseEntered(with event: NSEvent) { nextResponder?.mouseEntered(with: event) }

  /// The pointer left a tracking area; passed on by default.
  open func mouseExited(with event: NSEvent) { nextResponder?.mouseExited(with: event) }

  /// The wheel turned; passed on by default.
  open func scrollWheel(with event: NSEvent) { nextResponder?.scrollWheel(with: event) }

  /// Two fingers on a pad moved apart or together; passed on by default.
  open func magnify(with event: NSEvent) { nextResponder?.magnify(with: event) }

  /// Two fingers on a pad turned about each other; passed on by default.
  open func rotate(with event: NSEvent) { nextResponder?.rotate(with: event) }

  /// Two fingers tapped a pad twice; passed on by default.
  open func smartMagnify(with event: NSEvent) { nextResponder?.smartMagnify(with: event) }

  // MARK: Keys

  /// A key went down; passed on by default.
  open func keyDown(with event: NSEvent) { nextResponder?.keyDown(with: event) }

  /// A key went up; passed on by default.
  open func keyUp(with event: NSEvent) { nextResponder?.keyUp(with: event) }

  /// A modifier key went down or up; passed on by default.
  open func flagsChanged(with event: NSEvent) { nextResponder?.flagsChanged(with: event) }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
