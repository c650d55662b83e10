// Objects with a method for each event of a button or a pad.
// Licensed under the MIT license; see LICENSE.

/// A view or a recogniser, as far as it has methods for the mouse and the pads.
@MainActor
protocol MouseReceiver: AnyObject {
  func mouseDown(with event: NSEvent)
  func mouseDragged(with event: NSEvent)
  func mouseUp(with event: NSEvent)
  func rightMouseDown(with event: NSEvent)
  func rightMouseDragged(with event: NSEvent)
  func rightMouseUp(with event: NSEvent)
  func otherMouseDown(with event: NSEvent)
  func otherMouseDragged(with event: NSEvent)
  func otherMouseUp(with event: NSEvent)
  func magnify(with event: NSEvent)
  func rotate(with event: NSEvent)
}

extension NSResponder: MouseReceiver {}
extension NSGestureRecognizer: MouseReceiver {}

extension MouseReceiver {
  /// Calls the method for an event of a button or a pad.
  func take(_ event: NSEvent) {
    switch event.type {
    case .leftMouseDown: mouseDown(with: event)
    case .leftMouseDragged: mouseDragged(with: event)
    case .leftMouseUp: mouseUp(with: event)
    case .rightMouseDown: rightMouseDown(with: event)
    case .rightMouseDragged: rightMouseDragged(with: event)
    case .rightMouseUp: rightMouseUp(with: event)
    case .otherMouseDown: otherMouseDown(with: event)
    case .otherMouseDragged: otherMouseDragged(with: event)
    case .otherMouseUp: otherMouseUp(with: event)
    case .magnify: magnify(with: event)
    case .rotate: rotate(with: event)
    case .mouseMoved, .mouseEntered, .mouseExited, .keyDown, .keyUp, .flagsChanged, .scrollWheel,
      .smartMagnify:
      break
    }
  }
}
