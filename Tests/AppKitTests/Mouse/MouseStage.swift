// A window whose views and recognisers write down what they hear.
// Licensed under the MIT license; see LICENSE.

import AppKit

/// A window with a mouse, whose views and recognisers write a log.
@MainActor
final class MouseStage {
  let window: NSWindow
  /// 400 x 400 points, y up.
  let root: LogView
  private var log: [String] = []
  private var recognizers: [ObjectIdentifier: String] = [:]
  /// The names of a recogniser's states.
  private static let names: [NSGestureRecognizer.State: String] = [
    .began: "B", .changed: "C", .ended: "E", .cancelled: "X",
  ]

  init() {
    let frame = NSRect(x: 0, y: 0, width: 400, height: 400)
    window = makeWindow(frame.size)
    root = LogView(frame: frame)
    window.contentView = root
    root.stage = self
    root.id = "v"
  }

  func write(_ word: String) { log.append(word) }

  /// Returns the log since the last call.
  func taken() -> String {
    defer { log.removeAll() }
    return log.joined(separator: " ")
  }

  /// Adds a view.
  @discardableResult
  func add(_ id: String, _ frame: NSRect, to view: NSView? = nil) -> LogView {
    let child = LogView(frame: frame)
    child.id = id
    child.stage = self
    (view ?? root).addSubview(child)
    return child
  }

  /// Adds a recogniser that writes its states.
  @discardableResult
  func add<Recognizer: NSGestureRecognizer>(
    _ id: String,
    _ recognizer: Recognizer,
    to view: NSView? = nil
  ) -> Recognizer {
    recognizer.target = self
    recognizer.action = Selector("note:", MouseStage.note)
    recognizers[ObjectIdentifier(recognizer)] = id
    (view ?? root).addGestureRecognizer(recognizer)
    return recognizer
  }

  /// Called after a recogniser's states were written.
  var onAction: ((NSGestureRecognizer) -> Void)?

  func note(_ recognizer: NSGestureRecognizer) {
    let id = recognizers[ObjectIdentifier(recognizer)] ?? "?"
    write("\(id)=\(Self.names[recognizer.state] ?? "?")")
    onAction?(recognizer)
  }

  // MARK: Events

  private static let types: [(NSEvent.EventType, NSEvent.EventType, NSEvent.EventType)] = [
    (.leftMouseDown, .leftMouseDragged, .leftMouseUp),
    (.rightMouseDown, .rightMouseDragged, .rightMouseUp),
    (.otherMouseDown, .otherMouseDragged, .otherMouseUp),
  ]

  private func send(_ type: NSEvent.EventType, _ place: NSPoint, _ time: Double, _ button: Int) {
    let event =
      button > 1
      ? NSEvent.otherMouseEvent(
        with: type,
        buttonNumber: button,
        location: place,
        timestamp: time,
        windowNumber: window.windowNumber,
        clickCount: 1
      )
      : NSEvent.mouseEvent(
        with: type,
        location: place,
        modifierFlags: [],
        timestamp: time,
        windowNumber: window.windowNumber,
        context: nil,
        eventNumber: 0,
        clickCount: 1,
        pressure: 1
      )
    if let event { NSApp.sendEvent(event) }
  }

  func down(_ x: Double, _ y: Double, at time: Double, button: Int = 0) {
    send(Self.types[min(button, 2)].0, NSPoint(x: x, y: y), time, button)
  }

  func drag(_ x: Double, _ y: Double, at time: Double, button: Int = 0) {
    send(Self.types[min(button, 2)].1, NSPoint(x: x, y: y), time, button)
  }

  func up(_ x: Double, _ y: Double, at time: Double, button: Int = 0) {
    send(Self.types[min(button, 2)].2, NSPoint(x: x, y: y), time, button)
  }

  /// Clicks at a time; the button is down for 0.1 s.
  func click(_ x: Double, _ y: Double, at time: Double, button: Int = 0) {
    down(x, y, at: time, button: button)
    up(x, y, at: time + 0.1, button: button)
  }

  func pad(
    _ type: NSEvent.EventType,
    _ phase: NSEvent.Phase,
    _ amount: CGFloat,
    at time: Double,
    x: Double = 50
  ) {
    let event = NSEvent.padEvent(
      with: type,
      location: NSPoint(x: x, y: 50),
      timestamp: time,
      windowNumber: window.windowNumber,
      phase: phase,
      amount: amount
    )
    if let event { NSApp.sendEvent(event) }
  }

  /// Lets the window's clock go on.
  func wait(until time: Double) throws { _ = try window.image(at: time) }
}

/// A view that writes its events: D down, M dragged, U up, Z magnified, R turned.
@MainActor
final class LogView: NSView {
  weak var stage: MouseStage?
  var id = ""
  var flips = false
  /// Called for each event, after it is written.
  var onEvent: ((NSEvent) -> Void)?

  override var isFlipped: Bool { flips }

  private func write(_ word: String, _ event: NSEvent) {
    let button = event.buttonNumber == 0 ? "" : "\(event.buttonNumber)"
    stage?.write("\(id).\(word)\(button)")
    onEvent?(event)
  }

  override func mouseDown(with event: NSEvent) { write("D", event) }
  override func mouseDragged(with event: NSEvent) { write("M", event) }
  override func mouseUp(with event: NSEvent) { write("U", event) }
  override func rightMouseDown(with event: NSEvent) { write("D", event) }
  override func rightMouseDragged(with event: NSEvent) { write("M", event) }
  override func rightMouseUp(with event: NSEvent) { write("U", event) }
  override func otherMouseDown(with event: NSEvent) { write("D", event) }
  override func otherMouseDragged(with event: NSEvent) { write("M", event) }
  override func otherMouseUp(with event: NSEvent) { write("U", event) }
  override func magnify(with event: NSEvent) { write("Z\(event.phase.rawValue)", event) }
  override func rotate(with event: NSEvent) { write("R\(event.phase.rawValue)", event) }
  override func smartMagnify(with event: NSEvent) { write("S", event) }
}

/// A delegate whose answers a test gives.
@MainActor
final class MouseJudge: NSGestureRecognizerDelegate {
  var attempts: (NSGestureRecognizer, NSEvent) -> Bool = { _, _ in true }
  var begins: (NSGestureRecognizer) -> Bool = { _ in true }
  var together: (NSGestureRecognizer, NSGestureRecognizer) -> Bool = { _, _ in false }
  var requires: (NSGestureRecognizer, NSGestureRecognizer) -> Bool = { _, _ in false }

  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldAttemptToRecognizeWith event: NSEvent
  ) -> Bool { attempts(gestureRecognizer, event) }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: NSGestureRecognizer) -> Bool {
    begins(gestureRecognizer)
  }

  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool { together(gestureRecognizer, otherGestureRecognizer) }

  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool { requires(gestureRecognizer, otherGestureRecognizer) }
}
