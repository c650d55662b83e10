// Windows and views of tests.
// Licensed under the MIT license; see LICENSE.

import AppKit

/// A visible window of 200 x 100 points, white.
@MainActor
func makeWindow(_ size: NSSize = NSSize(width: 200, height: 100)) -> NSWindow {
  let window = NSWindow(
    contentRect: NSRect(origin: NSPoint(x: 100, y: 100), size: size),
    styleMask: .borderless,
    backing: .buffered,
    defer: false
  )
  window.backgroundColor = .white
  window.makeKeyAndOrderFront(nil)
  return window
}

/// A view that counts its drawings and records events.
@MainActor
final class DrawnView: NSView {
  var drawings: [NSRect] = []
  var color = NSColor.red

  override func draw(_ dirtyRect: NSRect) {
    drawings.append(dirtyRect)
    color.setFill()
    NSBezierPath(rect: bounds).fill()
  }
}

/// A view with y down.
@MainActor
final class FlippedView: NSView {
  override var isFlipped: Bool { true }
}

/// A view that records its events.
@MainActor
final class EventView: NSView {
  var events: [String] = []
  var last: NSPoint?

  override var acceptsFirstResponder: Bool { true }
  override func mouseDown(with event: NSEvent) { note("down", event) }
  override func mouseDragged(with event: NSEvent) { note("dragged", event) }
  override func mouseUp(with event: NSEvent) { note("up", event) }
  override func mouseMoved(with event: NSEvent) { note("moved", event) }
  override func mouseEntered(with event: NSEvent) { note("entered", event) }
  override func mouseExited(with event: NSEvent) { note("exited", event) }

  override func keyUp(with event: NSEvent) {
    guard event.charactersIgnoringModifiers == "r" else { return super.keyUp(with: event) }
    events.append("key r")
  }

  private func note(_ name: String, _ event: NSEvent) {
    events.append(name)
    last = convert(event.locationInWindow, from: nil)
  }
}

extension NSWindow {
  /// Sends a mouse event.
  func mouse(_ type: NSEvent.EventType, _ x: CGFloat, _ y: CGFloat) {
    let event = NSEvent.mouseEvent(
      with: type,
      location: NSPoint(x: x, y: y),
      modifierFlags: [],
      timestamp: 0,
      windowNumber: windowNumber,
      context: nil,
      eventNumber: 0,
      clickCount: 1,
      pressure: 1
    )
    if let event { sendEvent(event) }
  }

  /// Sends a key event.
  func key(_ characters: String, ignoringModifiers plain: String? = nil) {
    let event = NSEvent.keyEvent(
      with: .keyUp,
      location: .zero,
      modifierFlags: [],
      timestamp: 0,
      windowNumber: windowNumber,
      context: nil,
      characters: characters,
      charactersIgnoringModifiers: plain ?? characters,
      isARepeat: false,
      keyCode: 0
    )
    if let event { NSApp.sendEvent(event) }
  }
}

/// The colour of a pixel, as red, green and blue; y from the top.
func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
  var bytes = [UInt8](repeating: 0, count: 4)
  bytes.withUnsafeMutableBytes { buffer in
    let context = CGContext(
      data: buffer.baseAddress,
      width: 1,
      height: 1,
      bitsPerComponent: 8,
      bytesPerRow: 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let place = CGRect(x: -x, y: y + 1 - image.height, width: image.width, height: image.height)
    context?.draw(image, in: place)
  }
  return bytes.prefix(3).map { Int($0) }
}

/// Collects the diagnostics of a body.
@MainActor
func diagnostics(of body: () throws -> Void) rethrows -> [String] {
  try Diagnostics.lines(during: body)
}
