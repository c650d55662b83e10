// A program with a window of AppKit, for tests: it writes a line for each event that a view gets.
// Licensed under the MIT license; see LICENSE.

import AppKit
import Foundation
import QuartzCore

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

final class Listener: NSView {
  private func say(_ word: String, _ event: NSEvent) {
    let place = event.locationInWindow
    appkit_window.say("\(word) \(place.x) \(place.y) \(event.clickCount)")
  }

  override func mouseDown(with event: NSEvent) { say("down", event) }
  override func mouseDragged(with event: NSEvent) { say("dragged", event) }
  override func mouseUp(with event: NSEvent) { say("up", event) }
  override func rightMouseDown(with event: NSEvent) { say("right", event) }
  override func scrollWheel(with event: NSEvent) {
    appkit_window.say("wheel \(event.scrollingDeltaX) \(event.scrollingDeltaY)")
  }
  override var acceptsFirstResponder: Bool { true }
  override func keyDown(with event: NSEvent) {
    appkit_window.say("key \(event.characters ?? "none") \(event.keyCode)")
    // A bar grows across the window, which is busy meanwhile.
    if event.characters == "a" { grow() }
    if event.characters == "c" { window?.close() }
  }

  private func grow() {
    let bar = CALayer()
    bar.anchorPoint = .zero
    bar.bounds = CGRect(x: 0, y: 0, width: 200, height: 20)
    bar.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let growth = CABasicAnimation(keyPath: "bounds.size.width")
    growth.fromValue = 0
    growth.duration = 0.5
    bar.add(growth, forKey: nil)
    layer?.addSublayer(bar)
    CATransaction.flush()
    // Nothing of the program runs for as long as the animation takes, and longer.
    let end = Date() + 60
    while Date() < end, !FileManager.default.fileExists(atPath: CommandLine.arguments[1]) {
      usleep(1000)
    }
    appkit_window.say("free")
  }
}

let window = NSWindow(
  contentRect: NSRect(x: 0, y: 0, width: 200, height: 100),
  styleMask: .titled,
  backing: .buffered,
  defer: false
)
window.output = .window
window.title = "AppKit's window"
let listener = Listener(frame: NSRect(x: 0, y: 0, width: 200, height: 100))
listener.wantsLayer = true
listener.layer?.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
window.contentView = listener
window.onClose = { ending in
  say("closed \(ending)")
  exit(0)
}
window.makeKeyAndOrderFront(nil)
if let error = window.contextError {
  say("\(error)")
  exit(2)
}
window.makeFirstResponder(listener)
say("shown")
RunLoop.main.run()
